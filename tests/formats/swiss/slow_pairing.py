"""The best pairing of a Swiss round, found by looking at all of them, or by one matching of everybody with everybody.

Written from the order of the criteria alone: the fewest rematches; the bye for who had the fewest, then for the lowest points; the
smallest sum of squared differences; the fewest unequal tables; the fewest earlier pair-downs of those who are paired down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import rustworkx

Criteria = tuple[int, tuple[int, int], int, int, int]


class Slow(NamedTuple):
    """A player to be paired."""

    name: str
    points: int
    opponents: frozenset[str]
    byes: int
    pair_downs: int


def pairings(players: Sequence[Slow]) -> Iterator[tuple[list[tuple[Slow, Slow]], Slow | None]]:
    """Yield every pairing of some players: who plays whom, and who has the bye."""
    if not players:
        yield [], None
        return
    first, *others = players
    if len(players) % 2:
        for rest, _ in pairings(others):
            yield rest, first
    for index, other in enumerate(others):
        for rest, bye in pairings(others[:index] + others[index + 1 :]):
            yield [(first, other), *rest], bye


def criteria(pairs: Sequence[tuple[Slow, Slow]], bye: Slow | None) -> Criteria:
    """Return how good a pairing is; less is better."""
    rematches = squares = unequal = pair_downs = 0
    for one, other in pairs:
        rematches += other.name in one.opponents
        squares += (one.points - other.points) ** 2
        if one.points != other.points:
            unequal += 1
            pair_downs += (one if one.points > other.points else other).pair_downs
    return rematches, (0, 0) if bye is None else (bye.byes, bye.points), squares, unequal, pair_downs


def best_of_all(players: Sequence[Slow]) -> Criteria:
    """Return the criteria of the best pairing of at most ten players or so."""
    return min(criteria(pairs, bye) for pairs, bye in pairings(players))


def best_of_dense(players: Sequence[Slow]) -> Criteria:
    """Return the criteria of the best pairing, from a matching in which everybody is joined to everybody."""
    people: list[Slow | None] = [*players, *([None] if len(players) % 2 else [])]
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(people)))
    largest = _largest(players)
    for index, one in enumerate(people):
        for other_index in range(index + 1, len(people)):
            graph.add_edge(index, other_index, -_cost(one, people[other_index], largest))
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = [(people[one], people[other]) for one, other in matched]
    bye = next((one or other for one, other in pairs if one is None or other is None), None)
    return criteria([(one, other) for one, other in pairs if one is not None and other is not None], bye)


def _largest(players: Sequence[Slow]) -> list[int]:
    """Return, for each criterion, a number above all its sums."""
    tables = len(players) // 2 + 1
    difference = max(player.points for player in players) - min(player.points for player in players)
    return [
        tables + 1,
        max(player.byes for player in players) + 1,
        max(player.points for player in players) + 1,
        tables * difference**2 + 1,
        tables + 1,
        tables * max(player.pair_downs for player in players) + 1,
    ]


def _cost(one: Slow | None, other: Slow | None, largest: Sequence[int]) -> int:
    if one is None or other is None:
        without = one or other
        assert without is not None
        values = [0, without.byes, without.points, 0, 0, 0]
    else:
        rematches, _, squares, unequal, pair_downs = criteria([(one, other)], None)
        values = [rematches, 0, 0, squares, unequal, pair_downs]
    cost = 0
    for value, above in zip(values, largest, strict=True):
        assert value < above
        cost = cost * above + value
    assert cost.bit_length() <= 120
    return cost
