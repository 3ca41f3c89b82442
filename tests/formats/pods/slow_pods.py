"""Pods once more, written from the rules alone: lists, fractions and loops over everything, no regard for speed.

A round is a list of (players in seat order, result) and a list of byes; a result is the winner's name, None for a draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import TypeAlias

Match: TypeAlias = tuple[tuple[str, ...], str | None]
Round: TypeAlias = tuple[list[Match], list[str]]


def split(players: int, remainder: str) -> tuple[list[int], int]:
    """Return sizes of pods and the number of byes: try all and take what the rules like best."""
    if players == 3:
        return [3], 0
    if remainder == "byes":
        return [4] * (players // 4), players % 4
    ways = [
        (threes, fours) for fours in range(players) for threes in range(players) if 4 * fours + 3 * threes == players
    ]
    if ways:
        threes, fours = min(ways)
        return [4] * fours + [3] * threes, 0
    return ([3], 2) if players == 5 else ([], players)


def points(name: str, rounds: Sequence[Round]) -> int:
    total = 0
    for matches, byes in rounds:
        total += 5 * byes.count(name)
        for players, won in matches:
            if name in players:
                total += 5 if won == name else 1 if won is None else 0
    return total


def match_win(name: str, rounds: Sequence[Round]) -> Fraction:
    results = [won for matches, _ in rounds for players, won in matches if name in players]
    return Fraction(results.count(name), len(results)) if results else Fraction(0)


def opponents(name: str, rounds: Sequence[Round]) -> list[str]:
    return [
        other
        for matches, _ in rounds
        for players, _ in matches
        if name in players
        for other in players
        if other != name
    ]


def opponents_points(name: str, rounds: Sequence[Round]) -> Fraction:
    theirs = opponents(name, rounds)
    return Fraction(sum(points(other, rounds) for other in theirs), len(theirs)) if theirs else Fraction(0)


def opponents_match_win(name: str, rounds: Sequence[Round], floor: Fraction) -> Fraction:
    theirs = [max(floor, match_win(other, rounds)) for other in opponents(name, rounds)]
    theirs += [floor] * 3 * sum(byes.count(name) for _, byes in rounds)
    return sum(theirs, Fraction(0)) / len(theirs) if theirs else Fraction(0)


def values(name: str, rounds: Sequence[Round], floor: Fraction | None) -> tuple[Fraction, Fraction, Fraction]:
    """Return what ranks a player; `floor` is that of opponents' match-win percentages, None where their points count."""
    theirs = opponents_points(name, rounds) if floor is None else opponents_match_win(name, rounds, floor)
    return Fraction(points(name, rounds)), match_win(name, rounds), theirs


def met(rounds: Sequence[Round]) -> Counter[tuple[str, str]]:
    """Return how often each two players have met, in either order."""
    return Counter(pair for matches, _ in rounds for players, _ in matches for pair in permutations(players, 2))


def again(pods: Sequence[Sequence[int]], met: Sequence[Mapping[int, int]]) -> int:
    """Return how often players of one pod have met before."""
    return sum(met[one].get(other, 0) for pod in pods for one in pod for other in pod if one < other)


def spread(pods: Sequence[Sequence[int]], points: Sequence[int]) -> int:
    """Return the squared differences of points of each two players of one pod, added up."""
    return sum((points[one] - points[other]) ** 2 for pod in pods for one in pod for other in pod if one < other)


def partitions(players: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to make groups of these sizes, some of them several times where sizes are equal."""
    if not sizes:
        yield []
        return
    for rest_first in sorted(set(sizes)):
        rest = list(sizes)
        rest.remove(rest_first)
        for others in combinations(players[1:], rest_first - 1):
            group = (players[0], *others)
            left = [player for player in players if player not in group]
            for more in partitions(left, rest):
                yield [group, *more]
