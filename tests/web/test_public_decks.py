"""Deck lists are everybody's to read when the organiser says so, and nobody's before."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from floorjudge.events.service import EventService
from floorjudge.store.opening import VenueStore
from floorjudge.texts import LANGUAGES
from tests.events.floor.small_event import NAMES, opened, report_all
from tests.web.pages_read import Page, findings

LISTS = {
    "Ana": "40 Astral Wisdom [28]",
    "Bo": '<script>alert(1)</script>\n2 "Nothing" {{ 7 * 7 }}',
    "Cy": "2 Astral Wisdom",
}


def played(store: VenueStore, *, to_the_end: bool = False) -> EventService:
    desk = opened(store.log)
    for name in NAMES[:6]:
        desk.take({"do": "register", "player": name}, "en")
    for name, listing in LISTS.items():
        desk.take({"do": "deck", "player": name, "list": listing}, "en")
    desk.take({"do": "start", "reason": "everybody agreed"}, "en")
    while to_the_end and desk.state.stage != "finished":
        report_all(desk)
        desk.take({"do": "next"}, "en")
    return desk


def addresses(desk: EventService) -> list[str]:
    return [f"/e/{desk.event_id}/decks", *(f"/e/{desk.event_id}/decks/{number}" for number in (1, 2, 3))]


def publish(desk: EventService, *, decks: bool, places: bool = False) -> None:
    desk.take({"do": "publish", "places": places, "decks": decks}, "en")


def test_lists_are_read_only_while_they_are_published(store: VenueStore, client: TestClient) -> None:
    desk = played(store)
    pages = [f"/e/{desk.event_id}", f"/e/{desk.event_id}/player/1"]
    for published in (False, True, False):
        publish(desk, decks=published)
        # Whoever only looks hears of what another process wrote from the feed.
        assert client.portal is not None
        assert client.portal.call(newest, client, str(desk.event_id)) == desk.number
        assert {client.get(address).status_code for address in addresses(desk)} == {200 if published else 404}
        for page in pages:
            assert ("/decks" in client.get(page).text) is published


async def newest(client: TestClient, event: str) -> int:
    application = client.app.state.application  # type: ignore[attr-defined]
    seen = await application.events.see(event, fresh=True)
    return int(seen.number)


@pytest.mark.clauses("OTE 1.1")
def test_a_list_is_shown_as_it_was_handed_in_with_its_verdict(store: VenueStore, client: TestClient) -> None:
    desk = played(store)
    publish(desk, decks=True)
    for language in LANGUAGES:
        shown = {}
        for address in addresses(desk):
            answer = client.get(address, headers={"accept-language": language})
            assert answer.status_code == 200
            # What somebody wrote into their list is no mistake of the page.
            assert findings(answer.text.replace("{{ 7 * 7 }}", "")) == []
            assert "<script>alert" not in answer.text
            shown[address.rpartition("/")[2]] = Page(answer.text).text
        assert all(name in shown["decks"] for name in LISTS)
        assert NAMES[3] not in shown["decks"]
        for number, listing in enumerate(LISTS.values(), 1):
            assert all(line in shown[str(number)] for line in listing.splitlines())
        assert "illegal" in shown["2"] or language != "en"
    for number in (4, 99):
        assert client.get(f"/e/{desk.event_id}/decks/{number}").status_code == 404


def test_lists_stand_by_place_where_places_are_public(store: VenueStore, client: TestClient) -> None:
    for places in (True, False):
        desk = played(store, to_the_end=True)
        publish(desk, decks=True, places=places)
        words = Page(client.get(f"/e/{desk.event_id}/decks").text).text.split()
        assert ("Place" in words) is places
        assert ("No." in words) is not places
