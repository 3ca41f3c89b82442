"""Who stands where: the one order in which pages, paper and the command line list players."""

from __future__ import annotations

import msgspec

from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.scoring import by_score, doubled_score
from floorjudge.formats.on_the_edge.tables import Player, Stage

PODIUM = 3
_WITH_A_FINAL = (Stage.READMISSION, Stage.FINAL, Stage.FINISHED)


class StandingRow(msgspec.Struct, frozen=True):
    """One player's line of the standings.

    `rank` is theirs by tournament score, which equals share (`level`: with the line above); None for who has left, and while
    nothing was played. `place` is theirs once places are to be seen; who `left` has none before.
    """

    player: Player
    left: bool
    rank: int | None
    level: bool
    place: int | None
    in_final: bool


def standings(state: State, *, with_places: bool) -> list[StandingRow]:
    """Return all players in one order: by place once places are to be seen, else by tournament score, and who left at the end.

    While nothing was played there are no ranks, and the players stand as they registered. After the start, who left before
    any game of theirs was grouped is not among them: who never played has neither rank nor place.

    Clauses: OTE 2.3, OTE 2.8.1, OTE 2.10
    """
    placed = state.places() if with_places else {}
    finalists = set(seated_in_final(state)) if state.stage in _WITH_A_FINAL else set()
    everybody = by_score(_who_counts(state))
    everybody.sort(
        key=lambda player: (player.name not in placed and state.has_left(player.name), placed.get(player.name, 0))
    )
    found: list[StandingRow] = []
    for index, player in enumerate(everybody, 1):
        place, above = placed.get(player.name), found[-1] if found else None
        left = state.has_left(player.name) and place is None
        if left:
            found.append(StandingRow(player, left, None, level=False, place=None, in_final=False))
            continue
        level = above is not None and (
            place == above.place if placed else doubled_score(player) == doubled_score(above.player)
        )
        rank = None if not anything_played(state) else above.rank if above is not None and level else index
        in_final = place is None and player.name in finalists
        found.append(StandingRow(player, left, rank, level, place, in_final))
    return found


def _who_counts(state: State) -> list[Player]:
    """Return everybody who is here or sat at a table; before the start, all who were registered."""
    stages = state.stages()
    if not stages or len(state.in_event()) == len(state.players):
        return state.everybody()
    seated = {name for played in stages for table in played.tables for name in table.players}
    return [player for player in state.everybody() if player.name in seated or not state.has_left(player.name)]


def anything_played(state: State) -> bool:
    """Say whether a game has a result by now, or the event is over without one, so that there are ranks."""
    return bool(state.past or state.results) or state.stage is Stage.FINISHED


def podium_of(listed: list[StandingRow]) -> list[StandingRow]:
    """Return the lines of the first three places, six at most: equals share a place."""
    return [row for row in listed if row.place is not None and row.place <= PODIUM][: 2 * PODIUM]


def seated_in_final(state: State) -> tuple[str, ...]:
    """Return who sits in the final, or has a seat by now when it has not been grouped; a lost final keeps its players."""
    table = state.final_table()
    return tuple(state.finalists()) if table is None else table.players
