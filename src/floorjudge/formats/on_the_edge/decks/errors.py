"""What cannot be read: a list that is no deck list, a card file that is none; one function an error."""

from __future__ import annotations

from floorjudge.errors import BadInput
from floorjudge.texts import text


class DeckTooLong(BadInput):
    """A list far longer than any deck; what is given are the limits."""

    sentence = text("This is too long for a deck list; it may have up to {characters} characters and {lines} lines.")
    characters: int
    lines: int


class CardFileWithoutColumns(BadInput):
    """A card file whose first line does not name the columns that it needs."""

    code = "card_file_columns"
    sentence = text("The first line of a card file names its columns, and these are needed: {columns}.")
    columns: tuple[str, ...]


class CardFileRow(BadInput):
    """A line of a card file that is no row of a table."""

    sentence = text("This line cannot be read as a row of a table.")


class CardFileNumber(BadInput):
    """A row of a card file whose number is none."""

    sentence = text("“{number}” is not a collector number such as 28, C47 or CHASE4.")
    number: str


class CardFileName(BadInput):
    """A row of a card file without a name."""

    sentence = text("The card with the number {number} needs its name.")
    number: str


class CardFileClause(BadInput):
    """A row of a card file that names a clause which bans no card."""

    sentence = text("“{clause}” bans no card; leave it empty or write one of: {known}.")
    clause: str
    known: tuple[str, ...]


class CardFileContradicts(BadInput):
    """A card file that gives a known number to another card."""

    sentence = text("The number {number} belongs to “{known}” and cannot be given to “{given}” as well.")
    number: str
    known: str
    given: str
