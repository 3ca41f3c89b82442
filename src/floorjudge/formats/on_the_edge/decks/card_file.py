"""Card files: a table of numbers, names, sets and the clauses that ban them; one comes with the package."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import msgspec

from floorjudge.formats.on_the_edge.decks import errors
from floorjudge.formats.on_the_edge.decks.catalogue import Catalogue, Printing, catalogue_of
from floorjudge.formats.on_the_edge.decks.sheet import cells_of
from floorjudge.formats.on_the_edge.decks.spelling import fold_name, fold_number

COLUMNS = ("number", "name", "set", "clause")
NEEDED = COLUMNS[:2]
BANNING = ("OTE 1.3", "OTE 1.4", "OTE 1.5", "OTE 1.6")
SET_SEPARATOR = "|"


@cache
def load_catalogue() -> Catalogue:
    """Return the catalogue that comes with the package, read once."""
    return catalogue_of(read_cards(Path(__file__).with_name("cards.tsv").read_text(encoding="utf-8"), "cards.tsv"))


def read_cards(content: str, where: str) -> tuple[Printing, ...]:
    """Return the printings of a card file.

    `content` is a table with tabs, semicolons or commas between the cells, its first line that is no `#` comment
    naming the columns `number`, `name` and, if wanted, `set` (several with `|` between them) and `clause`; `where` is
    the file's name, for errors. Raises BadInput for anything else, with the line.
    """
    lines = [
        (at, line)
        for at, line in enumerate(content.removeprefix("\ufeff").splitlines(), 1)
        if line.strip() and line[0] != "#"
    ]
    heading = lines[0][1] if lines else ""
    separator = next((char for char in "\t;" if char in heading), ",")
    columns = [fold_name(cell) for cell in heading.split(separator)]
    if not set(NEEDED) <= set(columns):
        raise errors.CardFileWithoutColumns(NEEDED).at(where)
    return tuple(_printing(columns, line, separator, f"{where}:{at}") for at, line in lines[1:])


def with_further_cards(cards: Catalogue, further: tuple[Printing, ...], where: str) -> Catalogue:
    """Return a catalogue with further cards in it, and with further clauses for those it has.

    `where` is the name of the file that they come from. Raises BadInput when a number belongs to another card.

    Clauses: OTE 1.7
    """
    merged = dict(cards.printings)
    for printing in further:
        known = merged.get(printing.number)
        if known is None:
            merged[printing.number] = printing
        elif fold_name(known.name) != fold_name(printing.name):
            raise errors.CardFileContradicts(printing.number, known.name, printing.name).at(where)
        elif printing.clause:
            merged[printing.number] = msgspec.structs.replace(known, clause=printing.clause)
    return catalogue_of(merged.values())


def _printing(columns: list[str], line: str, separator: str, where: str) -> Printing:
    try:
        row = dict(zip(columns, cells_of(line, separator), strict=False))
    except csv.Error as error:
        raise errors.CardFileRow().at(where) from error
    number = fold_number(row.get("number", ""))
    if number is None:
        raise errors.CardFileNumber(row.get("number", "")).at(where)
    if not fold_name(row.get("name", "")):
        raise errors.CardFileName(number).at(where)
    written = row.get("clause", "")
    clause = f"OTE {written.upper().removeprefix('OTE').strip()}" if written else None
    if clause is not None and clause not in BANNING:
        raise errors.CardFileClause(written, BANNING).at(where)
    sets = tuple(filter(None, row.get("set", "").split(SET_SEPARATOR)))
    return Printing(number, row["name"], sets, clause)
