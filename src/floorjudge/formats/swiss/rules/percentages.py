"""The points and percentages of a player, and the worth of a match, a bye and a missed round."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import msgspec

from floorjudge.formats.swiss.matches import Result

WIN, DRAW = 3, 1
FLOOR = Fraction(33, 100)


class Score(msgspec.Struct, frozen=True, gc=False):
    """A player's points from some rounds, with the numbers of these rounds and games."""

    match_points: int = 0
    game_points: int = 0
    rounds: int = 0
    games: int = 0

    def __add__(self, other: Score) -> Score:
        """Return the sum of this score and that of other rounds."""
        return Score(
            self.match_points + other.match_points,
            self.game_points + other.game_points,
            self.rounds + other.rounds,
            self.games + other.games,
        )

    def __sub__(self, other: Score) -> Score:
        """Return this score without that of some of its rounds."""
        return Score(
            self.match_points - other.match_points,
            self.game_points - other.game_points,
            self.rounds - other.rounds,
            self.games - other.games,
        )

    @property
    def match_win(self) -> Fraction:
        """The fraction of the possible match points that the player has, at least 33/100.

        Clauses: MTR appendix C
        """
        return _at_least_the_floor(self.match_points, self.rounds)

    @property
    def game_win(self) -> Fraction:
        """The fraction of the possible game points that the player has, at least 33/100.

        Clauses: MTR appendix C
        """
        return _at_least_the_floor(self.game_points, self.games)


# Nearly all players share a few records, so each percentage is computed once.
@lru_cache(10_000)
def _at_least_the_floor(points: int, number: int) -> Fraction:
    return max(FLOOR, Fraction(points, WIN * number)) if number else FLOOR


def credit(result: Result) -> tuple[Score, Score]:
    """Return the scores of a match for its two players, in seat order.

    Clauses: MTR 2.1, MTR appendix C
    """
    games = sum(result.games) + result.drawn
    first, second = (
        Score(
            DRAW if result.is_draw else WIN if result.winner == seat else 0,
            WIN * result.games[seat] + DRAW * result.drawn,
            1,
            games,
        )
        for seat in (0, 1)
    )
    return first, second


def bye(games_to_win: int) -> Score:
    """Return the score of a bye: a match won without a lost game.

    Clauses: MTR appendix C
    """
    return Score(WIN, WIN * games_to_win, 1, games_to_win)


def missed(rounds: int) -> Score:
    """Return the score of rounds before a player entered: lost matches without counted games.

    Clauses: MTR appendix C
    """
    return Score(rounds=rounds)
