"""The benchmark of finding loops runs, asks only for what the examples name, and counts what the engine's own detection makes of loops."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from bench.find import by_names, costs, names_of
from bench.support.blind import breadth_first
from bench.support.offers import Asked, Driven, drive, driven, table_of
from bench.support.scaling import chosen
from bench.support.sizes import with_bystanders

from floorjudge.magic import CardLibrary
from floorjudge.magic.collections.rows import Produced, Row, written
from floorjudge.magic.positions.json_form import read_position
from tests.bench.test_bench_runs import TIME, rows_of
from tests.magic.cases import BESIDE, example
from tests.magic.conftest import library

ROOT = Path(__file__).parents[2]
GOND = "presence-of-gond-intruder-alarm"

__all__ = ["library"]


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


@pytest.mark.slow
def test_what_a_position_costs_is_measured(library: CardLibrary) -> None:
    (found,) = costs(library, 1)
    assert all(TIME.fullmatch(cell) for row in found.rows for cell in row[2:])


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_benchmark_runs(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    made = (Produced("tokens", "tokens"),)
    certified = Row(id="own", cards=("One", "Two"), verdict="certified", produces=made, case=found(GOND))
    rows.write_bytes(written(certified) + written(Row(id="other", cards=("One",), verdict="not_found")))
    asked = ("--famous", "--only", GOND, "--collection", str(rows), "--scaling", "--sizes", "--quick", "--markdown")
    command = [sys.executable, str(ROOT / "bench" / "find.py"), *asked]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT.parent, encoding="utf-8")
    famous, own, side_by_side, besides, sizes = (rows_of(part) for part in done.stdout.split("### ")[1:])
    assert [row[1] for row in famous] == ["extended"]
    assert [row[:4] for row in own] == [[name, "1", "1", "1"] for name in ("tokens", "of 2 cards", "all")]
    assert [row[:2] for row in side_by_side] == [["joblib", "2"], ["Dask cluster", "2"]]
    assert all(float(row[2]) > 0 for row in side_by_side)
    assert TIME.fullmatch(besides[0][1])
    assert [row[1] for row in sizes] == ["0", "2"]
    assert all(TIME.fullmatch(row[3]) for row in sizes)
