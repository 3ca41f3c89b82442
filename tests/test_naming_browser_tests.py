"""What becomes of the tests in a browser where they are named in a run that has none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.server
def test_a_browser_test_that_is_named_without_a_browser_is_skipped_with_the_reason() -> None:
    without = {name: value for name, value in os.environ.items() if name != "FLOORJUDGE_CHROMIUM"}
    named = min((ROOT / "tests" / "e2e").glob("test_*.py")).relative_to(ROOT).as_posix()
    command = (sys.executable, "-m", "pytest", "-q", "-rs", "-n", "0", "-p", "no:cacheprovider", named)
    run = subprocess.run(command, cwd=ROOT, env=without, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    assert f"python3 dev.py e2e {named}" in run.stdout
    assert "passed" not in run.stdout
