"""Each benchmark runs, and its tables have the right rows."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest
from bench.find import by_names, costs, names_of
from bench.finder import TYPED, completion, decks
from bench.support import fsyncs, peers
from bench.support.blind import breadth_first
from bench.support.measuring import growth, peak_memory, timed
from bench.support.offers import Asked, Driven, drive, driven, table_of
from bench.support.report import Findings, machine, mib, seconds, show
from bench.support.scaling import chosen
from bench.support.sizes import with_bystanders
from bench.support.stepping import by_its_own_shortcut, stepped
from bench.support.whole import play
from hypothesis import given
from hypothesis import strategies as st
from lab.tests.test_second_opinion import CASE, command

from floorjudge.formats import all_formats
from floorjudge.magic import CardLibrary, CardText
from floorjudge.magic.positions.json_form import read_position
from floorjudge_lab.rows import Produced, Row, written
from tests.magic.cases import BESIDE, example
from tests.magic.conftest import library

ROOT = Path(__file__).parents[2]
TIME = re.compile(r"[\d.]+ (µs|ms|s)")
PEERS = {"cardarena-tournament-core", "swisspair", "krcg"}


@pytest.mark.benchmark
def test_every_benchmark_starts_as_it_is_typed(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for file in sorted((ROOT / "bench").glob("[!_]*.py")):
        words = [sys.executable, str(file), "--help"]
        with subtests.test(name=file.stem):
            done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path)
            assert (done.returncode, done.stderr, "usage: " in done.stdout) == (0, "", True)


def ran(name: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run a benchmark whose tables are read."""
    words = [sys.executable, str(ROOT / "bench" / name), *options, "--markdown"]
    return subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT.parent, encoding="utf-8")


def tables_of(name: str, *options: str) -> list[list[list[str]]]:
    """Return the rows of each table of a benchmark that runs with little."""
    return [rows_of(part) for part in ran(name, *options, "--quick").stdout.split("### ")[1:]]


def rows_of(part: str) -> list[list[str]]:
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def first_cells(rows: list[list[str]]) -> list[str]:
    return [row[0] for row in rows]


@pytest.mark.benchmark
def test_the_benchmark_of_grouping_runs() -> None:
    parts = ran("grouping.py", "--quick").stdout.split("### ")[1:]
    tables = {part.splitlines()[0].partition(":")[0]: rows_of(part) for part in parts}
    rows = tables["Grouping a round"]
    assert first_cells(rows) == ["100", "200", "400", "growth exponent", "that of n log n"]
    assert all(TIME.fullmatch(cell) for row in rows[:3] for cell in row[1:5])
    assert all(row[5].endswith("MiB") for row in rows[:3])
    assert rows[4][1] == rows[4][3] == "1.19"
    rows = tables["The price of proof"]
    assert first_cells(rows) == ["100", "200", "400", "growth exponent"]
    assert all(float(row[3]) > 0 for row in rows[:3])
    rows = tables["Beside others"]
    assert first_cells(rows)[:2] == ["floorjudge", "the naive way"]
    assert {row[0].split()[0] for row in rows[2:]} == PEERS
    for row in rows:
        measured = len(row[0].split()) == 2 or row in rows[:2]
        assert TIME.fullmatch(row[3]) if measured else row[3] == "not installed"
    assert [(row[0], row[4]) for row in tables["A whole tournament"]] == [("30", "30"), ("100", "100")]
    rows = tables["A command on an event of 30 players in a file"]
    assert set(first_cells(rows)) == {
        *("open", "register", "start", "drawn", "report", "amend", "leave", "undo", "next", "show"),
    }
    assert {row[0]: row[1] for row in rows}["register"] == "30"
    what = tables["What else an event costs"]
    assert (len(what), what[-1][1].endswith(" events/s")) == (4, True)


@pytest.mark.benchmark
def test_rounds_of_formats_are_measured_with_how_good_they_are() -> None:
    last, beside, standings, pods, beside_pods, few, commands = tables_of("formats.py")
    assert first_cells(last) == first_cells(standings) == ["16", "32", "growth"]
    assert all(TIME.fullmatch(row[1]) for row in (*last[:2], *standings[:2]))
    assert first_cells(beside)[:2] == ["floorjudge", "the naive way"]
    assert {row[0].split()[0] for row in beside[2:]} == PEERS - {"krcg"}
    ours, naive = ([int(cell) for cell in row[4:]] for row in beside[:2])
    assert last[0][3:] == beside[0][4:]
    assert ours <= naive
    assert first_cells(pods) == ["16", "32", "growth"]
    assert [row[0].split()[0] for row in beside_pods] == ["floorjudge", "the", "krcg"]
    assert pods[0][3:] == beside_pods[0][4:]
    assert int(beside_pods[0][4]) <= int(beside_pods[1][4])
    assert first_cells(few) == ["8", "12"]
    assert all(row[2] == row[3] for row in few)  # proved to be the fewest
    for format_id in all_formats():
        listed = [row for row in commands if row[0] == format_id]
        assert {row[1].split()[0] for row in listed} == {"start", "report", "standings", "next"}
        assert listed[-1][1].endswith("to finished)")
        assert all(TIME.fullmatch(cell) for row in listed for cell in row[2:])


def test_a_tournament_is_played_with_a_readmission_game() -> None:
    played = [play(number)[1] for number in (3, 8, 26, 47)]
    assert [each.placed for each in played] == [3, 8, 26, 47]
    assert sum(each.readmission_games for each in played) > 0


@given(st.floats(1e-9, 1e5))
def test_any_time_is_written_with_three_digits_that_count(value: float) -> None:
    written = seconds(value)
    assert TIME.fullmatch(written)
    amount, unit = written.split()
    assert float(amount) * {"s": 1.0, "ms": 1e-3, "µs": 1e-6}[unit] == pytest.approx(value, rel=0.006)
    assert float(amount) < 1_000 or unit == "s"
    assert amount == f"{float(amount):.16g}"


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


def test_where_strace_is_missing_or_may_not_watch_fsyncs_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    for strace, why in ((None, "strace is not installed"), (shutil.which("false"), "strace may not watch here")):
        with monkeypatch.context() as patch:
            patch.setattr(shutil, "which", lambda _, strace=strace: strace)
            assert fsyncs.fsyncs(30) == f"not counted: {why}"


def test_a_peer_that_is_missing_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(peers, "version", nothing)
    monkeypatch.setattr(peers, "alone", lambda measure, *arguments: measure(*arguments))
    table = peers.peers((12,), 1, 10)
    assert [row[3] for row in table.rows if row[0] in PEERS] == ["not installed"] * 3


NAMES = [f"Card of {letter}{other}" for letter in "abcdefghijklm" for other in "nopqrstuvw"]


def test_completion_is_measured_for_all_that_people_type() -> None:
    found = completion(NAMES, 3)
    assert [row[0] for row in found.rows[:-1]] == list(TYPED)
    assert all(TIME.fullmatch(cell) for row in found.rows[:-1] for cell in row[1:])


def test_decks_are_compared_with_few_and_many_combinations() -> None:
    library = CardLibrary.of_texts([CardText(name, "Artifact").side() for name in NAMES])
    found = decks(NAMES, library, (3, 200))
    assert [row[0] for row in found.rows] == ["3", "200"]


GOND = "presence-of-gond-intruder-alarm"

__all__ = ["library"]


@pytest.mark.benchmark
def test_the_benchmark_of_real_loops_runs(card_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(card_file.parent))
    exact, who = tables_of("magic.py")
    assert [row[1] for row in exact] == ["10", "10^100"] * 2
    assert all(TIME.fullmatch(row[4]) for row in exact)
    assert [row[3] for row in exact if row[1] == "10^100"] == ["refuses the count"] * 2
    assert [row[1] for row in who if row[0] == "certified"] == ["4 of 4"]


def test_performing_makes_the_board_that_the_cards_say_and_the_engines_shortcut_not_always(
    library: CardLibrary,
) -> None:
    case, mana = example(GOND), example("power-artifact-grim-monolith")
    assert stepped(case, library, 5, 60.0).why_not is None
    assert stepped(case, library, 100, 0.0).gave_up
    assert by_its_own_shortcut(case, library, 5, 60.0).why_not is None
    assert by_its_own_shortcut(mana, library, 10, 60.0).why_not == "100 instead of 10"
    assert by_its_own_shortcut(case, library, 10**6, 60.0).why_not == "refuses the count"


@pytest.mark.benchmark
def test_cases_are_counted_and_what_differs_is_named(
    tmp_path: Path, card_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(card_file.parent))
    files = []
    for name, times in (("twice", 2), ("thrice", 3)):
        files.append(tmp_path / f"{name}.json")
        files[-1].write_text(json.dumps({**CASE, "times": times}), "utf-8")
    done = ran("second.py", command("twice"), *map(str, files))
    assert "| certified | 0 | 2 | 0 | 0 |" in done.stdout
    assert "| thrice | certified |" in done.stdout
    assert shlex.quote("twice") in done.stderr


@pytest.mark.benchmark
def test_the_benchmark_of_loops_runs() -> None:
    done = ran("loops.py", "--quick")
    titles = [line for line in done.stdout.splitlines() if line.startswith("### ")]
    assert len(titles) == 4
    assert "target" not in done.stdout
    nested = [row for row in done.stdout.splitlines() if row.startswith(("| a counter more", "| damage by"))]
    assert [row.split(" | ")[1] for row in nested] == ["10", "100", "10^100", "largest to smallest"] * 2
    rows = [line for line in done.stdout.splitlines() if line.startswith(("| translation", "| degree", "| doubling"))]
    assert len(rows) == 8
    assert sum("10^100" in row and "| – |" in row for row in rows) == 4


@pytest.mark.benchmark
def test_the_benchmark_of_the_web_application_runs() -> None:
    tables = tables_of("web.py")
    assert [len(rows) for rows in tables] == [2, 2, 11, 1, 2]
    screens, hall, pages, players, rounds = tables
    assert [row[:2] for row in screens] == [
        ["what has changed", "5"],
        ["the whole page again", "5"],
    ]
    assert [row[0] for row in hall] == ["told of every record", "told of what is theirs"]
    measured = [
        *(row[2:8] for row in screens),
        *(row[4:] for row in hall),
        *(row[2:5] for row in pages[:-1]),
        *(row[1:8] for row in players + rounds),
    ]
    assert all(TIME.fullmatch(cell) for row in measured for cell in row)
    assert [row[0] for row in rounds] == ["1", "2"]


@pytest.fixture(autouse=True)
def _all_cards(_home_of_its_own: None, card_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every process of a test know all cards."""
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(card_file.parent))


def found(name: str) -> dict[str, Any]:
    """Return an example as a row of a collection has it."""
    given = example(name).given
    return {field: value for field, value in given.items() if field not in ("about", "expected")} | {"times": "10^100"}


def test_cards_of_the_title_are_asked_for_and_the_others_help() -> None:
    assert names_of(example(GOND)) == (["Intruder Alarm", "Presence of Gond"], ["Grizzly Bears"])
    assert names_of(example("peregrine-drake-eldrazi-displacer"))[1] == ["5 Wastes"]


@pytest.mark.benchmark
def test_what_a_position_costs_is_measured(library: CardLibrary) -> None:
    (found,) = costs(library, 1)
    assert all(TIME.fullmatch(cell) for row in found.rows for cell in row[2:])


@pytest.mark.benchmark
@pytest.mark.parametrize(
    ("name", "what"),
    [
        (GOND, "the same board"),
        ("power-artifact-grim-monolith", "another board"),
        ("exquisite-blood-vito", "ends the game"),
        ("famished-paladin-resplendent-mentor", "offers nothing"),
    ],
)
def test_what_the_engine_itself_makes_of_a_loop_is_compared_with_its_iterations(
    name: str, what: str, library: CardLibrary
) -> None:
    came = drive(Asked(found(name), patience=1.0), library)
    assert came.what == what
    assert came.engine > 0
    assert came.certified > 0


@pytest.mark.benchmark
def test_a_loop_that_cannot_be_driven_costs_nothing_but_itself() -> None:
    assert driven(Asked({"no": "case"})) == Driven("crash or hang")


def test_loops_are_counted_by_what_they_give_and_by_their_cards() -> None:
    loops = [
        ((2, frozenset({"mana"})), Driven("the same board", 0.001, 0.1)),
        ((3, frozenset({"mana", "life"})), Driven("another board", 0.003, 0.3)),
        ((3, frozenset({"life"})), Driven("crash or hang")),
    ]
    (table,) = table_of(loops)
    assert {row[0]: row[1:5] for row in table.rows} == {
        "life": ("2", "1", "0", "1"),
        "mana": ("2", "2", "1", "1"),
        "of 2 cards": ("1", "1", "1", "0"),
        "of 3 cards": ("2", "1", "0", "1"),
        "all": ("3", "2", "1", "1"),
    }
    assert table.rows[-1][-2:] == ("3 ms", "300 ms")
    assert {len(row) for row in table.rows} == {len(table.heads)}


def test_the_blind_search_finds_what_is_near_and_grows_with_bystanders(library: CardLibrary) -> None:
    position = read_position(example("devoted-druid-vizier-of-remedies").given, beside=BESIDE)
    alone = breadth_first(position, library, 30.0)
    crowded = breadth_first(with_bystanders(position, 2), library, 30.0)
    assert alone.found
    assert crowded.found
    assert crowded.reached > alone.reached
    assert not breadth_first(position, library, 0.0).found
    nothing = read_position({"battlefield": [["Grizzly Bears"], []]})
    assert not breadth_first(nothing, library, 30.0).found


def test_the_same_seed_chooses_the_same_combinations() -> None:
    every = by_names()
    assert len(every) > 50
    assert all("Grizzly Bears" not in each.cards for each in every)
    assert chosen(every, 5, 1) == chosen(every, 5, 1) != chosen(every, 5, 2)
    assert len(chosen(every[:3], 5, 1)) == 3


@pytest.mark.benchmark
def test_the_benchmark_runs(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    made = (Produced("tokens", "tokens"),)
    certified = Row(id="own", cards=("One", "Two"), verdict="certified", produces=made, case=found(GOND))
    rows.write_bytes(written(certified) + written(Row(id="other", cards=("One",), verdict="not_found")))
    asked = ("--famous", "--only", GOND, "--collection", str(rows), "--scaling", "--sizes")
    famous, own, side_by_side, besides, sizes = tables_of("find.py", *asked)
    assert [row[1] for row in famous] == ["extended"]
    assert [row[:4] for row in own] == [[name, "1", "1", "1"] for name in ("tokens", "of 2 cards", "all")]
    assert [row[:2] for row in side_by_side] == [["joblib", "2"], ["Dask cluster", "2"]]
    assert all(float(row[2]) > 0 for row in side_by_side)
    assert TIME.fullmatch(besides[0][1])
    assert [row[1] for row in sizes] == ["0", "2"]
    assert all(TIME.fullmatch(row[3]) for row in sizes)


@pytest.mark.benchmark
def test_searches_by_names_say_what_was_found_and_what_a_change_has_won_and_lost(tmp_path: Path) -> None:
    asked, before, saved = (tmp_path / f"{name}.jsonl" for name in ("rows", "before", "now"))
    rows = [
        {"id": "1", "cards": ["Power Artifact", "Grim Monolith"]},
        {"id": "2", "cards": ["Plains", "Island"]},
        {"id": "3", "cards": ["Plains", "No Such Card"]},
    ]
    asked.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    earlier = [row | {"result": result} for row, result in zip(rows, ("time", "found", "refused"), strict=True)]
    before.write_text("\n".join(map(json.dumps, earlier)), "utf-8")
    words = ("by_names.py", str(asked), "--seconds", "3", "--save", str(saved), "--before", str(before))
    done = ran(*words)
    results, changed = done.stdout.split("### ")[1:]
    assert results.startswith("1 of 3 found")
    assert sorted(rows_of(results)) == [["exhausted", "1"], ["found", "1"], ["refused", "1"]]
    assert changed.startswith("1 won, 1 lost")
    assert rows_of(changed) == [
        ["Power Artifact + Grim Monolith", "time", "found"],
        ["Plains + Island", "found", "exhausted"],
    ]
    assert [json.loads(line)["id"] for line in saved.read_text("utf-8").splitlines()] == ["1", "2", "3"]
    again = ran(*words)
    assert (again.stdout, again.stderr) == (done.stdout, "")


@pytest.mark.benchmark
def test_the_benchmark_of_what_requests_cost_runs() -> None:
    (rows,) = tables_of("serving.py")
    assert {"a line typed", "a list of 40 names, shown first", "a rehearsal"} <= {row[0] for row in rows}
    assert all(TIME.fullmatch(cell) for row in rows for cell in row[1:])
