"""Moves of players by hand, in all formats: which moves are possible, and the notes at a table.

The tables of such a format have a field `by_hand`, the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from rpds import HashTrieMap

from floorjudge.formats.competition import Competition
from floorjudge.formats.display import Badge
from floorjudge.formats.errors import GroupsStay, PlayersAtTable, WithoutATable
from floorjudge.formats.log import Seats, SeatsMoved
from floorjudge.texts import Text, text


def check_sizes(event: Competition, moved: SeatsMoved, sizes: Sequence[int]) -> None:
    """Check that each table has a possible number of players, and that no more players are without a game than before.

    Raises BadInput or Refused.
    """
    for seats in moved.tables:
        if len(seats.players) not in sizes:
            raise PlayersAtTable(seats.table, len(seats.players), tuple(map(str, sizes)))
    if len(moved.out_after(event.sitting_out)) > len(event.sitting_out):
        raise WithoutATable(moved.sitting_out)


def check_whole_tables(event: Competition, moved: SeatsMoved) -> None:
    """Check that only whole tables move: the same players sit together, in the same seats.

    Raises Refused.
    """
    numbers = {seats.table for seats in moved.tables}
    before = {tuple(table.players) for table in event.tables if table.table in numbers}
    if before != {seats.players for seats in moved.tables}:
        raise GroupsStay


def moved_whole(event: Competition, seats: Seats, reason: str) -> Any:
    """Return the table of players who moved together, with its new number."""
    table = next(table for table in event.tables if tuple(table.players) == seats.players)
    return replace(table, table=seats.table, by_hand=reason)


def before_this_stage(event: Competition) -> Competition:
    """Return the event before the current stage was made."""
    return replace(event, tables=(), results=HashTrieMap(), sitting_out=(), moves=())


def moved_by_hand(reason: str) -> Text:
    """Return that players were moved by hand, and why."""
    return text("Moved by hand: “{reason}”.", reason=reason)


def why_here(table: Any, why: Text | None) -> Text:
    """Return why players sit at a table: first a move by hand, if there was one, then the other reason."""
    moved = [] if table.by_hand is None else [moved_by_hand(table.by_hand)]
    return besides(*moved, *(() if why is None else (why,)))


def besides(first: Text, *others: Text) -> Text:
    """Return sentences as one text, one after the other."""
    for other in others:
        first = text("{reason} {besides}", reason=first, besides=other)
    return first


def badges(table: Any) -> tuple[Badge, ...]:
    """Return the badges of a table to which players were moved by hand."""
    return () if table.by_hand is None else (Badge("moved", text("moved by hand")),)


def without_game_by_hand(event: Competition, player: str) -> tuple[Text, ...]:
    """Return why a player has no game after a move by hand; nothing for other players."""
    reasons = [moved.reason for moved in event.moves if player in moved.sitting_out]
    return (moved_by_hand(reasons[-1]),) if reasons else ()
