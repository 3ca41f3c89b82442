"""The page of docs/ that lists every error code, made from the source: who raises it, and when.

The docstring of an error says when it comes.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import floorjudge
from floorjudge.errors import BadInput, Conflict, Damaged, FloorjudgeError, Refused, declared

SOURCE = Path(__file__).parents[2] / "src" / "floorjudge"
FAMILIES = {"bad_input": "bad input", "refused": "refused", "conflict": "conflict", "damaged": "damaged"}
DECLARED: tuple[tuple[type[FloorjudgeError], str], ...] = (
    (BadInput, "bad_input"),
    (Refused, "refused"),
    (Conflict, "conflict"),
    (Damaged, "damaged"),
)

HEAD = """# Errors

<!-- Made from the source by `python3 dev.py docs`; change the docstrings there. -->

Errors have one shape: with `--json` `{"error": {"code": ..., "message": ..., "where": ...}}` (else a sentence on standard
error) and exit code 2, in `event stdio` `{"ok": false, "error": {...}}`. Nothing has been changed then. `code` is stable,
`message` is in the user's language, `where` is the place in the input.

A *bad input* cannot be understood or cannot be true; what is *refused* is forbidden now by a clause or an earlier decision; a
*conflict* means that somebody else was faster; what is *damaged* is not what was stored. The headings are modules of
`floorjudge`.
"""


class ErrorCode(NamedTuple):
    """An error code, and one function that raises or returns an error with it."""

    code: str
    place: str
    family: str
    when: str


def error_page() -> str:
    """Return the page as Markdown: a list of codes for each module, both sorted."""
    found: dict[str, list[str]] = {}
    for code, place, family, when in sorted(set(error_codes())):
        found.setdefault(place.rpartition(".")[0], []).append(f"- `{code}` ({FAMILIES[family]}): {when}\n")
    return HEAD + "".join(f"\n## {module}\n\n{''.join(found[module])}" for module in sorted(found))


def modules() -> list[ModuleType]:
    """Import every module of the package, and return them; what only runs as a program is left out."""
    names = (each.name for each in pkgutil.walk_packages(floorjudge.__path__, "floorjudge."))
    return [importlib.import_module(name) for name in names if "__main__" not in name and ".migrations." not in name]


@cache
def error_codes() -> tuple[ErrorCode, ...]:
    """Return every error that is declared or made on the spot, in no particular order; the same one may come twice."""
    return tuple(_error_codes())


def _error_codes() -> Iterator[ErrorCode]:
    modules()
    for kind in declared():
        if kind.__module__.startswith("floorjudge."):
            family = next(name for of, name in DECLARED if issubclass(kind, of))
            place = f"{kind.__module__.removeprefix('floorjudge.')}.{kind.__name__}"
            yield ErrorCode(kind.code, place, family, inspect.cleandoc(kind.__doc__ or "").partition("\n")[0])
    for file in SOURCE.rglob("*.py"):
        module = ".".join(file.relative_to(SOURCE).with_suffix("").parts)
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef):
                yield from _codes_of(function, module)


def _codes_of(function: ast.FunctionDef, module: str) -> Iterator[ErrorCode]:
    for call in ast.walk(function):
        match call:
            case ast.Call(func=ast.Name(id=family), args=[ast.Constant(value=str(code)), said, *_]) if (
                family in FAMILIES
            ):
                documented = module.endswith("refusals")
                when = _docstring(function) if documented else _sentence(function, said)
                yield ErrorCode(code, f"{module}.{function.name}", family, when)


def _docstring(function: ast.FunctionDef) -> str:
    """Return the first line of the docstring, which says when the error comes."""
    first = (ast.get_docstring(function) or "").partition("\n")[0]
    when = first.removeprefix("Return the error for ")
    return when[:1].upper() + when[1:]


def _sentence(function: ast.FunctionDef, said: ast.expr) -> str:
    """Return the English sentence that an error says, written in its place or given a name before."""
    named = [
        assigned
        for assigned in ast.walk(function)
        if isinstance(assigned, ast.Assign)
        and assigned.lineno < said.lineno
        and ast.dump(assigned.targets[0]) == ast.dump(said).replace("Load()", "Store()")
    ]
    return _message(max(named, key=lambda assigned: assigned.lineno).value if named else said)


def _message(said: ast.expr) -> str:
    match said:
        case ast.Call(func=ast.Name(id="text" | "counted"), args=[ast.Constant(value=str(message)), *_]):
            return message
    return ""
