"""Players from a CSV file, as spreadsheets write them."""

from __future__ import annotations

import csv
from collections.abc import Sequence

import msgspec

from floorjudge.errors import BadInput
from floorjudge.texts import text
from floorjudge.tournament.checks import new_name

_FULL = {
    "name",
    "player",
    "players",
    "full name",
    "nombre",
    "jugador",
    "nom",
    "joueur",
    "nome",
    "jogador",
    "participant",
}
_GIVEN = {"first name", "given name", "prénom", "prenom", "primeiro nome", "nombre de pila"}
_FAMILY = {"last name", "family name", "surname", "apellido", "apellidos", "nom de famille", "sobrenome", "apelido"}


class Entry(msgspec.Struct, frozen=True):
    """A player in a file, and the line on which they stand."""

    line: int
    name: str


def read_roster(content: str) -> list[Entry]:
    """Return the players of a CSV file: the column headed name, or first and last name, or else the first column.

    Commas, semicolons and tabs separate; empty lines do not count.
    Raises BadInput, with the line, for a name that cannot be one or stands twice, and for a file without names.
    """
    lines = content.removeprefix("\ufeff").splitlines()
    delimiter = max(",;\t", key=lambda mark: sum(line.count(mark) for line in lines[:20]))
    rows = [
        (number, row)
        for number, row in enumerate(csv.reader(lines, delimiter=delimiter), 1)
        if any(map(str.strip, row))
    ]
    if not rows:
        raise BadInput("empty_roster", text("This file holds no names."))
    columns = _columns(rows[0][1])
    found: dict[str, Entry] = {}
    for line, row in rows if columns is None else rows[1:]:
        wanted = [row[column].strip() for column in columns or (0,) if column < len(row)]
        name = new_name(f"line {line}", " ".join(wanted))
        if name in found:
            said = text(
                "{player} stands here and on line {line}; keep one of them.", player=name, line=found[name].line
            )
            raise BadInput("name_twice", said, where=f"line {line}")
        found[name] = Entry(line, name)
    if not found:
        raise BadInput("empty_roster", text("This file holds no names."))
    return list(found.values())


def _columns(header: Sequence[str]) -> tuple[int, ...] | None:
    """Return the columns that make a name, None when the first row is no header."""
    heads = [head.strip().casefold() for head in header]
    given = next((index for index, head in enumerate(heads) if head in _GIVEN), None)
    family = next((index for index, head in enumerate(heads) if head in _FAMILY | {"nom"}), None)
    if given is not None and family is not None:
        return given, family
    full = next((index for index, head in enumerate(heads) if head in _FULL), None)
    return None if full is None else (full,)
