"""Whole numbers of any size for people: digits in groups as their language writes them, the middle of long ones folded."""

from __future__ import annotations

import msgspec
from babel.numbers import get_group_symbol

from floorjudge.exact import digits, short
from floorjudge.texts import Language
from floorjudge.web.languages import locale_of

# More digits than this are not shown at once; more than the other not at all, but for their beginning and end.
SHOWN_AT_ONCE = 24
SHOWN_AT_ALL = 5_000
_ENDS = 9


class BigNumber(msgspec.Struct, frozen=True):
    """A number as it is shown: `short` for the eye, `full` all digits in groups (None when `short` has them all)."""

    short: str
    full: str | None
    digits: int


def big_number(value: int, language: Language) -> BigNumber:
    """Return a number as it is shown."""
    written = digits(abs(value))
    sign = "−" if value < 0 else ""
    if len(written) <= SHOWN_AT_ONCE:
        return BigNumber(sign + _grouped(written, language), None, len(written))
    brief = short(abs(value))
    if brief == written:
        brief = f"{_grouped(written[:_ENDS], language)}…{_grouped(written[-_ENDS:], language)}"
    full = _grouped(written, language) if len(written) <= SHOWN_AT_ALL else None
    return BigNumber(sign + brief, None if full is None else sign + full, len(written))


def _grouped(written: str, language: Language) -> str:
    symbol = get_group_symbol(locale_of(language))
    first = len(written) % 3
    groups = [written[:first]] if first else []
    return symbol.join(groups + [written[start : start + 3] for start in range(first, len(written), 3)])
