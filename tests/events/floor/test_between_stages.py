"""What ends with a stage, what stays, and what an undo brings back of the stage before."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.events.codec import event_json, read_event
from floorjudge.events.events import Announced
from floorjudge.events.service import EventService
from floorjudge.events.service.log.export import verify_records
from floorjudge.events.venue import Clock
from tests.events.floor.small_event import check_replay, refusal, report_all, started, take


def over(**announced: Any) -> EventService:
    """Return an event whose first round is over, with its clock, minutes of a table and an announcement."""
    desk = started()
    take(desk, "clock", minutes=50)
    take(desk, "extend", table=1, minutes=3)
    take(desk, "announce", text="Pizza", **announced)
    report_all(desk)
    return desk


def clock(desk: EventService) -> Clock:
    assert desk.state.venue.clock is not None
    return desk.state.venue.clock


def test_an_announcement_ends_with_its_stage_unless_it_is_kept(subtests: pytest.Subtests) -> None:
    for announced, after in (({"kept": False}, None), ({"kept": True}, "Pizza"), ({}, "Pizza")):
        with subtests.test(announced=str(announced)):
            desk = over(**announced)
            assert desk.state.venue.announcement == "Pizza"
            take(desk, "next")
            assert desk.state.venue.announcement == after
            check_replay(desk)


def test_a_line_without_kept_is_one_of_before() -> None:
    old = '{"event":"Announced","text":"Pizza"}'
    assert read_event(old) == Announced("Pizza", kept=True)
    assert event_json(Announced("Pizza")) == old


def test_undoing_a_grouping_brings_back_the_clock_of_the_round_and_what_ended_with_it() -> None:
    desk = over(kept=False)
    before, given = clock(desk), desk.state.venue.extensions
    take(desk, "next")
    take(desk, "clock", minutes=60)
    take(desk, "undo")
    assert (clock(desk).started_at, clock(desk).minutes) == (before.started_at, 50)
    assert (desk.state.venue.extensions, desk.state.venue.announcement) == (given, "Pizza")
    take(desk, "next")
    assert (desk.state.venue.clock, desk.state.venue.announcement) == (None, None)
    assert dict(desk.state.venue.extensions) == {}
    take(desk, "clock", minutes=60)
    assert clock(desk).minutes == 60
    check_replay(desk)


def test_each_of_several_groupings_that_are_taken_back_brings_back_its_own_clock() -> None:
    desk = started()
    for minutes in (50, 40, 30):
        take(desk, "clock", minutes=minutes)
        report_all(desk)
        take(desk, "next")
    for minutes in (30, 40, 50):
        while desk.state.venue.clock is None or clock(desk).minutes != minutes:
            take(desk, "undo")
        assert clock(desk).brought_back
    check_replay(desk)


def test_what_was_announced_since_stays_when_the_grouping_is_taken_back() -> None:
    desk = over(kept=False)
    take(desk, "next")
    take(desk, "announce", text="Sit down again", kept=False)
    take(desk, "undo")
    assert desk.state.venue.announcement == "Sit down again"


def test_a_clock_that_came_back_gives_way_to_a_new_one_and_no_other_does() -> None:
    desk = over()
    take(desk, "next")
    take(desk, "undo")
    take(desk, "clock", minutes=5)
    assert (clock(desk).minutes, clock(desk).brought_back) == (5, False)
    assert refusal(desk, "clock", minutes=6) == "clock_is_there"
    assert verify_records(desk.records, desk.seed()).state == desk.state


def test_taking_back_the_start_leaves_no_clock() -> None:
    desk = started()
    take(desk, "clock", minutes=50)
    take(desk, "extend", table=1, minutes=5)
    take(desk, "undo")
    assert (desk.state.venue.clock, dict(desk.state.venue.extensions)) == (None, {})
    check_replay(desk)
