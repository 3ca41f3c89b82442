"""The standings: the one order of players on pages, on paper and on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from floorjudge.events.state import State
from floorjudge.formats.display import Standing
from floorjudge.formats.made_of import MadeOf

PODIUM = 3
# Readers at the same moment get the same standings.
MOMENTS_KEPT = 16


def standings(state: State, *, with_places: bool) -> Sequence[Standing]:
    """Return all players in the order of their format, by place once places are public."""
    parts = (state.players, state.tables, state.results, state.sitting_out, state.past, state.options, state.memory)
    stage = (state.format, state.phase, state.stage_kind, state.round)
    return _standings(MadeOf(state, *parts), stage, with_places=with_places)


@lru_cache(MOMENTS_KEPT)
def _standings(made_of: MadeOf[State], stage: tuple[object, ...], *, with_places: bool) -> Sequence[Standing]:  # noqa: ARG001 (told apart by it)
    state = made_of.value
    return state.rules.standings(state, state.places() if with_places else {})
