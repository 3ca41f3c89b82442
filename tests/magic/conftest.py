"""Card texts for the tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from floorjudge.magic import CardLibrary

pytest.importorskip("phase")


@pytest.fixture(scope="session")
def library(card_file: Path) -> Iterator[CardLibrary]:
    opened = CardLibrary.open(card_file)
    yield opened
    opened.close()
