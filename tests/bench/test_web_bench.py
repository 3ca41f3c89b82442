"""The benchmark of the web application runs, and its tables have the right rows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TIME = re.compile(r"[\d.]+ (µs|ms|s)")


@pytest.mark.slow
def test_the_benchmark_of_the_web_application_runs() -> None:
    run = [sys.executable, str(ROOT / "bench" / "web.py"), "--quick", "--markdown"]
    done = subprocess.run(run, capture_output=True, text=True, check=True, cwd=ROOT.parent, encoding="utf-8")
    parts = done.stdout.split("### ")[1:]
    tables = [
        [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("|")][2:] for part in parts
    ]
    assert [len(rows) for rows in tables] == [2, 11, 1, 2]
    screens, pages, players, rounds = tables
    assert [row[:2] for row in screens] == [
        ["what has changed", "5"],
        ["the whole page again", "5"],
    ]
    measured = [row[2:8] for row in screens] + [row[2:5] for row in pages[:-1]] + [row[1:8] for row in players + rounds]
    assert all(TIME.fullmatch(cell) for row in measured for cell in row)
    assert [row[0] for row in rounds] == ["1", "2"]
