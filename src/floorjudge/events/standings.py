"""Who stands where: the one order in which pages, paper and the command line list players."""

from __future__ import annotations

import msgspec

from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.scoring import doubled_score
from floorjudge.formats.on_the_edge.tables import Player, Stage

_PODIUM = 3


class StandingRow(msgspec.Struct, frozen=True):
    """One player's line of the standings.

    `rank` is theirs by tournament score, which equals share (`level`: with the line above); None for who has left. `place` is
    theirs once places are to be seen.
    """

    player: Player
    rank: int | None
    level: bool
    place: int | None
    in_final: bool


def standings(state: State, *, with_places: bool) -> list[StandingRow]:
    """Return all players in one order: by place once places are to be seen, else by tournament score, and who left at the end.

    Clauses: OTE 2.3, OTE 2.8.1, OTE 2.10
    """
    placed = state.places() if with_places else {}
    finalists = set(seated_in_final(state)) if state.stage in {Stage.READMISSION, Stage.FINAL} else set()
    everybody = by_score(state.everybody())
    everybody.sort(
        key=lambda player: (player.name not in placed and state.has_left(player.name), placed.get(player.name, 0))
    )
    found: list[StandingRow] = []
    for index, player in enumerate(everybody, 1):
        place, above = placed.get(player.name), found[-1] if found else None
        if state.has_left(player.name) and place is None:
            found.append(StandingRow(player, None, level=False, place=None, in_final=False))
            continue
        level = above is not None and (
            place == above.place if placed else doubled_score(player) == doubled_score(above.player)
        )
        rank = above.rank if above is not None and level else index
        found.append(StandingRow(player, rank, level, place, player.name in finalists))
    return found


def podium_of(listed: list[StandingRow]) -> list[StandingRow]:
    """Return the lines of the first three places, six at most: equals share a place."""
    return [row for row in listed if row.place is not None and row.place <= _PODIUM][: 2 * _PODIUM]


def seated_in_final(state: State) -> tuple[str, ...]:
    """Return who sits in the final, or has a seat by now when it has not been grouped; a lost final keeps its players."""
    table = state.final_table()
    return tuple(state.finalists()) if table is None else table.players


def by_score(players: list[Player]) -> list[Player]:
    """Return players by tournament score, the highest first, equals in order of registration.

    Clauses: OTE 2.8.1
    """
    return sorted(players, key=lambda player: (-doubled_score(player), player.number))
