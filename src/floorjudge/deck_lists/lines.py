"""The lines of a deck list of any game: the length limit, the readable form, and the copies of a line."""

from __future__ import annotations

import re
import unicodedata

from floorjudge.errors import BadInput
from floorjudge.texts import Text, text

MOST_CHARACTERS = 200_000
MOST_LINES = 5_000
LONGEST_LINE = 500
MOST_COPIES = 10_000
SHOWN = 120
UNREADABLE = "\ufffd"
# Not str.splitlines: an editor counts only these as line ends, and findings have line numbers.
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_CANNOT_BE_SHOWN = frozenset({"Cc", "Cs", "Co", "Cn"})


class DeckTooLong(BadInput):
    sentence = text("This is too long for a deck list; it may have up to {characters} characters and {lines} lines.")
    characters: int
    lines: int


def lines_of(listing: str) -> tuple[str, ...]:
    """Return the lines of a deck list, without invisible characters, and with a mark for each character that cannot be shown.

    Raises BadInput for a text that is far longer than any deck list.
    """
    lines = _LINE_ENDS.split(listing, maxsplit=MOST_LINES)
    if len(listing) > MOST_CHARACTERS or len(lines) > MOST_LINES:
        raise DeckTooLong(MOST_CHARACTERS, MOST_LINES)
    return tuple(map(visible, lines))


def visible(line: str) -> str:
    """Return a line without invisible characters, and with a mark for each character that cannot be shown."""
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


def readable(listing: str) -> str:
    """Return a list with a mark for each character that cannot be shown; line ends, tabs and invisible characters stay."""
    if listing.isprintable():
        return listing
    return "".join(
        char if char in "\r\n\t" or unicodedata.category(char) not in _CANNOT_BE_SHOWN else UNREADABLE
        for char in listing
    )


def shown(line: str) -> str:
    """Return a line short enough for a report."""
    line = " ".join(line.split())
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…"


def copies_counted(written: int) -> tuple[int, tuple[Text, ...]]:
    """Return the number of copies that a line adds, and the doubts about its number."""
    if written <= 0:
        doubt = text("With {copies} copies this line adds no card to the deck.", copies=str(written)[:SHOWN])
        return 0, (doubt,)
    if written > MOST_COPIES:
        doubt = text("That many copies are surely a mistake; they were counted as {copies}.", copies=MOST_COPIES)
        return MOST_COPIES, (doubt,)
    return written, ()


def names_no_card() -> Text:
    """Return the doubt that a line has nothing that could be a name."""
    return text("This line names no card, so it adds none to the deck.")


def doubts_of_line(line: str) -> tuple[Text, ...]:
    """Return the doubt about a line with characters that cannot be read."""
    return (text("This line has characters that cannot be read; they show as �."),) if UNREADABLE in line else ()


def too_long_to_read() -> Text:
    """Return the doubt that a line is longer than any that names a card."""
    return text(
        "This line has more than {characters} characters; it was not read and adds no card to the deck.",
        characters=LONGEST_LINE,
    )
