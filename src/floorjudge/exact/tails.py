"""What a growing sequence does for ever after: proofs of its sign and direction, from finitely many terms.

A recurrence whose coefficients are all at least 0 keeps the sign of as many terms as it looks back on; the same holds
for differences, with the recurrence written in differences. A sequence whose differences keep one sign only rises or
only falls. Every k-th term (k up to 12) is looked at too, because roots such as -2 alternate.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import comb

import msgspec

from floorjudge.exact.polynomials import divide_out, minimal_recurrence
from floorjudge.exact.sequences import GrowingTerms, characteristic_polynomial, differences_of

SECTIONS = (1, 2, 3, 4, 6, 12)


class Tail(msgspec.Struct, frozen=True):
    """One section of a sequence, from some place on: it has one sign now, and either keeps it or moves towards 0.

    Its term q is the whole sequence's term `begin + q * step`; `sign` is that of term 0, and 0 only when all
    terms are.
    """

    terms: GrowingTerms
    begin: int
    step: int
    sign: int
    towards_zero: bool

    def term(self, q: int, most_bits: int | None) -> int | None:
        """Return a term of the section; None when it would take numbers of more than `most_bits` bits."""
        return self.terms.term(q, most_bits)

    def position(self, q: int) -> int:
        """Return which term of the whole sequence this is."""
        return self.begin + q * self.step


def settled_tails(terms: GrowingTerms, listed: Sequence[int]) -> list[Tail] | None:
    """Return sections that together are all the terms after `listed`, each settled; None when we cannot settle them.

    `listed` are the first terms, many more than 24 times the order.
    """
    order = len(terms.recurrence)
    for step in SECTIONS:
        tails = [_tail(listed, len(listed) - step * (2 * order + 2) - offset, step, order) for offset in range(step)]
        settled = [tail for tail in tails if tail is not None]
        if len(settled) == step:
            return settled
    return None


def _tail(listed: Sequence[int], begin: int, step: int, order: int) -> Tail | None:
    section = listed[begin::step]
    # The first terms are small, so the recurrence is sought there; it holds for the later ones too.
    recurrence = minimal_recurrence(listed[begin % step :: step][: 2 * order])
    sign = _sign(section[0])
    if not recurrence:
        return Tail(GrowingTerms((), ()), begin, step, sign=0, towards_zero=False)
    if sign == 0:
        return None
    terms = GrowingTerms(recurrence, tuple(section[: len(recurrence)]))
    direction = _direction(recurrence, section)
    if direction is None:
        return None
    return Tail(terms, begin, step, sign, towards_zero=direction == -sign)


def _direction(recurrence: Sequence[int], section: Sequence[int]) -> int | None:
    """Return the sign that proves what follows: that of the section for ever, or that of all its differences.

    Some i-th difference has a provable sign; each difference below it must have that sign already, down to the first.
    """
    characteristic = characteristic_polynomial(recurrence)
    row = list(section)
    signs = [_sign(row[0])]
    for _ in range(len(recurrence) + 1):
        proved = _sign_for_ever(tuple(-factor for factor in characteristic[:-1]), row)
        if proved is not None and all(sign in (0, proved) for sign in signs[1:]):
            return proved
        row = [after - before for before, after in pairwise(row)]
        signs.append(_sign(row[0]))
        characteristic = _without_one_root(characteristic)
        if len(characteristic) == 1:
            return None
    return None


def _without_one_root(characteristic: tuple[int, ...]) -> tuple[int, ...]:
    """Return the polynomial of the differences: one root 1 fewer, when there is one."""
    times, rest = divide_out(characteristic, (-1, 1))
    for _ in range(times - 1):
        rest = tuple(below - here for below, here in zip((0, *rest), (*rest, 0), strict=True))
    return rest


def _sign_for_ever(recurrence: Sequence[int], row: Sequence[int]) -> int | None:
    """Return the sign that all terms from the first of `row` on are proved to have; 0 does not count as one."""
    order = len(recurrence)
    for sign in (1, -1):
        signed = [sign * value for value in row[: order + 1]]
        if min(recurrence) >= 0 and min(signed[:order]) > 0:
            return sign
        if min(_in_differences(recurrence)) >= 0 and signed[0] > 0 and min(differences_of(signed[:order])) >= 0:
            return sign
    return None


def _in_differences(recurrence: Sequence[int]) -> list[int]:
    """Return a recurrence as one of differences: the r-th is the sum of result[i] times the i-th (E = 1 + difference)."""
    order = len(recurrence)
    shifted = [
        sum(factor * comb(power, i) for power, factor in enumerate(recurrence) if power >= i) for i in range(order)
    ]
    return [value - comb(order, i) for i, value in enumerate(shifted)]


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
