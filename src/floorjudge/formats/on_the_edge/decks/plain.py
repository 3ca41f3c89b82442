"""A line of a plain deck list: `3 Astral Wisdom [28]`, `3x Astral Wisdom`, `Astral Wisdom x3`, `Astral Wisdom`."""

import re

from floorjudge.formats.on_the_edge.decks.entries import Entry, finished, take_number
from floorjudge.formats.on_the_edge.decks.spelling import NUMBER

_FLAGS = re.IGNORECASE | re.ASCII
_COPIES_FIRST = re.compile(r"(?:[x×] ?)?(-?[0-9]+)(?: ?× ?| ?[x*] | )(.+)", _FLAGS)
_TIMES = r"\(?(?:[x×*] ?(-?[0-9]+)|(-?[0-9]+) ?[x×])\)?"
_COPIES_LAST = re.compile(rf"(?:(.*?)(?: |(?<=[\])])))?{_TIMES}", _FLAGS)
# What follows a # is a collector number when nothing but copies or another comment comes after it.
_HASH_NUMBER = re.compile(rf"(.+?) ?# ?({NUMBER})((?: ?{_TIMES})?)(?: #.*)?", _FLAGS)
_BULLET = re.compile(r"^[-*•·–—] ")
_DECORATED = re.compile(r"[=*_~-]{2,}.*|\[[^\[\]]*\]|<[^<>]*>|.*:")
_DECORATION = "=*_~-[]<>: "


def plain_entry(at: int, line: str) -> Entry:
    """Return the entry of a line; `at` counts from 1. Any text will do."""
    rest = _without_comment(_BULLET.sub("", " ".join(line.split()), count=1))
    copies, card = _copies_first(rest)
    if copies is None:
        copies, card = _copies_last(card)
    name, number = take_number(card)
    if copies is None:
        copies, name = _copies_last(name)
    heading = copies is None and number is None and _DECORATED.fullmatch(rest) is not None
    if heading:
        name = rest.strip(_DECORATION)
    return finished(Entry(at, line, name, number, int(copies or 1), perhaps_heading=heading))


def _copies_first(line: str) -> tuple[str | None, str]:
    found = _COPIES_FIRST.fullmatch(line)
    return (found[1], found[2]) if found else (None, line)


def _copies_last(line: str) -> tuple[str | None, str]:
    found = _COPIES_LAST.fullmatch(line)
    return (found[2] or found[3], found[1] or "") if found else (None, line)


def _without_comment(line: str) -> str:
    """Return a line without what follows ` //` or ` #`, and a number after `#` in brackets instead."""
    line = line.partition(" //")[0]
    number = _HASH_NUMBER.fullmatch(line)
    if number:
        return f"{number[1]} [{number[2]}]{number[3]}"
    return line.partition(" #")[0]
