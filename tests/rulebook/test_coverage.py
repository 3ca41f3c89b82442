"""Walks the catalogue: what is said to be implemented is, and by tested code; nothing cites a clause that is not there."""

import ast
import re
from pathlib import Path

import pytest

from floorjudge.rulebook import clauses
from floorjudge.rulebook.coverage import PACKAGE, cited_by_code, cited_by_tests, coverage, ids_in
from floorjudge.texts import render

CITED = re.compile(r"(OTE|MTR|CR) \S+")


def test_what_is_implemented_is_cited_by_functions_and_tests_and_nothing_else_is() -> None:
    found = coverage()
    assert [render(finding, "en") for finding in found.findings] == []
    both = {each.clause.id for each in found.covered if each.code and each.tests}
    assert both >= {name for name, clause in clauses().items() if clause.status == "implemented"}


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


def test_ids_are_read_from_their_line_and_what_continues_it(subtests: pytest.Subtests) -> None:
    for docstring, ids in [
        ("One sentence.", ()),
        ("", ()),
        ("Clauses: OTE 2.4.1", ("OTE 2.4.1",)),
        ("One.\n\nClauses: OTE 2.4.1, CR shortcuts.2b", ("OTE 2.4.1", "CR shortcuts.2b")),
        ("One.\n\n  Clauses: OTE 2.4.1,\n    OTE 2.4.3,\n    MTR 4.4.3", ("OTE 2.4.1", "OTE 2.4.3", "MTR 4.4.3")),
        ("Clauses: OTE 2.4.1\nMore words, not ids.", ("OTE 2.4.1",)),
        ("Clauses: OTE 2.4.1\n\n    Example: indented, but after a gap.", ("OTE 2.4.1",)),
        ("Clauses: OTE 2.4.1\nWords.\n    Indented words, but of another paragraph.", ("OTE 2.4.1",)),
        ("Clauses: OTE 2.4.1\nClauses: OTE 2.4.2", ("OTE 2.4.1", "OTE 2.4.2")),
        ("The line `Clauses: OTE 2.4.1` in the middle of words says nothing.", ()),
        ("Clauses: as written, even when wrong", ("as written", "even when wrong")),
    ]:
        with subtests.test(docstring=docstring, ids=ids):
            assert ids_in(docstring) == ids


CODE = '''
"""The room.

Clauses: OTE 2.1
"""

CONSTANT = """
Clauses: OTE 1.1
"""


class Table:
    """A table.

    Clauses: OTE 2.0
    """

    def size(self):
        """Return it.

        Clauses: OTE 2.4.1,
            OTE 2.4.2
        """

        async def inner():
            """Clauses: OTE 2.5"""


if CONSTANT:

    def conditional():
        """Clauses: OTE 2.9"""
else:
    other = lambda: "Clauses: OTE 1.2"


def silent():
    return "Clauses: OTE 1.3"
'''


def test_docstrings_of_modules_classes_and_functions_are_read(tmp_path: Path) -> None:
    (tmp_path / "rooms").mkdir()
    (tmp_path / "rooms" / "__init__.py").write_text('"""Clauses: OTE 2.2"""', "utf-8")
    (tmp_path / "rooms" / "table.py").write_text(CODE, "utf-8")
    (tmp_path / "rooms" / "notes.txt").write_text("Clauses: OTE 1.4", "utf-8")
    found = cited_by_code(tmp_path)
    assert [(citation.code, citation.clause) for citation in found] == [
        ("rooms", "OTE 2.2"),
        ("rooms.table", "OTE 2.1"),
        ("rooms.table.Table", "OTE 2.0"),
        ("rooms.table.Table.size", "OTE 2.4.1"),
        ("rooms.table.Table.size", "OTE 2.4.2"),
        ("rooms.table.Table.size.inner", "OTE 2.5"),
        ("rooms.table.conditional", "OTE 2.9"),
    ]


TESTS = """
import pytest
from pytest import mark

pytestmark = pytest.mark.clauses("OTE 2.1")
IDS = ["OTE 1.1"]


@pytest.mark.clauses("OTE 2.4.1", "OTE 2.4.2")
@pytest.mark.engine
def test_one(): ...


@mark.clauses("OTE 2.5")
class TestTables:
    pytestmark = [pytest.mark.engine, pytest.mark.clauses("OTE 2.6")]
    other: int = 3

    @pytest.mark.clauses("OTE 2.7")
    async def test_two(self): ...


@pytest.mark.parametrize("n", [pytest.param(5, marks=pytest.mark.clauses("OTE 2.4.2")), 6])
def test_three(n): ...


@pytest.mark.clauses(*IDS, 7)
def test_four(): ...


@pytest.mark.parametrize("clause", rulebook.clauses("OTE 1.7"))
def test_five(clause):
    pytest.mark.clauses("OTE 1.6")
"""


def test_markers_of_tests_are_read(tmp_path: Path) -> None:
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "test_decks.py").write_text(TESTS, "utf-8")
    (tmp_path / "formats" / "model.py").write_text(TESTS, "utf-8")
    assert [(citation.test, citation.clause) for citation in cited_by_tests(tmp_path)] == [
        ("tests/formats/test_decks.py", "OTE 2.1"),
        ("tests/formats/test_decks.py::test_one", "OTE 2.4.1"),
        ("tests/formats/test_decks.py::test_one", "OTE 2.4.2"),
        ("tests/formats/test_decks.py::TestTables", "OTE 2.5"),
        ("tests/formats/test_decks.py::TestTables", "OTE 2.6"),
        ("tests/formats/test_decks.py::TestTables::test_two", "OTE 2.7"),
        ("tests/formats/test_decks.py::test_three", "OTE 2.4.2"),
        ("tests/formats/test_decks.py::test_four", "*IDS"),
        ("tests/formats/test_decks.py::test_four", "7"),
    ]
