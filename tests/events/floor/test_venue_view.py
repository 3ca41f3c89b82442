"""What each reader sees of the venue."""

from __future__ import annotations

import json
from typing import Any

from floorjudge.events.service import EventService
from floorjudge.events.view import call_view, venue_view
from tests.events.floor.small_event import opened, started
from tests.events.floor.venue_play import result_of, take


def seen(service: EventService, player: str | None = None, *, staff: bool = False) -> dict[str, Any]:
    """Return a view as it arrives on the other side."""
    value: dict[str, Any] = json.loads(json.dumps(venue_view(service.state, staff=staff, player=player)))
    return value


def test_a_new_event_has_an_empty_floor() -> None:
    assert seen(opened()) == {
        "stage": 0,
        "clock": None,
        "extensions": {},
        "proposals": [],
        "calls": [],
        "self_registration": False,
        "phones_shared": False,
        "published": {"places": False, "decks": False},
        "announcement": None,
        "details": dict.fromkeys(("date", "place", "about", "capacity", "minutes", "time_over")),
    }


def test_everybody_sees_that_a_report_waits_and_the_table_what_it_says() -> None:
    service = started(players=7)
    one, two = service.state.tables
    take(service, "propose", player=one.players[0], **result_of(one))
    stranger = two.players[0]
    for reader in (None, stranger):
        assert seen(service, reader)["proposals"] == [{"table": 1, "disputed": False}]
    told = seen(service, one.players[1])["proposals"]
    assert told == seen(service, staff=True)["proposals"]
    assert told[0]["missing"] == list(one.players[1:])
    assert told[0]["statements"][0]["said"]["winner"] == one.players[0]


def test_calls_are_for_those_whom_they_concern_and_notes_for_the_staff() -> None:
    service = started(players=7)
    one, two = service.state.tables
    take(service, "call", about="a loop", table=1)
    take(service, "note", call=1, text="private")
    take(service, "call", about="my deck", player=two.players[0])
    assert [call["number"] for call in seen(service, staff=True)["calls"]] == [1, 2]
    assert "private" in json.dumps(seen(service, staff=True))
    (mine,) = seen(service, one.players[2])["calls"]
    assert [entry["kind"] for entry in mine["history"]] == ["opened"]
    assert [call["number"] for call in seen(service, two.players[0])["calls"]] == [2]
    assert seen(service, two.players[1])["calls"] == seen(service)["calls"] == []
    assert len(call_view(service.state.venue.calls[1], staff=True)["history"]) == 2


def test_the_clock_and_what_is_announced() -> None:
    service = started(players=7)
    take(service, "clock", minutes=50)
    take(service, "extend", table=2, minutes=5)
    take(service, "announce", text="Pizza")
    view = seen(service)
    assert view["clock"]["started_at"] == service.records[-3].at
    assert view["clock"]["ends_at"] > view["clock"]["started_at"]
    assert (view["extensions"], view["announcement"]) == ({"2": 5}, "Pizza")
    take(service, "pause_clock")
    assert seen(service)["clock"]["ends_at"] is None
