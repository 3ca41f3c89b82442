"""The benchmark of second opinions runs, counts, and names what does not agree."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.magic.second_opinion.test_second_opinion import CASE, command

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_cases_are_counted_and_what_differs_is_named(
    tmp_path: Path, card_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(card_file.parent))
    files = []
    for name, times in (("twice", 2), ("thrice", 3)):
        files.append(tmp_path / f"{name}.json")
        files[-1].write_text(json.dumps({**CASE, "times": times}), "utf-8")
    run = [sys.executable, str(ROOT / "bench" / "second.py"), command("twice"), *map(str, files), "--markdown"]
    done = subprocess.run(run, capture_output=True, text=True, check=True, encoding="utf-8")
    assert "| certified | 0 | 2 | 0 | 0 |" in done.stdout
    assert "| thrice | certified |" in done.stdout
    assert shlex.quote("twice") in done.stderr
