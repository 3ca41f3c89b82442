"""Walks the catalogue: what is said to be implemented is, and by tested code; nothing cites a clause that is not there."""

import ast
import re

import pytest

from floorjudge.rulebook import Clause, clauses
from floorjudge.rulebook.coverage import PACKAGE, Covered, coverage
from floorjudge.texts import LANGUAGES, render

CITED = re.compile(r"(OTE|MTR|CR) \S+")
EVERY = coverage()
IMPLEMENTED = [covered for covered in EVERY.covered if covered.clause.status == "implemented"]
OTHERS = [covered for covered in EVERY.covered if covered.clause.status != "implemented"]


def named(covered: Covered) -> str:
    return covered.clause.id


@pytest.mark.parametrize("covered", IMPLEMENTED, ids=named)
def test_an_implemented_clause_is_cited_by_a_function_and_exercised_by_a_test(covered: Covered) -> None:
    assert [place.code for place in covered.code if place.name], "no function cites it"
    assert covered.tests, "no test exercises it"


@pytest.mark.parametrize("covered", OTHERS, ids=named)
def test_no_clause_is_implemented_in_secret(covered: Covered) -> None:
    cited = any(place.name for place in covered.code) and covered.tests
    assert not cited, "code and tests cite it: update the status in its rulebook's file"


@pytest.mark.parametrize("clause", clauses().values(), ids=str)
def test_a_clause_says_what_it_requires_in_every_language(clause: Clause) -> None:
    for language in LANGUAGES:
        assert clause.summary.said_in(language).strip()
        assert clause.status != "not_modelled" or (clause.reason and clause.reason.said_in(language).strip())


def test_the_command_finds_no_fault_either() -> None:
    assert [render(finding, "en") for finding in EVERY.findings] == []


def test_no_text_of_the_program_names_a_clause_that_is_not_there() -> None:
    cited = {
        node.value
        for file in PACKAGE.rglob("*.py")
        if CITED.search(written := file.read_text("utf-8"))
        for node in ast.walk(ast.parse(written))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if re.fullmatch(CITED, node.value)
    }
    assert cited - set(clauses()) - {each.newest for each in clauses().values()} == set()
