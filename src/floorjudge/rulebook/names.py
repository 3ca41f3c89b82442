"""Finds the clause that somebody means: `ote2.6.1`, `MTR 4.4.3`, or a number as some edition prints it, `CR 729.2b`."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from types import MappingProxyType

from floorjudge.errors import BadInput
from floorjudge.rulebook.catalogue import Clause, UnknownClause, clauses, edition
from floorjudge.texts import Text, text

SUGGESTIONS = 3


class NotInEdition(BadInput):
    """No clause of an edition goes by what was given; `close` are clauses of the edition that may have been meant."""

    code = "clause_not_in_edition"
    sentence = text("The edition {edition} has no clause “{given}”. Did you mean: {close}?")
    place = "clause"
    given: str
    edition: str
    close: tuple[str, ...] = ()

    @property
    def said(self) -> Text:
        """The sentence, without a suggestion where no clause is close."""
        if self.close:
            return super().said
        return text("The edition {edition} has no clause “{given}”.", edition=self.edition, given=self.given)


def parse(given: str, in_edition: str | None = None) -> Clause:
    """Return the clause that is meant, whatever the case and the spaces.

    `given` is a clause's id or the number that an edition prints, after the rulebook's name. An id goes before a printed
    number, since the two can differ: MTR 4.4.8 is the paragraph on choices, though the July 2018 edition prints another
    one there. With `in_edition`, the id of an edition, only its clauses count, and a number as it prints them goes first.

    Raises BadInput, with the nearest clauses, when nothing goes by that name; also for an unknown edition.
    """
    named_in = None if in_edition is None else edition(in_edition).id
    names = _names(named_in)
    key = _squeezed(given)
    found = names.get(key)
    if found is not None:
        return found
    close = tuple(
        dict.fromkeys(_as_cited(names[name], named_in) for name in get_close_matches(key, names, 2 * SUGGESTIONS))
    )
    if named_in is None:
        raise UnknownClause(given, close[:SUGGESTIONS])
    raise NotInEdition(given, named_in, close[:SUGGESTIONS])


def printed_in(clause: Clause, in_edition: str) -> str | None:
    """Return the number that a clause bears in an edition, such as `729.2b`; None when the edition does not have it."""
    return dict(clause.printed).get(in_edition)


@cache
def _names(in_edition: str | None) -> MappingProxyType[str, Clause]:
    """Return the squeezed names of all clauses, or of those of an edition; what is put in later goes before."""
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
    return f"{clause.rulebook} {number or clause.number}"


def _squeezed(name: str) -> str:
    return "".join(name.split()).casefold().rstrip(".")
