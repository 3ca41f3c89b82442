"""Every way in which a look-up in the rulebooks fails: what was asked for, and what is there."""

from __future__ import annotations

from floorjudge.errors import BadInput, bad_input
from floorjudge.texts import text

EXAMPLES = ("OTE 2.4.1", "MTR 4.4.3", "CR shortcuts.2b")


def unknown_clause(given: str, close: tuple[str, ...] = ()) -> BadInput:
    """No clause goes by what was given; `close` are clauses that may have been meant."""
    if close:
        said = text("There is no clause “{given}”. Did you mean: {close}?", given=given, close=close)
    else:
        said = text(
            "There is no clause “{given}”. Clauses are written like these: {examples}.", given=given, examples=EXAMPLES
        )
    return bad_input("unknown_clause", said, where="clause")


def not_in_edition(given: str, edition: str, close: tuple[str, ...] = ()) -> BadInput:
    """No clause of an edition goes by what was given; `close` are clauses of the edition that may have been meant."""
    if close:
        said = text(
            "The edition {edition} has no clause “{given}”. Did you mean: {close}?",
            edition=edition,
            given=given,
            close=close,
        )
    else:
        said = text("The edition {edition} has no clause “{given}”.", edition=edition, given=given)
    return bad_input("clause_not_in_edition", said, where="clause")


def unknown_rulebook(given: str, known: tuple[str, ...]) -> BadInput:
    """No rulebook has that id."""
    said = text("There is no rulebook “{given}”; choose one of: {known}.", given=given, known=known)
    return bad_input("unknown_rulebook", said, where="rulebook")


def unknown_edition(given: str, known: tuple[str, ...]) -> BadInput:
    """No edition has that id."""
    said = text("There is no edition “{given}”; choose one of: {known}.", given=given, known=known)
    return bad_input("unknown_edition", said, where="edition")


def unknown_status(given: str, known: tuple[str, ...]) -> BadInput:
    """No clause can have that status."""
    said = text("There is no status “{given}”; choose one of: {known}.", given=given, known=known)
    return bad_input("unknown_status", said, where="status")
