"""Numbers as people type them: with signs between the thousands, as a power, as “a million” in four languages.

JSON takes none of this; see `digits.read_number`.
"""

from __future__ import annotations

import re

_GAPS = ",.'’ _"
_GROUPED = re.compile(rf"\d{{1,3}}([{_GAPS}])\d{{3}}(?:\1\d{{3}})*", re.ASCII)
_POWER = re.compile(r"(\d+) ?(?:\^|\*\*) ?(\d+)", re.ASCII)
_ONE = frozenset({"a", "one", "un", "uno", "una", "une", "um", "uma"})
_ZEROS = {
    "thousand": 3, "thousands": 3, "mil": 3, "mille": 3, "million": 6, "millions": 6, "millón": 6, "millon": 6, "millones": 6,
    "milhão": 6, "milhao": 6, "milhões": 6, "milhoes": 6,
}  # fmt: skip


def written_plainly(typed: str) -> str:
    """Return a number that somebody has typed as digits, or as a power such as `10^100`; anything else as it is.

    `1,000,000`, `1 000 000`, `1'000'000`, `1.000.000`, `a million`, `2 millones`, `un million` and `um milhão` are numbers, and so is
    `10 ^ 6`.
    """
    words = " ".join(typed.split()).casefold()
    if power := _POWER.fullmatch(words):
        return f"{power[1]}^{power[2]}"
    head, _, last = words.rpartition(" ")
    if last in _ZEROS:
        many = "1" if not head or head in _ONE else written_plainly(head)
        if many.isascii() and many.isdecimal():
            return many + "0" * _ZEROS[last]
        return typed
    return "".join(each for each in words if each not in _GAPS) if _GROUPED.fullmatch(words) else typed
