"""Taking back many steps, one after the other."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from floorjudge.events.state import Lasting, State
from floorjudge.events.tournament import evolve
from floorjudge.formats.log import TournamentEvent
from tests.events.floor.small_event import opened


@pytest.mark.exhaustive
def test_taking_back_many_steps_one_by_one_does_ever_fewer_again(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = opened()
    # In an event of this size a state is kept whole every 200 steps.
    desk.take_all([{"do": "register", "player": f"Player {number}"} for number in range(4_000)])
    stood = [desk.state]
    for number in range(300):
        desk.take({"do": "register", "player": f"Somebody {number}"}, "en")
        stood.append(desk.state)
    again: list[TournamentEvent] = []
    evolved = evolve.evolve_tournament

    def noted(state: State | None, event: TournamentEvent) -> State:
        again.append(event)
        return evolved(state, event)

    monkeypatch.setattr(evolve, "evolve_tournament", noted)
    for before in reversed(stood[:-1]):
        desk.take({"do": "undo"}, "en")
        # Numbers are not given twice, and the way back is another one.
        assert replace(desk.state, trail=None, lasting=Lasting()) == replace(before, trail=None, lasting=Lasting())
        assert desk.state.newest_event() == before.newest_event()
    # It was some hundred for each.
    assert len(again) < 300 * 40
