"""Errors in a case, a declaration or an answer.

At the end are the checks of players that all kinds of loops share.
"""

from __future__ import annotations

from floorjudge.errors import BadInput
from floorjudge.reading import NotWords
from floorjudge.texts import Text, counted, text


class NoPlayers(BadInput):
    sentence = text("At least one player is needed, the active player first.")


class NamedTwice(BadInput):
    sentence = text("{player} is named twice here.")
    player: str


class NotAPlayer(BadInput):
    sentence = text("“{given}” is none of the players: {players}.")
    if_empty = "players", text("“{given}” is no player, as there are none here.")
    given: str
    players: tuple[str, ...]


class NotAsked(BadInput):
    sentence = text("{player} is not asked now; {asked} answers first.")
    player: str
    asked: str


class NobodyAsked(BadInput):
    sentence = text("All players have answered; {player} is not asked again.")
    player: str


class ChoicesOfNobody(BadInput):
    sentence = text("Choices are made by players: name in “maintained_by” those whose choices keep the loop going.")
    place = "sustained_by"


class NotAMaintainer(BadInput):
    sentence = text("“maintained_by” does not name {player}: only a player who is named there keeps the loop going.")
    if_empty = (
        "player",
        text("A step that keeps the loop going belongs to a player: name in “by” who of “maintained_by” takes it."),
    )
    player: str | None


class NoDeclaration(BadInput):
    sentence = text(
        "A player says a whole number (digits, or a power such as 10^100), or one of the words “agree”, “none”, “indefinitely”."
    )


class BelowZero(BadInput):
    sentence = text("{player} named a number below zero; 0 stops the loop before its first iteration.")
    player: str


class StepsWithoutNumber(BadInput):
    sentence = text("{player} named steps of a last iteration without saying which iteration it is.")
    player: str


class StepsWithoutIteration(BadInput):
    sentence = text("{player} named steps of the last of 0 iterations; there is none. Say 1 for the first one.")
    player: str


class StepsWithoutBody(BadInput):
    sentence = text("{player} named steps of an iteration; list them in “body” first.")
    player: str


class StepsOutside(BadInput):
    sentence = counted(
        "{player} can stop an iteration halfway only after its first step.",
        "{player} can stop an iteration halfway only after 1 to {count} steps.",
        count=0,
    )
    if_empty = "count", text("{player} cannot stop an iteration halfway: it has a single step.")
    player: str
    count: int


class MayNotSay(BadInput):
    sentence = text("{player} said “{words}”. {possible}")
    player: str
    words: Text
    possible: Text


class NoPartForAMaintainer(BadInput):
    sentence = text("{player} keeps this loop going and names whole iterations; other players may stop one halfway.")
    cites = ("MTR 4.4.6",)
    player: str


class NothingProposed(BadInput):
    sentence = text("At least one choice is needed here.")


class OptionalForNobody(BadInput):
    sentence = text("An optional step needs a player who may leave it out: name them as “by”.")


class NegativeTimes(BadInput):
    sentence = text("A repeat can happen 0 times or more often.")


class TooDeep(BadInput):
    sentence = text("Repeats can stand inside each other up to {most} deep.")
    most: int


def check_players(turn_order: tuple[str, ...]) -> None:
    """Check that there are players, each with a name and listed once; raises BadInput, with the place."""
    if not turn_order:
        raise NoPlayers(where="turn_order")
    for index, player in enumerate(turn_order):
        if not player.strip():
            raise NotWords(where=f"turn_order[{index}]")
        if player in turn_order[:index]:
            raise NamedTwice(player, where=f"turn_order[{index}]")


def check_player(player: str, players: tuple[str, ...], where: str) -> None:
    """Check that this is one of the players; raises BadInput with this place."""
    if player not in players:
        raise NotAPlayer(player, players, where=where)


def check_asked(player: str, expected: str | None, where: str) -> None:
    """Check that the answering player is the one to answer (None: no player is); raises BadInput with this place."""
    if expected is None:
        raise NobodyAsked(player, where=where)
    if player != expected:
        raise NotAsked(player, expected, where=where)
