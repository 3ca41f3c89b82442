"""Joins the catalogue with what code and tests cite, and says where the three do not agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from floorjudge.rulebook.catalogue import clauses
from floorjudge.rulebook.citations import Citation, cited_by_code, cited_by_tests
from floorjudge.rulebook.values import Clause
from floorjudge.texts import Text, text

PACKAGE = Path(__file__).parents[1]


class Covered(msgspec.Struct, frozen=True):
    """A clause with the places in code and tests that cite it; `tests` is None where no tests are at hand."""

    clause: Clause
    code: tuple[Citation, ...]
    tests: tuple[Citation, ...] | None


class Coverage(msgspec.Struct, frozen=True):
    """Every clause with what stands behind it, in the order of the catalogue, and what is wrong with that."""

    covered: tuple[Covered, ...]
    findings: tuple[Text, ...]


def coverage() -> Coverage:
    """Return what stands behind every clause in the installed program, and in its tests when this is a checkout."""
    tests = folder_of_tests(PACKAGE)
    return judged(clauses(), cited_by_code(PACKAGE), None if tests is None else cited_by_tests(tests))


def folder_of_tests(package: Path) -> Path | None:
    """Return the folder `tests` of the checkout whose source is in `src`; None for a program that was installed."""
    checkout = package.parents[1]
    tests = checkout / "tests"
    return tests if package.parent.name == "src" and tests.is_dir() else None


def judged(known: Mapping[str, Clause], code: tuple[Citation, ...], tests: tuple[Citation, ...] | None) -> Coverage:
    """Return each clause with its citations, and a finding wherever the catalogue, the code and the tests disagree.

    `known` are the clauses under their ids; `tests` is None where no tests are at hand, and then nothing is said about
    them.
    """
    covered = tuple(
        Covered(clause, _of(clause, code), None if tests is None else _of(clause, tests)) for clause in known.values()
    )
    places = [(citation.code, citation.clause) for citation in code]
    places += [(citation.test, citation.clause) for citation in tests or ()]
    unknown = [_unknown(place, cited) for place, cited in places if cited not in known]
    return Coverage(covered, (*unknown, *(finding for one in covered for finding in _findings(one))))


def _unknown(place: str, cited: str) -> Text:
    return text("{place} cites “{clause}”, which is no clause.", place=place, clause=cited)


def _of(clause: Clause, citations: tuple[Citation, ...]) -> tuple[Citation, ...]:
    return tuple(sorted(citation for citation in citations if citation.clause == clause.id))


def _findings(covered: Covered) -> Iterator[Text]:
    """Yield what is wrong with one clause; a module's docstring tells what it is about, only its functions do it."""
    name = covered.clause.id
    done_by = [citation for citation in covered.code if citation.name]
    if covered.clause.status == "implemented":
        if not done_by:
            yield text("{clause} is implemented, but no function cites it.", clause=name)
        if covered.tests == ():
            yield text("{clause} is implemented, but no test exercises it.", clause=name)
    elif done_by and covered.tests:
        yield text("{clause} is cited by code and tests: its status should be “implemented”.", clause=name)
    if covered.clause.status == "not_modelled" and covered.clause.reason is None:
        yield text("{clause} is not modelled, and no reason is given.", clause=name)
