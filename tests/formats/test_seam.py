"""What is not a format knows none: no word of one stands in the code, the pages, the styles or the scripts of the rest."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "floorjudge"
WORDS = re.compile(r"on_the_edge|mtr_swiss|pods|readmission|inactive|influence")
WRITTEN = {".py", ".html", ".css", ".js", ".typ"}


@pytest.mark.parametrize("folder", ["events", "store", "web", "cli"])
def test_no_word_of_a_format_stands_there(folder: str) -> None:
    files = [path for path in sorted((SOURCE / folder).rglob("*")) if path.suffix in WRITTEN]
    assert len(files) > 10
    found = [
        f"{path.relative_to(SOURCE)}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if WORDS.search(line)
    ]
    assert found == []
