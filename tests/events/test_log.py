"""The log is the tournament: replayed, written as JSON, verified, and keeping its secret until the end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events import codec, replay, verify
from floorjudge.events.commands import Undo
from floorjudge.events.events import Event, OrderDrawn, SeedRenewed
from floorjudge.formats.on_the_edge.log import EventFinished, RoundGrouped
from tests.events.driver import SEED, Script, play, played, scripts


@pytest.mark.exhaustive
@given(scripts(), st.integers(0, 200))
def test_the_log_gives_the_state_and_survives_json_exactly(script: Script, stop: int) -> None:
    for number, organiser in enumerate(play(script)):
        if number == stop:
            assert replay(organiser.log) == organiser.state
    lines = [codec.event_json(event) for event in organiser.log]
    read = [codec.read_event(line) for line in lines]
    assert read == organiser.log
    assert [codec.event_json(event) for event in read] == lines
    assert not any("\n" in line for line in lines)
    assert replay(read) == organiser.state


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


def draws_in(log: Sequence[Event]) -> int:
    return sum(isinstance(event, RoundGrouped | OrderDrawn) for event in log)


@given(scripts(), st.integers(0, 200))
def test_every_log_is_verified_with_the_seed_and_before_the_end_without(script: Script, cut: int) -> None:
    organiser = played(script)
    whole = verify(organiser.log)
    assert (whole.draws_proved, whole.draws_waiting) == (draws_in(organiser.log), 0)
    assert whole.state == organiser.state
    log = organiser.log[: 1 + cut % len(organiser.log)]
    # Earlier seeds than the newest stand in the log itself, where it is not cut before that.
    renewed = any(isinstance(event, SeedRenewed) for event in log)
    verified = verify(log, organiser.seed if renewed else SEED)
    assert (verified.events, verified.draws_proved, verified.draws_waiting) == (len(log), draws_in(log), 0)
    assert verified.state == replay(log)
    ends = next(number for number, event in enumerate(organiser.log) if isinstance(event, EventFinished))
    log = organiser.log[: 1 + cut % ends]
    waiting = verify(log)
    assert (waiting.draws_proved, waiting.draws_waiting) == (0, draws_in(log))
    assert waiting.state == replay(log)


def test_nothing_at_all_is_no_log() -> None:
    with pytest.raises(ValueError, match="at least the event that opens it"):
        replay([])
