"""Reads the rulebooks from the files beside this module, once, when somebody first asks."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from floorjudge.rulebook import refusals
from floorjudge.rulebook.values import Clause, Edition, Rulebook, Status, Wording

FILES = ("ote.toml", "mtr.toml", "cr.toml")
BY_NAME = "shortcuts"


class _ClauseRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A clause as its file writes it: in all editions, under its own number, unless it says otherwise."""

    number: str
    status: Status
    summary: Wording
    editions: list[str] | None = None
    printed: dict[str, str] = {}
    reason: Wording | None = None
    note: Wording | None = None


class _RulebookRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A rulebook as its file writes it."""

    id: str
    name: Wording
    editions: tuple[Edition, ...]
    clauses: list[_ClauseRecord]


@cache
def rulebooks() -> tuple[Rulebook, ...]:
    """Return every rulebook, On the Edge first."""
    return tuple(read_rulebook(Path(__file__).with_name(name).read_text("utf-8")) for name in FILES)


def read_rulebook(toml: str) -> Rulebook:
    """Return the rulebook that a file describes.

    `toml` is the text of the file. Raises tomllib.TOMLDecodeError or msgspec.ValidationError for a file that is not
    one, such as one where a sentence is missing in a language.
    """
    record = msgspec.convert(tomllib.loads(toml), _RulebookRecord)
    clauses = tuple(
        Clause(
            rulebook=record.id,
            number=clause.number,
            status=clause.status,
            summary=clause.summary,
            printed=_printed(clause, record.editions),
            reason=clause.reason,
            note=clause.note,
        )
        for clause in record.clauses
    )
    return Rulebook(record.id, record.name, record.editions, clauses)


def rulebook(name: str) -> Rulebook:
    """Return a rulebook by its id, in any case: `OTE`, `MTR`, `CR`.

    Raises BadInput when there is none of that name.
    """
    for book in rulebooks():
        if book.id == name.strip().upper():
            return book
    raise refusals.unknown_rulebook(name, tuple(book.id for book in rulebooks()))


def editions() -> tuple[Edition, ...]:
    """Return the editions of all rulebooks."""
    return tuple(edition for book in rulebooks() for edition in book.editions)


def edition(name: str) -> Edition:
    """Return an edition by its id, such as `mtr-2018-07`.

    Raises BadInput when there is none of that name.
    """
    for known in editions():
        if known.id == name.strip().lower():
            return known
    raise refusals.unknown_edition(name, tuple(known.id for known in editions()))


@cache
def clauses() -> MappingProxyType[str, Clause]:
    """Return every clause under its id, rulebook by rulebook in printed order."""
    return MappingProxyType({clause.id: clause for book in rulebooks() for clause in book.clauses})


def clause(name: str) -> Clause:
    """Return the clause that is cited by exactly this id, such as `OTE 2.4.1`; `parse` is for what people write.

    Raises BadInput when no clause has the id.
    """
    found = clauses().get(name)
    if found is None:
        raise refusals.unknown_clause(name)
    return found


def _printed(record: _ClauseRecord, known: tuple[Edition, ...]) -> tuple[tuple[str, str], ...]:
    holding = [edition for edition in known if record.editions is None or edition.id in record.editions]
    return tuple((edition.id, record.printed.get(edition.id) or _number(record.number, edition)) for edition in holding)


def _number(number: str, edition: Edition) -> str:
    """Return the number as the edition prints it: `shortcuts.2b` is 729.2b where the chapter is 729."""
    return number if edition.chapter is None else number.replace(BY_NAME, edition.chapter)
