"""The benchmark of groups and tournaments runs, and its tables have the right rows."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from bench.support import fsyncs, peers
from bench.support.measuring import growth, peak_memory, timed
from bench.support.report import Findings, machine, mib, seconds, show
from bench.support.whole import play

ROOT = Path(__file__).parents[2]
TIME = re.compile(r"[\d.]+ (µs|ms|s)")
PEERS = {"cardarena-tournament-core", "swisspair", "krcg"}


@pytest.mark.parametrize("file", sorted((ROOT / "bench").glob("[!_]*.py")), ids=lambda file: file.stem)
def test_every_benchmark_starts_as_it_is_typed(file: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(file), "--help"], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "usage: " in done.stdout


@pytest.fixture(scope="module")
def tables() -> dict[str, list[list[str]]]:
    """Run the benchmark with few players; give each table's rows by the first words of its title."""
    run = [sys.executable, str(ROOT / "bench" / "grouping.py"), "--quick", "--markdown"]
    done = subprocess.run(run, capture_output=True, text=True, check=True, cwd=ROOT.parent, encoding="utf-8")
    parts = done.stdout.split("### ")[1:]
    return {part.splitlines()[0].partition(":")[0]: rows_of(part) for part in parts}


def rows_of(part: str) -> list[list[str]]:
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def first_cells(rows: list[list[str]]) -> list[str]:
    return [row[0] for row in rows]


@pytest.mark.slow
def test_rounds_have_a_row_for_each_size_and_the_growth(tables: dict[str, list[list[str]]]) -> None:
    rows = tables["Grouping a round"]
    assert first_cells(rows) == ["100", "200", "400", "growth exponent", "that of n log n"]
    assert all(TIME.fullmatch(cell) for row in rows[:3] for cell in row[1:5])
    assert all(row[5].endswith("MiB") for row in rows[:3])
    assert rows[4][1] == rows[4][3] == "1.19"


@pytest.mark.slow
def test_proof_is_compared_with_a_shuffle(tables: dict[str, list[list[str]]]) -> None:
    rows = tables["The price of proof"]
    assert first_cells(rows) == ["100", "200", "400", "growth exponent"]
    assert all(float(row[3]) > 0 for row in rows[:3])


@pytest.mark.slow
def test_peers_are_measured_or_said_to_be_missing(tables: dict[str, list[list[str]]]) -> None:
    rows = tables["Beside others"]
    assert first_cells(rows)[:2] == ["floorjudge", "the naive way"]
    assert {row[0].split()[0] for row in rows[2:]} == PEERS
    for row in rows:
        measured = len(row[0].split()) == 2 or row in rows[:2]
        assert TIME.fullmatch(row[3]) if measured else row[3] == "not installed"


@pytest.mark.slow
def test_everybody_has_a_place_at_the_end_of_a_tournament(tables: dict[str, list[list[str]]]) -> None:
    rows = tables["A whole tournament"]
    assert first_cells(rows) == ["30", "100"]
    assert [row[4] for row in rows] == ["30", "100"]


@pytest.mark.slow
def test_each_kind_of_command_is_measured(tables: dict[str, list[list[str]]]) -> None:
    rows = tables["A command on an event of 30 players in a file"]
    assert set(first_cells(rows)) == {
        *("open", "register", "start", "drawn", "report", "amend", "leave", "undo", "next", "show"),
    }
    assert dict(zip(first_cells(rows), [row[1] for row in rows], strict=True))["register"] == "30"
    what = tables["What else an event costs"]
    assert len(what) == 5
    assert TIME.fullmatch(what[-1][1])


def test_a_tournament_is_played_with_a_readmission_game() -> None:
    played = [play(number)[1] for number in (3, 8, 26, 47)]
    assert [each.placed for each in played] == [3, 8, 26, 47]
    assert sum(each.readmission_games for each in played) > 0


def test_growth_is_the_exponent() -> None:
    sizes = (10, 100, 1_000)
    assert growth(sizes, [size**2 / 7 for size in sizes]) == pytest.approx(2)
    assert growth(sizes, [5.0] * 3) == pytest.approx(0)


def test_work_is_repeated_and_measured() -> None:
    done: list[int] = []
    spent = timed(lambda: done.append(1), repeats=4)
    assert len(done) == 4
    assert spent.wall >= 0
    assert 1 < peak_memory() < 1_000_000


@pytest.mark.parametrize(
    ("value", "said"),
    [(12.34, "12.3 s"), (1.0, "1 s"), (0.01234, "12.3 ms"), (0.000_05, "50 µs"), (1_234.5, "1234 s")],
)
def test_times_are_said_with_three_digits(value: float, said: str) -> None:
    assert seconds(value) == said


def test_memory_is_said_in_mebibytes() -> None:
    assert mib(1_234.5) == "1,234 MiB"


def test_the_machine_is_named_without_its_name() -> None:
    assert "cores" in machine()
    assert "/" not in machine()


def test_tables_are_drawn_for_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    show([Findings("Title", ("word", "number"), [("one", "1 s")])], markdown=False)
    drawn = capsys.readouterr().out
    assert all(expected in drawn for expected in ("Title", "word", "number", "one", "1 s"))


def test_fsyncs_are_counted_between_marks() -> None:
    lines = ("1 fsync(3) = 0", "1 getpriority(PRIO_PROCESS, 0) = 20", "1 fdatasync(3) = 0", "1 fsync(4) = 0")
    trace = "\n".join((*lines, lines[1], lines[1], "1 fsync(3) = 0"))
    assert fsyncs.per_command(trace) == [2, 0]


def test_without_strace_fsyncs_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert fsyncs.fsyncs(30) == "not counted: strace is not installed"


def test_where_strace_may_not_watch_fsyncs_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    refusing = shutil.which("false")
    monkeypatch.setattr(shutil, "which", lambda _: refusing)
    assert fsyncs.fsyncs(30) == "not counted: strace may not watch here"


def test_a_peer_that_is_missing_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(peers, "version", nothing)
    monkeypatch.setattr(peers, "alone", lambda measure, *arguments: measure(*arguments))
    table = peers.peers((12,), 1, 10)
    assert [row[3] for row in table.rows if row[0] in PEERS] == ["not installed"] * 3
