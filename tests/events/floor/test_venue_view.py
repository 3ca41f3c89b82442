"""What each reader sees of the venue, and what the organiser says of the event."""

from __future__ import annotations

import json
from typing import Any

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service import EventService
from floorjudge.events.service.log.export import export_lines, import_event, read_export
from floorjudge.events.view import call_view, venue_view
from floorjudge.store import open_log
from tests.events.floor.small_event import SEED, opened, result_of, started, take
from tests.support.refusals import error_of


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


def test_an_event_is_renamed_at_any_time_and_no_undo_forgets_it() -> None:
    desk = started()
    desk.take({"do": "describe", "name": "  Saturday  night ", "minutes": 50, "time_over": "Finish the turn."}, "en")
    desk.take({"do": "drawn", "table": 1}, "en")
    for _ in range(2):
        desk.take({"do": "undo"}, "en")
    assert desk.state.name == "Saturday night"
    assert desk.state.venue.details.time_over == "Finish the turn."
    # What was opened keeps its name in the export, whose first record says it.
    name, records = read_export(line.encode() for line in export_lines(desk.state.opened_as, desk.records))
    assert name == desk.state.opened_as != "Saturday night"
    assert import_event(open_log(), name, records, SEED)


def test_who_registers_themselves_finds_no_room_when_all_places_are_taken() -> None:
    desk = opened()
    desk.take({"do": "register", "player": "Ana"}, "en")
    desk.take({"do": "describe", "capacity": 1}, "en")
    desk.take({"do": "self_registration", "open": True}, "en")
    assert error_of(FloorjudgeError, desk.take, {"do": "join", "player": "Zoe"}, "en").code == "event_is_full"
    desk.take({"do": "register", "player": "Zoe"}, "en")


def test_details_that_cannot_be_meant_are_refused(subtests: pytest.Subtests) -> None:
    for field, value, code in [
        ("date", "6 March", "bad_day"),
        ("capacity", 0, "bad_count"),
        ("minutes", 601, "bad_count"),
        ("place", " ", "bad_words"),
    ]:
        with subtests.test(field=field, code=code):
            desk = opened()
            caught = error_of(FloorjudgeError, desk.take, {"do": "describe", field: value}, "en")
            assert (caught.code, caught.where) == (code, field)
