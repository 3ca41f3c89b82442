"""The lines of the live page as values: a table with its result, a player's standing. Equal lines have the same HTML."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from floorjudge.events.floor import Venue
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.scoring import doubled_score, points
from floorjudge.formats.on_the_edge.tables import Outcome, Player, PlayerSet, Qualified, Result, Stage, Table


class Seat(msgspec.Struct, frozen=True):
    """A player at a table; `influence` and `points` are None while the game is open."""

    name: str
    number: int
    left: bool
    won: bool = False
    influence: int | None = None
    points: int | None = None


class TableRow(msgspec.Struct, frozen=True):
    """One table: who sits there, what for, and how it ended. `progress` is open, reported, disputed or done."""

    number: int
    set: str
    target: int
    off_numbered: bool
    seats: tuple[Seat, ...]
    progress: str
    note: str | None = None
    minutes: int = 0


class StandingRow(msgspec.Struct, frozen=True):
    """One player's line of the score sheet."""

    player: Player
    place: int | None
    in_final: bool


def table_row(state: State, venue: Venue, table: Table) -> TableRow:
    """Return one table of the stage being played."""
    outcome = state.results.get(table.table)
    proposal = venue.proposals.get(table.table)
    progress = "done" if outcome else "open" if proposal is None else "disputed" if proposal.disputed else "reported"
    return TableRow(
        number=table.table,
        set=table.set.value,
        target=table.target,
        off_numbered=table.off_numbered,
        seats=seats(state, table, outcome),
        progress=progress,
        note=outcome.note if isinstance(outcome, Result) else None,
        minutes=0 if outcome else venue.extensions.get(table.table, 0),
    )


def seats(state: State, table: Table, outcome: Outcome | None) -> tuple[Seat, ...]:
    """Return the players of a table with what the game gave them, in seat order."""
    if isinstance(outcome, Result):
        gained = points(table, outcome)
        return tuple(
            Seat(name, state.players[name].number, state.has_left(name), name == outcome.winner, influence, won)
            for name, influence, won in zip(table.players, outcome.influence, gained, strict=True)
        )
    qualified = outcome.players if isinstance(outcome, Qualified) else ()
    return tuple(
        Seat(name, state.players[name].number, state.has_left(name), name in qualified) for name in table.players
    )


def table_rows(state: State, venue: Venue) -> list[TableRow]:
    """Return all tables of the stage being played."""
    return [table_row(state, venue, table) for table in state.tables]


def standings(state: State, *, with_places: bool) -> dict[str, list[StandingRow]]:
    """Return the score sheet: by place once there are places to be seen, else the active set, the inactive, who left.

    Within a set the order is that of the score sheet: victory points, then influence, then registration.
    Clauses: OTE 2.3
    """
    placed = state.places() if with_places else {}
    finalists = set(seated_in_final(state)) if state.stage in {Stage.READMISSION, Stage.FINAL} else set()
    everybody = state.everybody()
    if placed:
        everybody.sort(key=lambda player: placed.get(player.name, len(placed) + 1))
        return {"places": [_standing(player, placed, finalists) for player in everybody]}
    everybody.sort(key=lambda player: (-player.victory_points, -player.influence, player.number))
    return {
        of.value: [_standing(player, placed, finalists) for player in everybody if player.set is of]
        for of in (PlayerSet.ACTIVE, PlayerSet.INACTIVE, PlayerSet.LEFT)
    }


def seated_in_final(state: State) -> tuple[str, ...]:
    """Return who sits in the final, or has a seat by now when it has not been grouped; a lost final keeps its players."""
    table = state.final_table()
    return tuple(state.finalists()) if table is None else table.players


def _standing(player: Player, placed: Mapping[str, int], finalists: set[str]) -> StandingRow:
    return StandingRow(player, placed.get(player.name), player.name in finalists)


def places_to_be_seen(state: State, venue: Venue) -> bool:
    """Say whether everybody may see the final places by now."""
    return state.stage is Stage.FINISHED and venue.places_published


def by_score(players: list[Player]) -> list[Player]:
    """Return players by tournament score, the highest first, equals in order of registration.

    Clauses: OTE 2.8.1
    """
    return sorted(players, key=lambda player: (-doubled_score(player), player.number))
