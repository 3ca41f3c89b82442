"""One line of a deck list, understood: how many copies of which card, in whatever spelling.

A plain line is `3 Astral Wisdom [28]`, `3x Astral Wisdom`, `Astral Wisdom x3`, `Astral Wisdom`.
"""

from __future__ import annotations

import re
import unicodedata

import msgspec

from floorjudge.texts import Text, text

# The rules and the card list spell these two differently; the third such pair, Tulpa's and Tulpas', differs only in
# where the apostrophe stands, which is never looked at.
SPELLINGS = {"dimitrivatsavos": "dmitrivatsavos", "sacrificialbloodbath": "sacrificalbloodbath"}

# A prefix may stand apart from its digits when it is CHASE or a single letter; longer ones, as a later set may have,
# only without a gap, so that a note such as “ver 1” stays a note.
NUMBER = r"(?:CHASE[ -]*|[A-Z][ -]?|[A-Z]{0,6})[0-9]{1,4}"
# A letter may mean the same: N, no., nº, nr.
LABEL = r"(?:#|n[o°º]?\.|n[°ºo]|nr\.?)"

_NUMBER = re.compile(rf"(?:{LABEL} ?)?({NUMBER})", re.IGNORECASE | re.ASCII)
_PARTS = re.compile(r"([A-Z]*)[ -]*([0-9]+)")

MOST_COPIES = 10_000
SHOWN = 120
UNREADABLE = "\ufffd"
_FLAGS = re.IGNORECASE | re.ASCII
# Without brackets only the prefixes that are known: a name may well end in a number.
_BARE = r"(?:CHASE[ -]?|[SACD])[0-9]{1,3}"
_BRACKETED = rf"[\[(] ?((?:{LABEL} ?)?{NUMBER}) ?[\])]"
_NUMBER_LAST = re.compile(rf"(.*?) ?{_BRACKETED}|(?:(.+) )?({_BARE})", _FLAGS)
_NUMBER_FIRST = re.compile(rf"{_BRACKETED} ?(.+)|({_BARE}) (.+)", _FLAGS)
_AROUND = " ,;:-–—"
_COPIES_FIRST = re.compile(r"(?:[x×] ?)?(-?[0-9]+)(?: ?× ?| ?[x*] | )(.+)", _FLAGS)
_TIMES = r"\(?(?:[x×*] ?(-?[0-9]+)|(-?[0-9]+) ?[x×])\)?"
_COPIES_LAST = re.compile(rf"(?:(.*?)(?: |(?<=[\])])))?{_TIMES}", _FLAGS)
# What follows a # is a collector number when nothing but copies or another comment comes after it.
_HASH_NUMBER = re.compile(rf"(.+?) ?# ?({NUMBER})((?: ?{_TIMES})?)(?: #.*)?", _FLAGS)
_BULLET = re.compile(r"^[-*•·–—] ")
_DECORATED = re.compile(r"[=*_~-]{2,}.*|\[[^\[\]]*\]|<[^<>]*>|.*:")
_DECORATION = "=*_~-[]<>: "


def fold_name(name: str) -> str:
    """Return what two spellings of one name have in common: letters and digits, without case, accents or gaps."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    key = "".join(char for char in plain if char.isalnum())
    return SPELLINGS.get(key, key)


def fold_number(written: str) -> str | None:
    """Return a collector number in its one form, such as `CHASE4` for `chase-04`; None when it cannot be one."""
    found = _NUMBER.fullmatch(" ".join(written.split()))
    parts = _PARTS.fullmatch(found[1].upper()) if found else None
    return f"{parts[1]}{int(parts[2])}" if parts else None


class Entry(msgspec.Struct, frozen=True):
    """A line of a deck list: `copies` of a card with a name, a collector number or both.

    `written` is the line as it can be shown, `doubts` say what could not be understood in it, and `perhaps_heading`
    that it looks like the heading of a section unless a card has that name.
    """

    line: int
    written: str
    name: str = ""
    number: str | None = None
    copies: int = 1
    doubts: tuple[Text, ...] = ()
    perhaps_heading: bool = False


def finished(entry: Entry) -> Entry:
    """Return an entry with counts in their range, a line that can be shown, and the doubts that any form may raise."""
    copies, doubts = entry.copies, list(entry.doubts)
    if copies <= 0:
        copies = 0
        doubts.append(
            text("With {copies} copies this line adds no card to the deck.", copies=str(entry.copies)[:SHOWN])
        )
    if copies > MOST_COPIES:
        copies = MOST_COPIES
        doubts.append(text("That many copies are surely a mistake; they were counted as {copies}.", copies=MOST_COPIES))
    if entry.number is None and not fold_name(entry.name):
        copies = 0
        doubts.append(text("This line names no card, so it adds none to the deck."))
    if UNREADABLE in entry.written:
        doubts.append(text("This line has characters that cannot be read; they show as �."))
    return msgspec.structs.replace(entry, written=shown(entry.written), copies=copies, doubts=tuple(doubts))


def shown(line: str) -> str:
    """Return a line short enough to be shown in a report."""
    line = " ".join(line.split())
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…"


def take_number(written: str) -> tuple[str, str | None]:
    """Return a name and the collector number that stood before or after it; without one, all of it and None."""
    last = _NUMBER_LAST.fullmatch(written)
    if last:
        name, number = (last[1], last[2]) if last[2] else (last[3] or "", last[4])
        return name.strip(_AROUND), fold_number(number)
    first = _NUMBER_FIRST.fullmatch(written)
    if first:
        number, name = (first[1], first[2]) if first[1] else (first[3], first[4])
        return name.strip(_AROUND), fold_number(number)
    return written.strip(_AROUND), None


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
