"""Players from a CSV file, as spreadsheets write them."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from itertools import permutations

import msgspec

from floorjudge.errors import BadInput
from floorjudge.events.service import errors
from floorjudge.events.tournament.checks import as_kept, new_name

_FULL = {
    "name", "names", "player", "players", "player name", "player's name", "full name", "fullname", "participant",
    "nombre", "jugador", "jugadora", "nombre del jugador", "nombre completo", "participante",
    "nom", "joueur", "joueuse", "nom du joueur", "nom complet",
    "nome", "jogador", "jogadora", "nome do jogador", "nome completo",
    "spieler", "spielerin", "spielername", "teilnehmer", "giocatore", "giocatrice", "speler", "naam", "gracz",
}  # fmt: skip
_GIVEN = {
    "first name", "firstname", "first", "given name", "given", "forename", "prénom", "prenom", "primeiro nome", "nombre de pila",
    "vorname", "voornaam", "imię", "imie",
}  # fmt: skip
_FAMILY = {
    "last name", "lastname", "last", "family name", "family", "surname", "apellido", "apellidos", "nom de famille", "sobrenome",
    "apelido", "último nome", "nachname", "familienname", "cognome", "achternaam", "nazwisko",
}  # fmt: skip


# How files begin that are given by mistake: a web page, JSON (an export of ours), a PDF, a packed file.
_OF_SOMETHING_ELSE = ("<", "{", "[", "%PDF", "PK\x03")
MOST_COLUMNS = 4
# Raised figures and fractions, accents without a letter, signs of money.
_ODD = frozenset({"No", "Sk", "Sc"})


class Entry(msgspec.Struct, frozen=True):
    """A player in a file, and the line on which they stand."""

    line: int
    name: str


class Reading(msgspec.Struct, frozen=True):
    """One way to read a file: the columns that make a name, in order, none for the whole line; and who that gives."""

    columns: tuple[int, ...]
    entries: list[Entry]

    @property
    def key(self) -> str:
        """The columns as a word, such as `1-0`; `line` for the whole line."""
        return "-".join(map(str, self.columns)) or "line"


def read_roster(content: str) -> list[Entry]:
    """Return the players of a CSV file: the column headed name, or first and last name, or else the first column.

    Commas, semicolons and tabs separate, but `Smith, John` alone on a line is one name, where no line holds more; empty
    lines do not count.
    Raises BadInput, with the line, for a name that cannot be one or stands twice, and for a file without names.
    """
    rows, first, columns = _table(content)
    return _entries(rows[first:], columns)


def readings(content: str) -> list[Reading]:
    """Return the ways in which a file can be read, first as `read_roster` does; only that where a header or one column tells.

    A header that names a family name and nothing else of a name, beside other columns, does not tell.

    Raises BadInput as `read_roster` does.
    """
    rows, first, meant = _table(content)
    width = min(MOST_COLUMNS, max(len(row) for _, row in rows))
    found = [Reading(meant, _entries(rows[first:], meant))]
    tells = first and not (len(meant) == 1 and _head(rows[0][1][meant[0]]) in _FAMILY)
    others = (
        [] if width == 1 or tells else [(), *((column,) for column in range(width)), *permutations(range(width), 2)]
    )
    for columns in others:
        with suppress(BadInput):
            reading = Reading(columns, _entries(rows[first:], columns))
            if all(reading.entries != known.entries for known in found):
                found.append(reading)
    return found


def _table(content: str) -> tuple[list[tuple[int, list[str]]], int, tuple[int, ...]]:
    """Return the rows of a file, how many of them are headers, and the columns that it seems to mean."""
    plain = content.removeprefix("\ufeff")
    if plain.lstrip().startswith(_OF_SOMETHING_ELSE):
        raise errors.NotARoster
    rows = _rows(plain)
    if not rows:
        raise errors.EmptyRoster
    columns = _columns(rows[0][1])
    if columns is not None:
        return rows, 1, columns
    if all(len(row) == 1 or (len(row) == 2 and row[1].startswith(" ")) for _, row in rows):
        return rows, 0, ()
    first = next((index for index, cell in enumerate(rows[0][1]) if not cell.strip().isdecimal()), 0)
    return rows, 0, (first,)


def _entries(rows: Sequence[tuple[int, list[str]]], columns: tuple[int, ...]) -> list[Entry]:
    found: dict[str, Entry] = {}
    for line, row in rows:
        wanted = [row[column].strip() for column in columns if column < len(row)]
        name = new_name(f"line {line}", " ".join(wanted) if columns else ",".join(row))
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


def has_odd_signs(entries: Sequence[Entry]) -> bool:
    """Say whether a name holds signs that no name has, as when its file was written in another encoding: `¯ó³æ`."""
    return any(char in "¿¡" or unicodedata.category(char) in _ODD for entry in entries for char in entry.name)


def _head(cell: str) -> str:
    return as_kept(cell).casefold()


def _columns(header: Sequence[str]) -> tuple[int, ...] | None:
    """Return the columns that make a name, None when the first row is no header.

    Beside a family name, a column headed name holds the first name; in French it is the other way round: Nom, Prénom.
    """
    heads = [_head(head) for head in header]

    def column(names: set[str]) -> int | None:
        return next((index for index, head in enumerate(heads) if head in names), None)

    full, given, family = column(_FULL), column(_GIVEN), column(_FAMILY)
    if given is not None and family is None:
        family = column({"nom", "name"})
    if family is not None:
        given = full if given is None else given
        return (family,) if given is None else (given, family)
    return None if full is None else (full,)
