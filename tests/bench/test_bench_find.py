"""The benchmark of finding loops runs, and asks only for what the examples name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from bench.find import names_of

from tests.bench.test_bench_runs import TIME, rows_of
from tests.games.magic.cases import example

ROOT = Path(__file__).parents[2]
GOND = "presence-of-gond-intruder-alarm"


def test_cards_of_the_title_are_asked_for_and_the_others_help() -> None:
    assert names_of(example(GOND)) == (["Intruder Alarm", "Presence of Gond"], ["Grizzly Bears"])
    assert names_of(example("peregrine-drake-eldrazi-displacer"))[1] == ["5 Wastes"]


@pytest.mark.slow
def test_the_benchmark_of_finding_runs() -> None:
    run = [sys.executable, str(ROOT / "bench" / "find.py"), "--famous", "--only", GOND, "--markdown"]
    done = subprocess.run(run, capture_output=True, text=True, check=True, cwd=ROOT.parent, encoding="utf-8")
    costs, famous = (rows_of(part) for part in done.stdout.split("### ")[1:])
    assert all(TIME.fullmatch(cell) for row in costs for cell in row[2:])
    assert [row[1] for row in famous] == ["extended"]
