"""The command line, run in this process."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from floorjudge.cli import main
from floorjudge.cli.line.commands import FLOORJUDGE, Program
from floorjudge.store import open_log
from tests.cli.talk import check_shape
from tests.events.floor.small_event import NAMES, opened, started


class Ran(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


class Keyboard(io.TextIOWrapper):
    """Lines that a person types, or that come from a file or another program."""

    def __init__(self, lines: Iterable[str] | bytes, *, person: bool) -> None:
        content = lines if isinstance(lines, bytes) else "".join(f"{line}\n" for line in lines).encode()
        super().__init__(io.BytesIO(content), encoding="utf-8")
        self._person = person

    def isatty(self) -> bool:
        """Say whether a person types."""
        return self._person


class CommandLine:
    """Runs the commands of a program, those that begin with the `first` words; `typed` are lines that somebody types while a command asks, `piped` come from a file: lines, or its bytes."""

    def __init__(
        self,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
        *first: str,
        program: Program = FLOORJUDGE,
    ) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        self._first = first
        self._program = program

    def __call__(
        self, *words: str | Path, typed: Iterable[str] | None = None, piped: Iterable[str] | bytes = ()
    ) -> Ran:
        """Run a command and return how it ended."""
        keyboard = Keyboard(piped, person=False) if typed is None else Keyboard(typed, person=True)
        self._monkeypatch.setattr(sys, "stdin", keyboard)
        with pytest.raises(SystemExit) as ended:
            main([*self._first, *map(str, words)], self._program)
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, *self._capsys.readouterr())

    def done(self, *words: str | Path, typed: Iterable[str] | None = None, piped: Iterable[str] | bytes = ()) -> str:
        """Run a command that must succeed; return what it printed for people."""
        ran = self(*words, typed=typed, piped=piped)
        assert (ran.code, ran.err) == (0, ""), ran
        return ran.out

    def json(self, *words: str | Path) -> Any:
        """Run a command with --json that must succeed; return its one JSON value."""
        out = self.done(*words, "--json")
        assert out.count("\n") == 1
        return json.loads(out)

    def line(self, *words: str | Path, given: object = b"") -> dict[str, Any]:
        """Run a command whose answer is always one line of JSON, on what is given as standard input; an error ends with 2."""
        ran = self(*words, piped=given if isinstance(given, bytes) else json.dumps(given).encode())
        assert (ran.err, ran.out.count("\n")) == ("", 1)
        answer: dict[str, Any] = json.loads(ran.out)
        assert ran.code == (2 if "error" in answer else 0)
        return answer

    def refused(self, *words: str | Path) -> tuple[str, str | None]:
        """Run a command that must fail, for people and with --json; return the code and the place of the error."""
        for_people = self(*words)
        assert (for_people.code, for_people.out) == (2, ""), for_people
        assert for_people.err.startswith("Not done. ")
        assert for_people.err.count("\n") == 1
        ran = self(*words, "--json")
        assert (ran.code, ran.err, ran.out.count("\n")) == (2, "", 1)
        (error,) = json.loads(ran.out).values()
        assert set(error) == {"code", "message", "where"}
        assert error["message"] in for_people.err
        return error["code"], error["where"]

    def answer(self, *words: str | Path) -> dict[str, Any]:
        """Run a command with --json; return its answer, of the shape that `event stdio` has, checked."""
        value: dict[str, Any] = self.json(*words)
        check_shape(value)
        assert value["ok"]
        return value

    def tables(self) -> list[dict[str, Any]]:
        """Return the tables that are being played."""
        listed: list[dict[str, Any]] = self.json("event", "tables")["tables"]
        return listed

    def report(self, table: dict[str, Any], seats: int = 1) -> str:
        """Report that the first player of a table wins, or the first ones qualify; return what is said then."""
        number = str(table["table"])
        if table["set"] == "readmission":
            return self.done("event", "report", number, *table["players"][:seats])
        influence = [str(table["target"]), *(str(2 - seat) for seat in range(len(table["players"]) - 1))]
        return self.done("event", "report", number, *influence)


@pytest.fixture
def floorjudge(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    return CommandLine(capsys, monkeypatch)


@pytest.fixture(scope="session")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make, once, a file with eight registered players and one with the first round being played, at two tables of four."""
    folder = tmp_path_factory.mktemp("evenings")
    with closing(open_log(folder / "started.db")) as log:
        started(log)
    with closing(open_log(folder / "registered.db")) as log:
        desk = opened(log)
        for name in NAMES:
            desk.take({"do": "register", "player": name}, "en")
    return folder


@pytest.fixture
def registered(floorjudge: CommandLine, evenings: Path) -> CommandLine:
    """Eight players are registered."""
    shutil.copy(evenings / "registered.db", os.environ["FLOORJUDGE_DB"])
    return floorjudge


@pytest.fixture(name="started")
def started_event(floorjudge: CommandLine, evenings: Path) -> CommandLine:
    """The first round is being played, at two tables of four."""
    shutil.copy(evenings / "started.db", os.environ["FLOORJUDGE_DB"])
    return floorjudge
