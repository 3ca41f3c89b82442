"""Combinations in a deck, on the page and for programs: a list is pasted, without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

from floorjudge.magic.book.known import combinations_of_the_book
from floorjudge.texts import LANGUAGES
from floorjudge.web.api import shapes
from floorjudge.web.app import make_app
from floorjudge.web.common.settings import Settings
from floorjudge.web.finder.names import with_chosen_name
from tests.support.few_cards import few_cards
from tests.web.pages_read import Page, findings

pytest.importorskip("phase")

LOOPS = combinations_of_the_book()
DECK = "1 Presence of Gond (SHM) 121\n2 Intruder Alarm\n1 Basalt Monolith\n1 Power Artifcat\n\nSideboard\n1 Midnight Guard\n"


@pytest.fixture(scope="module")
def card_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the cards of the known loops."""
    names = sorted({card for loop in LOOPS for card in loop.cards})
    cards = [{"name": name, "type": "Artifact", "types": ["Artifact"], "text": ""} for name in names]
    return few_cards(tmp_path_factory.mktemp("known-cards"), cards)


@pytest.fixture(autouse=True)
def _these_cards(_home_of_its_own: None, card_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every process of a test know these cards."""
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(card_folder))


@pytest.fixture(scope="module")
def browser(card_folder: Path) -> Iterator[TestClient]:
    """Return a browser before an application."""
    with TestClient(make_app(Settings(database=str(card_folder / "events.db")))) as opened:
        yield opened


def test_the_page_lists_what_is_in_the_deck_in_every_language(browser: TestClient) -> None:
    assert findings(browser.get("/loops/deck").text) == []
    said = set()
    for language in LANGUAGES:
        answer = browser.post("/loops/deck", data={"deck": DECK}, headers={"accept-language": language})
        assert findings(answer.text) == []
        assert 'href="/loops/known/presence-of-gond-intruder-alarm"' in answer.text
        said.add(Page(answer.text).text)
    assert len(said) == len(LANGUAGES)
    page = Page(browser.post("/loops/deck", data={"deck": DECK}).text).text
    assert "Line 4: there is no card “Power Artifcat”. Similar names: Power Artifact." in page
    assert f"The deck has 4 cards and was compared with {len(LOOPS)} combinations." in page
    assert (
        page.index("Intruder Alarm + Presence of Gond")
        < page.index("One card short")
        < page.index("Missing: Power Artifact")
    )
    assert "1 card of the sideboard was left out." in page


def test_a_tap_takes_the_name_that_a_line_may_mean(browser: TestClient) -> None:
    """All lines that name no card are marked at once, each with its names; the number of copies stays."""
    deck = "1 Presence of Gond\r\n2x Intruder Alrm (8ED) 86\r\nPower Artifcat"
    page = browser.post("/loops/deck", data={"deck": deck}).text
    assert findings(page) == []
    taken = re.findall(r'form="deck-form" name="take" value="([^"]*)"', page)
    assert taken == ["2:Intruder Alarm", "3:Power Artifact"]
    for chosen in taken:
        page = browser.post("/loops/deck", data={"deck": deck, "take": chosen}).text
        deck = unescape(page.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0])
    assert deck.splitlines() == ["1 Presence of Gond", "2x Intruder Alarm", "Power Artifact"]
    assert 'name="take"' not in page
    for wrong in ("9:Intruder Alarm", "0:Intruder Alarm", "x", ":"):
        assert with_chosen_name(deck, wrong) == deck


def test_what_is_no_deck_is_said_and_stays_in_the_form(browser: TestClient) -> None:
    for deck, kept in (("", ""), ("nothing at all", "nothing at all"), ("1 Forest\n" * 3_000, "1 Forest")):
        answer = browser.post("/loops/deck", data={"deck": deck})
        assert answer.status_code == 400
        assert findings(answer.text) == []
        assert 'role="alert"' in answer.text
        assert kept in Page(answer.text).text


@pytest.mark.engine
def test_programs_get_the_same(browser: TestClient) -> None:
    def post(value: Any) -> tuple[int, Any]:
        answer = browser.post("/api/v1/magic/deck", json=value)
        return answer.status_code, answer.json()

    status, value = post({"deck": DECK})
    assert status == 200
    found = TypeAdapter(shapes.DeckCombinations).validate_python(value)
    assert [each.id for each in found.held] == ["presence-of-gond-intruder-alarm"]
    assert found.one_short_count == len(found.one_short)
    assert {each.missing for each in found.one_short} >= {"Power Artifact", "Midnight Guard"}
    for wrong, code in (
        ({}, "field_left_out"),
        ({"deck": "x"}, "no_cards_in_deck"),
        ({"deck": 3}, None),
        ({"deck": "x", "more": 1}, None),
    ):
        status, value = post(wrong)
        assert status == 400
        assert code in {None, value["error"]["code"]}
