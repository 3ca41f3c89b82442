"""Who plays whom: group sizes, the random groups of the active set, the ranked groups of the inactive set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nsmallest

from floorjudge.tournament.draw import Draw
from floorjudge.tournament.state import Player
from floorjudge.tournament.tables import OFF_NUMBERED_SIZES, Drawn, DrawnOffNumbered, Ranked, Table, TableSet


def group_sizes(players: int) -> tuple[int, ...]:
    """Return the sizes of the groups for a number of players, off-numbered ones first; none for fewer than two.

    As many threes as possible; who is left over makes fours of as many of them as needed. Five are two and three, and
    two play each other.
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

    The seats of off-numbered games go to those who never sat in one, to others only when these run out.
    Clauses: OTE 2.5, OTE 2.6, OTE 2.6.1, OTE 2.6.2
    """
    sizes = group_sizes(len(players))
    off_numbered = _off_numbered_seats(players, sizes, draw, round_number)
    seats = draw.tickets(f"round {round_number}/active/seats")
    in_order = sorted((player.name for player in players), key=lambda name: (name not in off_numbered, seats(name)))
    again = {player.name for player in players if player.off_numbered_games}
    first_round = round_number == 1
    return [
        Table(
            number,
            TableSet.ACTIVE,
            group,
            DrawnOffNumbered(len(players), first_round, tuple(name for name in group if name in again))
            if len(group) in OFF_NUMBERED_SIZES
            else Drawn(first_round),
        )
        for number, group in enumerate(_cut(in_order, sizes), 1)
    ]


def _off_numbered_seats(players: Sequence[Player], sizes: Sequence[int], draw: Draw, round_number: int) -> set[str]:
    """Return who sits in the off-numbered games."""
    seats = sum(size for size in sizes if size in OFF_NUMBERED_SIZES)
    if not seats:
        return set()
    ticket = draw.tickets(f"round {round_number}/active/off-numbered")
    chosen = nsmallest(seats, players, key=lambda player: (player.off_numbered_games > 0, ticket(player.name)))
    return {player.name for player in chosen}


def ranking(players: Sequence[Player], draw: Draw, round_number: int) -> list[str]:
    """Return the inactive set's list: by victory points, then influence points, ties in random order.

    Clauses: OTE 2.7.1
    """
    ticket = draw.tickets(f"round {round_number}/inactive/ties")
    ranked = sorted(players, key=lambda player: (-player.victory_points, -player.influence, ticket(player.name)))
    return [player.name for player in ranked]


def group_inactive(
    players: Sequence[Player], draw: Draw, round_number: int, first_table: int
) -> tuple[list[Table], tuple[str, ...]]:
    """Return the tables of the inactive set, numbered from `first_table`, and who sits out (one player alone).

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
