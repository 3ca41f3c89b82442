"""Players from a CSV file, as spreadsheets write them."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import msgspec

from floorjudge.events.service import errors
from floorjudge.events.tournament.checks import as_kept, new_name

_FULL = {
    "name", "names", "player", "players", "player name", "player's name", "full name", "fullname", "participant",
    "nombre", "jugador", "jugadora", "nombre del jugador", "nombre completo", "participante",
    "nom", "joueur", "joueuse", "nom du joueur", "nom complet",
    "nome", "jogador", "jogadora", "nome do jogador", "nome completo",
}  # fmt: skip
_GIVEN = {
    "first name", "firstname", "first", "given name", "given", "forename", "prénom", "prenom", "primeiro nome", "nombre de pila",
}  # fmt: skip
_FAMILY = {
    "last name", "lastname", "last", "family name", "family", "surname", "apellido", "apellidos", "nom de famille", "sobrenome",
    "apelido", "último nome",
}  # fmt: skip


class Entry(msgspec.Struct, frozen=True):
    """A player in a file, and the line on which they stand."""

    line: int
    name: str


def read_roster(content: str) -> list[Entry]:
    """Return the players of a CSV file: the column headed name, or first and last name, or else the first column.

    Commas, semicolons and tabs separate; empty lines do not count.
    Raises BadInput, with the line, for a name that cannot be one or stands twice, and for a file without names.
    """
    rows = _rows(content.removeprefix("\ufeff"))
    if not rows:
        raise errors.EmptyRoster
    columns = _columns(rows[0][1])
    first = next((index for index, cell in enumerate(rows[0][1]) if not cell.strip().isdecimal()), 0)
    found: dict[str, Entry] = {}
    for line, row in rows if columns is None else rows[1:]:
        wanted = [row[column].strip() for column in columns or (first,) if column < len(row)]
        name = new_name(f"line {line}", " ".join(wanted))
        if name in found:
            raise errors.NameTwice(name, found[name].line, where=f"line {line}")
        found[name] = Entry(line, name)
    if not found:
        raise errors.EmptyRoster
    return list(found.values())


def _rows(content: str) -> list[tuple[int, list[str]]]:
    """Return the rows that hold anything, each with the line of the file on which it ends."""
    begin = content.splitlines()[:20]
    delimiter = max(",;\t", key=lambda mark: sum(line.count(mark) for line in begin))
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=delimiter)
    try:
        return [(reader.line_num, row) for row in reader if any(map(str.strip, row))]
    except csv.Error:
        raise errors.BadRoster(reader.line_num) from None


def _columns(header: Sequence[str]) -> tuple[int, ...] | None:
    """Return the columns that make a name, None when the first row is no header.

    Beside a family name, a column headed name holds the first name; in French it is the other way round: Nom, Prénom.
    """
    heads = [as_kept(head).casefold() for head in header]

    def column(names: set[str]) -> int | None:
        return next((index for index, head in enumerate(heads) if head in names), None)

    full, given, family = column(_FULL), column(_GIVEN), column(_FAMILY)
    if given is not None and family is None:
        family = column({"nom", "name"})
    if family is not None:
        given = full if given is None else given
        return (family,) if given is None else (given, family)
    return None if full is None else (full,)
