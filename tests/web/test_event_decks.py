"""Deck lists of an event for Magic on its pages: asked for as the event was opened, checked with the card texts of the machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from floorjudge.formats.decks import Verdict
from floorjudge.texts import LANGUAGES
from floorjudge.web.finder.known import card_names
from tests.support.few_cards import few_cards
from tests.web.desk_of_tests import Browser, Floor, open_event, serving, shown
from tests.web.pages_read import findings

BOLTS = "55 Mountain\n4 Lightning Bolt\n1 Lightning Bolt"
LEGAL = "56 Mountain\n4 Lightning Bolt"
MISTYPED = "56 Mountain\n4 Lightning Blot"
TOO_MANY = "There are 5 copies of Lightning Bolt; at most 4 are allowed."


@pytest.fixture(scope="module")
def card_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the two cards of the lists."""
    mountain = {"name": "Mountain", "type": "Basic Land — Mountain", "supertypes": ["Basic"], "types": ["Land"]}
    bolt = {"name": "Lightning Bolt", "type": "Instant", "types": ["Instant"], "manaCost": "{R}"}
    return few_cards(tmp_path_factory.mktemp("cards-of-lists"), [{"text": "", **mountain}, {"text": "", **bolt}])


@pytest.fixture
def floor(_home_of_its_own: None, card_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Floor]:
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(card_folder))
    card_names.cache_clear()
    with serving() as running:
        yield running
    card_names.cache_clear()


def opened(owner: Browser, decks: str) -> str:
    return open_event(owner, players=("Ana", "Bo", "Cy"), format="mtr-swiss", **{"mtr-swiss.decks": decks})


@pytest.mark.clauses("MTR 6.1")
def test_a_player_a_judge_and_everybody_read_the_same_report(floor: Floor) -> None:
    owner = floor.owner()
    event = opened(owner, "constructed")
    ana = floor.player(event, 1)
    assert "Hand in my deck list" in shown(ana.get(f"/e/{event}/me"))
    page = ana.get(f"/e/{event}/me/deck")
    assert 'placeholder="4 Lightning Bolt"' in page
    assert TOO_MANY in shown(ana.fill(f"/e/{event}/me/deck", list=BOLTS, how="check"))
    assert floor.state(event).players["Ana"].deck is None
    assert "Did you mean: Lightning Bolt?" in shown(ana.fill(f"/e/{event}/me/deck", list=MISTYPED, how="check"))
    ana.fill(f"/e/{event}/me/deck", list=BOLTS, how="hand in")
    assert floor.state(event).players["Ana"].deck is Verdict.ILLEGAL
    assert floor.state(event).players["Ana"].breaks == ("CR 100.2a", "MTR 6.1")
    owner.fill(f"/e/{event}/desk/event", f"/e/{event}/desk/event/publish", decks="yes")
    for browser, address in (
        (ana, f"/e/{event}/me/deck"),
        (owner, f"/e/{event}/desk/players/1"),
        (floor.stranger(), f"/e/{event}/decks/1"),
    ):
        for language in LANGUAGES:
            read = browser.get(f"{address}?lang={language}")
            assert findings(read) == []
            assert "MTR 6.1" in shown(read)
        assert TOO_MANY in shown(browser.get(f"{address}?lang=en"))
        assert "Banned cards are not checked" in shown(browser.get(f"{address}?lang=en"))
    assert owner.raw(f"/e/{event}/print/decks.pdf").content.startswith(b"%PDF")
    ana.fill(f"/e/{event}/me/deck", list=LEGAL, how="hand in")
    assert floor.state(event).players["Ana"].deck is Verdict.LEGAL


def test_an_event_that_asks_for_no_lists_has_no_form_for_them(floor: Floor) -> None:
    owner = floor.owner()
    event = opened(owner, "")
    ana, at_the_desk = floor.player(event, 1), f"/e/{event}/desk/players/1"
    assert "deck list" not in shown(ana.get(f"/e/{event}/me"))
    assert "Deck list" not in shown(owner.get(at_the_desk))
    ana.fill(f"/e/{event}/me/deck", list=LEGAL, how="hand in")
    assert floor.state(event).players["Ana"].deck is Verdict.TO_BE_CHECKED
    page = shown(owner.get(at_the_desk))
    assert "This event does not say how decks are built: the list was not checked." in page
    assert "Deck list" in page


@pytest.mark.clauses("MTR 6.1")
def test_a_list_of_banned_cards_is_chosen_as_a_file_and_stands_where_lists_are_handed_in(floor: Floor) -> None:
    owner = floor.owner()
    fields: dict[str, Any] = {"name": "Friday", "format": "mtr-swiss", "mtr-swiss.decks": "constructed"}
    listed = b"name: Shop\ndate: 2026-11-06\nsource: the board\nLightning Bolt"
    wrong = owner.fill("/new", status=400, **{**fields, "mtr-swiss.banned": "Lightning Bolt"})
    assert 'id="wrong-mtr-swiss.banned"' in wrong
    owner.fill("/new", files={"mtr-swiss.banned-file": ("banned.txt", listed)}, **fields)
    owner.fill("/e/friday/desk/players", "/e/friday/desk/players/import", list="Ana\nBo")
    said = "Banned cards: the list “Shop” of 2026-11-06. From: the board."
    ana = floor.player("friday", 1)
    assert said in shown(ana.get("/e/friday"))
    assert said in shown(ana.get("/e/friday/me/deck"))
    assert said in shown(owner.get("/e/friday/desk/start"))
    ana.fill("/e/friday/me/deck", list=LEGAL)
    assert "Lightning Bolt is banned by the list “Shop” of 2026-11-06." in shown(ana.get("/e/friday/me/deck"))
