"""One line of a deck list, understood: how many copies of which card; and the parts that every form of list shares."""

from __future__ import annotations

import re

import msgspec

from floorjudge.formats.on_the_edge.decks import reasons
from floorjudge.formats.on_the_edge.decks.spelling import LABEL, NUMBER, fold_name, fold_number
from floorjudge.texts import Text

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
        doubts.append(reasons.no_copies(str(entry.copies)[:SHOWN]))
    if copies > MOST_COPIES:
        copies = MOST_COPIES
        doubts.append(reasons.too_many_copies(MOST_COPIES))
    if entry.number is None and not fold_name(entry.name):
        copies = 0
        doubts.append(reasons.no_card())
    if UNREADABLE in entry.written:
        doubts.append(reasons.unreadable_characters())
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
