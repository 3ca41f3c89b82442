"""Deck lists as players write them: a card on each line, or a table with a heading line; see docs/deck-lists.md.

A plain line is `3 Astral Wisdom [28]`, `3x Astral Wisdom`, `Astral Wisdom x3`, `Astral Wisdom`.
"""

from __future__ import annotations

import re
import unicodedata

import msgspec

from floorjudge.deck_lists.lines import (
    LONGEST_LINE,
    UNREADABLE,
    copies_counted,
    doubts_of_line,
    lines_of,
    names_no_card,
    shown,
    too_long_to_read,
)
from floorjudge.deck_lists.tables import Columns, cell_at, cells_of, columns_of, copies_in
from floorjudge.texts import Text, text

# The rules and the card list spell these two differently. The third such pair, Tulpa's and Tulpas', differs only in the
# place of the apostrophe, which is ignored.
SPELLINGS = {"dimitrivatsavos": "dmitrivatsavos", "sacrificialbloodbath": "sacrificalbloodbath"}

# A space may separate a prefix from its digits if it is CHASE or a single letter; longer ones, as a later set may have,
# need no gap, so that a note such as “ver 1” stays a note.
NUMBER = r"(?:CHASE[ -]*|[A-Z][ -]?|[A-Z]{0,6})[0-9]{1,4}"
# A letter may mean “number”: N, no., nº, nr.
LABEL = r"(?:#|n[o°º]?\.|n[°ºo]|nr\.?)"

_NUMBER = re.compile(rf"(?:{LABEL} ?)?({NUMBER})", re.IGNORECASE | re.ASCII)
_PARTS = re.compile(r"([A-Z]*)[ -]*([0-9]+)")

_FLAGS = re.IGNORECASE | re.ASCII
# Without brackets only known prefixes count: a name may end in a number.
_BARE = r"(?:CHASE[ -]?|[SACD])[0-9]{1,3}"
_BRACKETED = rf"[\[(] ?((?:{LABEL} ?)?{NUMBER}) ?[\])]"
_NUMBER_LAST = re.compile(rf"(.*?) ?{_BRACKETED}|(?:(.+) )?({_BARE})", _FLAGS)
_NUMBER_FIRST = re.compile(rf"{_BRACKETED} ?(.+)|({_BARE}) (.+)", _FLAGS)
_AROUND = " ,;:-–—"
_COPIES_FIRST = re.compile(r"(?:[x×] ?)?(-?[0-9]+)(?: ?× ?| ?[x*] | )(.+)", _FLAGS)
_TIMES = r"\(?(?:[x×*] ?(-?[0-9]+)|(-?[0-9]+) ?[x×])\)?"
_COPIES_LAST = re.compile(rf"(?:(.*?)(?: |(?<=[\])])))?{_TIMES}", _FLAGS)
# The text after a # is a collector number if only copies or another comment follow it.
_HASH_NUMBER = re.compile(rf"(.+?) ?# ?({NUMBER})((?: ?{_TIMES})?)(?: #.*)?", _FLAGS)
_BULLET = re.compile(r"^[-*•·–—] ")
_DECORATED = re.compile(r"[=*_~-]{2,}.*|\[[^\[\]]*\]|<[^<>]*>|.*:")
_DECORATION = "=*_~-[]<>: "


def fold_name(name: str) -> str:
    """Return the common part of all spellings of a name: letters and digits, without case, accents or gaps."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    key = "".join(char for char in plain if char.isalnum())
    return SPELLINGS.get(key, key)


def fold_number(written: str) -> str | None:
    """Return a collector number in its one form, such as `CHASE4` for `chase-04`; None if it cannot be one."""
    found = _NUMBER.fullmatch(" ".join(written.split()))
    parts = _PARTS.fullmatch(found[1].upper()) if found else None
    return f"{parts[1]}{int(parts[2])}" if parts else None


class Entry(msgspec.Struct, frozen=True):
    """A line of a deck list: `copies` of a card with a name, a collector number or both.

    `written` is the line for display, `doubts` are what could not be understood in it, and `perhaps_heading` means that
    it looks like the heading of a section unless a card has that name.
    """

    line: int
    written: str
    name: str = ""
    number: str | None = None
    copies: int = 1
    doubts: tuple[Text, ...] = ()
    perhaps_heading: bool = False


def finished(entry: Entry) -> Entry:
    """Return an entry with its count in range, a line for display, and the doubts that any form may raise."""
    copies, of_number = copies_counted(entry.copies)
    doubts = [*entry.doubts, *of_number]
    if entry.number is None and not fold_name(entry.name):
        copies = 0
        doubts.append(names_no_card())
    doubts += doubts_of_line(entry.written)
    return msgspec.structs.replace(entry, written=shown(entry.written), copies=copies, doubts=tuple(doubts))


def take_number(written: str) -> tuple[str, str | None]:
    """Return a name and the collector number before or after it; without one, the whole text and None."""
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
    """Return the entry of a line; `at` counts from 1. Any text is allowed."""
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
    """Return a line without a comment after ` //` or ` #`; a number after `#` comes back in brackets."""
    line = line.partition(" //")[0]
    number = _HASH_NUMBER.fullmatch(line)
    if number:
        return f"{number[1]} [{number[2]}]{number[3]}"
    return line.partition(" #")[0]


def read_list(listing: str) -> tuple[Entry, ...]:
    """Return the entries of a deck list, in the order of its lines.

    `listing` may be any text: what cannot be understood becomes an entry with doubts. A first line that names columns
    makes it a table. Raises BadInput only for a text that is far longer than any deck list.
    """
    saying = [(at, line) for at, line in enumerate(lines_of(listing), 1) if _says_something(line)]
    columns = columns_of(saying[0][1]) if saying and len(saying[0][1]) <= LONGEST_LINE else None
    return tuple(_entry(at, line, columns) for at, line in (saying[1:] if columns else saying))


def _entry(at: int, line: str, columns: Columns | None) -> Entry:
    if len(line) > LONGEST_LINE:
        return Entry(at, shown(line), copies=0, doubts=(too_long_to_read(),))
    return row_entry(columns, at, line) if columns else plain_entry(at, line)


def _says_something(line: str) -> bool:
    """Return whether a line is more than a gap, a comment, a rule of dashes, or a row of commas from a spreadsheet."""
    if line.lstrip().startswith(("#", "//", "sep=")):
        return False
    return UNREADABLE in line or any(char.isalnum() for char in line)


def row_entry(columns: Columns, at: int, line: str) -> Entry:
    """Return the entry of a row; `at` counts from 1. Any text is allowed."""
    cells = cells_of(line, columns.separator)
    name, number_cell, copies_cell = (cell_at(cells, place) for place in (columns.name, columns.number, columns.copies))
    doubts: list[Text] = []
    if number_cell:
        number = fold_number(number_cell)
        if number is None:
            doubts.append(text("“{written}” is no collector number such as 28, C47 or CHASE4.", written=number_cell))
    else:
        name, number = take_number(name)
    copies, of_number = copies_in(copies_cell)
    return finished(
        Entry(
            at,
            line,
            name,
            number,
            copies,
            (*doubts, *of_number),
            perhaps_heading=not copies_cell and not number_cell and cell_at(cells, columns.name).endswith(":"),
        )
    )
