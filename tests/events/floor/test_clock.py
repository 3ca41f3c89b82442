"""The round's clock against one that ticks second by second, and the other switches of a venue."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events.floor.clock import ends_at, gone_back, remaining
from floorjudge.events.service import EventService
from floorjudge.store import open_log
from tests.events.floor.small_event import (
    SEED,
    check_replay,
    happened,
    opened,
    outcome,
    refusal,
    started,
    take,
)

START = datetime(2026, 3, 6, 18, 0, tzinfo=UTC)


class Hand:
    """A clock on the wall that is moved by hand."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


def playing(hand: Hand) -> EventService:
    """Return the service of an event in its first round, with a clock on the wall."""
    service = EventService(open_log(), clock=hand)
    take(service, "open", name="Friday", seed=SEED)
    for name in ("Ana", "Bo", "Cy"):
        take(service, "register", player=name)
    take(service, "start")
    return service


@pytest.mark.exhaustive
@given(st.lists(st.tuples(st.sampled_from(["wait", "pause_clock", "resume_clock", "extend"]), st.integers(0, 2000))))
def test_the_clock_is_the_one_that_ticks(steps: list[tuple[str, int]]) -> None:
    hand = Hand()
    service = playing(hand)
    take(service, "clock", minutes=50)
    ticks, extra, runs = 50 * 60, 0, True
    for step, amount in steps:
        if step == "wait":
            hand.now += timedelta(seconds=amount)
            ticks -= amount if runs else 0
        elif step == "extend":
            take(service, "extend", table=1, minutes=1 + amount % 10)
            extra += 60 * (1 + amount % 10)
        else:
            expected = {
                ("pause_clock", True): "ClockPaused",
                ("pause_clock", False): "clock_paused",
                ("resume_clock", True): "clock_not_paused",
                ("resume_clock", False): "ClockResumed",
            }
            assert outcome(service, step) == expected[step, runs]
            runs = step == "resume_clock"
        clock = service.state.venue.clock
        assert clock is not None
        assert remaining(clock, hand.now) == ticks
        assert remaining(clock, hand.now, service.state.venue.extensions.get(1) or 0) == ticks + extra
        assert ends_at(clock) == (hand.now + timedelta(seconds=ticks) if runs else None)
    check_replay(service)


def test_a_wall_clock_that_is_set_back_takes_no_time_away() -> None:
    hand = Hand()
    service = playing(hand)
    take(service, "clock", minutes=50)
    take(service, "pause_clock")
    hand.now -= timedelta(minutes=3)
    take(service, "resume_clock")
    hand.now += timedelta(minutes=3)
    clock = service.state.venue.clock
    assert clock is not None
    assert remaining(clock, hand.now) == 50 * 60


def test_a_round_has_one_clock() -> None:
    service = started()
    for command in ("pause_clock", "resume_clock", "stop_clock"):
        assert refusal(service, command) == "no_clock"
    for wrong in (0, -1, 601):
        assert refusal(service, "clock", minutes=wrong) == "bad_minutes"
    take(service, "clock", minutes=50)
    assert refusal(service, "clock", minutes=50) == "clock_is_there"
    take(service, "stop_clock")
    assert service.state.venue.clock is None
    take(service, "clock", minutes=60)
    assert refusal(opened(), "clock", minutes=50) == "not_started"


def test_players_register_themselves_while_that_is_open() -> None:
    service = opened()
    assert refusal(service, "join", player="Ana") == "self_registration_closed"
    take(service, "self_registration", open=True)
    answer = service.take({"do": "join", "player": "  Ana "}, "en", by="self-registration")
    assert (happened(answer), list(service.state.players)) == ("PlayerRegistered", ["Ana"])
    assert service.records[-1].by == "self-registration"
    assert refusal(service, "join", player="Ana") == "name_taken"
    assert refusal(service, "join", player="\x07") == "bad_name"
    take(service, "leave", player="Ana")
    assert refusal(service, "join", player="Ana") == "name_taken"
    take(service, "register", player="Ana")
    take(service, "self_registration", open=False)
    assert refusal(service, "join", player="Bo") == "self_registration_closed"
    check_replay(service)
    service = started()
    take(service, "self_registration", open=True)
    assert refusal(service, "join", player="Zoe") == "no_late_entry"


def test_what_is_public_and_what_is_announced() -> None:
    service = opened()
    venue = service.state.venue
    assert (venue.places_published, venue.decks_published, venue.announcement) == (False, False, None)
    take(service, "publish", places=True, decks=False)
    take(service, "announce", text="Round 2 at 19:30")
    venue = service.state.venue
    assert (venue.places_published, venue.decks_published, venue.announcement) == (True, False, "Round 2 at 19:30")
    take(service, "announce", text=None)
    assert service.state.venue.announcement is None
    check_replay(service)


@pytest.mark.parametrize(
    ("waits", "behind"), [([600], 0), ([600, -605], 10), ([600, -605, 300], 5), ([-3600, 600], 50)]
)
def test_that_the_clock_of_the_machine_has_gone_back_is_noticed_until_it_is_right_again(
    waits: list[int], behind: int
) -> None:
    hand = Hand()
    service = playing(hand)
    hand.now -= timedelta(hours=2)
    take(service, "clock", minutes=50)
    assert gone(service, hand) == 0
    for seconds in waits:
        hand.now += timedelta(seconds=seconds)
        take(service, "announce", text=f"It is {hand.now}.")
    assert gone(service, hand) == behind
    take(service, "pause_clock")
    assert gone(service, hand) == 0
    take(service, "resume_clock")
    hand.now += timedelta(minutes=behind)
    assert gone(service, hand) == 0


def gone(service: EventService, hand: Hand) -> int:
    """Return by how many minutes the clock of the machine has gone back, by the records of an event."""
    return gone_back(service.state.venue.clock, (record.at for record in reversed(service.records)), hand.now)
