"""Whole numbers of any size: read from JSON or from typed words (“a million”), printed as digits.

Python refuses to convert more than 4 300 digits to a number or back, because its algorithm is quadratic. The functions
here split the number in halves, and need no setting of the whole process.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from floorjudge.errors import BadInput
from floorjudge.exact.work import product, spend, words
from floorjudge.texts import Text, number_text, text

MOST_DIGITS = 100_000
_CHUNK = 4_000
# The most multiples of powers of ten in a written number, and the most digits of each multiple.
_MOST_POWERS, _MOST_TIMES = 4, 12
_TO_NINE = str.maketrans("0123456789", "9876543210")
_DIGITS = re.compile(r"-?\d+", re.ASCII)
_POWER = re.compile(r"(\d+)\^(\d+)", re.ASCII)
# Forms that people type and JSON does not allow.
_GAPS = ",.'’ _"
_GROUPED = re.compile(rf"\d{{1,3}}([{_GAPS}])\d{{3}}(?:\1\d{{3}})*", re.ASCII)
_TYPED_POWER = re.compile(r"(\d+) ?(?:\^|\*\*) ?(\d+)", re.ASCII)
_ONE = frozenset({"a", "one", "un", "uno", "una", "une", "um", "uma"})
_ZEROS = {
    "thousand": 3, "thousands": 3, "mil": 3, "mille": 3, "million": 6, "millions": 6, "millón": 6, "millon": 6, "millones": 6,
    "milhão": 6, "milhao": 6, "milhões": 6, "milhoes": 6,
}  # fmt: skip


class NoNumber(BadInput):
    sentence = text("A whole number is needed here: digits, or a power such as 10^100 (in JSON, as a text).")


class TooManyDigits(BadInput):
    sentence = text("This number has more than {limit} digits, too many to read.")
    limit: int


def read_number(given: object, where: str) -> int:
    """Return a whole number from a JSON integer, digits, or a power such as `10^100`.

    `where` names the field for the error.
    Raises BadInput for anything else, and for a number of more than 100 000 digits.
    """
    if isinstance(given, int) and not isinstance(given, bool):
        return _short_enough(given, where)
    if not isinstance(given, str):
        raise NoNumber(where=where)
    power = _POWER.fullmatch(given)
    if power:
        return _power(power[1], power[2], where)
    if not _DIGITS.fullmatch(given):
        raise NoNumber(where=where)
    if len(given) > MOST_DIGITS + 1:
        raise TooManyDigits(MOST_DIGITS, where=where)
    return _short_enough(from_digits(given), where)


def _power(base: str, exponent: str, where: str) -> int:
    if max(len(base), len(exponent)) > MOST_DIGITS:
        raise TooManyDigits(MOST_DIGITS, where=where)
    number, times = from_digits(base), from_digits(exponent)
    if number > 1 and times * (number.bit_length() - 1) > MOST_DIGITS * 4:
        raise TooManyDigits(MOST_DIGITS, where=where)
    result: int = number ** (times if number > 1 else min(times, 1))
    return _short_enough(result, where)


def _short_enough(number: int, where: str) -> int:
    """Return a number; raises TooManyDigits if it has more than the limit."""
    spend(2 * product(words(number), words(number)))
    if has_more_digits(number, MOST_DIGITS):
        raise TooManyDigits(MOST_DIGITS, where=where)
    return number


def json_integer(written: str, where: str = "") -> int:
    """Return a whole number as JSON writes it; raises TooManyDigits, with its place, for one of more than 100 000 digits."""
    if len(written.removeprefix("-")) > MOST_DIGITS:
        raise TooManyDigits(MOST_DIGITS, where=where)
    return from_digits(written)


def from_digits(written: str) -> int:
    """Return the whole number with these decimal digits, of any length; a `-` may stand before them."""
    if written.startswith("-"):
        return -from_digits(written[1:])
    if len(written) <= _CHUNK:
        return int(written)
    middle = len(written) // 2
    shift: int = 10**middle
    return from_digits(written[:-middle]) * shift + from_digits(written[-middle:])


def digits(number: int) -> str:
    """Return all decimal digits of a whole number of any size."""
    if number < 0:
        return "-" + digits(-number)
    if number.bit_length() <= _CHUNK * 3:
        return str(number)
    middle = int(number.bit_length() * 0.15)
    high, low = divmod(number, 10**middle)
    return digits(high) + digits(low).rjust(middle, "0")


def numeral(number: int) -> Text:
    """Return a whole number of any size, negative ones too, to fill a gap in a sentence with all its digits."""
    return number_text(digits(number))


def has_more_digits(number: int, budget: int) -> bool:
    """Return whether a number has more than `budget` decimal digits, without writing them."""
    return number.bit_length() > budget * 3.3 and abs(number) >= 10**budget


def short(number: int) -> str:
    """Return a number in its usual form: a large power of ten as `10^k`, everything else as digits."""
    written = digits(number)
    if len(written) > 7 and written.strip("0") == "1":
        return f"10^{len(written) - 1}"
    return written


def in_powers_of_ten(number: int, longest: int, *, minus: str = "-", grouped: Callable[[str], str] = str) -> str | None:
    """Return a number as a few multiples of powers of ten, such as `2 × 10^200 - 10^100 + 3`; nothing is rounded.

    `grouped` writes the digits of a multiple. None if that takes more than four of them, or more than `longest`
    characters.
    """
    # From here on the code splits the digits as text: arithmetic on a very long number takes a hundred times as long.
    rest, negative = digits(abs(number)), number < 0
    parts: list[str] = []
    while rest != "0" and len(parts) < _MOST_POWERS:
        nearest = _nearest_multiple(rest)
        many = grouped(nearest.times)
        power = f"10^{nearest.power}"
        part = many if not nearest.power else power if nearest.times == "1" else f"{many} × {power}"
        sign = minus if negative else "+"
        parts.append(f" {sign} {part}" if parts else sign.strip("+") + part)
        rest, negative = nearest.rest, negative is not nearest.is_above
    written = "".join(parts) or "0"
    return None if rest != "0" or len(written) > longest else written


class _Multiple(NamedTuple):
    """A multiple of a power of ten near a number: `rest` is its distance above the number, or else below it."""

    times: str
    power: int
    rest: str
    is_above: bool


def _nearest_multiple(written: str) -> _Multiple:
    """Return a multiple of a power of ten that is close to the number with these digits, which is above 0.

    Among multiples with `times` of 1 to 12 digits, it leaves the difference with the fewest digits; among equals it is
    the shortest: for 2 × 10^200 - 5 it is 2 × 10^200.
    """
    if len(written) <= _MOST_TIMES:
        return _Multiple(written, 0, "0", is_above=False)
    return min((_rounded(written, head) for head in range(1, _MOST_TIMES + 1)), key=lambda each: len(each.rest))


def _rounded(written: str, head: int) -> _Multiple:
    """Return the multiple with the first digits of a number, the last of them rounded."""
    head_digits, left = written[:head], written[head:]
    if left[0] < "5":
        return _Multiple(head_digits, len(left), left.lstrip("0") or "0", is_above=False)
    times, ending = str(int(head_digits) + 1), left.rstrip("0")
    # The difference between 10^n and a number: each digit to nine, the last one that is not 0 to ten.
    rest = ending[:-1].translate(_TO_NINE) + str(10 - int(ending[-1])) + left[len(ending) :]
    # 9999 is 10^4 - 1, and not 10 * 10^3 - 1.
    times, power = ("1", len(written)) if len(times) > head else (times, len(left))
    return _Multiple(times, power, rest.lstrip("0"), is_above=True)


def abridged(number: int, longest: int, shown: int) -> str:
    """Return a number for a sentence: as `short`, or above `longest` digits only the first and last `shown` digits."""
    written = short(number)
    return written if len(written) <= longest else f"{written[:shown]}…{written[-shown:]}"


def written_plainly(typed: str) -> str:
    """Return a typed number as digits, or as a power such as `10^100`; return anything else unchanged.

    `1,000,000`, `1 000 000`, `1'000'000`, `1.000.000`, `a million`, `2 millones`, `un million` and `um milhão` are
    numbers, and so is `10 ^ 6`.
    """
    words = " ".join(typed.split()).casefold()
    if power := _TYPED_POWER.fullmatch(words):
        return f"{power[1]}^{power[2]}"
    parts, zeros = words.split(), 0
    while parts and parts[-1] in _ZEROS:
        zeros += _ZEROS[parts.pop()]
    many = " ".join(parts)
    if zeros and (not many or many in _ONE):
        many = "1"
    if _GROUPED.fullmatch(many):
        many = "".join(each for each in many if each not in _GAPS)
    return many + "0" * zeros if many.isascii() and many.isdecimal() else typed
