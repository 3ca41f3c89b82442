"""The benchmark of real loops runs, and whoever answers gives the board that the cards say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from bench.support.stepping import by_its_own_shortcut, stepped

from floorjudge.magic import CardLibrary
from tests.bench.test_bench_runs import TIME, rows_of
from tests.magic.cases import example
from tests.magic.conftest import library

ROOT = Path(__file__).parents[2]
GOND = "presence-of-gond-intruder-alarm"

__all__ = ["library"]


@pytest.mark.slow
def test_the_benchmark_of_real_loops_runs(card_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(card_file.parent))
    run = [sys.executable, str(ROOT / "bench" / "magic.py"), "--quick", "--markdown"]
    done = subprocess.run(run, capture_output=True, text=True, check=True, cwd=ROOT.parent, encoding="utf-8")
    exact, who = (rows_of(part) for part in done.stdout.split("### ")[1:])
    assert [row[1] for row in exact] == ["10", "10^100"] * 2
    assert all(TIME.fullmatch(row[4]) for row in exact)
    assert [row[3] for row in exact if row[1] == "10^100"] == ["refuses the count"] * 2
    assert [row[1] for row in who if row[0] == "certified"] == ["4 of 4"]


@pytest.mark.slow
def test_performing_and_the_engines_shortcut_make_the_board_that_the_cards_say(library: CardLibrary) -> None:
    case = example(GOND)
    assert stepped(case, library, 5, 60.0).why_not is None
    assert by_its_own_shortcut(case, library, 5, 60.0).why_not is None
    impatient = stepped(case, library, 100, 0.0)
    assert impatient.gave_up


def test_the_engines_shortcut_makes_another_amount_of_mana(library: CardLibrary) -> None:
    assert (
        by_its_own_shortcut(example("power-artifact-grim-monolith"), library, 10, 60.0).why_not == "100 instead of 10"
    )


def test_the_engine_takes_no_count_above_a_thousand(library: CardLibrary) -> None:
    assert by_its_own_shortcut(example(GOND), library, 10**6, 60.0).why_not == "refuses the count"
