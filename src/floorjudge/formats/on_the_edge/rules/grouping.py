"""The grouping of a round: group sizes, random groups of the active set, ranked groups of the inactive set.

`undrawn` is the part of a grouping that chance does not decide, which every reader can compare while the seed is secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from floorjudge.formats.competition import Competition, Draw
from floorjudge.formats.on_the_edge.log import RoundGrouped
from floorjudge.formats.on_the_edge.tables import (
    OFF_NUMBERED_SIZES,
    Drawn,
    DrawnOffNumbered,
    Ranked,
    Table,
    TableSet,
)
from floorjudge.formats.players import Player


def group_sizes(players: int) -> tuple[int, ...]:
    """Return the sizes of the groups for a number of players, off-numbered ones first; none for fewer than two.

    As many groups of three as possible; one or two players left over turn that many of them into groups of four. Five
    players are groups of two and three, and two players play each other.
    Clauses: OTE 2.4, OTE 2.4.1, OTE 2.4.2
    """
    if players < 2:
        return ()
    if players == 2:
        return (2,)
    if players == 5:
        return (2, 3)
    threes, left_over = divmod(players, 3)
    return (4,) * left_over + (3,) * (threes - left_over)


def group_active(players: Sequence[Player], draw: Draw, round_number: int) -> list[Table]:
    """Return the tables of the active set, at random, numbered from 1.

    Players who never sat in an off-numbered game get its seats first.
    Clauses: OTE 2.5, OTE 2.6, OTE 2.6.1, OTE 2.6.2
    """
    sizes = group_sizes(len(players))
    by_name = _by_roster_name(players)
    off_numbered = _off_numbered_seats(by_name, sizes, draw, round_number)
    in_order = [player.name for player in _drawn(by_name, draw, f"round {round_number}/active/seats")]
    # Sorting keeps the order of equals, which is that of the draw.
    in_order.sort(key=lambda name: name not in off_numbered)
    first_round = round_number == 1
    threes = Drawn(first_round)
    return [
        Table(
            number,
            TableSet.ACTIVE,
            group,
            threes
            if len(group) == 3
            else DrawnOffNumbered(len(players), first_round, tuple(name for name in group if off_numbered[name])),
        )
        for number, group in enumerate(_cut(in_order, sizes), 1)
    ]


def _off_numbered_seats(
    by_name: Mapping[str, Player], sizes: Sequence[int], draw: Draw, round_number: int
) -> dict[str, bool]:
    """Return the players of the off-numbered games, and whether they sat in one before."""
    seats = sum(size for size in sizes if size in OFF_NUMBERED_SIZES)
    if not seats:
        return {}
    drawn = _drawn(by_name, draw, f"round {round_number}/active/off-numbered")
    drawn.sort(key=lambda player: player.score.off_numbered_games > 0)
    return {player.name: player.score.off_numbered_games > 0 for player in drawn[:seats]}


def _by_roster_name(players: Iterable[Player]) -> dict[str, Player]:
    """Return players by their names in draws."""
    return {player.roster_name: player for player in players}


def _drawn(by_name: Mapping[str, Player], draw: Draw, label: str) -> list[Player]:
    """Return players in the order of a draw."""
    return [by_name[name] for name in draw.in_order(label, by_name)]


def ranking(players: Sequence[Player], draw: Draw, round_number: int) -> list[str]:
    """Return the inactive set's list: by victory points, then influence points, ties in random order.

    Clauses: OTE 2.7.1
    """
    drawn = _drawn(_by_roster_name(players), draw, f"round {round_number}/inactive/ties")
    # Sorting keeps the order of equals in reverse, too.
    ranked = sorted(drawn, key=attrgetter("score.victory_points", "score.influence"), reverse=True)
    return [player.name for player in ranked]


def group_inactive(
    players: Sequence[Player], draw: Draw, round_number: int, first_table: int
) -> tuple[list[Table], tuple[str, ...]]:
    """Return the tables of the inactive set, numbered from `first_table`, and the players who sit out (one player alone).

    Consecutive players of the list play together; off-numbered games are filled first, from its top.
    Clauses: OTE 2.7, OTE 2.7.2
    """
    listed = ranking(players, draw, round_number)
    sizes = group_sizes(len(listed))
    tables = []
    place = 1
    for number, group in enumerate(_cut(listed, sizes), first_table):
        why = Ranked(place, place + len(group) - 1, len(listed))
        tables.append(Table(number, TableSet.INACTIVE, group, why))
        place += len(group)
    return tables, () if sizes else tuple(listed)


def _cut(names: Sequence[str], sizes: Sequence[int]) -> Iterator[tuple[str, ...]]:
    start = 0
    for size in sizes:
        yield tuple(names[start : start + size])
        start += size


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
