"""An event of On the Edge at a moment: the set of each player, the seats of the final, the places."""

from __future__ import annotations

from floorjudge.formats.competition import Competition, Phase
from floorjudge.formats.on_the_edge.rules.scoring import places as places_of
from floorjudge.formats.on_the_edge.rules.stages import finalists as finalists_of
from floorjudge.formats.on_the_edge.tables import (
    FINALISTS,
    Kind,
    Memory,
    PlayerSet,
    Qualified,
    Result,
    Table,
    TableSet,
    set_of,
)
from floorjudge.formats.players import Player


def memory_of(event: Competition) -> Memory:
    """Return the memory of an event: what belongs to neither players nor tables."""
    memory: Memory = event.memory
    return memory


def members(event: Competition, of: PlayerSet) -> list[Player]:
    """Return the players of a set, in the order of registration."""
    return [player for player in event.all_players() if set_of(player) is of]


def result_of(event: Competition, table: Table) -> Result | None:
    """Return the result of a game for points; None if it is open or a readmission game."""
    outcome = event.results.get(table.table)
    return outcome if isinstance(outcome, Result) else None


def final_table(event: Competition) -> Table | None:
    """Return the table of the final; None if it has not been grouped."""
    return next((table for table in event.tables if table.set is TableSet.FINAL), None)


def with_seats(event: Competition) -> list[str]:
    """Return the players with a seat of the final by score or by a readmission game, in that order."""
    games = (event.results.get(table.table) for table in event.tables if table.set is TableSet.READMISSION)
    qualified = (name for game in games if isinstance(game, Qualified) for name in game.players)
    memory = memory_of(event)
    return [name for name in (*memory.readmitted, *qualified) if name not in memory.too_late]


def finalists(event: Competition) -> list[str]:
    """Return the players in the final so far: the active players, then the readmitted ones who are still present."""
    return finalists_of(event.in_event(), with_seats(event))


def vacancies(event: Competition) -> int:
    """Return the number of open seats of the final, 0 to 3."""
    return max(0, FINALISTS - len(finalists(event)))


def seated_in_final(event: Competition) -> tuple[str, ...]:
    """Return the players of the final, or those with a seat so far if it has not been grouped; a lost final keeps its players."""
    table = final_table(event)
    return tuple(finalists(event)) if table is None else table.players


def in_readmission(event: Competition) -> bool:
    """Return whether a readmission game is being played."""
    return event.phase is Phase.PLAYING and event.stage_kind == Kind.READMISSION


def places(event: Competition) -> dict[str, int]:
    """Return the places by player in a finished event, without the players who have none.

    Clauses: OTE 2.10
    """
    final, memory = final_table(event), memory_of(event)
    result = result_of(event, final) if final else None
    played = None if final is None or result is None else (final, result)
    return places_of(event.all_players(), played, memory.unplayed_winner, keeping=bool(memory.finalists_placed))
