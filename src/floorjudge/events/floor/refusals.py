"""Every way in which the floor says no: what was wrong, and what is possible instead."""

from __future__ import annotations

from floorjudge.errors import BadInput, Refused, bad_input, refused
from floorjudge.texts import counted, text


def other_stage(table: int) -> Refused:
    """What was typed is about a stage that is no longer played."""
    said = text(
        "This was typed for table {table} of another round, and was not counted. If the game it speaks of has no result, tell "
        "the organiser.",
        table=table,
    )
    return refused("other_stage", said, where="stage")


def nobody_to_confirm(table: int) -> Refused:
    """Everybody else has left the table, so that no other player can confirm a report."""
    said = text(
        "Nobody else is left at table {table} to confirm this: the game is won. Tell the organiser everybody's influence.",
        table=table,
    )
    return refused("nobody_to_confirm", said, where="table")


def drawn_is_true() -> BadInput:
    """A report that a game was drawn says anything but true."""
    return bad_input(
        "drawn_is_true", text("A drawn game is reported with true; report any other with its winner."), where="drawn"
    )


def said_already(player: str, missing: tuple[str, ...]) -> Refused:
    """A player says again what they have said."""
    said = (
        text("{player} has said this already. Still to confirm it: {missing}.", player=player, missing=missing)
        if missing
        else text("{player} has said this already, and the others say something else.", player=player)
    )
    return refused("said_already", said, where="player")


def nothing_said(table: int) -> Refused:
    """There is nothing to confirm or to dispute at a table."""
    said = text("Nobody has reported a result for table {table} that could be confirmed or disputed.", table=table)
    return refused("nothing_said", said, where="table")


def statement_gone(table: int) -> Refused:
    """What a player wants to confirm has been changed since they saw it."""
    said = text("What was said about table {table} has changed since; look at it again.", table=table)
    return refused("statement_gone", said, where="statement")


def which_statement(table: int) -> Refused:
    """The players of a table say different things, and a confirmation does not say which of them it confirms."""
    said = text(
        "The players of table {table} say different things; say the number of the statement that is right.", table=table
    )
    return refused("which_statement", said, where="statement")


def no_such_call(call: int, calls: int) -> BadInput:
    """No call has this number."""
    said = counted(
        "There is no call {call}; there has been {count} call so far.",
        "There is no call {call}; there have been {count} calls so far.",
        count=calls,
        call=call,
    )
    return bad_input("no_such_call", said, where="call")


def call_closed(call: int) -> Refused:
    """A call is closed, and nothing is added to it."""
    return refused("call_closed", text("Call {call} is closed. Open another one.", call=call), where="call")


def ruled_already(call: int) -> Refused:
    """A judge has ruled on a call, so that nobody needs to go there."""
    said = text("A judge has ruled on call {call}. Close it, or record an appeal.", call=call)
    return refused("ruled_already", said, where="call")


def not_ruled(call: int) -> Refused:
    """Only a ruling can be appealed."""
    return refused("not_ruled", text("There is no ruling on call {call} to appeal yet.", call=call), where="call")


def is_appealed(call: int) -> Refused:
    """A ruling has been appealed: the head judge has the word."""
    said = text(
        "The ruling on call {call} was appealed: now the head judge rules, and nobody else does anything about it.",
        call=call,
    )
    return refused("is_appealed", said, where="call")


def not_appealed(call: int) -> Refused:
    """The head judge rules on appeals, and this call has none."""
    return refused("not_appealed", text("Call {call} has no open appeal.", call=call), where="call")


def appeal_decided(call: int) -> Refused:
    """The head judge has ruled on an appeal, and that is final."""
    said = text("The head judge has ruled on call {call}, and that is final.", call=call)
    return refused("appeal_decided", said, where="call")


def bad_minutes(limit: int) -> BadInput:
    """A number of minutes is less than one or absurd."""
    return bad_input("bad_minutes", text("Give 1 to {limit} minutes.", limit=limit), where="minutes")


def game_is_over(table: int) -> Refused:
    """A table that has a result needs no more time."""
    said = text("Table {table} has its result; it needs no more time.", table=table)
    return refused("game_is_over", said, where="table")


def clock_is_there() -> Refused:
    """The round has a clock already."""
    return refused("clock_is_there", text("This round has a clock already. Stop it, then start another one."))


def no_clock() -> Refused:
    """The round has no clock."""
    return refused("no_clock", text("This round has no clock. Start one with its minutes."))


def clock_paused() -> Refused:
    """The clock stands still already."""
    return refused("clock_paused", text("The clock stands still already. Resume it to let the time go on."))


def clock_not_paused() -> Refused:
    """The clock runs, so that it cannot be resumed."""
    return refused("clock_not_paused", text("The clock is running; there is nothing to resume."))


def self_registration_closed() -> Refused:
    """Players cannot register themselves just now."""
    said = text("Players cannot register themselves here now. Ask the organiser.")
    return refused("self_registration_closed", said)


def too_many_clauses(limit: int) -> BadInput:
    """A ruling cites more clauses than anybody reads."""
    said = text("Name at most {limit} clauses that the ruling rests on.", limit=limit)
    return bad_input("too_many_clauses", said, where="clauses")


def bad_loop(limit: int) -> BadInput:
    """What is kept of the loop desk is no JSON, or too long."""
    said = text(
        "The loop desk's case and answer must be JSON objects of at most {limit} characters, not deeply nested.",
        limit=limit,
    )
    return bad_input("bad_loop", said, where="loop")


def no_loop_asked(call: int) -> Refused:
    """A player answers for a call in which nobody was asked about a loop."""
    said = text("Nobody is asked about a loop in call {call}; a judge begins that.", call=call)
    return refused("no_loop_asked", said, where="call")


def loop_has_its_answer(call: int) -> Refused:
    """A player answers when the loop desk asks nobody any more."""
    said = text("The loop of call {call} has its answer; nobody is asked any more.", call=call)
    return refused("loop_has_its_answer", said, where="call")


def case_too_long(limit: int) -> BadInput:
    """A loop, with everything that is said about it, is longer than a judge could read."""
    said = text("The loop and all answers together must fit into {limit} characters.", limit=limit)
    return bad_input("case_too_long", said, where="case")
