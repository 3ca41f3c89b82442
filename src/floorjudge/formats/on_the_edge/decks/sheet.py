"""A deck list as a table: a first line that names the columns, then a card a row (CSV with `,`, `;` or tabs)."""

from __future__ import annotations

import csv
import re

import msgspec

from floorjudge.formats.on_the_edge.decks import reasons
from floorjudge.formats.on_the_edge.decks.entries import Entry, finished, take_number
from floorjudge.formats.on_the_edge.decks.spelling import fold_name, fold_number
from floorjudge.texts import Text

# Folded as names are. In French `nombre` is a count: see `columns_of`.
COPIES = frozenset(
    [
        "count",
        "quantity",
        "qty",
        "copies",
        "amount",
        "numberofcopies",
        "cantidad",
        "cant",
        "copias",
        "ejemplares",
        "quantite",
        "qte",
        "exemplaires",
        "quantidade",
        "qtd",
        "qtde",
        "exemplares",
    ]
)
NAMES = frozenset(
    [
        "name",
        "card",
        "cardname",
        "carta",
        "nombre",
        "nombredelacarta",
        "nom",
        "carte",
        "nomdelacarte",
        "nome",
        "nomedacarta",
    ]
)
NUMBERS = frozenset(
    [
        "number",
        "no",
        "num",
        "nr",
        "n",
        "numero",
        "collectornumber",
        "collectorsnumber",
        "cardnumber",
        "numerodecoleccion",
        "numerodecoleccionista",
        "numerodecollection",
        "numerodecolecionador",
    ]
)
SEPARATORS = "\t;,"

_COPIES = re.compile(r"(?:[x×] ?)?(-?[0-9]+)(?: ?[x×])?", re.IGNORECASE | re.ASCII)


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
            copies = _place(headings, frozenset({"nombre"}))
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
            doubts.append(reasons.number_not_a_number(number_cell))
    else:
        name, number = take_number(name)
    copies = _COPIES.fullmatch(copies_cell)
    if copies_cell and copies is None:
        doubts.append(reasons.copies_not_a_number(copies_cell))
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


def _place(headings: list[str], known: frozenset[str]) -> int | None:
    return next((at for at, heading in enumerate(headings) if heading in known), None)
