"""What chance does not decide in an event: equal for all draws of the same command in the same state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from floorjudge.events.events import Event, OrderDrawn, ReadmissionAmended, ResultAmended, RoundGrouped
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.tables import DrawnOffNumbered, Table, TableSet


def undrawn(state: State, event: Event) -> tuple[Any, ...]:
    """Return an event with everything taken out that its draw decides; `state` is the one before it.

    Of a round: who plays in which set at tables of which sizes, how often somebody sits in an off-numbered game again, and
    the points of those who were ranked, from the top.
    """
    if isinstance(event, RoundGrouped):
        bare = replace(event, tables=(), sitting_out=())
        return bare, len(event.sitting_out), *_tables(state, event)
    if isinstance(event, OrderDrawn):
        return replace(event, order=()), sorted(event.order)
    if isinstance(event, ResultAmended | ReadmissionAmended) and event.otherwise is not None:
        return (replace(event, otherwise=replace(event.otherwise, groups=())),)
    return (event,)


def _tables(state: State, event: RoundGrouped) -> tuple[Any, ...]:
    tables = event.tables
    ranked = [name for table in tables if table.set is TableSet.INACTIVE for name in table.players]
    return (
        [(_bare(table), _is_honest(state, table)) for table in tables],
        sorted(name for table in tables for name in table.players if table.set is TableSet.ACTIVE),
        sorted((*ranked, *event.sitting_out)),
        _points(state, ranked),
        sum(len(table.why.again) for table in tables if isinstance(table.why, DrawnOffNumbered)),
    )


def _bare(table: Table) -> tuple[Any, ...]:
    """Return what is fixed of a table: all of a final or a readmission game, of others no names."""
    if table.set in (TableSet.FINAL, TableSet.READMISSION):
        return (table,)
    why = replace(table.why, again=()) if isinstance(table.why, DrawnOffNumbered) else table.why
    return table.table, table.set, len(table.players), why


def _is_honest(state: State, table: Table) -> bool:
    """Say whether a table names just those as sitting in an off-numbered game again who do."""
    if not isinstance(table.why, DrawnOffNumbered):
        return True
    players = [state.players.get(name) for name in table.players]
    return table.why.again == tuple(player.name for player in players if player and player.off_numbered_games)


def _points(state: State, names: Sequence[str]) -> list[Any]:
    """Return the points by which players are ranked; somebody who is not in the event has none."""
    players = [state.players.get(name) for name in names]
    return [player and (player.victory_points, player.influence) for player in players]
