"""Every error code, made from the source: who raises it, and when. The documentation site has it below docs/errors.md.

The docstring of an error says when it comes.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import NamedTuple

import floorjudge
from floorjudge.errors import BadInput, Conflict, Damaged, FloorjudgeError, Refused

FAMILIES: tuple[tuple[type[FloorjudgeError], str], ...] = (
    (BadInput, "bad input"),
    (Refused, "refused"),
    (Conflict, "conflict"),
    (Damaged, "damaged"),
)


class ErrorCode(NamedTuple):
    """An error: its code, where it is declared, whose move it is, and when it comes."""

    code: str
    place: str
    family: str
    when: str


def error_lists() -> str:
    """Return Markdown: a list of codes for each family of each module, all sorted."""
    found: dict[str, list[str]] = {}
    for code, place, family, when in sorted(set(error_codes())):
        found.setdefault(f"{place.rpartition('.')[0]}: {family}", []).append(f"- `{code}`: {when}\n")
    return "".join(f"\n## {heading}\n\n{''.join(found[heading])}" for heading in sorted(found))


def modules() -> list[ModuleType]:
    """Import every module of the package, and return them; what only runs as a program is left out."""
    names = (each.name for each in pkgutil.walk_packages(floorjudge.__path__, "floorjudge."))
    return [importlib.import_module(name) for name in names if "__main__" not in name and ".migrations." not in name]


def declared() -> Iterator[type[FloorjudgeError]]:
    """Yield every error that an imported module declares, in no particular order."""
    waiting: list[type[FloorjudgeError]] = [FloorjudgeError]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if "sentence" in vars(kind):
            yield kind


def own_errors() -> list[type[FloorjudgeError]]:
    """Return every error that a module of the package declares; not those of formats that tests have loaded and left."""
    places = {module.__name__ for module in modules()}
    return [kind for kind in declared() if kind.__module__ in places]


@cache
def error_codes() -> tuple[ErrorCode, ...]:
    """Return every error that is declared, in no particular order."""
    return tuple(
        ErrorCode(
            kind.code,
            f"{kind.__module__.removeprefix('floorjudge.')}.{kind.__name__}",
            next(name for family, name in FAMILIES if issubclass(kind, family)),
            inspect.cleandoc(kind.__doc__ or "").partition("\n")[0],
        )
        for kind in own_errors()
    )
