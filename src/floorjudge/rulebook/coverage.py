"""Joins the catalogue with the citations in code and tests, and reports where the three disagree.

Citations are read from the Python files themselves; nothing is imported or run. Code names clauses in the docstring of
a function, class or module, on a line that begins with `Clauses:`, their ids separated by commas. Lines that follow it
and are indented further continue the list.

A test names clauses with the marker `@pytest.mark.clauses("OTE 2.4.1")`: on a function, a class, a parameter set, or as
`pytestmark` of a class or module. An id must be a literal; anything else is taken from the source verbatim, so that it
shows up as an unknown clause.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from floorjudge.rulebook.catalogue import Clause, clauses
from floorjudge.texts import Text, text

PACKAGE = Path(__file__).parents[1]
BEGINNING = "Clauses:"
MARKER = "mark.clauses"

_Described = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Citation(msgspec.Struct, frozen=True, order=True):
    """One place that names a clause.

    `path` is the file relative to the folder that was read, with slashes; `name` the function, method or class, with
    dots, empty for a whole module; `clause` the id in the source.
    """

    path: str
    name: str
    clause: str

    @property
    def code(self) -> str:
        """The place as Python names it, such as `tournament.grouping.sizes`."""
        module = self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        return f"{module}.{self.name}" if self.name else module

    @property
    def test(self) -> str:
        """The place as pytest names it, such as `tests/events/test_grouping.py::test_sizes`."""
        return "::".join(["tests/" + self.path, *self.name.split(".")] if self.name else ["tests/" + self.path])


class Covered(msgspec.Struct, frozen=True):
    """A clause with the places in code and tests that cite it; `tests` is None if the tests are not available."""

    clause: Clause
    code: tuple[Citation, ...]
    tests: tuple[Citation, ...] | None


class Coverage(msgspec.Struct, frozen=True):
    """Every clause with its citations, in the order of the catalogue, and the findings."""

    covered: tuple[Covered, ...]
    findings: tuple[Text, ...]


def coverage() -> Coverage:
    """Return the citations of every clause in the installed program and, in a checkout, in its tests."""
    tests = folder_of_tests(PACKAGE)
    return judged(clauses(), cited_by_code(PACKAGE), None if tests is None else cited_by_tests(tests))


def folder_of_tests(package: Path) -> Path | None:
    """Return the folder `tests` of the checkout whose source is in `src`; None for an installed program."""
    checkout = package.parents[1]
    tests = checkout / "tests"
    return tests if package.parent.name == "src" and tests.is_dir() else None


def judged(known: Mapping[str, Clause], code: tuple[Citation, ...], tests: tuple[Citation, ...] | None) -> Coverage:
    """Return each clause with its citations, and a finding wherever the catalogue, the code and the tests disagree.

    `known` are the clauses under their ids. `tests` is None if the tests are not available; then there are no findings
    about them.
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
    """Yield the problems with one clause; a module's docstring names its subject, only its functions implement it."""
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


def cited_by_code(folder: Path) -> tuple[Citation, ...]:
    """Return the citations in the docstrings of a folder's Python files, by path and then in the order of the file."""
    return tuple(
        Citation(path, name, clause)
        for path, tree in _parsed(folder, "*.py", BEGINNING)
        for name, node in _described(tree)
        for clause in ids_in(ast.get_docstring(node) or "")
    )


def cited_by_tests(folder: Path) -> tuple[Citation, ...]:
    """Return the citations in the tests below a folder, from its files `test_*.py`, in the same order."""
    return tuple(
        Citation(path, name, clause)
        for path, tree in _parsed(folder, "test_*.py", MARKER)
        for name, node in _described(tree)
        for clause in _marked(node)
    )


def ids_in(docstring: str) -> tuple[str, ...]:
    """Return the ids on the lines of a docstring that begin with `Clauses:`, and on the lines that continue them.

    `docstring` is without its margin in the source, as `ast.get_docstring` returns it.
    """
    ids: list[str] = []
    indent: int | None = None
    for line in docstring.splitlines():
        words = line.strip()
        margin = len(line) - len(line.lstrip())
        if words.startswith(BEGINNING):
            indent = margin
            words = words.removeprefix(BEGINNING)
        elif indent is None or not words or margin <= indent:
            indent = None
            continue
        ids += [name.strip() for name in words.split(",") if name.strip()]
    return tuple(ids)


def _parsed(folder: Path, pattern: str, citing: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield the files of a folder with the words that cite a clause: parsing all files would take seconds."""
    for file in sorted(folder.rglob(pattern)):
        written = file.read_text("utf-8")
        if citing in written:
            yield file.relative_to(folder).as_posix(), ast.parse(written)


def _described(node: ast.AST, name: str = "") -> Iterator[tuple[str, _Described]]:
    """Yield a module and every class and function inside, each with its dotted name, in the order of the file."""
    if isinstance(node, _Described):
        yield name, node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _described(child, f"{name}.{child.name}" if name else child.name)
        elif not isinstance(child, ast.expr):
            yield from _described(child, name)


def _marked(node: _Described) -> Iterator[str]:
    for expression in _markers(node):
        for call in ast.walk(expression):
            if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(MARKER):
                yield from (_written(argument) for argument in call.args)


def _markers(node: _Described) -> list[ast.expr]:
    """Return the expressions that mark a test: its decorators, and the values that its body assigns to `pytestmark`."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return node.decorator_list
    assigned = [
        statement.value
        for statement in node.body
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "pytestmark"
    ]
    return assigned if isinstance(node, ast.Module) else [*node.decorator_list, *assigned]


def _written(argument: ast.expr) -> str:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    return ast.unparse(argument)
