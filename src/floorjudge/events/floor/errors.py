"""Errors of what happens on the floor beside results: reports of players, calls, the clock, joining, penalties."""

from __future__ import annotations

from floorjudge.errors import BadInput, Refused
from floorjudge.formats.errors import OfPlayer, OfTable
from floorjudge.texts import counted, text


class OfCall(Refused):
    """A request about one call for a judge is refused."""

    place = "call"
    call: int


class OtherStage(Refused):
    sentence = text(
        "This was typed for table {table} of another round, and was not counted. If the game it speaks of has no result, tell "
        "the organiser."
    )
    place = "stage"
    table: int


class NobodyToConfirm(OfTable):
    sentence = text(
        "No other player is left at table {table} to confirm this: the game is won. Tell the organiser how it ended."
    )


class SaidAlready(Refused):
    sentence = text("{player} has said this already. Still to confirm it: {missing}.")
    if_empty = "missing", text("{player} has said this already, and the others say something else.")
    place = "player"
    player: str
    missing: tuple[str, ...]


class NothingSaid(OfTable):
    sentence = text("No player has reported a result for table {table} that could be confirmed or disputed.")


class StatementGone(Refused):
    sentence = text("The reports about table {table} have changed since; look at them again.")
    place = "statement"
    table: int


class WhichStatement(Refused):
    sentence = text("The players of table {table} say different things; say the number of the statement that is right.")
    place = "statement"
    table: int


class NoSuchCall(BadInput):
    sentence = counted(
        "There is no call {call}; there has been {count} call so far.",
        "There is no call {call}; there have been {count} calls so far.",
        count=0,
    )
    place = "call"
    call: int
    count: int


class CallClosed(OfCall):
    sentence = text("Call {call} is closed. Open another one.")


class RuledAlready(OfCall):
    sentence = text("A judge has ruled on call {call}. Close it, or record an appeal.")


class NotRuled(OfCall):
    sentence = text("There is no ruling on call {call} to appeal yet.")


class IsAppealed(OfCall):
    sentence = text("The ruling on call {call} was appealed: now only the head judge rules on it.")


class NotAppealed(OfCall):
    sentence = text("Call {call} has no open appeal.")


class AppealDecided(OfCall):
    sentence = text("The head judge has ruled on call {call}, and that is final.")


class InNoGame(OfPlayer):
    sentence = text(
        "{player} has left the event and is in no open game, so cannot call a judge, appeal or answer about a loop. Continue "
        "without {player}, or let {player} come back."
    )


class BadMinutes(BadInput):
    sentence = text("Give 1 to {limit} minutes.")
    place = "minutes"
    limit: int


class GameIsOver(OfTable):
    sentence = text("Table {table} has its result; it needs no more time.")


class ClockIsThere(Refused):
    sentence = text("This round has a clock already. Stop it, then start another one.")


class NoClock(Refused):
    sentence = text("This round has no clock. Start one with its minutes.")


class ClockPaused(Refused):
    sentence = text("The clock stands still already. Resume it to let the time go on.")


class ClockNotPaused(Refused):
    sentence = text("The clock is running; there is nothing to resume.")


class TooManyClauses(BadInput):
    sentence = text("Name at most {limit} clauses that the ruling rests on.")
    place = "clauses"
    limit: int


class BadLoop(BadInput):
    sentence = text(
        "The loop desk's case and answer must be JSON objects of at most {limit} characters, not deeply nested."
    )
    place = "loop"
    limit: int


class NoLoopAsked(OfCall):
    sentence = text("Call {call} has no question about a loop yet; a judge begins that.")


class LoopHasItsAnswer(OfCall):
    sentence = text("The loop of call {call} has its answer; there are no more questions.")


class CaseTooLong(BadInput):
    sentence = text("The loop and all answers together must fit into {limit} characters.")
    place = "case"
    limit: int


class BadDay(BadInput):
    sentence = text("“{day}” is no day; write year, month and day, such as 2026-03-06.")
    place = "date"
    day: str


class BadCount(BadInput):
    sentence = text("It must be a whole number from 1 to {most}.")
    most: int


class NameIsClaimed(OfPlayer):
    sentence = text("A player has entered as {player} already. If it was you, ask the organiser for your link.")


class NoSuchPenalty(BadInput):
    sentence = text("There is no penalty {penalty}. Number of penalties in this event: {count}.")
    place = "penalty"
    penalty: int
    count: int


class PenaltyIsWithdrawn(Refused):
    sentence = text("Penalty {penalty} was withdrawn before.")
    place = "penalty"
    penalty: int
