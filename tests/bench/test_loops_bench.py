"""The benchmark of loops runs, and its tables have the right rows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_benchmark_of_loops_runs() -> None:
    run = [sys.executable, str(ROOT / "bench" / "loops.py"), "--quick", "--markdown"]
    done = subprocess.run(run, capture_output=True, text=True, check=True, cwd=ROOT.parent, encoding="utf-8")
    titles = [line for line in done.stdout.splitlines() if line.startswith("### ")]
    assert len(titles) == 3
    assert "target" not in done.stdout
    rows = [line for line in done.stdout.splitlines() if line.startswith(("| translation", "| degree", "| doubling"))]
    assert len(rows) == 8
    assert sum("10^100" in row and "| – |" in row for row in rows) == 4
