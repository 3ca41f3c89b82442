"""The loop desk of a call: a judge puts a loop to its players, and each answers when asked. What `loops` refuses is refused."""

from __future__ import annotations

from typing import Any

import msgspec

from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.events import errors as tournament_errors
from floorjudge.events.checks import known_player, words
from floorjudge.events.floor import commands, errors, events
from floorjudge.events.floor.calls import unclosed_call
from floorjudge.events.floor.state import Venue
from floorjudge.events.state import State
from floorjudge.loops import Case, Waiting, case_value, read_case, rule
from floorjudge.loops.mtr.codec import read_saying
from floorjudge.loops.sheet.codec import read_sheet

# A ruling keeps the case and an answer that may repeat every step several times; together they must fit into it.
LONGEST_CASE = 30_000


def ask(state: State, venue: Venue, command: commands.AskAboutLoop) -> events.LoopAsked:
    """Return the event of a loop's being put to the players, who are players of the event.

    Raises BadInput as `read_case`, `rule` and `read_sheet` do, with the place inside the case or the sheet.
    Clauses: MTR 4.4.1, MTR 4.4.9
    """
    call = unclosed_call(venue, command.call)
    try:
        case = read_case(command.case)
        _check_words(case)
        rule(case)
    except BadInput as error:
        raise _inside(error, "case") from None
    for index, player in enumerate(case.turn_order):
        where = f"case.turn_order[{index}]"
        if (known := known_player(state, where, player)) != player:
            raise tournament_errors.UnknownPlayer(player, (known,), where=where)
    kept = case_value(case)
    _length_of(kept, "case")
    return events.LoopAsked(call.number, kept, _sheet(command.sheet))


def declare(state: State, venue: Venue, command: commands.Declare) -> events.LoopDeclared:
    """Return the event of a player's answer; whoever is not asked now, or may not say that, is refused by `rule`.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.6, MTR 4.4.9
    """
    call = unclosed_call(venue, command.call)
    if call.loop_case is None:
        raise errors.NoLoopAsked(call.number)
    if not isinstance(rule(call.loop_case), Waiting):
        raise errors.LoopHasItsAnswer(call.number)
    player = known_player(state, "player", command.player)
    case = declared(call.loop_case, player, command.says, command.steps)
    try:
        rule(case)
    except BadInput as error:
        raise error.at((error.where or "").rpartition(".")[2] or "says") from None
    kept = case_value(case)
    _length_of(kept, "says")
    return events.LoopDeclared(call.number, player, str(kept["declarations"][-1]["says"]), command.steps)


def declared(case: Case | None, player: str, says: int | str, steps: int | None) -> Case:
    """Return the case with one more answer; `says` as a case in JSON has it."""
    if case is None:
        raise ValueError("only where a loop was asked about is anything declared")
    return case.declared(player, read_saying(says, "says"), steps)


def _check_words(case: Case) -> None:
    """Check that what will be shown can be shown."""
    for index, step in enumerate(case.body):
        if step.text:
            words(f"body[{index}].text", step.text)
    if case.judge is not None:
        words("judge.reason", case.judge.reason)


def _sheet(given: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a sheet as it will come back out of the log."""
    if given is None:
        return None
    try:
        read_sheet(given)
    except BadInput as error:
        raise _inside(error, "sheet") from None
    kept: dict[str, Any] = msgspec.json.decode(_length_of(given, "sheet"))
    return kept


def _length_of(value: dict[str, Any], where: str) -> bytes:
    """Return a value as JSON text that is not too long for the log."""
    try:
        line = msgspec.json.encode(value)
    except (msgspec.MsgspecError, ValueError, TypeError):
        raise errors.CaseTooLong(LONGEST_CASE).at(where) from None
    if len(line) > LONGEST_CASE:
        raise errors.CaseTooLong(LONGEST_CASE).at(where)
    return line


def _inside(error: BadInput, where: str) -> FloorjudgeError:
    return error.at(f"{where}.{error.where}" if error.where and error.where != where else where)
