"""Calls for a judge: from the call to the head judge's final ruling, with the loop desk in between.

Penalties are here, too: they often follow from a call, are withdrawn with a reason, and never erased.

At the loop desk of a call a judge asks its players about a loop, and each answers in turn. Whatever `loops` refuses is
refused.
"""

from __future__ import annotations

from typing import Any

import msgspec

from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.events import commands, events
from floorjudge.events import errors as tournament_errors
from floorjudge.events.floor import errors
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import known_player, open_table, optional_words, words
from floorjudge.events.venue import Call, CallState, Venue
from floorjudge.formats.errors import NotAtTheTable
from floorjudge.loops import Case, Waiting, case_value, read_case
from floorjudge.loops import rule as rule_on_loop
from floorjudge.loops.mtr.codec import read_saying
from floorjudge.loops.sheet.codec import read_sheet
from floorjudge.rulebook import parse

MOST_CLAUSES = 20
LONGEST_LOOP = 200_000
DEEPEST_LOOP = 100
# A ruling holds the case and an answer that may repeat every step several times; both must fit into the limit.
LONGEST_CASE = 30_000


def open_call(state: State, command: commands.CallJudge) -> events.CallOpened:
    """Return the event of a call; a call for a player at a table names one of its players, who `may_act`."""
    about = words("about", command.about)
    table = None if command.table is None else open_table(state, command.table)
    player = None if command.player is None else _acting(state, "player", command.player)
    if table and player and player not in table.players:
        raise NotAtTheTable(player, table.players, where="player")
    return events.CallOpened(len(state.venue.calls) + 1, about, command.table, player)


def take(state: State, command: commands.TakeCall) -> events.CallTaken:
    """Return the event of a judge who takes a call, also from another judge."""
    call = unclosed_call(state.venue, command.call)
    if call.state is CallState.RULED:
        raise errors.RuledAlready(call.number)
    return events.CallTaken(call.number)


def note(state: State, command: commands.NoteOnCall) -> events.CallNoted:
    """Return the event of a note."""
    return events.CallNoted(unclosed_call(state.venue, command.call).number, words("text", command.text))


def rule(state: State, command: commands.Rule) -> events.Ruled:
    """Return the event of a ruling; until an appeal, a judge may replace it."""
    call = unclosed_call(state.venue, command.call)
    if call.final:
        raise errors.AppealDecided(call.number)
    if call.state is CallState.APPEALED:
        raise errors.IsAppealed(call.number)
    said = words("text", command.text)
    return events.Ruled(call.number, said, _clauses(command.clauses), _loop(command.loop))


def appeal(state: State, command: commands.Appeal) -> events.Appealed:
    """Return the event of a player's appeal to the head judge."""
    call = unclosed_call(state.venue, command.call)
    if call.final:
        raise errors.AppealDecided(call.number)
    if call.state is CallState.APPEALED:
        raise errors.IsAppealed(call.number)
    if call.state is not CallState.RULED:
        raise errors.NotRuled(call.number)
    player = None if command.player is None else _acting(state, "player", command.player)
    return events.Appealed(call.number, words("text", command.text), player)


def rule_appeal(state: State, command: commands.RuleAppeal) -> events.AppealRuled:
    """Return the event of the head judge's ruling; the role is checked elsewhere."""
    call = unclosed_call(state.venue, command.call)
    if call.state is not CallState.APPEALED:
        raise errors.NotAppealed(call.number)
    said = words("text", command.text)
    return events.AppealRuled(call.number, said, _clauses(command.clauses), _loop(command.loop))


def close(state: State, command: commands.CloseCall) -> events.CallClosed:
    """Return the event that closes a call; an appeal must be decided first."""
    call = unclosed_call(state.venue, command.call)
    if call.state is CallState.APPEALED:
        raise errors.IsAppealed(call.number)
    return events.CallClosed(call.number)


def _acting(state: State, where: str, given: str) -> str:
    """Return the name of a player who `may_act`.

    Raises BadInput if there is no such player, Refused if they have left and have no open game.
    """
    name = known_player(state, where, given)
    if not state.may_act(name):
        raise errors.InNoGame(name, where=where)
    return name


def unclosed_call(venue: Venue, number: int) -> Call:
    """Return a call that is not closed.

    Raises BadInput if there is none with this number, Refused if it is closed.
    """
    call = venue.calls.get(number)
    if call is None:
        raise errors.NoSuchCall(number, len(venue.calls))
    if call.state is CallState.CLOSED:
        raise errors.CallClosed(number)
    return call


def _clauses(given: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of cited clauses, each once."""
    if len(given) > MOST_CLAUSES:
        raise errors.TooManyClauses(MOST_CLAUSES)
    return tuple(dict.fromkeys(parse(clause).id for clause in given))


def _loop(loop: commands.LoopAnswer | None) -> dict[str, Any] | None:
    """Return the loop desk's question and answer in the form in which the log returns them."""
    if loop is None:
        return None
    if not (_is_flat(loop.case, DEEPEST_LOOP) and _is_flat(loop.answer, DEEPEST_LOOP)):
        raise errors.BadLoop(LONGEST_LOOP)
    return _kept(loop, LONGEST_LOOP, errors.BadLoop(LONGEST_LOOP))


def _is_flat(value: object, levels: int) -> bool:
    """Return whether a value is nested in at most this many levels, so that every reader of the log can decode it."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return levels > 0 and all(_is_flat(part, levels - 1) for part in inner)


def ask(state: State, command: commands.AskAboutLoop) -> events.LoopAsked:
    """Return the event that asks the players of a call about a loop; all of them are players who `may_act`.

    Raises BadInput as `read_case`, `rule` and `read_sheet` do, with the place inside the case or the sheet.
    Clauses: MTR 4.4.1, MTR 4.4.9
    """
    call = unclosed_call(state.venue, command.call)
    try:
        case = read_case(command.case)
        _check_words(case)
        rule_on_loop(case)
    except BadInput as error:
        raise _inside(error, "case") from None
    for index, player in enumerate(case.turn_order):
        where = f"case.turn_order[{index}]"
        if (known := _acting(state, where, player)) != player:
            raise tournament_errors.UnknownPlayer(player, (known,), where=where)
    kept = _kept_case(case_value(case), "case")
    found = optional_words("found", command.found)
    return events.LoopAsked(call.number, kept, _sheet(command.sheet), found)


def declare(state: State, command: commands.Declare) -> events.LoopDeclared:
    """Return the event of a player's answer; `rule` refuses an answer out of turn and one that is not available.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.6, MTR 4.4.9
    """
    call = unclosed_call(state.venue, command.call)
    if call.loop_case is None:
        raise errors.NoLoopAsked(call.number)
    if not isinstance(rule_on_loop(call.loop_case), Waiting):
        raise errors.LoopHasItsAnswer(call.number)
    player = _acting(state, "player", command.player)
    case = declared(call.loop_case, player, command.says, command.steps)
    try:
        rule_on_loop(case)
    except BadInput as error:
        raise error.at((error.where or "").rpartition(".")[2] or "says") from None
    kept = _kept_case(case_value(case), "says")
    return events.LoopDeclared(call.number, player, str(kept["declarations"][-1]["says"]), command.steps)


def declared(case: Case | None, player: str, says: int | str, steps: int | None) -> Case:
    """Return the case with one more answer; `says` is as in the JSON of a case."""
    if case is None:
        raise ValueError("only where a loop was asked about is anything declared")
    return case.declared(player, read_saying(says, "says"), steps)


def _check_words(case: Case) -> None:
    """Check that all texts of a case can be shown."""
    for index, step in enumerate(case.body):
        if step.text:
            words(f"body[{index}].text", step.text)
    if case.judge is not None:
        words("judge.reason", case.judge.reason)


def _sheet(given: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a sheet in the form in which the log returns it."""
    if given is None:
        return None
    try:
        read_sheet(given)
    except BadInput as error:
        raise _inside(error, "sheet") from None
    return _kept_case(given, "sheet")


def _kept_case(value: dict[str, Any], where: str) -> dict[str, Any]:
    return _kept(value, LONGEST_CASE, errors.CaseTooLong(LONGEST_CASE, where=where))


def _kept(value: object, longest: int, error: FloorjudgeError) -> dict[str, Any]:
    """Return a value in the form in which the log returns it; raise the error if it is no JSON, or too long."""
    try:
        line = msgspec.json.encode(value)
        kept: dict[str, Any] = msgspec.json.decode(line)
    except (msgspec.MsgspecError, ValueError, TypeError):
        raise error from None
    if len(line) > longest:
        raise error
    return kept


def _inside(error: BadInput, where: str) -> FloorjudgeError:
    return error.at(f"{where}.{error.where}" if error.where and error.where != where else where)


def penalise(state: State, command: commands.Penalise) -> events.PenaltyGiven:
    """Return the event of a penalty.

    Raises BadInput for a person outside the event, or an unknown call.
    """
    player = known_player(state, "player", command.player)
    venue = state.venue
    if command.call is not None and command.call not in venue.calls:
        raise errors.NoSuchCall(command.call, len(venue.calls))
    number = len(venue.penalties) + 1
    return events.PenaltyGiven(number, player, command.kind, words("text", command.text), command.call)


def withdraw_penalty(state: State, command: commands.WithdrawPenalty) -> events.PenaltyWithdrawn:
    """Return the event that withdraws a penalty.

    Raises BadInput if there is none with this number, Refused if it is already withdrawn.
    """
    penalties = state.venue.penalties
    if not 1 <= command.penalty <= len(penalties):
        raise errors.NoSuchPenalty(command.penalty, len(penalties))
    if penalties[command.penalty - 1].withdrawn is not None:
        raise errors.PenaltyIsWithdrawn(command.penalty)
    return events.PenaltyWithdrawn(command.penalty, words("reason", command.reason))
