"""The log is the tournament: replayed, written as JSON, verified, and keeping its secret until the end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events import codec, replay, verify
from floorjudge.events.commands import Undo
from floorjudge.events.events import OrderDrawn, SeedRenewed
from floorjudge.formats.on_the_edge.log import EventFinished, RoundGrouped
from tests.events.driver import SEED, Script, play, played, scripts


@pytest.mark.exhaustive
@given(scripts(), st.integers(0, 200))
def test_the_log_replayed_gives_the_state(script: Script, stop: int) -> None:
    for number, organiser in enumerate(play(script)):
        if number == stop:
            assert replay(organiser.log) == organiser.state
    assert replay(organiser.log) == organiser.state


@pytest.mark.exhaustive
@given(scripts())
def test_events_survive_json_exactly(script: Script) -> None:
    log = played(script).log
    lines = [codec.event_json(event) for event in log]
    read = [codec.read_event(line) for line in lines]
    assert read == log
    assert [codec.event_json(event) for event in read] == lines
    assert not any("\n" in line for line in lines)
    assert replay(read) == replay(log)


@given(scripts(kinds=("leave", "undo", "order", "amend past"), players=40))
def test_nobody_sees_the_seed_before_the_end(script: Script) -> None:
    for organiser in play(script):
        if isinstance(organiser.log[-1], EventFinished):
            assert organiser.view["draw"]["seed"] == SEED
            break
        assert SEED not in codec.event_json(organiser.log[-1])
        assert SEED not in repr(organiser.view)


def test_the_end_taken_back_hides_the_seed_again() -> None:
    organiser = played(Script(4))
    assert organiser.view["draw"]["seed"] == SEED
    organiser.do(Undo())
    assert organiser.view["draw"]["seed"] is None
    assert organiser.view["stage"] == "final"


@given(scripts(), st.integers(0, 200))
def test_every_log_of_the_program_is_verified(script: Script, cut: int) -> None:
    organiser = played(script)
    log = organiser.log[: 1 + cut % len(organiser.log)]
    draws = sum(isinstance(event, RoundGrouped | OrderDrawn) for event in log)
    # Earlier seeds than the newest stand in the log itself, where it is not cut before that.
    renewed = any(isinstance(event, SeedRenewed) for event in log)
    verified = verify(log, organiser.seed if renewed else SEED)
    assert (verified.events, verified.draws_proved, verified.draws_waiting) == (len(log), draws, 0)
    assert verified.state == replay(log)


@given(scripts())
def test_a_finished_log_is_verified_with_the_seed_it_reveals(script: Script) -> None:
    organiser = played(script)
    draws = sum(isinstance(event, RoundGrouped | OrderDrawn) for event in organiser.log)
    verified = verify(organiser.log)
    assert (verified.draws_proved, verified.draws_waiting) == (draws, 0)
    assert verified.state == organiser.state


@pytest.mark.exhaustive
@given(scripts(kinds=("leave", "drawn", "amend now", "amend past", "order", "undo")), st.integers(0, 200))
def test_before_the_end_the_draws_wait_for_the_seed(script: Script, cut: int) -> None:
    log = played(script).log
    ends = next(number for number, event in enumerate(log) if isinstance(event, EventFinished))
    log = log[: 1 + cut % ends]
    verified = verify(log)
    draws = sum(isinstance(event, RoundGrouped | OrderDrawn) for event in log)
    assert (verified.draws_proved, verified.draws_waiting) == (0, draws)
    assert verified.state == replay(log)


def test_nothing_at_all_is_no_log() -> None:
    with pytest.raises(ValueError, match="at least the event that opens it"):
        replay([])
