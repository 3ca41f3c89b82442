"""Who stands where: the one order in which pages, paper and the command line list players."""

from __future__ import annotations

from collections.abc import Sequence

from floorjudge.events.state import State
from floorjudge.formats.display import Standing

PODIUM = 3


# Whoever looks at the same moment is shown the same standings: they are made once for the newest moments. What they are made of are
# values that never change, and are kept, so that no others have their ids.
MOST_KEPT = 16
_KEPT: dict[tuple[object, ...], tuple[State, Sequence[Standing]]] = {}


def standings(state: State, *, with_places: bool) -> Sequence[Standing]:
    """Return all players in the order of their format, by place once places are to be seen."""
    parts = (state.players, state.tables, state.results, state.sitting_out, state.past, state.options, state.memory)
    key = (state.format, state.phase, state.stage_kind, state.round, with_places, *map(id, parts))
    known = _KEPT.get(key)
    if known is None:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        placed = state.places() if with_places else {}
        known = _KEPT[key] = state, state.rules.standings(state, placed)
    return known[1]


def podium_of(listed: Sequence[Standing]) -> list[Standing]:
    """Return the lines of the first three places, six at most: equals share a place."""
    return [row for row in listed if row.place is not None and row.place <= PODIUM][: 2 * PODIUM]
