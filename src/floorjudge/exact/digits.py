"""Whole numbers of any size: read from JSON, or as people type them (“a million”), printed as digits.

Python refuses to turn more than 4 300 digits into a number or back, because its way is quadratic; ours splits the
number in halves and needs no setting of the whole process.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from floorjudge.errors import BadInput
from floorjudge.exact.work import product, spend, words
from floorjudge.texts import text

MOST_DIGITS = 100_000
_CHUNK = 4_000
# How many multiples of powers of ten a number is written as at most, and how many digits each multiple has at most.
_MOST_POWERS, _MOST_TIMES = 4, 12
_DIGITS = re.compile(r"-?\d+", re.ASCII)
_POWER = re.compile(r"(\d+)\^(\d+)", re.ASCII)
# What people type, and JSON does not take.
_GAPS = ",.'’ _"
_GROUPED = re.compile(rf"\d{{1,3}}([{_GAPS}])\d{{3}}(?:\1\d{{3}})*", re.ASCII)
_TYPED_POWER = re.compile(r"(\d+) ?(?:\^|\*\*) ?(\d+)", re.ASCII)
_ONE = frozenset({"a", "one", "un", "uno", "una", "une", "um", "uma"})
_ZEROS = {
    "thousand": 3, "thousands": 3, "mil": 3, "mille": 3, "million": 6, "millions": 6, "millón": 6, "millon": 6, "millones": 6,
    "milhão": 6, "milhao": 6, "milhões": 6, "milhoes": 6,
}  # fmt: skip


class NoNumber(BadInput):
    """A number is expected and something else stands there."""

    sentence = text("A whole number is needed here: digits, or a power such as 10^100 (in JSON, as a text).")


class TooManyDigits(BadInput):
    """A number has more digits than we take in."""

    sentence = text("This number has more than {limit} digits; nobody could read the answer.")
    limit: int


def read_number(given: object, where: str) -> int:
    """Return the whole number that somebody wrote: a JSON integer, digits, or a power such as `10^100`.

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
    """Return a number; raises TooManyDigits when it has more than we take in."""
    spend(2 * product(words(number), words(number)))
    if has_more_digits(number, MOST_DIGITS):
        raise TooManyDigits(MOST_DIGITS, where=where)
    return number


def from_digits(written: str) -> int:
    """Return the whole number that decimal digits write, of any length; a `-` may stand before them."""
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


def has_more_digits(number: int, budget: int) -> bool:
    """Say whether a number has more than `budget` decimal digits, without writing them."""
    return number.bit_length() > budget * 3.3 and abs(number) >= 10**budget


def short(number: int) -> str:
    """Return a number as people would write it: a large power of ten as `10^k`, everything else as digits."""
    written = digits(number)
    if len(written) > 7 and written.strip("0") == "1":
        return f"10^{len(written) - 1}"
    return written


def in_powers_of_ten(number: int, longest: int, *, minus: str = "-", grouped: Callable[[str], str] = str) -> str | None:
    """Return a number as a few multiples of powers of ten, such as `2 × 10^200 - 10^100 + 3`; nothing is rounded.

    `grouped` writes the digits of a multiple. None where that takes more than four of them, or more than `longest` characters.
    """
    parts: list[str] = []
    while number and len(parts) < _MOST_POWERS:
        times, power = _nearest_multiple(abs(number))
        many = grouped(digits(times))
        said = many if power == 0 else f"10^{power}" if times == 1 else f"{many} × 10^{power}"
        sign = minus if number < 0 else "+"
        parts.append(f" {sign} {said}" if parts else sign.strip("+") + said)
        number -= times * 10**power * (1 if number > 0 else -1)
    written = "".join(parts) or "0"
    return None if number or len(written) > longest else written


def _nearest_multiple(number: int) -> tuple[int, int]:
    """Return (times, power) so that times × 10^power is close to a number above 0, above or below it.

    Of all `times` of 1 to 12 digits it is the one that leaves the fewest digits of the difference, and of equals the
    shortest: 2 × 10^200 - 5 gives (2, 200).
    """
    if number < 10**_MOST_TIMES:
        return number, 0
    length, found = len(digits(number)), []
    for head in range(1, _MOST_TIMES + 1):
        power = length - head
        times = (number + 10**power // 2) // 10**power
        # 9999 is 10^4 - 1, and not 10 * 10^3 - 1.
        times, power = (1, length) if times == 10**head else (times, power)
        found.append((len(digits(abs(number - times * 10**power))), head, times, power))
    return min(found)[2:]


def abridged(number: int, longest: int, shown: int) -> str:
    """Return a number as it is read out: `short`, and of more than `longest` digits only the first and last `shown`."""
    written = short(number)
    return written if len(written) <= longest else f"{written[:shown]}…{written[-shown:]}"


def written_plainly(typed: str) -> str:
    """Return a number that somebody has typed as digits, or as a power such as `10^100`; anything else as it is.

    `1,000,000`, `1 000 000`, `1'000'000`, `1.000.000`, `a million`, `2 millones`, `un million` and `um milhão` are
    numbers, and so is `10 ^ 6`.
    """
    words = " ".join(typed.split()).casefold()
    if power := _TYPED_POWER.fullmatch(words):
        return f"{power[1]}^{power[2]}"
    head, _, last = words.rpartition(" ")
    if last in _ZEROS:
        many = "1" if not head or head in _ONE else written_plainly(head)
        if many.isascii() and many.isdecimal():
            return many + "0" * _ZEROS[last]
        return typed
    return "".join(each for each in words if each not in _GAPS) if _GROUPED.fullmatch(words) else typed
