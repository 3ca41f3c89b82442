"""Deck lists as people write them: a card a line, or a table with a heading line; see docs/deck-lists.md."""

from __future__ import annotations

import csv
import re
import unicodedata

import msgspec

from floorjudge.errors import BadInput
from floorjudge.formats.on_the_edge.decks.entries import (
    UNREADABLE,
    Entry,
    finished,
    fold_name,
    fold_number,
    plain_entry,
    shown,
    take_number,
)
from floorjudge.texts import Text, text

MOST_CHARACTERS = 200_000
MOST_LINES = 5_000
LONGEST_LINE = 500
# Not str.splitlines: an editor counts only these as ends of lines, and findings name the line.
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
# Folded as names are. In French `nombre` is a count: see `columns_of`.
COPIES = {
    "count", "quantity", "qty", "copies", "amount", "numberofcopies", "cantidad", "cant", "copias", "ejemplares",
    "quantite", "qte", "exemplaires", "quantidade", "qtd", "qtde", "exemplares",
}  # fmt: skip
NAMES = {
    "name", "card", "cardname", "carta", "nombre", "nombredelacarta", "nom", "carte", "nomdelacarte", "nome",
    "nomedacarta",
}  # fmt: skip
NUMBERS = {
    "number", "no", "num", "nr", "n", "numero", "collectornumber", "collectorsnumber", "cardnumber",
    "numerodecoleccion", "numerodecoleccionista", "numerodecollection", "numerodecolecionador",
}  # fmt: skip
SEPARATORS = "\t;,"
_COPIES = re.compile(r"(?:[x×] ?)?(-?[0-9]+)(?: ?[x×])?", re.IGNORECASE | re.ASCII)


class DeckTooLong(BadInput):
    """A list far longer than any deck; what is given are the limits."""

    sentence = text("This is too long for a deck list; it may have up to {characters} characters and {lines} lines.")
    characters: int
    lines: int


def read_list(listing: str) -> tuple[Entry, ...]:
    """Return the entries of a deck list, in the order of its lines.

    `listing` may be any text at all: what cannot be understood becomes an entry with doubts. A first line that names
    columns makes it a table. Raises BadInput only for a text that is far longer than any deck list.
    """
    lines = _LINE_ENDS.split(listing, maxsplit=MOST_LINES)
    if len(listing) > MOST_CHARACTERS or len(lines) > MOST_LINES:
        raise DeckTooLong(MOST_CHARACTERS, MOST_LINES)
    saying = [(at, line) for at, line in enumerate(map(_readable, lines), 1) if _says_something(line)]
    columns = columns_of(saying[0][1]) if saying and len(saying[0][1]) <= LONGEST_LINE else None
    return tuple(_entry(at, line, columns) for at, line in (saying[1:] if columns else saying))


def _entry(at: int, line: str, columns: Columns | None) -> Entry:
    if len(line) > LONGEST_LINE:
        return Entry(
            at,
            shown(line),
            copies=0,
            doubts=(
                text(
                    "This line has more than {characters} characters; it was not read and adds no card to the deck.",
                    characters=LONGEST_LINE,
                ),
            ),
        )
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


class Columns(msgspec.Struct, frozen=True):
    """Where in a row the copies, the name and the number stand, counted from 0, and what separates the cells."""

    separator: str
    copies: int | None
    name: int | None
    number: int | None


def columns_of(line: str) -> Columns | None:
    """Return the columns that a first line names; None when it is no heading of a table.

    At least two columns must be known ones, and one of them the name or the number.
    """
    for separator in SEPARATORS:
        headings = [fold_name(cell) for cell in cells_of(line, separator)]
        copies = _place(headings, COPIES)
        if copies is None and {"nom", "carte"} & set(headings):
            copies = _place(headings, {"nombre"})
        name = _place(["" if at == copies else heading for at, heading in enumerate(headings)], NAMES)
        number = _place(headings, NUMBERS)
        known = [place for place in (copies, name, number) if place is not None]
        if len(known) > 1:
            return Columns(separator, copies, name, number)
    return None


def row_entry(columns: Columns, at: int, line: str) -> Entry:
    """Return the entry of a row; `at` counts from 1. Any text will do."""
    cells = cells_of(line, columns.separator)
    name, number_cell, copies_cell = (_cell(cells, place) for place in (columns.name, columns.number, columns.copies))
    doubts: list[Text] = []
    if number_cell:
        number = fold_number(number_cell)
        if number is None:
            doubts.append(text("“{written}” is no collector number such as 28, C47 or CHASE4.", written=number_cell))
    else:
        name, number = take_number(name)
    copies = _COPIES.fullmatch(copies_cell)
    if copies_cell and copies is None:
        doubts.append(text("“{written}” is no number of copies; it was counted as 1.", written=copies_cell))
    return finished(
        Entry(
            at,
            line,
            name,
            number,
            int(copies[1]) if copies else 1,
            tuple(doubts),
            perhaps_heading=not copies_cell and not number_cell and _cell(cells, columns.name).endswith(":"),
        )
    )


def cells_of(line: str, separator: str) -> list[str]:
    """Return the cells of a line, without the quotes around them; csv.Error when one is longer than 131 072."""
    return [" ".join(cell.split()) for cell in next(csv.reader([line], delimiter=separator), [])]


def _cell(cells: list[str], place: int | None) -> str:
    return cells[place] if place is not None and place < len(cells) else ""


def _place(headings: list[str], known: set[str]) -> int | None:
    return next((at for at, heading in enumerate(headings) if heading in known), None)
