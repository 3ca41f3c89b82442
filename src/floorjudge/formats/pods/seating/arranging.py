"""Arrange players, sorted by their standing, into pods: few repeated meetings, equal points, neighbours of the standings.

Players are numbers here, 0 the first of the standings. The search computes exactly and takes every step in a fixed
order, so that every machine finds the same pods. A greedy choice fills the pods from top to bottom. Then players of two
pods exchange places while that lowers the cost. If meetings are still repeated, the search goes on from randomly
perturbed pods (shakes).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Literal, NamedTuple, TypeAlias

Prefer: TypeAlias = Literal["new_opponents", "equal_points"]
Pods: TypeAlias = list[list[int]]

CHOICES = 200  # free players to compare for one seat
WHOLE = 96  # players in one search
WINDOW = 16  # neighbouring pods in one search, in a larger field
WORK = 400_000  # divided by the square of the number of players, the number of shakes
MOST_SHAKES = 600
MOST_EXACT = 2**53  # up to here floats have all whole numbers


class Field(NamedTuple):
    """The players to arrange.

    `points` are whole numbers, in the order of the standings; `met` has for each player the number of meetings with
    each other player; `sizes` are those of the pods, from top to bottom.
    """

    points: Sequence[int]
    met: Sequence[Mapping[int, int]]
    sizes: Sequence[int]

    def again(self, pods: Pods) -> int:
        """Return the number of repeated meetings in pods: each pair counts as often as it met before."""
        return sum(self.met[one].get(other, 0) for pod in pods for one, other in combinations(pod, 2))

    def spread(self, pods: Pods) -> int:
        """Return the sum of the squared differences of points within pods."""
        return sum((self.points[one] - self.points[other]) ** 2 for pod in pods for one, other in combinations(pod, 2))


class _Weights(NamedTuple):
    """The cost of one repeated meeting, and of a squared difference of points of 1; that of ranks costs 1."""

    again: int
    spread: int


def arranged(field: Field, prefer: Prefer) -> Pods:
    """Return pods in the order of their best players, full ones first, and the players of each by standing.

    The first aim is the fewest repeated meetings or, to prefer equal points, the least sum of squared differences of
    points; the second aim is the other of the two; the last is that neighbours of the standings play together and that
    small pods are at the bottom.
    Clauses: MSTR 10.4A
    """
    if not field.sizes:
        return []
    pods = _searched(field, _chosen(field, prefer), prefer)
    return sorted(pods, key=lambda pod: (-len(pod), pod))


def _searched(field: Field, pods: Pods, prefer: Prefer) -> Pods:
    """Return the best pods that a search finds from a first choice."""
    weights = _weights(field, prefer)
    if len(field.points) <= WHOLE:
        return _shaken(field, _changed(field, pods, weights), weights)
    for window in _windows(len(pods)):
        if field.again(pods[window]) or field.spread(pods[window]):
            pods[window] = _changed(field, pods[window], weights)
    for window in _windows(len(pods)):
        if field.again(pods[window]):
            pods[window] = _shaken(field, pods[window], weights)
    if prefer == "new_opponents":
        for pod in range(len(pods) - 1, -1, -1):
            while field.again([pods[pod]]) and _changed_afar(field, pods, pod):
                pass
    return pods


def _weights(field: Field, prefer: Prefer) -> _Weights:
    """Return weights under which no sum of a later aim outweighs 1 of an earlier one."""
    ranks = len(field.points) ** 3 * max(field.sizes) + 1
    pairs = sum(size * (size - 1) // 2 for size in field.sizes)
    if prefer == "new_opponents":
        span = max(field.points) - min(field.points)
        return _Weights(again=ranks * (pairs * span**2 + 1), spread=ranks)
    most = max((times for others in field.met for times in others.values()), default=0)
    return _Weights(again=ranks, spread=ranks * (pairs * most + 1))


def _chosen(field: Field, prefer: Prefer) -> Pods:
    """Return the pods of a greedy choice: each is filled, from the top, with the next free players who fit best."""
    free = [True] * len(field.points)
    pods = []
    top = 0
    for size in field.sizes:
        while not free[top]:
            top += 1
        pod = [top]
        free[top] = False
        while len(pod) < size:
            player = _next(field, pod, free, prefer)
            pod.append(player)
            free[player] = False
        pods.append(pod)
    return pods


def _next(field: Field, pod: Sequence[int], free: Sequence[bool], prefer: Prefer) -> int:
    """Return the first of the next free players with the fewest meetings in a pod; with equal points first, if these are preferred."""
    met = [field.met[member] for member in pod]
    best, fewest, seen = -1, -1, 0
    for player in range(pod[0] + 1, len(free)):
        if not free[player]:
            continue
        if best >= 0 and prefer == "equal_points" and field.points[player] != field.points[best]:
            break
        again = sum(others[player] for others in met if player in others)
        if best < 0 or again < fewest:
            best, fewest = player, again
        seen += 1
        if not fewest or seen == CHOICES:
            break
    return best


def _windows(pods: int) -> Iterator[slice]:
    """Yield overlapping windows of neighbouring pods, from the bottom to the top."""
    for first in (*range(pods - WINDOW, 0, -WINDOW // 2), 0):
        yield slice(first, first + WINDOW)


def _changed(field: Field, pods: Pods, weights: _Weights) -> Pods:
    """Return pods after exchanges of players, until no exchange of two lowers the cost."""
    search = _Search(field, pods, weights)
    search.descend()
    return search.found()


def _changed_afar(field: Field, pods: Pods, pod: int) -> bool:
    """Exchange a player of a pod with one of the nearest pod, however far, that lowers the number of repeated meetings.

    Return whether there is one.
    """
    for distance in range(1, len(pods)):
        for other in (pod + distance, pod - distance):
            if not 0 <= other < len(pods):
                continue
            here, there = pods[pod], pods[other]
            before = field.again([here, there])
            for one, two in product(here, there):
                changed = [sorted({*here, two} - {one}), sorted({*there, one} - {two})]
                if field.again(changed) < before:
                    pods[pod], pods[other] = changed
                    return True
    return False


def _shaken(field: Field, pods: Pods, weights: _Weights) -> Pods:
    """Return the best pods of a search from shaken ones; it is short if no meeting is repeated."""
    again = field.again(pods)
    if not again and not field.spread(pods):
        return pods
    search = _Search(field, pods, weights)
    search.shake(min(WORK // search.players**2, MOST_SHAKES) // (1 if again else 4))
    return search.found()


def _costs(field: Field, players: Sequence[int], chairs: int, weights: _Weights) -> Sequence[Sequence[float]]:
    """Return the cost of each two players in one pod; an empty chair of a small pod costs more, the better its neighbours are.

    They are floats where every sum of them is exact as a float: that is quicker.
    """
    points, last = field.points, len(field.points) - 1
    beside_chair = [last * (last - player) for player in players] + [0] * chairs
    costs = []
    for one in players:
        met, own = field.met[one], points[one]
        row = [weights.spread * (own - points[other]) ** 2 + (one - other) ** 2 for other in players]
        for index, other in enumerate(players):
            if other in met:
                row[index] += weights.again * met[other]
        costs.append(row + [last * (last - one)] * chairs)
    costs += [beside_chair] * chairs
    return costs if sum(map(sum, costs)) > MOST_EXACT else [[*map(float, row)] for row in costs]


class _Search:
    """Pods whose players exchange places while that lowers the cost; empty chairs stay where they are.

    `where` is the pod of each player, `to_join` the cost for each pod and player of the player in that pod.
    """

    def __init__(self, field: Field, pods: Pods, weights: _Weights) -> None:
        where = {player: pod for pod, members in enumerate(pods) for player in members}
        self.names = sorted(where)
        self.players = len(where)
        self.pods = len(pods)
        largest = max(map(len, pods))
        chairs = [pod for pod, members in enumerate(pods) for _ in range(largest - len(members))]
        self.unit = max(weights)
        self.costs = _costs(field, self.names, len(chairs), weights)
        self.where = [where[name] for name in self.names] + chairs
        self.to_join = self._sums()

    def found(self) -> Pods:
        """Return the pods, the players of each in order."""
        pods: Pods = [[] for _ in range(self.pods)]
        for name, pod in zip(self.names, self.where, strict=False):
            pods[pod].append(name)
        return pods

    def _sums(self) -> list[list[float]]:
        sums: list[list[float]] = [[0] * len(self.where) for _ in range(self.pods)]
        for member, pod in enumerate(self.where):
            sums[pod] = [cost + more for cost, more in zip(sums[pod], self.costs[member], strict=True)]
        return sums

    def total(self) -> float:
        """Return the cost of all pods."""
        return sum(self.to_join[pod][player] for player, pod in enumerate(self.where)) // 2

    def descend(self) -> None:
        """Exchange places, from the last player to the first and round again, each with the best partner, until no exchange lowers the cost."""
        player, in_vain = self.players - 1, 0
        while in_vain < self.players:
            other = self._best_change(player)
            if other is None:
                in_vain += 1
            else:
                self._change(player, other)
                in_vain = 0
            player = (player or self.players) - 1

    def _best_change(self, player: int) -> int | None:
        """Return the best partner for an exchange; None if no exchange lowers the cost."""
        costs, where, to_join = self.costs[player], self.where, self.to_join
        pod = where[player]
        here = to_join[pod]
        least, best = here[player], None
        for other in range(self.players):
            theirs = where[other]
            if theirs != pod:
                there = to_join[theirs]
                cost = there[player] + here[other] - there[other] - 2 * costs[other]
                if cost < least:
                    least, best = cost, other
        return best

    def _change(self, player: int, other: int) -> None:
        here, there = self.where[player], self.where[other]
        gain = [new - old for new, old in zip(self.costs[other], self.costs[player], strict=True)]
        self.to_join[here] = [cost + more for cost, more in zip(self.to_join[here], gain, strict=True)]
        self.to_join[there] = [cost - more for cost, more in zip(self.to_join[there], gain, strict=True)]
        self.where[player], self.where[other] = there, here

    def shake(self, times: int) -> None:
        """Shake the pods a number of times, each time followed by a descent, and keep the best.

        The next shake starts from the result of this one, unless that is worse; while the first aim is not reached,
        worse in that alone.
        """
        best, least = self.where[:], self.total()
        start, at_start = (best, self.to_join[:]), least
        chance = _numbers()
        for shake in range(times):
            self.where, self.to_join = start[0][:], start[1][:]
            for _ in range(2 + shake % 4):
                self._change(next(chance) % self.players, next(chance) % self.players)
            self.descend()
            total = self.total()
            if total <= at_start or 0 < total // self.unit <= at_start // self.unit:
                start, at_start = (self.where[:], self.to_join[:]), total
            if total < least:
                best, least = self.where[:], total
        self.where = best


def _numbers() -> Iterator[int]:
    """Yield pseudo-random numbers, always the same ones (splitmix64)."""
    state, mask = 0, (1 << 64) - 1
    while True:
        state = (state + 0x9E3779B97F4A7C15) & mask
        number = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & mask
        number = ((number ^ number >> 27) * 0x94D049BB133111EB) & mask
        yield (number ^ number >> 31) >> 8
