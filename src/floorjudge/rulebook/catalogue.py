"""The clauses as values, read once from the files beside this module, and found by the names in use for them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

import msgspec

from floorjudge.errors import BadInput
from floorjudge.texts import Language, text

Status: TypeAlias = Literal["implemented", "planned", "not_modelled"]
STATUSES: tuple[Status, ...] = get_args(Status)
FILES = ("ote.toml", "mtr.toml", "mstr.toml", "cr.toml")
BY_NAME = "shortcuts"
SUGGESTIONS = 3
EXAMPLES = ("OTE 2.4.1", "MTR 4.4.3", "CR 732.2b")


class UnknownClause(BadInput):
    sentence = text("There is no clause “{given}”. Did you mean: {close}?")
    if_empty = (
        "close",
        text("There is no clause “{given}”. Clauses are written like these: {examples}.", examples=EXAMPLES),
    )
    place = "clause"
    given: str
    close: tuple[str, ...] = ()


class NotInEdition(BadInput):
    code = "clause_not_in_edition"
    sentence = text("The edition {edition} has no clause “{given}”. Did you mean: {close}?")
    if_empty = "close", text("The edition {edition} has no clause “{given}”.")
    place = "clause"
    given: str
    edition: str
    close: tuple[str, ...] = ()


class UnknownRulebook(BadInput):
    sentence = text("There is no rulebook “{given}”; choose one of: {known}.")
    place = "rulebook"
    given: str
    known: tuple[str, ...]


class UnknownEdition(BadInput):
    sentence = text("There is no edition “{given}”; choose one of: {known}.")
    place = "edition"
    given: str
    known: tuple[str, ...]


class UnknownStatus(BadInput):
    sentence = text("There is no status “{given}”; choose one of: {known}.")
    place = "status"
    given: str
    known: tuple[str, ...]


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same sentence in every language we speak."""

    en: str
    es: str
    fr: str
    pt: str

    def in_language(self, language: Language) -> str:
        """Return the sentence in a language."""
        return str(getattr(self, language))


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One edition of a rulebook, such as `mtr-2018-07`.

    `dated` is the day, month or year of a text of it (`2018-07-13`, `2026`); None if no date is known; `chapter` is
    the number that it prints in place of a chapter which the rulebook keeps by name.
    """

    id: str
    dated: str | None = None
    chapter: str | None = None


class Clause(msgspec.Struct, frozen=True):
    """One clause: `OTE 2.4.1`, its requirement, and how far it is implemented.

    `printed` pairs each edition that has the clause with the number it bears there, oldest edition first. `reason` is
    the reason why a clause is not modelled, `note` gives other facts for a reader, `readings` resolve what the clause
    leaves open.
    """

    rulebook: str
    number: str
    status: Status
    summary: Wording
    printed: tuple[tuple[str, str], ...]
    reason: Wording | None = None
    note: Wording | None = None
    readings: tuple[Wording, ...] = ()

    @property
    def id(self) -> str:
        """The form in which rulings, code and tests cite this clause."""
        return f"{self.rulebook} {self.number}"

    @property
    def newest(self) -> str:
        """The form in which people look this clause up: with the number that the newest edition prints, `CR 732.2b`."""
        return f"{self.rulebook} {self.printed[-1][1]}"

    def __str__(self) -> str:
        return self.id


class Rulebook(msgspec.Struct, frozen=True):
    """A rulebook: its id (`OTE`, `MTR`, `MSTR`, `CR`), its name, its editions from old to new, its clauses in printed order."""

    id: str
    name: Wording
    editions: tuple[Edition, ...]
    clauses: tuple[Clause, ...]


class _ClauseRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A clause as its file writes it: by default in all editions, under its own number."""

    number: str
    status: Status
    summary: Wording
    editions: list[str] | None = None
    printed: dict[str, str] = {}
    reason: Wording | None = None
    note: Wording | None = None
    readings: tuple[Wording, ...] = ()


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
    import tomllib  # noqa: PLC0415 (most commands look no clause up)

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
            readings=clause.readings,
        )
        for clause in record.clauses
    )
    return Rulebook(record.id, record.name, record.editions, clauses)


def rulebook(name: str) -> Rulebook:
    """Return a rulebook by its id, in any case: `OTE`, `MTR`, `MSTR`, `CR`.

    Raises BadInput if there is no rulebook of that name.
    """
    for book in rulebooks():
        if book.id == name.strip().upper():
            return book
    raise UnknownRulebook(name, tuple(book.id for book in rulebooks()))


def editions() -> tuple[Edition, ...]:
    """Return the editions of all rulebooks."""
    return tuple(edition for book in rulebooks() for edition in book.editions)


def edition(name: str) -> Edition:
    """Return an edition by its id, such as `mtr-2018-07`.

    Raises BadInput if there is no edition of that name.
    """
    for known in editions():
        if known.id == name.strip().lower():
            return known
    raise UnknownEdition(name, tuple(known.id for known in editions()))


@cache
def clauses() -> MappingProxyType[str, Clause]:
    """Return every clause under its id, rulebook by rulebook in printed order."""
    return MappingProxyType({clause.id: clause for book in rulebooks() for clause in book.clauses})


def clause(name: str) -> Clause:
    """Return the clause with exactly this id, such as `OTE 2.4.1`; `parse` takes the forms that people write.

    Raises BadInput if no clause has the id.
    """
    named = clauses().get(name)
    if named is None:
        raise UnknownClause(name)
    return named


def for_people(cited: str) -> str:
    """Return a clause with its number in the newest edition: `CR 732.4` for `CR shortcuts.4`.

    `cited` is a ruling's citation. Return it unchanged if there is no such clause.
    """
    named = clauses().get(cited)
    return cited if named is None else named.newest


def _printed(record: _ClauseRecord, known: tuple[Edition, ...]) -> tuple[tuple[str, str], ...]:
    holding = [edition for edition in known if record.editions is None or edition.id in record.editions]
    return tuple((edition.id, record.printed.get(edition.id) or _number(record.number, edition)) for edition in holding)


def _number(number: str, edition: Edition) -> str:
    """Return the number as the edition prints it: `shortcuts.2b` is 729.2b where the chapter is 729."""
    return number if edition.chapter is None else number.replace(BY_NAME, edition.chapter)


def parse(given: str, in_edition: str | None = None) -> Clause:
    """Return the clause with this name, ignoring case and spaces.

    `given` is a clause's id or the number that an edition prints, after the rulebook's name. An id takes precedence
    over a printed number, since the two can differ: MTR 4.4.8 is the paragraph on choices, though the July 2018 edition
    prints another one there. With `in_edition`, the id of an edition, only its clauses count, and its printed numbers
    take precedence.

    Raises BadInput, with the nearest clauses, if no clause has that name; also for an unknown edition.
    """
    named_in = None if in_edition is None else edition(in_edition).id
    names = _names(named_in)
    key = _squeezed(given)
    named = names.get(key)
    if named is not None:
        return named
    from difflib import get_close_matches  # noqa: PLC0415 (hardly ever needed)

    close = tuple(
        dict.fromkeys(_as_cited(names[name], named_in) for name in get_close_matches(key, names, 2 * SUGGESTIONS))
    )
    if named_in is None:
        raise UnknownClause(given, close[:SUGGESTIONS])
    raise NotInEdition(given, named_in, close[:SUGGESTIONS])


def printed_in(clause: Clause, in_edition: str) -> str | None:
    """Return the number that a clause bears in an edition, such as `729.2b`; None if the edition does not have it."""
    return dict(clause.printed).get(in_edition)


@cache
def _names(in_edition: str | None) -> MappingProxyType[str, Clause]:
    """Return the squeezed names of all clauses, or of those of an edition; later entries take precedence."""
    ids = {_squeezed(clause.id): clause for clause in clauses().values() if _stands_in(clause, in_edition)}
    numbers = {
        _squeezed(f"{clause.rulebook} {number}"): clause
        for clause in clauses().values()
        for known, number in clause.printed
        if in_edition in (None, known)
    }
    return MappingProxyType(numbers | ids if in_edition is None else ids | numbers)


def _stands_in(clause: Clause, in_edition: str | None) -> bool:
    return in_edition is None or printed_in(clause, in_edition) is not None


def _as_cited(clause: Clause, in_edition: str | None) -> str:
    number = None if in_edition is None else printed_in(clause, in_edition)
    return clause.newest if number is None else f"{clause.rulebook} {number}"


def _squeezed(name: str) -> str:
    return "".join(name.split()).casefold().rstrip(".")
