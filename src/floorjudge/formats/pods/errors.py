"""The errors of an event of pods: invalid options, impossible results of a pod."""

from __future__ import annotations

from floorjudge.errors import BadInput, Refused
from floorjudge.formats.errors import LastStagesHaveBegun
from floorjudge.texts import text


class NoSuchPod(BadInput):
    sentence = text("Pods of {pod} are not played here; choose one of: {known}.")
    place = "options.pod"
    pod: int
    known: tuple[str, ...]


class ThreesBesideFours(BadInput):
    sentence = text("Pods of three stand in for pods of four only, and these are pods of {pod}. Choose byes.")
    place = "options.remainder"
    pod: int


class WorthMoreThanAWin(BadInput):
    sentence = text("This is worth {points}, more than a win, which is worth {win}. No player would try to win.")
    place = "options.points.{result}"
    result: str
    points: int
    win: int


class OthersCount(BadInput):
    sentence = text("{needed} numbers are needed here, one for each player who does not win; there are {given}.")
    place = "options.points.others"
    needed: int
    given: int


class OthersNotFalling(BadInput):
    sentence = text("Points of those who do not win never rise and are never below 0: these are {given}.")
    place = "options.points.others"
    given: tuple[str, ...]


class TooFewForAPod(Refused):
    sentence = text("A pod needs at least {fewest} players, and {players} are there.")
    cites = ("MSTR X.1B",)
    players: int
    fewest: int


class WonAndLost(BadInput):
    sentence = text("{player} cannot have won this game and have lost it.")
    place = "winner"
    player: str


class OneLeftHasWon(BadInput):
    sentence = text(
        "All others have lost, so this is no draw: {player} has won. Report {player} as the winner.",
    )
    place = "lost"
    cites = ("MSTR 2.1A",)
    player: str


class NobodyDrew(BadInput):
    sentence = text("A game is drawn between at least two players, and here all have lost.")
    place = "lost"
    cites = ("MSTR 2.1A",)


class EliminationNotAsked(BadInput):
    sentence = text("The order in which players were eliminated is worth nothing in this event. Leave it out.")
    place = "out"


class EliminationIncomplete(BadInput):
    sentence = text(
        "Here points go by elimination: name all who did not win, from the first to the last. Missing are: {missing}."
    )
    place = "out"
    missing: tuple[str, ...]


class LateForTheCut(LastStagesHaveBegun):
    sentence = text("{player} cannot enter any more: the cut has been made.")
    cites = ("MSTR 10.4A",)


class DrawnCutAgain(Refused):
    sentence = text(
        "A drawn game of the cut is played again here, so the result cannot become a draw. Take the result of table {table} away, "
        "and the game is open again."
    )
    place = "draw"
    cites = ("MSTR 10.4A",)
    table: int


class WhoWon(BadInput):
    sentence = text("Say who won, by seat or by the beginning of the name, or: draw.")
    place = "line"
