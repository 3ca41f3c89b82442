"""Being forgotten, as the owner does it on a page: who may, what it says, and that no page shows the name afterwards."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator

import pytest

from floorjudge.events.service.access.roles import Role
from floorjudge.events.tournament import decide
from floorjudge.texts import LANGUAGES
from tests.support.named_everywhere import NAME, holds, played
from tests.web.desk_of_tests import Browser, Floor, shown
from tests.web.test_every_route import address_of, routes


def event_of(floor: Floor) -> str:
    return str(played(floor.app.state.application.store.log).event_id)


def everything(browser: Browser, event: str, languages: Iterable[str] = ("en",)) -> Iterator[tuple[str, bytes]]:
    """Yield what every address of an event shows somebody, and what it gives as a file."""
    for path, method in routes():
        if method == "GET" and "{event}" in path and not re.search("pdf|png|card", path):
            for language in languages:
                answer = browser.client.get(address_of(path, event), headers={"accept-language": language})
                yield path, answer.content
    yield "/", browser.client.get("/").content
    yield "/api/v1/events", browser.client.get("/api/v1/events").content


def test_no_page_shows_a_name_that_was_removed(floor: Floor) -> None:
    event = event_of(floor)
    owner = floor.staff(Role.OWNER, "Sam", None)
    assert any(holds(content) for _, content in everything(owner, event))
    page = f"/e/{event}/desk/players/1/forget"
    assert "№ 1" in shown(owner.get(page))
    said = shown(owner.fill(page, page, also="Zach"))
    assert "A player's name was removed: № 1." in said
    assert [path for path, content in everything(owner, event, LANGUAGES) if holds(content)] == []
    for browser in (floor.staff(Role.HEAD_JUDGE, "Bo", event), floor.player(event, 1), floor.stranger()):
        found = [path for path, content in everything(browser, event) if holds(content)]
        assert found == []
    assert not holds(gzip.decompress(owner.raw("/backup").content))


def test_only_the_owner_may(floor: Floor) -> None:
    event = event_of(floor)
    organiser = floor.staff(Role.ORGANISER, "Sam", event)
    assert "Being forgotten" not in organiser.get(f"/e/{event}/desk/players/1")
    assert "Being forgotten" in floor.staff(Role.OWNER, "Sam", None).get(f"/e/{event}/desk/players/1")
    command = organiser.client.post(f"/api/v1/events/{event}/commands", json={"do": "forget", "player": NAME})
    assert command.status_code == 403


def test_of_an_older_event_the_page_says_that_names_stay(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as older:
        older.setattr(decide, "VERSION", None)
        event = event_of(floor)
    said = shown(floor.staff(Role.OWNER, "Sam", None).get(f"/e/{event}/desk/players/1/forget"))
    assert "An older version recorded this event" in said
    assert "Remove the name for good" not in said


def test_strangers_read_the_present_name_in_all_of_the_log(floor: Floor) -> None:
    event = event_of(floor)
    owner, stranger = floor.staff(Role.OWNER, "Sam", None), floor.stranger()
    owner.fill(f"/e/{event}/desk/players/2", f"/e/{event}/desk/players/2/rename", name="Berthold")
    assert "Bo is called Berthold from here on." in shown(owner.get(f"/e/{event}/log"))
    for address in (
        f"/e/{event}/log",
        f"/api/v1/events/{event}/log?limit=500",
        f"/e/{event}/draw",
        f"/e/{event}/draw.json",
    ):
        content = stranger.raw(address).text
        assert not re.search(r"\bBo\b", content), address
    assert "Berthold has a new name from here on." in shown(stranger.get(f"/e/{event}/log"))


def test_the_proof_holds_numbers_and_what_is_left_of_a_removed_name(floor: Floor) -> None:
    event = event_of(floor)
    owner = floor.staff(Role.OWNER, "Sam", None)
    page = f"/e/{event}/desk/players/1/forget"
    owner.fill(page, page)
    proof = json.loads(floor.stranger().raw(f"/e/{event}/draw.json").content)
    first, second, *_ = proof["players"]
    assert (first["number"], first["name"], first["salt"]) == (1, None, None)
    assert (second["number"], second["name"]) == (2, "Bo")
    seated = {name for each in proof["events"] for table in each.get("tables", ()) for name in table["players"]}
    assert seated == {str(number) for number in range(1, 9)}
    assert [each["lost"] for each in proof["events"] if each["event"] == "OrderDrawn"] == [True]
