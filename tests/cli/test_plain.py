"""A plain command line means the same whoever reads it: our own reader, or typer's parser."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from floorjudge.cli.errors import BadCommandLine
from floorjudge.cli.line import parser
from floorjudge.cli.line.commands import COMMANDS, Command, Group, function_of
from floorjudge.cli.line.parameters import declared
from floorjudge.cli.line.plain import plain_call

CASE = str(Path(__file__).parents[2] / "examples" / "loops" / "cut-in-halfway.json")
VALUES = (
    "1",
    "0",
    "-2",
    "23",
    "1.5",
    "nan",
    "inf",
    "1_0",
    " 7",
    "9" * 5000,
    "-",
    "--",
    "",
    "a",
    "a b",
    "é",
    "\udcff",
    "a=b",
    "-x",
)


def all_commands(
    commands: Mapping[str, Command | Group], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Command]]:
    for name, found in commands.items():
        if isinstance(found, Command):
            yield (*path, name), found
        else:
            yield from all_commands(found.commands, (*path, name))


EVERY_COMMAND = dict(all_commands(COMMANDS))


FITTING = {int: ("1", "23"), float: ("1.5", "60"), Path: ("-", "case.json", "é \udcff"), bool: ()}


@st.composite
def command_lines(draw: st.DrawFn) -> list[str]:
    """Draw the words of a command: such as it takes, and here and there another one."""
    path = draw(st.sampled_from(sorted(EVERY_COMMAND)))
    parameters = declared(function_of(EVERY_COMMAND[path].function))
    groups: list[tuple[str, ...]] = []
    names = ["--nope"]
    for each in parameters:
        value = st.sampled_from(FITTING.get(each.kind, ("a", "a b", "a=b", "7")) or ("1",))
        if not each.parameter.is_option:
            groups += [
                (word,) for word in draw(st.lists(value, min_size=each.required, max_size=3 if each.several else 1))
            ]
            continue
        names += [one for name in each.names for one in (name, *name.split("/"))]
        if draw(st.integers(0, 3)) == 0:
            name = draw(st.sampled_from(each.names))
            word = draw(value)
            with_value = [(name, word), (f"{name}={word}",)]
            groups.append((name,) if each.kind is bool else draw(st.sampled_from(with_value)))
    if draw(st.booleans()):
        odd = st.one_of(st.sampled_from(VALUES), st.sampled_from(names))
        groups += draw(
            st.lists(st.one_of(st.tuples(odd), st.tuples(odd, odd), st.tuples(st.builds("{}={}".format, odd, odd))))
        )
    return [*path, *(word for group in draw(st.permutations(groups)) for word in group)]


def by_typer(words: list[str], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any] | None:
    """Return the values that a command's function gets from typer; None when the words are not understood."""
    given: list[dict[str, Any]] = []

    def recording(function: FunctionType) -> Any:
        double = parser_for_typer(function)

        def record(**values: Any) -> None:
            given.append(values)

        record.__signature__ = inspect.signature(double)  # type: ignore[attr-defined]
        record.__annotations__ = double.__annotations__
        return record

    parser_for_typer = parser.for_typer
    with monkeypatch.context() as patched:
        patched.setattr(parser, "for_typer", recording)
        try:
            parser.run(words)
        except BadCommandLine:
            return None
    return given[-1] if given else None


@given(words=command_lines())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_read_without_typer_is_what_typer_reads(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    call = plain_call(words)
    if call is not None:
        read = call.keywords  # type: ignore[attr-defined]
        assert repr(read) == repr(by_typer(words, monkeypatch))


PLAIN = (
    ["loop", "rule", "case.json"],
    ["loop", "rule", "-"],
    ["loop", "sheet", "--digits", "5", "sheet.json"],
    ["loop", "sheet", "sheet.json", "--digits=5"],
    "magic, find, Gond, Alarm, --with, 4 Forest, --with, Sol Ring, --seconds, 2, --save, loop.json".split(", "),
    ["event", "report", "1", "7", "0", "--winner", "Ana"],
    ["event", "tables", "-e", "friday"],
    ["magic", "show", "board.txt", "--actions"],
    ["rules", "show", "OTE", "2.6.1"],
)


def test_usual_command_lines_are_read_without_typer(subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch) -> None:
    for words in PLAIN:
        with subtests.test(words=words):
            call = plain_call(words)
            assert call is not None
            assert call.keywords == by_typer(words, monkeypatch)  # type: ignore[attr-defined]


def test_help_completion_and_mistakes_are_for_typer(subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch) -> None:
    for words in (
        [],
        ["loop"],
        ["nope"],
        ["--version"],
        ["loop", "rule"],
        ["loop", "rule", "--help"],
        ["loop", "rule", "a", "b"],
        ["loop", "sheet", "a", "--digits", "0"],
        ["loop", "sheet", "a", "--digits", "many"],
        ["loop", "sheet", "a", "--digits"],
        ["event", "amend", "1", "1", "-2", "0", "0"],
        ["magic", "find", "Gond", "--seconds", "nan"],
    ):
        with subtests.test(words=words):
            assert plain_call(words) is None
    monkeypatch.setenv("_FLOORJUDGE_COMPLETE", "complete_bash")
    assert plain_call(["loop", "rule", "case.json"]) is None


def test_the_environment_gives_what_is_not_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    for value in ("", "kept.db"):
        monkeypatch.setenv("FLOORJUDGE_DB", value)
        for words in (["event", "list"], ["event", "list", "--db", "typed.db"]):
            call = plain_call(words)
            assert call is not None
            assert call.keywords == by_typer(words, monkeypatch)  # type: ignore[attr-defined]
