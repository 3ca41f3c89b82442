"""Who stands where: the one order in which pages, paper and the command line list players."""

from __future__ import annotations

from collections.abc import Sequence

from floorjudge.events.state import State
from floorjudge.formats.display import Standing

PODIUM = 3


def standings(state: State, *, with_places: bool) -> Sequence[Standing]:
    """Return all players in the order of their format, by place once places are to be seen."""
    return state.rules.standings(state, state.places() if with_places else {})


def podium_of(listed: Sequence[Standing]) -> list[Standing]:
    """Return the lines of the first three places, six at most: equals share a place."""
    return [row for row in listed if row.place is not None and row.place <= PODIUM][: 2 * PODIUM]
