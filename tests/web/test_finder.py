"""The loop finder's pages: names of cards to a loop, and everything that can be done with it. No scripts here."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from floorjudge.magic.cards import import_cards
from floorjudge.magic.checking.documents import digest_of
from floorjudge.texts import LANGUAGES
from floorjudge.web.app import make_app
from floorjudge.web.common.settings import Settings
from floorjudge.web.finder import names
from tests.web.pages_read import Page, findings

pytest.importorskip("phase")

CARDS: list[dict[str, Any]] = [
    {
        "name": "Presence of Gond",
        "type": "Enchantment — Aura",
        "types": ["Enchantment"],
        "subtypes": ["Aura"],
        "manaCost": "{2}{G}",
        "keywords": ["Enchant"],
        "text": 'Enchant creature\nEnchanted creature has "{T}: Create a 1/1 green Elf Warrior creature token."',
    },
    {
        "name": "Intruder Alarm",
        "type": "Enchantment",
        "types": ["Enchantment"],
        "manaCost": "{2}{U}",
        "text": "Creatures don't untap during their controllers' untap steps.\nWhenever a creature enters, untap all creatures.",
    },
    {
        "name": "Grizzly Bears",
        "type": "Creature — Bear",
        "types": ["Creature"],
        "subtypes": ["Bear"],
        "manaCost": "{1}{G}",
        "power": "2",
        "toughness": "2",
        "text": "",
    },
]
GOND = ("Presence of Gond", "Intruder Alarm")


@pytest.fixture(scope="module")
def card_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the texts of a few cards."""
    folder = tmp_path_factory.mktemp("few-cards")
    (folder / "cards.json").write_text(json.dumps(CARDS))
    import_cards(folder / "cards.json", into=folder / "magic-cards.sqlite3")
    return folder


@pytest.fixture(autouse=True)
def _these_cards(_home_of_its_own: None, card_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every process of a test know these cards."""
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(card_file))


@pytest.fixture(scope="module")
def finder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Return a browser before an application; one for all tests, so that a loop is searched once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(names, "_names", names._names.__wrapped__)
        place = str(tmp_path_factory.mktemp("finder") / "finder.db")
        with TestClient(make_app(Settings(database=place)), follow_redirects=False) as opened:
            yield opened


def begin(finder: TestClient, **fields: str) -> str:
    """Send the form, and return the address of what comes."""
    answer = finder.post("/loops", data={"do": "search", **fields})
    assert answer.status_code == 303, Page(answer.text).text
    return str(answer.headers["location"])


def read(finder: TestClient, address: str, **headers: str) -> str:
    """Return the words of a page when its job is over; every page on the way is well made."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        answer = finder.get(address, headers=headers)
        assert answer.status_code == 200
        assert findings(answer.text) == []
        if "data-job" not in answer.text:
            return Page(answer.text).text
        assert '<meta http-equiv="refresh"' in answer.text
        time.sleep(0.05)
    raise AssertionError(f"{address} is never done")


def loop(finder: TestClient) -> str:
    """Return the address of the loop that most tests look at."""
    return begin(finder, cards="presence of gond\nIntruder Alarm", helpers="Grizzly Bears")


def test_two_names_lead_to_a_loop_in_every_language(finder: TestClient) -> None:
    assert findings(finder.get("/loops").text) == []
    address = loop(finder)
    page = read(finder, address)
    assert "Presence of Gond + Intruder Alarm" in page
    assert "Player 1 stops the loop after 10^100 iterations." in page
    assert "Player 2 gets priority" in page
    assert page.index("What the other players can do") < page.index("stops the loop after")
    assert "+1" in page
    assert begin(finder, cards="\n".join(GOND), helpers="  grizzly bears ") == address
    others = {language: read(finder, address, **{"accept-language": language}) for language in LANGUAGES}
    assert len(set(others.values())) == len(LANGUAGES)


def test_the_iteration_moves_by_links_and_marks_what_changes(finder: TestClient) -> None:
    address = loop(finder)
    read(finder, address)
    scenes = [finder.get(f"{address}?scene={at}").text for at in range(40)]
    last = next(at for at, scene in enumerate(scenes) if "The iteration is over" in scene)
    assert scenes[last].partition("<main")[2] == scenes[last + 1].partition("<main")[2]
    for scene in scenes[: last + 1]:
        assert findings(scene) == []
    assert '<li class="card-box tapped changed">' in scenes[1]
    assert "token" in scenes[last]


def test_any_number_of_iterations_has_a_page_of_its_own(finder: TestClient) -> None:
    address = loop(finder)
    read(finder, address)
    for typed, there in (("40", "40"), ("1 000", "1,000"), ("0", "0")):
        answer = finder.post(f"{address}/times", data={"times": typed})
        assert there in read(finder, answer.headers["location"])
    for wrong in ("-1", "10^101", "many", ""):
        refused = finder.post(f"{address}/times", data={"times": wrong})
        assert refused.status_code == 400
        assert 'role="alert"' in refused.text


def test_the_certificate_is_a_file(finder: TestClient) -> None:
    address = loop(finder)
    read(finder, address)
    answer = finder.get(f"{address}/certificate")
    assert "attachment" in answer.headers["content-disposition"]
    value = answer.json()
    assert digest_of(value) == value["digest"]
    assert value["per_iteration"] == {"tokens.0.Elf Warrior": "1"}


def test_it_is_settled_at_the_table_with_what_was_found(finder: TestClient) -> None:
    address = loop(finder)
    read(finder, address)
    page = finder.get(address).text
    form = page.partition('action="/loop"')[2].partition("</form>")[0]
    fields: dict[str, list[str]] = {"do": ["fill"]}
    for name, value in re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)">', form):
        fields.setdefault(name, []).append(unescape(value))
    desk = finder.post("/loop", data=fields)
    assert findings(desk.text) == []
    assert 'value="Player 1"' in desk.text
    assert 'value="tokens Elf Warrior of Player 1"' in desk.text
    assert re.findall(r'name="keeps" value="(\d)" checked', desk.text) == ["0"]


def test_what_is_typed_wrong_is_explained_and_kept(finder: TestClient) -> None:
    for fields, said in (
        ({"cards": ""}, "Name the cards first"),
        ({"cards": "Presence of Gone"}, "Presence of Gond"),
        ({"cards": "\n".join(f"Card {number}" for number in range(11))}, "At most 10 cards"),
        ({"cards": GOND[0], "board": "Ana 20: Grizzly Bears"}, "line"),
    ):
        answer = finder.post("/loops", data={"do": "search", **fields})
        assert answer.status_code == 400
        assert findings(answer.text) == []
        assert said in Page(answer.text.partition('role="alert"')[2].partition("</div>")[0]).text
    assert finder.get("/loops/0000000000000000").status_code == 404
    assert finder.get("/loops/elsewhere").status_code == 404


def test_a_board_in_words_is_searched_as_it_is(finder: TestClient) -> None:
    answer = finder.post("/loops", data={"do": "board", "cards": "\n".join(GOND)})
    assert findings(answer.text) == []
    assert "Presence of Gond on host" in unescape(answer.text)
    bare = "Ana 20 life: Intruder Alarm\nBo 20 life: Grizzly Bears"
    page = read(finder, begin(finder, cards="", board=bare))
    assert "No loop that can be certified was found." in page
    assert "Change the position" in page


def test_names_are_completed(finder: TestClient) -> None:
    while (found := finder.get("/loops/cards", params={"q": "gond pres"}).json()) == []:
        time.sleep(0.05)
    assert found == ["Presence of Gond"]
    assert finder.get("/loops/cards", params={"q": "xyz"}).json() == []
    assert finder.get("/loops/cards").json() == []
