"""`floorjudge magic cards`: importing card texts, and reporting what the engine understands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import CommandLine

pytest.importorskip("phase")

CARDS: list[dict[str, Any]] = [
    {"name": "Plain Bear", "manaCost": "{1}{G}", "type": "Creature — Bear", "types": ["Creature"], "subtypes": ["Bear"],
     "power": "2", "toughness": "2", "text": "", "layout": "normal"},
    {"name": "Odd Bear", "manaCost": "{1}{G}", "type": "Creature — Bear", "types": ["Creature"], "subtypes": ["Bear"],
     "power": "2", "toughness": "2", "text": "{T}: Draw a card.\n{2}: Frobnicate the nearest gizmo.", "layout": "normal"},
    {"name": "Riddle", "manaCost": "{U}", "type": "Instant", "types": ["Instant"], "text": "Frobnicate the nearest gizmo.", "layout": "normal"},
]  # fmt: skip


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def source(tmp_path: Path) -> str:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps(CARDS), "utf-8")
    return str(file)


def test_cards_are_imported_and_reported(floorjudge: CommandLine, source: str) -> None:
    assert "3 cards imported." in floorjudge.done("magic", "cards", "import", source)
    said = floorjudge.json("magic", "cards", "report", "--all")
    assert said["counts"] == {"fully": 1, "partly": 1, "not at all": 1}
    by_name = {card["card"]: card for card in said["cards"]}
    assert by_name["Plain Bear"] == {"card": "Plain Bear", "understood": "fully", "reasons": []}
    assert by_name["Riddle"]["understood"] == "not at all"
    assert "frobnicate" in by_name["Odd Bear"]["reasons"][0].lower()


def test_a_report_for_people_lists_what_was_not_understood(floorjudge: CommandLine, source: str) -> None:
    floorjudge.done("magic", "cards", "import", source)
    every = floorjudge.done("magic", "cards", "report", "--all")
    assert "Odd Bear" in every
    assert "Plain Bear" not in every
    assert "1 of 3 (33.3 %)" in every
    assert "Plain Bear" in floorjudge.done("magic", "cards", "report", "plain bear")


def test_a_sample_has_so_many_cards(floorjudge: CommandLine, source: str) -> None:
    floorjudge.done("magic", "cards", "import", source)
    assert len(floorjudge.json("magic", "cards", "report", "--sample", "2")["cards"]) == 2
    assert len(floorjudge.json("magic", "cards", "report", "--sample", "99")["cards"]) == 3


def test_half_a_name_is_completed(floorjudge: CommandLine, source: str) -> None:
    floorjudge.done("magic", "cards", "import", source)
    assert floorjudge.done("magic", "cards", "complete", "baer") == "Odd Bear\nPlain Bear\n"
    assert floorjudge.json("magic", "cards", "complete", "b", "--limit", "1") == {"names": ["Odd Bear"]}


@pytest.mark.engine
def test_without_a_file_the_installed_collection_is_imported(floorjudge: CommandLine) -> None:
    assert floorjudge.json("magic", "cards", "import")["cards"] > 30_000
    assert floorjudge.json("magic", "cards", "report", "Grizzly Bears")["counts"]["fully"] == 1


def test_a_report_is_on_one_kind_of_cards(floorjudge: CommandLine) -> None:
    for words in ((), ("--all", "--sample", "2"), ("Plain Bear", "--all")):
        assert floorjudge.refused("magic", "cards", "report", *words)[0] == "which_cards"


def test_a_file_that_is_not_there(floorjudge: CommandLine, tmp_path: Path) -> None:
    assert floorjudge.refused("magic", "cards", "import", str(tmp_path / "none.json"))[0] == "bad_card_file"
