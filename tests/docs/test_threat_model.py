"""docs/threat-model.md: every promise names tests that there are."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_promise_names_tests_that_there_are() -> None:
    page = (ROOT / "docs" / "threat-model.md").read_text("utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    there = {
        name
        for file in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.MULTILINE)
    }
    assert named
    assert named <= there
