"""Reading a plain command line, as most are: importing typer takes longer than many commands.

Typer still reads the others: help, completion, mistakes, and rare ways to write an option. A test compares both readers
over random command lines.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

from floorjudge.cli.line.commands import FLOORJUDGE, Command, Group, Program, function_of
from floorjudge.cli.line.parameters import Declared, declared

_AS: Mapping[Any, Callable[[str], Any]] = {str: str, int: int, float: float, Path: Path}


class NotPlain(ValueError):
    """Only typer can read this command line."""


def plain_call(words: Sequence[str], program: Program = FLOORJUDGE) -> Callable[[], object] | None:
    """Return the call in a plain command line of a program; None if typer must read it."""
    command, rest = _command(words, program)
    if command is None or f"_{program.name.upper().replace('-', '_')}_COMPLETE" in os.environ:
        return None
    function = function_of(command.function, program.package)
    try:
        return partial(function, **_values(declared(function), rest))
    except ValueError:  # also from converting a word that is not a number
        return None


def _command(words: Sequence[str], program: Program) -> tuple[Command | None, Sequence[str]]:
    """Return the command that the first words name, and the words after them; None if they name none."""
    commands: Mapping[str, Command | Group] = program.commands
    for index, word in enumerate(words):
        found = commands.get(word)
        if isinstance(found, Command):
            return found, words[index + 1 :]
        if found is None:
            break
        commands = found.commands
    return None, ()


def _values(parameters: Sequence[Declared], words: Iterable[str]) -> dict[str, Any]:
    """Return the value of each parameter by its name. Raises ValueError if a word is not plain."""
    written, flags = _written(parameters, words)
    values: dict[str, Any] = {}
    for each in parameters:
        if each.name in flags:
            values[each.name] = True
        else:
            values[each.name] = _value(each, written[each.name] or _of_environment(each))
    return values


def _written(parameters: Sequence[Declared], words: Iterable[str]) -> tuple[dict[str, list[str]], set[str]]:
    """Return the words for each parameter, and the flags that are set."""
    options = {name: each for each in parameters if each.parameter.is_option for name in each.names if "/" not in name}
    written: dict[str, list[str]] = defaultdict(list)
    flags: set[str] = set()
    loose: list[str] = []
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if not word.startswith("-") or word == "-":
            loose.append(_plain(word))
        elif name not in options or (equals and not name.startswith("--")):
            raise NotPlain(word)
        elif (option := options[name]).kind is bool:
            if equals:
                raise NotPlain(word)
            flags.add(option.name)
        else:
            written[option.name].append(_plain(value if equals else next(rest, "")))
    for argument in (each for each in parameters if not each.parameter.is_option):
        size = len(loose) if argument.several else 1
        written[argument.name], loose = loose[:size], loose[size:]
    if loose:
        raise NotPlain(*loose)
    return written, flags


def _plain(word: str) -> str:
    if not word or (word.startswith("-") and word != "-"):
        raise NotPlain(word)
    return word


def _of_environment(parameter: Declared) -> list[str]:
    """Return the value of the first of its variables that is set and not empty."""
    return [value for name in parameter.parameter.envvar if (value := os.environ.get(name))][:1]


def _value(parameter: Declared, written: Sequence[str]) -> Any:  # noqa: ANN401 (whatever the function takes)
    """Return the value of a parameter from its words."""
    if not written:
        if parameter.required:
            raise NotPlain(parameter.name)
        return parameter.default
    if parameter.several:
        return list(written)
    if len(written) > 1 or parameter.kind not in _AS:
        raise NotPlain(*written)
    value = _AS[parameter.kind](written[0])
    if isinstance(value, int | float):
        least, most = parameter.parameter.min, parameter.parameter.max
        # NaN is in no range.
        if not (-inf if least is None else least) <= value <= (inf if most is None else most):
            raise NotPlain(*written)
    return value
