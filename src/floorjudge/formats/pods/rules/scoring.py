"""The worth of a game, and of a bye, for each player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm

import msgspec

from floorjudge.formats.pods.options import POD_SIZES, Points
from floorjudge.formats.pods.results import Outcome, PodDrawn, PodWon

# Points are counted in these parts: players who are eliminated at once share points, and a pod has at most this many
# others.
PARTS = lcm(*range(1, max(POD_SIZES)))


class Score(msgspec.Struct, frozen=True, gc=False):
    """A player's points in parts, matches won (byes included), matches played at a table, and byes."""

    parts: int = 0
    wins: int = 0
    matches: int = 0
    byes: int = 0

    @property
    def points(self) -> Fraction:
        """The match points."""
        return Fraction(self.parts, PARTS)

    def __add__(self, other: Score) -> Score:
        """Return the sum of two scores."""
        return Score(
            self.parts + other.parts, self.wins + other.wins, self.matches + other.matches, self.byes + other.byes
        )

    def __sub__(self, other: Score) -> Score:
        """Return this score without another one, whose result is removed."""
        return Score(
            self.parts - other.parts, self.wins - other.wins, self.matches - other.matches, self.byes - other.byes
        )


def scored(points: Points, players: Sequence[str], outcome: Outcome) -> dict[str, Score]:
    """Return the score of each player of a game; `points` are those of the event, without gaps.

    The winner has the points of a win, in a pod of three those for three if they differ. In a draw all players have the
    points of a draw except those who have lost. With points by elimination, the others have those of the places that
    they take; players who are eliminated at once share those of their places.
    Clauses: MSTR 2.1A, MSTR appendix C
    """
    parts = dict.fromkeys(players, 0)
    winner = outcome.winner if isinstance(outcome, PodWon) else None
    if winner is not None:
        parts[winner] = PARTS * _win(points, len(players))
    else:
        parts = dict.fromkeys(players, PARTS * points.draw)
    for name, given in _eliminated(points, players, outcome):
        parts[name] = given
    if isinstance(outcome, PodDrawn):
        parts |= dict.fromkeys(outcome.lost, 0)
    return {name: Score(given, int(name == winner), matches=1) for name, given in parts.items()}


def bye(points: Points) -> Score:
    """Return the score of a bye: a match won that is not played at a table.

    Clauses: MSTR appendix C
    """
    return Score(PARTS * (points.bye or 0), wins=1, byes=1)


def _win(points: Points, players: int) -> int:
    """Return the points of a win at a table of this many players.

    Clauses: MSTR appendix C
    """
    of_three = points.win_of_three if players == 3 else None
    return (points.win or 0) if of_three is None else of_three


def _eliminated(points: Points, players: Sequence[str], outcome: Outcome) -> Iterator[tuple[str, int]]:
    """Yield the points of the players whom an outcome names in the order of elimination.

    The first group takes the last places of the table.
    """
    place = len(players)
    for group in outcome.out:
        shared = sum(points.others[place - 1 - len(group) : place - 1])
        place -= len(group)
        yield from ((name, PARTS * shared // len(group)) for name in group)
