"""The parts of a grouping that chance does not decide, which every reader can compare while the seed is secret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from floorjudge.formats.competition import Competition
from floorjudge.formats.on_the_edge.log import RoundGrouped
from floorjudge.formats.on_the_edge.tables import DrawnOffNumbered, Table, TableSet


def undrawn(event: Competition, made: RoundGrouped) -> tuple[Any, ...]:
    """Return a grouping without the parts that its draw decides; `event` is the event before it.

    The players of each set, the sizes of the tables, how often a player sits in an off-numbered game again, and the
    points of ranked players, from the top.
    """
    tables = made.tables
    ranked = [name for table in tables if table.set is TableSet.INACTIVE for name in table.players]
    return (
        replace(made, tables=(), sitting_out=()),
        len(made.sitting_out),
        [(_bare(table), _is_honest(event, table)) for table in tables],
        sorted(name for table in tables for name in table.players if table.set is TableSet.ACTIVE),
        sorted((*ranked, *made.sitting_out)),
        _points(event, ranked),
        sum(len(table.why.again) for table in tables if isinstance(table.why, DrawnOffNumbered)),
    )


def _bare(table: Table) -> tuple[Any, ...]:
    """Return the fixed parts of a table: all of a final or a readmission game, of others no names."""
    if table.set in (TableSet.FINAL, TableSet.READMISSION):
        return (table,)
    why = replace(table.why, again=()) if isinstance(table.why, DrawnOffNumbered) else table.why
    return table.table, table.set, len(table.players), why


def _is_honest(event: Competition, table: Table) -> bool:
    """Return whether a table names exactly its players who sit in an off-numbered game again."""
    if not isinstance(table.why, DrawnOffNumbered):
        return True
    players = [event.players.get(name) for name in table.players]
    return table.why.again == tuple(player.name for player in players if player and player.score.off_numbered_games)


def _points(event: Competition, names: Sequence[str]) -> list[Any]:
    """Return the points that rank players; a person outside the event has none."""
    players = [event.players.get(name) for name in names]
    return [player and (player.score.victory_points, player.score.influence) for player in players]
