"""A pairing recomputed step by step as docs/draws.md describes it, and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, TypeAlias

import rustworkx

from tests.formats.swiss.slow_pairing import Slow

WORD = 2**64

Graph: TypeAlias = tuple[int, list[tuple[int, int, int]]]
"""How many vertices, and the edges with their costs, in order."""


def recomputed(
    players: Sequence[Slow],
    in_order: Callable[[str, list[str]], list[str]],
    r: int,
    standings: Sequence[str] = (),
    *,
    candidates: int = 8,
) -> tuple[list[tuple[str, str]], str | None, list[Graph]]:
    """Return the tables from the first, who decides first at each; who has the bye; and the graphs that were matched.

    `candidates` are those of a group in step 2, at first.
    """
    names = [player.name for player in players]
    order = list(standings) or in_order(f"round {r}/pairing", names)
    ranked = sorted(players, key=lambda player: order.index(player.name))
    steps = Recomputed(ranked, near=bool(standings))
    pairs, bye = steps.pairs(candidates)
    first = in_order(f"round {r}/first", names)

    def step_8(pair: tuple[int, int]) -> tuple[int, int, int]:
        points = sorted((ranked[number].points for number in pair), reverse=True)
        return -points[0], -points[1], min(pair)

    tables = [
        tuple(sorted((ranked[number].name for number in pair), key=first.index)) for pair in sorted(pairs, key=step_8)
    ]
    return [(one, other) for one, other in tables], None if bye is None else ranked[bye].name, steps.graphs


class Recomputed:
    """The steps 2 to 7."""

    def __init__(self, ranked: Sequence[Slow], *, near: bool) -> None:
        self.ranked, self.near = ranked, near
        self.graphs: list[Graph] = []
        number = {player.name: place for place, player in enumerate(ranked)}
        self.met = [{number[name] for name in player.opponents if name in number} for player in ranked]
        self.nobody = len(ranked)
        self.odd = len(ranked) % 2 == 1
        self.levels = sorted({player.points for player in ranked}, reverse=True)

    def group(self, points: int) -> list[int]:
        """The numbers of a group, in order."""
        return [number for number, player in enumerate(self.ranked) if player.points == points]

    def candidates(self, points: int, many: int) -> tuple[list[int], list[int], list[int]]:
        """Step 2: who takes part, those by pair-downs, those by byes; the last two are empty in a group that is not free."""
        group = self.group(points)
        place = {number: min(index, len(group) - 1 - index) for index, number in enumerate(group)}
        down = sorted(
            group, key=lambda number: (self.ranked[number].pair_downs, place[number] if self.near else number, number)
        )
        by_downs = down[:many]
        last_first = -1 if self.near else 1
        by_byes = sorted(group, key=lambda number: (self.ranked[number].byes, last_first * number))
        by_byes = by_byes[: many // 2] if self.odd else []
        taking = set(by_downs + by_byes)
        if len(group) > many and (len(group) - len(taking)) % 2 == 1:
            taking.add(next(number for number in down if number not in taking))
        d = max(len(self.met[number] & set(group)) for number in group)
        if len(group) > many and len(group) - len(taking) >= 2 * d + 2:
            return sorted(taking), by_downs, by_byes
        return group, [], []

    def pairs(self, candidates: int) -> tuple[list[tuple[int, int]], int | None]:
        """The pairs and the bye."""
        many = dict.fromkeys(self.levels, candidates)
        while True:
            taking = {points: self.candidates(points, many[points]) for points in self.levels}
            found = self.matched(taking, again=False)
            short = [points for points in self.levels if taking[points][1] and self.is_short(points, taking, found)]
            if not short:
                break
            for points in short:
                many[points] *= 2
        if found is None:
            found = self.matched(taking, again=True)
        assert found is not None
        left = {number for pair in found for number in pair}
        pairs = [pair for pair in found if self.nobody not in pair]
        bye = next((min(pair) for pair in found if self.nobody in pair), None)
        for points in self.levels:
            if taking[points][1]:
                pairs += self.inside([number for number in self.group(points) if number not in left])
        return pairs, bye

    def is_short(self, points: int, taking: dict[int, Any], found: list[tuple[int, int]] | None) -> bool:
        """Step 6."""
        if found is None:
            return True
        group = set(self.group(points))
        left = len(group & {number for pair in found for number in pair})
        _, by_downs, by_byes = taking[points]
        outsiders = [number for number in range(self.nobody) if number not in group]
        met = max((len(self.met[number] & set(by_downs)) for number in outsiders), default=0)
        return len(by_downs) < left + met + 2 or (self.odd and len(by_byes) < left + 2)

    def matched(self, taking: dict[int, Any], *, again: bool) -> list[tuple[int, int]] | None:
        """Steps 3 to 5, without the pairs inside free groups."""
        vertices = [number for points in self.levels for number in taking[points][0]] + [self.nobody] * self.odd
        free = [points for points in self.levels if taking[points][1]]
        edges = {}
        for one, other in combinations(range(len(vertices)), 2):
            cost = self.cost(vertices[one], vertices[other], free, again=again)
            if cost is not None:
                distance = (one - other) ** 2 if self.near else 0
                edges[one, other] = [*cost[:5], distance, cost[5]]
        packed = self.packed(len(vertices))
        costs = sorted((one, other, packed(cost)) for (one, other), cost in edges.items())
        self.graphs.append((len(vertices), costs))
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(vertices)
        graph.add_edges_from([(one, other, -cost) for one, other, cost in costs])
        matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(matched) < len(vertices):
            return None
        pairs = [(vertices[one], vertices[other]) for one, other in (sorted(pair) for pair in matched)]
        return [
            (one, other)
            for one, other in pairs
            if other == self.nobody
            or self.ranked[one].points != self.ranked[other].points
            or self.ranked[one].points not in free
        ]

    def cost(self, one: int, other: int, free: Sequence[int], *, again: bool) -> list[int] | None:
        """Return what an edge costs from the highest field down, without the distance; None where there is none."""
        chance = (ticket(one) * ticket(other)) >> 32
        if other == self.nobody:
            player = self.ranked[one]
            most = max(each.points for each in self.ranked)
            return [0, player.byes * (most + 1) + player.points, 0, 0, 0, chance]
        upper, lower = self.ranked[one], self.ranked[other]
        inside_free = upper.points == lower.points and upper.points in free
        rematch = other in self.met[one] and not inside_free
        if rematch and not again:
            return None
        if any(upper.points > points > lower.points for points in free):
            return None
        difference = upper.points - lower.points
        downs = upper.pair_downs if difference else 0
        return [int(rematch), 0, difference**2, int(difference > 0), downs, chance]

    def packed(self, vertices: int) -> Callable[[Sequence[int]], int]:
        """Return what packs the fields of a cost into one number."""
        pairs = vertices // 2 + 1
        points = [player.points for player in self.ranked]
        bye = max(player.byes * (max(points) + 1) + player.points for player in self.ranked)
        downs = max(player.pair_downs for player in self.ranked)
        distance = vertices**2 if self.near else 0
        sums = [pairs, bye, pairs * (max(points) - min(points)) ** 2, pairs, pairs * downs, pairs * distance]
        widths = [most.bit_length() for most in sums]
        bits = min(32, 120 - pairs.bit_length() - sum(widths))
        chance_width = bits + pairs.bit_length()

        def pack(cost: Sequence[int]) -> int:
            whole = 0
            for value, width in zip([*cost[:-1], cost[-1] % 2**bits], [*widths, chance_width], strict=True):
                whole = (whole << width) + value
            return whole

        return pack

    def inside(self, waiting: list[int]) -> list[tuple[int, int]]:
        """Step 7."""
        pairs: list[tuple[int, int]] = []
        while waiting:
            player = waiting.pop(0)
            free = [other for other in waiting if other not in self.met[player]]
            if free:
                waiting.remove(free[0])
                pairs.append((player, free[0]))
                continue
            other = waiting.pop(0)
            for place in range(len(pairs) - 1, -1, -1):
                able = [
                    (one, two)
                    for one, two in (pairs[place], pairs[place][::-1])
                    if one not in self.met[player] and two not in self.met[other]
                ]
                if able:
                    (one, two), *_ = able
                    pairs[place : place + 1] = [(one, player), (two, other)]
                    break
        return pairs


def ticket(number: int) -> int:
    """Step 5: splitmix64's output for a state."""
    z = (number + 1) * 0x9E3779B97F4A7C15 % WORD
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return z ^ (z >> 31)
