"""What the organiser says of an event: its name at any time, its day, how many have room, what happens when time is over."""

from __future__ import annotations

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.export import export_lines, import_event, read_export
from floorjudge.store import open_log
from tests.events.floor.small_event import SEED, opened, started


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
    with pytest.raises(FloorjudgeError) as caught:
        desk.take({"do": "join", "player": "Zoe"}, "en")
    assert caught.value.code == "event_is_full"
    desk.take({"do": "register", "player": "Zoe"}, "en")


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("date", "6 March", "bad_day"),
        ("capacity", 0, "bad_count"),
        ("minutes", 601, "bad_count"),
        ("place", " ", "bad_words"),
    ],
)
def test_details_that_cannot_be_meant_are_refused(field: str, value: object, code: str) -> None:
    desk = opened()
    with pytest.raises(FloorjudgeError) as caught:
        desk.take({"do": "describe", field: value}, "en")
    assert (caught.value.code, caught.value.where) == (code, field)
