"""The errors of On the Edge."""

from __future__ import annotations

from floorjudge.errors import BadInput, Refused
from floorjudge.formats.errors import OfPlayer, OfTable
from floorjudge.texts import counted, text


class NoLateEntry(OfPlayer):
    sentence = text(
        "{player} is not registered: the first round has been grouped. The organiser can let {player} in late (“late”, --late), into the "
        "inactive set with no points. As nothing has been reported yet, undo can also take the start back."
    )
    if_empty = (
        "undo",
        text(
            "{player} is not registered: the first round has been grouped. The organiser can let {player} in late (“late”, --late), into "
            "the inactive set with no points."
        ),
    )
    cites = ("OTE 2.2",)
    undo: bool


class TooLateToEnter(OfPlayer):
    sentence = text("{player} cannot enter any more: the last games have been grouped.")
    cites = ("OTE 2.9",)


class TooLateToComeBack(OfPlayer):
    sentence = text("{player} cannot come back: the last games were grouped while {player} was away.")
    cites = ("OTE 2.9",)


class TablesOfTwoSets(Refused):
    sentence = text("A table of the active set and one of the inactive set cannot change places.")
    place = "table"


class NoReadmissionInRound(BadInput):
    sentence = text("There was no readmission game after round {round}: give the winner and each player's influence.")
    place = "qualified"
    round: int


class TooFewToPlayOn(OfTable):
    sentence = text(
        "Of table {table} so many have left that its game cannot be played again. If its result is wrong, amend it with a reason."
    )
    cites = ("OTE 2.2",)


class IsReadmission(BadInput):
    sentence = text("Table {table} is a readmission game: report who reached 8, in order, as “qualified”.")
    place = "winner"
    cites = ("OTE 2.8.3",)
    table: int


class IsNoReadmission(BadInput):
    sentence = text("Table {table} is no readmission game: report its winner and each player's influence.")
    place = "qualified"
    cites = ("OTE 2.3",)
    table: int


class InfluenceMissing(BadInput):
    sentence = text("The final influence of these players is missing: {players}.")
    place = "influence"
    cites = ("OTE 2.3",)
    players: tuple[str, ...]


class InfluenceTwice(BadInput):
    sentence = text("A player's influence is given twice. Given were: {names}.")
    place = "influence"
    names: tuple[str, ...]


class AbsurdInfluence(BadInput):
    sentence = text("The influence of {player} is beyond {limit}; check what was typed.")
    place = "influence.{player}"
    player: str
    limit: int


class TargetNotReached(Refused):
    sentence = text(
        "{winner} has {influence} influence; a winner has at least {target}. If the others conceded, say so in a note."
    )
    place = "note"
    cites = ("OTE 2.3", "OTE 2.4.3")
    winner: str
    influence: int
    target: int


class WinnerBehind(Refused):
    sentence = text(
        "{winner} has {influence} influence and {other} has {theirs}. If {winner} won all the same, say why in a note."
    )
    place = "note"
    cites = ("OTE 2.3",)
    winner: str
    influence: int
    other: str
    theirs: int


class GoneCannotWin(Refused):
    sentence = text("{player} left during this game and cannot win it. Name a player who stayed.")
    cites = ("OTE 2.2",)
    player: str


class OnlyOneLeft(Refused):
    sentence = text("{player} is the only one left at this table and has won; report the game with that winner.")
    place = "winner"
    player: str


class AlreadyDecided(Refused):
    sentence = text("{player} is the only one left at this table and has won: the game cannot be played again.")
    place = "table"
    player: str


class WrongNumberQualified(BadInput):
    sentence = counted(
        "Exactly {count} seat of the final is vacant: name {count} player of this table, who has not left.",
        "Exactly {count} seats of the final are vacant: name {count} different players of this table, none of whom has left.",
        count=0,
    )
    place = "qualified"
    cites = ("OTE 2.8.3",)
    count: int


class InfluenceCount(BadInput):
    sentence = text("Give one number for each of: {players}.")
    place = "influence"
    players: tuple[str, ...]


class WinnerNeeded(BadInput):
    sentence = text("Say who won: no player, or more than one, reached {target}.")
    place = "winner"
    target: int


class NoWinnerNamed(BadInput):
    sentence = text("Say who won.")
    place = "winner"
