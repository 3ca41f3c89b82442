"""Deck lists as people write them: a card a line, or a table with a heading line; see docs/deck-lists.md."""

import re
import unicodedata

from floorjudge.formats.on_the_edge.decks import errors, reasons
from floorjudge.formats.on_the_edge.decks.entries import UNREADABLE, Entry, shown
from floorjudge.formats.on_the_edge.decks.plain import plain_entry
from floorjudge.formats.on_the_edge.decks.sheet import Columns, columns_of, row_entry

MOST_CHARACTERS = 200_000
MOST_LINES = 5_000
LONGEST_LINE = 500

# Not str.splitlines: an editor counts only these as ends of lines, and findings name the line.
_LINE_ENDS = re.compile(r"\r\n|\r|\n")


def read_list(listing: str) -> tuple[Entry, ...]:
    """Return the entries of a deck list, in the order of its lines.

    `listing` may be any text at all: what cannot be understood becomes an entry with doubts. A first line that names
    columns makes it a table. Raises BadInput only for a text that is far longer than any deck list.
    """
    lines = _LINE_ENDS.split(listing, maxsplit=MOST_LINES)
    if len(listing) > MOST_CHARACTERS or len(lines) > MOST_LINES:
        raise errors.DeckTooLong(MOST_CHARACTERS, MOST_LINES)
    saying = [(at, line) for at, line in enumerate(map(_readable, lines), 1) if _says_something(line)]
    columns = columns_of(saying[0][1]) if saying and len(saying[0][1]) <= LONGEST_LINE else None
    return tuple(_entry(at, line, columns) for at, line in (saying[1:] if columns else saying))


def _entry(at: int, line: str, columns: Columns | None) -> Entry:
    if len(line) > LONGEST_LINE:
        return Entry(at, shown(line), copies=0, doubts=(reasons.line_too_long(LONGEST_LINE),))
    return row_entry(columns, at, line) if columns else plain_entry(at, line)


def _readable(line: str) -> str:
    """Return a line without what nobody sees, and with a mark where a character cannot be shown."""
    if line.isprintable():
        return line
    kept = []
    for char in line:
        category = unicodedata.category(char)
        if char == "\t" or category[0] != "C":
            kept.append(char)
        elif category != "Cf":
            kept.append(UNREADABLE)
    return "".join(kept)


def _says_something(line: str) -> bool:
    """Say whether a line is more than a gap, a comment, a rule of dashes, or what a spreadsheet says of its commas."""
    if line.lstrip().startswith(("#", "//", "sep=")):
        return False
    return UNREADABLE in line or any(char.isalnum() for char in line)
