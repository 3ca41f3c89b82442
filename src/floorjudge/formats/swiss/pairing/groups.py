"""The best pairing of a Swiss round: exact, although only a few players of each large group take part in the matching.

In a group of equal points whose members have each met at most d others, any 2d + 2 players can be paired without a
rematch (Dirac's theorem). So in a much larger group the rest can be paired, whichever members leave it. The matching
therefore needs only the candidates for leaving: the members whom it costs least to pair down, and those with the fewest
byes. `_suffices` checks that there are enough of them.

Proof: suppose that a better pairing of the whole field exists. The differences between the two pairings form paths
between players who leave their large group in only one of them; paths that end in the same group can be joined there in
any way. So the differences split into closed walks, each of which lets at most two more players leave each large group,
and one of these walks alone is an improvement. If each group has two spare candidates, whatever their opponents, who
cost no more than any other member, then the same improvement exists among the candidates, where the matching would have
found it. For the same reason no table joins players from above and below a large group: two tables with members of that
group have smaller squares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from floorjudge.formats.swiss.pairing.matching import Largest, Scale, cheapest, scale, ticket

CANDIDATES = 8

Pairs = list[tuple[int, int]]


class Field(NamedTuple):
    """The players to pair, numbered from 0 in the order of the draw, or of the standings if `near` ones are to meet."""

    points: Sequence[int]
    met: Sequence[frozenset[int]]
    byes: Sequence[int]
    pair_downs: Sequence[int]
    near: bool = False


class Best(NamedTuple):
    """The best pairing of a field, and the player with the bye."""

    pairs: Pairs
    bye: int | None


class Group(NamedTuple):
    """The players with some number of points: all of them, and those in the matching.

    In a `free` group the rest can be paired, whichever members leave it; `first_down` are its candidates by pair-downs,
    `first_byes` by byes.
    """

    points: int
    members: Sequence[int]
    vertices: Sequence[int]
    free: bool
    first_down: Sequence[int]
    first_byes: Sequence[int]


def best(field: Field) -> Best:
    """Return the best pairing, by these criteria in order of importance; less is better in each.

    The number of rematches; the earlier byes of the player with the bye, and that player's points; the sum of the
    squares of all differences of points; the number of unequal tables; how often the players who are paired down were
    paired down before.
    Clauses: MTR 10.4
    """
    by_points: dict[int, list[int]] = {}
    for player, points in enumerate(field.points):
        by_points.setdefault(points, []).append(player)
    candidates = dict.fromkeys(by_points, CANDIDATES)
    while True:
        groups = [_group(field, points, by_points[points], candidates[points]) for points in sorted(by_points)[::-1]]
        leaving = _matched(field, groups, rematches=False)
        short = [group.points for group in groups if group.free and not _suffices(field, group, leaving)]
        if not short:
            break
        for points in short:
            candidates[points] *= 2
    if leaving is None:
        leaving = _matched(field, groups, rematches=True) or []
    return _completed(field, groups, leaving)


def _group(field: Field, points: int, members: Sequence[int], candidates: int) -> Group:
    """Return a group of equal points; it is free if its members other than the candidates can be paired with each other."""
    if len(members) <= candidates:
        return Group(points, members, members, free=False, first_down=(), first_byes=())
    down = _in_order_of_leaving(field, members)
    first_down = down[:candidates]
    first_byes: list[int] = []
    if len(field.points) % 2:
        sign = -1 if field.near else 1  # In the order of the standings, the last player has the bye.
        first_byes = sorted(members, key=lambda player: (field.byes[player], sign * player))[: candidates // 2]
    chosen = {*first_down, *first_byes}
    if (len(members) - len(chosen)) % 2:
        chosen.add(next(player for player in down if player not in chosen))
    inside = set(members)
    most_met = max(len(field.met[player] & inside) for player in members)
    free = len(members) - len(chosen) >= 2 * most_met + 2
    return Group(points, members, sorted(chosen) if free else members, free, first_down, first_byes)


def _in_order_of_leaving(field: Field, members: Sequence[int]) -> list[int]:
    """Return the members of a group by pair-downs, then in the order of the draw, or from both ends of the standings."""
    last = len(members) - 1
    ends = [min(place, last - place) if field.near else place for place in range(len(members))]
    places = sorted(range(len(members)), key=lambda place: (field.pair_downs[members[place]], ends[place], place))
    return [members[place] for place in places]


def _suffices(field: Field, group: Group, leaving: Pairs | None) -> bool:
    """Return whether more candidates of a free group could not improve the matching; `leaving` is None if none is perfect."""
    if leaving is None:
        return False
    inside = set(group.members)
    left = sum((one in inside) + (other in inside) for one, other in leaving)
    met = Counter(other for player in group.first_down for other in field.met[player] if other not in inside)
    spare = len(group.first_down) - left - max(met.values(), default=0)
    return spare >= 2 and (not group.first_byes or len(group.first_byes) >= left + 2)


def _matched(field: Field, groups: Sequence[Group], *, rematches: bool) -> Pairs | None:
    """Return the cheapest pairs without those inside free groups; None if not all players can be paired.

    The bye is a pair with the number after that of the last player.
    """
    graph = _Graph(field, groups, rematches=rematches)
    found = cheapest(len(graph.vertices), graph.edges(groups))
    if found is None:
        return None
    points = [*field.points, None]
    free = {group.points for group in groups if group.free}
    pairs = [(graph.vertices[one], graph.vertices[other]) for one, other in found]
    return [pair for pair in pairs if points[pair[0]] != points[pair[1]] or points[pair[0]] not in free]


class _Graph:
    """The graph of a matching: players as vertices (with one more for a bye), pairs as edges with their costs."""

    def __init__(self, field: Field, groups: Sequence[Group], *, rematches: bool) -> None:
        self.field = field
        self.rematches = rematches
        no_opponent = [len(field.points)] * (len(field.points) % 2)
        self.vertices = [player for group in groups for player in group.vertices] + no_opponent
        self.number = {player: number for number, player in enumerate(self.vertices)}
        self.tickets = [ticket(player) for player in self.vertices]
        self.byes = bye_costs(field)
        self.scale = _scale(field, len(self.vertices), max(self.byes, default=0))

    def edges(self, groups: Sequence[Group]) -> Iterator[tuple[int, int, int]]:
        """Yield pairs of vertices with their costs, without those that are in no best pairing."""
        for place, group in enumerate(groups):
            yield from self._inside(group)
            for lower in groups[place + 1 :]:
                yield from self._between(group, lower)
                if lower.free:
                    break
        if len(self.field.points) % 2:
            last = len(self.vertices) - 1
            for number, player in enumerate(self.vertices[:-1]):
                yield self._edge(number, last, self.byes[player] << self.scale.bye)

    def _inside(self, group: Group) -> Iterator[tuple[int, int, int]]:
        rematch = 1 << self.scale.rematches
        for one, other in combinations(group.vertices, 2):
            again = not group.free and other in self.field.met[one]
            if not again or self.rematches:
                yield self._edge(self.number[one], self.number[other], rematch if again else 0)

    def _between(self, upper: Group, lower: Group) -> Iterator[tuple[int, int, int]]:
        field, scale_ = self.field, self.scale
        difference = upper.points - lower.points
        unequal = (difference * difference << scale_.squares) + (1 << scale_.unequal)
        for one in upper.vertices:
            number, met = self.number[one], field.met[one]
            cost = unequal + (field.pair_downs[one] << scale_.pair_downs)
            for other in lower.vertices:
                if other not in met:
                    yield self._edge(number, self.number[other], cost)
                elif self.rematches:
                    yield self._edge(number, self.number[other], cost + (1 << scale_.rematches))

    def _edge(self, one: int, other: int, cost: int) -> tuple[int, int, int]:
        if self.field.near:
            cost += (one - other) ** 2 << self.scale.distance
        return one, other, cost + self._chance(one, other)

    def _chance(self, one: int, other: int) -> int:
        return (self.tickets[one] * self.tickets[other] >> 32) & ((1 << self.scale.chance) - 1)


def _scale(field: Field, vertices: int, bye: int) -> Scale:
    difference = max(field.points, default=0) - min(field.points, default=0)
    distance = vertices * vertices if field.near else 0
    return scale(vertices, Largest(distance, max(field.pair_downs, default=0), difference * difference, bye))


def bye_costs(field: Field) -> list[int]:
    """Return the cost of giving each player the bye: first the byes so far, then the points."""
    above = max(field.points, default=0) + 1
    return [byes * above + points for byes, points in zip(field.byes, field.points, strict=True)]


def _completed(field: Field, groups: Sequence[Group], leaving: Pairs) -> Best:
    """Return the whole pairing: the pairs of the matching, and those of the rest of each free group."""
    no_opponent = len(field.points)
    pairs = [pair for pair in leaving if no_opponent not in pair]
    bye = next((one for one, other in leaving if other == no_opponent), None)
    left = {player for pair in leaving for player in pair}
    for group in groups:
        if group.free:
            pairs += paired_inside([player for player in group.members if player not in left], field.met)
    return Best(pairs, bye)


def paired_inside(players: Sequence[int], met: Sequence[frozenset[int]]) -> Pairs:
    """Return pairs without a rematch: each player in turn with the next one whom they have not met.

    Each player has met at most d of the others, and there are at least 2d + 2. If a player has met all who are left,
    the player and the next one exchange opponents with the last table at which both can play; because so few have met,
    there is one.
    """
    pairs: Pairs = []
    taken: set[int] = set()
    for place, player in enumerate(players):
        if player in taken:
            continue
        waiting = (players[later] for later in range(place + 1, len(players)) if players[later] not in taken)
        following = next(waiting)
        others = (each for each in chain((following,), waiting) if each not in met[player])
        other = next(others, None)
        if other is None:
            _exchange(pairs, player, following, met)
        else:
            pairs.append((player, other))
        taken.add(following if other is None else other)
    return pairs


def _exchange(pairs: Pairs, player: int, other: int, met: Sequence[frozenset[int]]) -> None:
    """Separate two players who have met: exchange them with the players of the last table where all four can then play."""
    place, one, two = next(
        (place, one, two)
        for place in reversed(range(len(pairs)))
        for one, two in (pairs[place], pairs[place][::-1])
        if one not in met[player] and two not in met[other]
    )
    pairs[place : place + 1] = [(one, player), (two, other)]
