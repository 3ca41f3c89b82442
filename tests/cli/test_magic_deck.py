"""`floorjudge magic deck`, for people and for programs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from floorjudge.magic.book.entries import KnownCombination
from floorjudge.magic.book.known import combinations_of_the_book
from tests.cli.conftest import CommandLine
from tests.support.own_cards import SPRING, STONE, WAKER, card_file

pytest.importorskip("phase")


@pytest.fixture
def deck(tmp_path: Path) -> str:
    """Import cards of our own, and write a deck of three of them and one that nobody knows."""
    cache = Path(os.environ["FLOORJUDGE_CACHE"])
    cache.mkdir()
    card_file(tmp_path).rename(cache / "magic-cards.sqlite3")
    file = tmp_path / "deck.txt"
    file.write_text(f"4 {SPRING}\n1 {WAKER} (DMU) 5\n1 Own Stoone\n\nSideboard\n1 {STONE}\n", "utf-8")
    return str(file)


def test_a_deck_is_compared_with_the_book(floorjudge: CommandLine, deck: str) -> None:
    said = floorjudge.done("magic", "deck", deck)
    assert "Line 3: there is no card “Own Stoone”. Similar names: Own Stone." in said
    assert f"compared with {len(combinations_of_the_book())} combinations" in said
    assert "The deck holds none of them." in said


def test_what_a_deck_holds_is_listed_with_how_it_is_searched(
    floorjudge: CommandLine, deck: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = KnownCombination("loop", (SPRING, WAKER), "certified", ("mana",))
    short = KnownCombination("short", (SPRING, STONE), "undecided")
    monkeypatch.setattr("floorjudge.cli.magic.deck.combinations_of_the_book", lambda: (loop, short))
    said = floorjudge.done("magic", "deck", deck)
    assert f'floorjudge magic find "{SPRING}" "{WAKER}"' in said
    assert "Undecided:" in said
    value = floorjudge.json("magic", "deck", deck, "--most", "1")
    assert (value["cards"], value["beside"], value["compared"]) == (5, 1, 2)
    assert value["held"] == [
        {
            "id": "loop",
            "cards": [SPRING, WAKER],
            "state": "certified",
            "gives": ["mana"],
            "search": f'floorjudge magic find "{SPRING}" "{WAKER}"',
        }
    ]
    assert [(each["id"], each["missing"]) for each in value["one_short"]] == [("short", STONE)]
    assert value["unknown"] == [{"line": 3, "name": "Own Stoone", "similar": ["Own Stone"]}]
