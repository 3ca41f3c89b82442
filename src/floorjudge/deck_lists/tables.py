"""Deck lists as tables: the columns that a first line names, and the cells of a row."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Sequence

import msgspec

from floorjudge.texts import Text, text

# Letters and digits only, without accents and capitals. In French `nombre` is a count: see `columns_of`.
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
SECTIONS = {"section", "board", "zone", "sideboard", "sideboarded", "seccion", "secao", "banquillo", "reserve"}
SEPARATORS = "\t;,"
_COPIES = re.compile(r"(?:[x×] ?)?(-?[0-9]+)(?: ?[x×])?", re.IGNORECASE | re.ASCII)


class Columns(msgspec.Struct, frozen=True):
    """The columns of the copies, the name, the number and the section, counted from 0, and the separator of the cells."""

    separator: str
    copies: int | None
    name: int | None
    number: int | None
    section: int | None = None


def columns_of(line: str) -> Columns | None:
    """Return the columns that a first line names; None if it is no heading of a table.

    At least two columns must be known ones, and one of them the name or the number.
    """
    for separator in SEPARATORS:
        headings = [folded(cell) for cell in cells_of(line, separator)]
        copies = _place(headings, COPIES)
        if copies is None and {"nom", "carte"} & set(headings):
            copies = _place(headings, {"nombre"})
        name = _place(["" if at == copies else heading for at, heading in enumerate(headings)], NAMES)
        number = _place(headings, NUMBERS)
        known = [place for place in (copies, name, number) if place is not None]
        if len(known) > 1:
            return Columns(separator, copies, name, number, _place(headings, SECTIONS))
    return None


def folded(heading: str) -> str:
    """Return the letters and digits of a heading, without case and accents."""
    return "".join(char for char in unicodedata.normalize("NFKD", heading).casefold() if char.isalnum())


def cells_of(line: str, separator: str) -> list[str]:
    """Return the cells of a line, without the quotes around them; csv.Error if one is longer than 131 072."""
    return [" ".join(cell.split()) for cell in next(csv.reader([line], delimiter=separator), [])]


def cell_at(cells: Sequence[str], place: int | None) -> str:
    """Return the cell of a column; empty if the row is too short, or there is no such column."""
    return cells[place] if place is not None and place < len(cells) else ""


def copies_in(cell: str) -> tuple[int, tuple[Text, ...]]:
    """Return the number of copies in a cell, 1 for an empty one, and a doubt about any other contents."""
    found = _COPIES.fullmatch(cell)
    if found:
        return int(found[1]), ()
    return 1, (text("“{written}” is no number of copies; it was counted as 1.", written=cell),) if cell else ()


def _place(headings: Sequence[str], known: set[str]) -> int | None:
    return next((at for at, heading in enumerate(headings) if heading in known), None)
