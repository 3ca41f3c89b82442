"""The grouping of a round: group sizes, random groups of the active set, ranked groups of the inactive set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter

from floorjudge.formats.competition import Draw
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
