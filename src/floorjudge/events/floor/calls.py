"""Calls for a judge: from the moment somebody raises a hand to the head judge's last word."""

from __future__ import annotations

from typing import Any

import msgspec

from floorjudge.events import errors as tournament_errors
from floorjudge.events.checks import known_player, open_table, words
from floorjudge.events.floor import commands, errors, events
from floorjudge.events.floor.state import Call, CallState, Venue
from floorjudge.events.state import State
from floorjudge.rulebook import parse

MOST_CLAUSES = 20
LONGEST_LOOP = 200_000
DEEPEST_LOOP = 100


def open_call(state: State, venue: Venue, command: commands.CallJudge) -> events.CallOpened:
    """Return the event of a call; who calls for a player at a table names one who sits there."""
    about = words("about", command.about)
    table = None if command.table is None else open_table(state, command.table)
    player = None if command.player is None else known_player(state, "player", command.player)
    if table and player and player not in table.players:
        raise tournament_errors.NotAtTheTable(player, table.players, where="player")
    return events.CallOpened(len(venue.calls) + 1, about, command.table, player)


def take(_: State, venue: Venue, command: commands.TakeCall) -> events.CallTaken:
    """Return the event of a judge's going there, in place of another one too."""
    call = unclosed_call(venue, command.call)
    if call.state is CallState.RULED:
        raise errors.RuledAlready(call.number)
    return events.CallTaken(call.number)


def note(_: State, venue: Venue, command: commands.NoteOnCall) -> events.CallNoted:
    """Return the event of a note."""
    return events.CallNoted(unclosed_call(venue, command.call).number, words("text", command.text))


def rule(_: State, venue: Venue, command: commands.Rule) -> events.Ruled:
    """Return the event of a ruling; until it is appealed, a judge may put another one in its place."""
    call = unclosed_call(venue, command.call)
    if call.final:
        raise errors.AppealDecided(call.number)
    if call.state is CallState.APPEALED:
        raise errors.IsAppealed(call.number)
    said = words("text", command.text)
    return events.Ruled(call.number, said, _clauses(command.clauses), _loop(command.loop))


def appeal(state: State, venue: Venue, command: commands.Appeal) -> events.Appealed:
    """Return the event of a player's asking for the head judge."""
    call = unclosed_call(venue, command.call)
    if call.final:
        raise errors.AppealDecided(call.number)
    if call.state is CallState.APPEALED:
        raise errors.IsAppealed(call.number)
    if call.state is not CallState.RULED:
        raise errors.NotRuled(call.number)
    player = None if command.player is None else known_player(state, "player", command.player)
    return events.Appealed(call.number, words("text", command.text), player)


def rule_appeal(_: State, venue: Venue, command: commands.RuleAppeal) -> events.AppealRuled:
    """Return the event of the head judge's ruling; who may be head judge is not asked here."""
    call = unclosed_call(venue, command.call)
    if call.state is not CallState.APPEALED:
        raise errors.NotAppealed(call.number)
    said = words("text", command.text)
    return events.AppealRuled(call.number, said, _clauses(command.clauses), _loop(command.loop))


def close(_: State, venue: Venue, command: commands.CloseCall) -> events.CallClosed:
    """Return the event of a call's end; an appeal is decided first."""
    call = unclosed_call(venue, command.call)
    if call.state is CallState.APPEALED:
        raise errors.IsAppealed(call.number)
    return events.CallClosed(call.number)


def unclosed_call(venue: Venue, number: int) -> Call:
    """Return a call that something can be added to.

    Raises BadInput when there is none of this number, Refused when it is closed.
    """
    call = venue.calls.get(number)
    if call is None:
        raise errors.NoSuchCall(number, len(venue.calls))
    if call.state is CallState.CLOSED:
        raise errors.CallClosed(number)
    return call


def _clauses(given: tuple[str, ...]) -> tuple[str, ...]:
    """Return clauses as they are cited, each once."""
    if len(given) > MOST_CLAUSES:
        raise errors.TooManyClauses(MOST_CLAUSES)
    return tuple(dict.fromkeys(parse(clause).id for clause in given))


def _loop(loop: commands.LoopAnswer | None) -> dict[str, Any] | None:
    """Return what is kept of the loop desk, as it will come back out of the log."""
    if loop is None:
        return None
    if not (_is_flat(loop.case, DEEPEST_LOOP) and _is_flat(loop.answer, DEEPEST_LOOP)):
        raise errors.BadLoop(LONGEST_LOOP)
    try:
        line = msgspec.json.encode(loop)
        kept: dict[str, Any] = msgspec.json.decode(line)
    except (msgspec.MsgspecError, ValueError, TypeError):
        raise errors.BadLoop(LONGEST_LOOP) from None
    if len(line) > LONGEST_LOOP:
        raise errors.BadLoop(LONGEST_LOOP)
    return kept


def _is_flat(value: object, levels: int) -> bool:
    """Say whether a value is nested in so few levels that whoever reads the log can read it."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return levels > 0 and all(_is_flat(part, levels - 1) for part in inner)
