"""The round's clock against one that ticks second by second, and the other switches of a venue."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events.floor import remaining, table_minutes
from floorjudge.events.floor.clock import ends_at
from floorjudge.events.service import Desk
from floorjudge.store import open_log
from tests.events.floor.small_event import SEED, opened, report_all, started
from tests.events.floor.venue_play import check_replay, happened, outcome, refusal, take

START = datetime(2026, 3, 6, 18, 0, tzinfo=UTC)


class Hand:
    """A clock on the wall that is moved by hand."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


def playing(hand: Hand) -> Desk:
    """Return the desk of an event in its first round, with a clock on the wall."""
    desk = Desk(open_log(), clock=hand)
    take(desk, "open", name="Friday", seed=SEED)
    for name in ("Ana", "Bo", "Cy"):
        take(desk, "register", player=name)
    take(desk, "start")
    return desk


@given(st.lists(st.tuples(st.sampled_from(["wait", "pause_clock", "resume_clock", "extend"]), st.integers(0, 2000))))
def test_the_clock_is_the_one_that_ticks(steps: list[tuple[str, int]]) -> None:
    hand = Hand()
    desk = playing(hand)
    take(desk, "clock", minutes=50)
    ticks, extra, runs = 50 * 60, 0, True
    for step, amount in steps:
        if step == "wait":
            hand.now += timedelta(seconds=amount)
            ticks -= amount if runs else 0
        elif step == "extend":
            take(desk, "extend", table=1, minutes=1 + amount % 10)
            extra += 60 * (1 + amount % 10)
        else:
            expected = {
                ("pause_clock", True): "ClockPaused",
                ("pause_clock", False): "clock_paused",
                ("resume_clock", True): "clock_not_paused",
                ("resume_clock", False): "ClockResumed",
            }
            assert outcome(desk, step) == expected[step, runs]
            runs = step == "resume_clock"
        clock = desk.venue.clock
        assert clock is not None
        assert remaining(clock, hand.now) == ticks
        assert remaining(clock, hand.now, table_minutes(desk.venue, 1)) == ticks + extra
        assert ends_at(clock) == (hand.now + timedelta(seconds=ticks) if runs else None)
    check_replay(desk)


def test_a_wall_clock_that_is_set_back_takes_no_time_away() -> None:
    hand = Hand()
    desk = playing(hand)
    take(desk, "clock", minutes=50)
    take(desk, "pause_clock")
    hand.now -= timedelta(minutes=3)
    take(desk, "resume_clock")
    hand.now += timedelta(minutes=3)
    clock = desk.venue.clock
    assert clock is not None
    assert remaining(clock, hand.now) == 50 * 60


def test_a_round_has_one_clock() -> None:
    desk = started()
    for command in ("pause_clock", "resume_clock", "stop_clock"):
        assert refusal(desk, command) == "no_clock"
    for wrong in (0, -1, 601):
        assert refusal(desk, "clock", minutes=wrong) == "bad_minutes"
    take(desk, "clock", minutes=50)
    assert refusal(desk, "clock", minutes=50) == "clock_is_there"
    take(desk, "stop_clock")
    assert desk.venue.clock is None
    take(desk, "clock", minutes=60)
    assert refusal(opened(), "clock", minutes=50) == "not_started"


@pytest.mark.parametrize("last", ["next", "undo"])
def test_clock_and_minutes_end_with_their_stage(last: str) -> None:
    desk = started()
    if last == "next":
        report_all(desk)
    take(desk, "clock", minutes=50)
    if last == "undo":
        take(desk, "extend", table=1, minutes=5)
    take(desk, last)
    assert (desk.venue.clock, dict(desk.venue.extensions)) == (None, {})
    check_replay(desk)


def test_players_register_themselves_while_that_is_open() -> None:
    desk = opened()
    assert refusal(desk, "join", player="Ana") == "self_registration_closed"
    take(desk, "self_registration", open=True)
    answer = desk.take({"do": "join", "player": "  Ana "}, "en", by="self-registration")
    assert (happened(answer), list(desk.state.players)) == ("PlayerRegistered", ["Ana"])
    assert desk.records[-1].by == "self-registration"
    assert refusal(desk, "join", player="Ana") == "name_taken"
    assert refusal(desk, "join", player="\x07") == "bad_name"
    take(desk, "leave", player="Ana")
    assert refusal(desk, "join", player="Ana") == "name_taken"
    take(desk, "register", player="Ana")
    take(desk, "self_registration", open=False)
    assert refusal(desk, "join", player="Bo") == "self_registration_closed"
    check_replay(desk)


def test_nobody_registers_themselves_once_the_first_round_is_grouped() -> None:
    desk = started()
    take(desk, "self_registration", open=True)
    assert refusal(desk, "join", player="Zoe") == "no_late_entry"


def test_what_is_public_and_what_is_announced() -> None:
    desk = opened()
    venue = desk.venue
    assert (venue.places_published, venue.decks_published, venue.announcement) == (False, False, None)
    take(desk, "publish", places=True, decks=False)
    take(desk, "announce", text="Round 2 at 19:30")
    venue = desk.venue
    assert (venue.places_published, venue.decks_published, venue.announcement) == (True, False, "Round 2 at 19:30")
    take(desk, "announce", text=None)
    assert desk.venue.announcement is None
    check_replay(desk)
