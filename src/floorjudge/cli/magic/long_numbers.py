"""Very long numbers as people can read them, and still exactly."""

from __future__ import annotations

from floorjudge.exact import digits
from floorjudge.loops.mtr.explain import number

_LONGEST = 60
_MOST_BESIDE = 12


def written(value: int) -> str:
    """Return a number as digits; a very long one as a multiple of a power of ten and a rest, such as `3 × 10^100 + 20`.

    Nothing is rounded. Where a very long number has no such short form, the middle of its digits is left out.
    """
    if abs(value) < 10**_LONGEST:
        return digits(value)
    sign, size = ("-", -value) if value < 0 else ("", value)
    length = len(digits(size))
    for head in range(1, _MOST_BESIDE + 1):
        power = length - head
        times = (size + 10**power // 2) // 10**power
        rest = size - times * 10**power
        if abs(rest) < 10**_MOST_BESIDE:
            return f"{sign}{_multiple(times, power, rest, in_brackets=bool(sign and rest))}"
    return number(value)


def _multiple(times: int, power: int, rest: int, *, in_brackets: bool) -> str:
    whole = f"10^{power}" if times == 1 else f"10^{power + 1}" if times == 10 else f"{times} × 10^{power}"
    if not rest:
        return whole
    sum_of_both = f"{whole} {'+' if rest > 0 else '-'} {digits(abs(rest))}"
    return f"({sum_of_both})" if in_brackets else sum_of_both
