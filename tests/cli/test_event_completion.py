"""Tab completion of commands, events and players."""

from __future__ import annotations

from pathlib import Path

import pytest

from floorjudge.cli import main
from tests.cli.conftest import CommandLine


class Shell:
    """Asks for completions as bash does."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, typed: str) -> list[str]:
        """Return what could stand at the end of a line that begins so."""
        self._monkeypatch.setenv("_FLOORJUDGE_COMPLETE", "complete_bash")
        self._monkeypatch.setenv("COMP_WORDS", typed)
        self._monkeypatch.setenv("COMP_CWORD", str(len(typed.split(" ")) - 1))
        with pytest.raises(SystemExit) as ended:
            main([])
        assert ended.value.code == 0
        self._monkeypatch.delenv("_FLOORJUDGE_COMPLETE")
        printed = self._capsys.readouterr()
        assert printed.err == ""
        return [line for line in printed.out.splitlines() if line]


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(capsys, monkeypatch)


def test_commands(shell: Shell) -> None:
    assert {"event", "deck", "rules", "demo"} <= set(shell("floorjudge "))
    assert shell("floorjudge ev") == ["event"]
    assert shell("floorjudge event re") == ["register", "rename", "reopen", "report", "renew-seed", "restore"]
    assert "--winner" in shell("floorjudge event report --")


def test_players(shell: Shell, started: CommandLine) -> None:
    everybody = ["Ana", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"]
    assert shell("floorjudge event leave ") == everybody
    assert shell("floorjudge event leave F") == ["Fay"]
    assert shell("floorjudge event report 1 --winner H") == ["Hal"]
    assert shell("floorjudge event report 1 --qualified H") == ["Hal"]
    assert shell("floorjudge event leave X") == []
    started.done("event", "new", "Saturday")
    assert shell("floorjudge event leave ") == []
    assert shell("floorjudge event leave --event friday ") == everybody
    assert shell("floorjudge event deck --event nothing ") == []


def test_events(shell: Shell, floorjudge: CommandLine, tmp_path: Path) -> None:
    assert shell("floorjudge event standings --event ") == []
    for name in ("Friday", "Saturday", "Friday"):
        floorjudge.done("event", "new", name)
    assert shell("floorjudge event standings --event ") == ["friday", "saturday", "friday-2"]
    assert shell("floorjudge event standings -e fr") == ["friday", "friday-2"]
    assert shell(f"floorjudge event standings --db {tmp_path}/other.db --event ") == []


def test_nothing_is_said_about_a_file_that_cannot_be_read(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ana,\n" * 1000, "utf-8")
    assert shell(f"floorjudge event leave --db {file} ") == []
    assert shell(f"floorjudge event standings --db {file} --event ") == []


def test_completing_makes_no_file(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "slip.db"
    assert shell(f"floorjudge event leave --db {file} ") == []
    assert not file.exists()
