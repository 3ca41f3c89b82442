"""`floorjudge-lab`: a collection, its rows and its report, for people and for programs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from lab.tests.own_collection import collection_file, combination
from lab.tests.own_rows import row

from floorjudge import __version__
from floorjudge.magic.engine.engine import engine_version
from floorjudge_lab import __version__ as lab_version
from floorjudge_lab.cli import PROGRAM
from floorjudge_lab.rows import NAME, Row, RowFile, read_rows
from tests.cli.conftest import CommandLine
from tests.support.own_cards import STONE, card_file
from tests.support.waiting import PATIENCE, wait_until

pytest.importorskip("phase")


@pytest.fixture
def cards(tmp_path: Path) -> str:
    return str(card_file(tmp_path))


@pytest.fixture
def collection(tmp_path: Path) -> str:
    return str(collection_file(tmp_path, combination("loop"), combination("ghost", "Own Ghost")))


@pytest.mark.engine
def test_programs_get_the_counts_and_every_combination_its_row(
    lab: CommandLine, collection: str, cards: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    asked = ("verify", collection, "--out", str(out), "--seconds", "9", "--cards", cards, "--jobs", "1")
    first = lab.json(*asked)
    assert first["rows"] == 2
    assert first["verdicts"] == {"certified": 1, "not_set_up": 1}
    assert first["reasons"] == {"unknown_card": 1}
    assert [(each.id, each.verdict) for each in read_rows(out / NAME, Row)] == [
        ("loop", "certified"),
        ("ghost", "not_set_up"),
    ]
    assert Path(first["file"]) == out / NAME
    assert Path(first["report"]).read_text("utf-8").startswith("# Certified: 1 of 2 combinations")
    assert Path(first["table"]).read_text("utf-8").count("\n") == 3


def test_people_get_tables_of_what_is_there(lab: CommandLine, tmp_path: Path) -> None:
    with RowFile(tmp_path / "out", Row) as file:
        file.add(row("loop"))
        file.add(row("ghost", verdict="not_found", reason="time"))
        file.add(row("of another collection"))
    shown = lab.done("report", str(tmp_path / "out"))
    assert "3 combinations" in shown
    assert "the time ran out" in shown
    assert "67%" in shown
    assert "report.md" in shown


def test_only_the_rows_of_the_collection_are_counted(lab: CommandLine, tmp_path: Path) -> None:
    many = [combination(str(number)) for number in range(30)]
    with RowFile(tmp_path / "out", Row) as file:
        for each in many:
            file.add(row(each.id, engine=engine_version(), floorjudge=__version__))
    asked = ("verify", str(collection_file(tmp_path, *many[3:7])), "--out", str(tmp_path / "out"))
    assert lab.json(*asked)["rows"] == 4
    assert len(read_rows(tmp_path / "out" / NAME, Row)) == 30


def test_a_folder_without_rows_and_a_collection_that_is_none_are_refused(lab: CommandLine, tmp_path: Path) -> None:
    assert lab.refused("report", str(tmp_path / "out"))[0] == "unreadable_file"
    assert lab.refused("verify", str(tmp_path), "--out", str(tmp_path / "out"))[0] == "unreadable_file"


# Whoever starts the tests in the background may have told them not to hear Control-C.
INTERRUPTIBLE = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from floorjudge_lab.cli import main; main()"


@pytest.mark.engine
def test_control_c_keeps_what_is_done_and_says_how_to_go_on(cards: str, tmp_path: Path) -> None:
    others = [combination(f"none {number}", STONE) for number in range(60)]
    endless = collection_file(tmp_path, combination("loop"), *others)
    out = tmp_path / "out"
    command = [
        sys.executable,
        "-c",
        INTERRUPTIBLE,
        "verify",
        str(endless),
        "--out",
        str(out),
        "--cards",
        cards,
    ]
    process = subprocess.Popen([*command, "--jobs", "1", "--seconds", "60"], stderr=subprocess.PIPE, text=True)
    wait_until(lambda: process.poll() is not None or ((out / NAME).exists() and (out / NAME).stat().st_size))
    assert process.poll() is None
    os.kill(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "type the same again to go on" in said
    assert "Traceback" not in said
    done = [each.id for each in read_rows(out / NAME, Row)]
    assert "loop" in done
    assert len(done) <= len(others)


def test_it_speaks_english_only(lab: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert lab.refused("report", str(tmp_path), "--lang", "es") == ("unknown_language", "--lang")
    monkeypatch.setenv("FLOORJUDGE_LANG", "es")
    shown = lab.done("--help")
    assert "Options" in shown
    assert "--lang" not in shown
    assert all(name in shown for name in PROGRAM.commands)
    assert lab.done("--version") == f"floorjudge-lab {lab_version}\n"
