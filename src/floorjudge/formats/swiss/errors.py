"""Impossible results of a match, invalid options, and requests that come too late."""

from __future__ import annotations

from floorjudge.errors import BadInput, Refused
from floorjudge.formats.errors import LastStagesHaveBegun
from floorjudge.texts import counted, text


class OfGames(BadInput):
    """A result is refused because of its games."""

    place = "games"
    cites = ("MTR 2.1",)


class NoGames(OfGames):
    sentence = text(
        "A match needs at least one game. Enter the games that each player won and the drawn ones; a draw without a game is an "
        "intentional draw (0-0-3)."
    )


class GamesMissing(OfGames):
    sentence = text("How many games has {player} won?")
    player: str


class NegativeGames(OfGames):
    sentence = text("{given} cannot be a number of games. Enter 0 or more.")
    given: int


class TooManyGamesWon(OfGames):
    sentence = text("No player can win {won} games of this match: it ends when a player has won {needed}.")
    won: int
    needed: int


class TwoWinners(OfGames):
    sentence = counted(
        "Both players cannot have won {count} game: the match ends with the first who has.",
        "Both players cannot have won {count} games: the match ends with the first who has.",
        count=0,
    )
    count: int


class TooManyGamesDrawn(BadInput):
    sentence = text("{drawn} drawn games in one match are too many: enter at most {most}.")
    place = "drawn"
    drawn: int
    most: int


class DrawInPlayoff(OfGames):
    sentence = text(
        "A match of the playoff cannot be a draw. If both have won as many games after the extra turns, the player with more life "
        "wins the current game."
    )
    cites = ("MTR 2.4",)


class UnevenDraw(OfGames):
    sentence = text(
        "A match of {first} to {second} games is no draw. Players who agree on a draw have won as many games each."
    )
    cites = ("MTR 2.5",)
    first: int
    second: int


class NothingConceded(OfGames):
    sentence = text(
        "A match of {first} to {second} games has not been conceded: the other player wins it with {needed}."
    )
    cites = ("MTR 2.5",)
    first: int
    second: int
    needed: int


class CutTooSmall(BadInput):
    sentence = counted(
        "Without Swiss rounds all players are in the bracket, and one of {cut} has no room for {count} player. Choose {needed}.",
        "Without Swiss rounds all players are in the bracket, and one of {cut} has no room for {count} players. Choose {needed}.",
        count=0,
    )
    place = "options.cut"
    cut: int
    count: int
    needed: int


class TooManyForElimination(BadInput):
    sentence = counted(
        "Without Swiss rounds all players are in the bracket, of at most {most}; there is {count}. Set the rounds to 1 or more.",
        "Without Swiss rounds all players are in the bracket, of at most {most}; there are {count}. Set the rounds to 1 or more.",
        count=0,
    )
    place = "options.rounds"
    most: int
    count: int


class PlayoffHasBegun(LastStagesHaveBegun):
    sentence = text("{player} cannot enter any more: the playoff has begun.")
    cites = ("MTR 2.10",)


class CannotDraw(Refused):
    sentence = text(
        "{player} has left the event, so the players cannot agree on a draw. Report the games that were played."
    )
    cites = ("MTR 2.10",)
    player: str


class WholeLine(BadInput):
    sentence = text("Type the games that each has won, in the order of the table, then the drawn ones: 2 1 or 1 1 1.")
    place = "line"
