"""Whole numbers without bound, and the effect of repetition on them: exactly, without repeating.

`Quantity` and `Trace` determine the effect of a body by running it once; `AffineMap` is that effect. `first_break`
returns the first iteration with another effect; `amount_after` returns an amount after n iterations, for n of any size.
"""

from floorjudge.exact.amounts import DIGIT_BUDGET, Amount, amount_after, exact_value
from floorjudge.exact.digits import abridged, digits, numeral, read_number, short, written_plainly
from floorjudge.exact.first import Break, Guard, Undecided, first_break, first_where
from floorjudge.exact.lasting import lasting
from floorjudge.exact.linear import AffineMap, Linear, affine, linear, resource
from floorjudge.exact.quantity import Number, Pin, Quantity, Trace, compared, map_of, value_at, value_of
from floorjudge.exact.sequences import Growth, growth_of, terms_of

__all__ = [
    "DIGIT_BUDGET",
    "AffineMap",
    "Amount",
    "Break",
    "Growth",
    "Guard",
    "Linear",
    "Number",
    "Pin",
    "Quantity",
    "Trace",
    "Undecided",
    "abridged",
    "affine",
    "amount_after",
    "compared",
    "digits",
    "exact_value",
    "first_break",
    "first_where",
    "growth_of",
    "lasting",
    "linear",
    "map_of",
    "numeral",
    "read_number",
    "resource",
    "short",
    "terms_of",
    "value_at",
    "value_of",
    "written_plainly",
]
