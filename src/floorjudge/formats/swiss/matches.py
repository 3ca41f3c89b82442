"""The end of a match: the games that each player won, the drawn games, and an agreement or a concession."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import msgspec

from floorjudge.errors import BadInput
from floorjudge.formats.swiss.errors import (
    DrawInPlayoff,
    NegativeGames,
    NoGames,
    NothingConceded,
    TooManyGamesDrawn,
    TooManyGamesWon,
    TwoWinners,
    UnevenDraw,
)

# No rule limits the drawn games of a match. A round has time for few of them; a larger number is a typing error.
MOST_DRAWN = 9
# A draw without a game is recorded as three drawn ones.
AGREED_DRAWS = 3


class Ending(Enum):
    """How a match ended: by its games (or the time), an agreement, a concession, or because one or both players left."""

    PLAYED = "played"
    INTENTIONAL_DRAW = "intentional_draw"
    CONCESSION = "concession"
    OPPONENT_LEFT = "opponent_left"
    BOTH_LEFT = "both_left"


class Result(msgspec.Struct, frozen=True, gc=False):
    """The result of a match: the games that each of the two players won, in seat order, and the drawn games."""

    games: tuple[int, int]
    drawn: int = 0
    ending: Ending = Ending.PLAYED

    @property
    def winner(self) -> int | None:
        """The seat of the winner, 0 or 1: the player with more games won, whether or not time ran out.

        Clauses: MTR 2.1
        """
        first, second = self.games
        return None if first == second else int(second > first)

    @property
    def is_draw(self) -> bool:
        """Whether the match is a draw; both players lose a match that both have left."""
        return self.winner is None and self.ending is not Ending.BOTH_LEFT


INTENTIONAL_DRAW = Result((0, 0), AGREED_DRAWS, Ending.INTENTIONAL_DRAW)
BOTH_LEFT = Result((0, 0), 0, Ending.BOTH_LEFT)


def concession(seat: int, games_to_win: int, games: tuple[int, int] = (0, 0), drawn: int = 0) -> Result:
    """Return the result of a match that the player in a seat (0 or 1) concedes.

    `games` and `drawn` are the games until then. The opponent wins with the number of games that the match needs; the
    player who concedes keeps the games won, but at most one fewer than that.
    Clauses: MTR 2.5
    """
    kept = min(games[seat], games_to_win - 1)
    return Result((kept, games_to_win) if seat == 0 else (games_to_win, kept), drawn, Ending.CONCESSION)


def check(result: Result, games_to_win: int, *, playoff: bool = False) -> None:
    """Check that a match can have this result; raise the first problem otherwise.

    Clauses: MTR 2.1, MTR 2.4, MTR 2.5
    """
    for problem in problems(result, games_to_win, playoff=playoff):
        raise problem


def problems(result: Result, games_to_win: int, *, playoff: bool = False) -> Iterator[BadInput]:
    """Yield the problems of a result in a match that is won with so many games.

    Clauses: MTR 2.1, MTR 2.4, MTR 2.5
    """
    first, second = result.games
    fewest = min(first, second, result.drawn)
    if fewest < 0:
        yield NegativeGames(fewest)
        return
    if first + second + result.drawn == 0 and result.ending is not Ending.BOTH_LEFT:
        yield NoGames()
    if max(first, second) > games_to_win:
        yield TooManyGamesWon(max(first, second), games_to_win)
    elif first == second == games_to_win:
        yield TwoWinners(games_to_win)
    if result.drawn > MOST_DRAWN:
        yield TooManyGamesDrawn(result.drawn, MOST_DRAWN)
    yield from _problems_of_ending(result, games_to_win, playoff=playoff)


def _problems_of_ending(result: Result, games_to_win: int, *, playoff: bool) -> Iterator[BadInput]:
    if playoff and result.is_draw:
        yield DrawInPlayoff()
    if result.ending is Ending.INTENTIONAL_DRAW and not result.is_draw:
        yield UnevenDraw(*result.games)
    if result.ending is Ending.CONCESSION and max(result.games) != games_to_win:
        yield NothingConceded(*result.games, games_to_win)


def possible(games_to_win: int, *, playoff: bool = False, drawn: int = 0) -> Iterator[Result]:
    """Yield the possible results with a number of drawn games, first the usual ones, which time did not end.

    Clauses: MTR 2.1
    """
    numbers = range(games_to_win + 1)
    results = [Result((first, second), drawn) for first in reversed(numbers) for second in numbers]
    fair = [result for result in results if next(problems(result, games_to_win, playoff=playoff), None) is None]
    yield from sorted(fair, key=lambda result: max(result.games) < games_to_win)
