"""Check what a log says about the floor: every event must be what its command gives at this point."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.events import evolve
from floorjudge.events.errors import WrongEvent
from floorjudge.events.events import Event
from floorjudge.events.floor import commands, events
from floorjudge.events.floor.commands import VenueCommand
from floorjudge.events.floor.decide import decide_venue
from floorjudge.events.floor.events import VenueEvent
from floorjudge.events.floor.evolve import evolve_venue
from floorjudge.events.floor.said import ReachedEight, Said, Won
from floorjudge.events.floor.state import Moment, Venue
from floorjudge.events.service.records import is_author
from floorjudge.events.state import State


def verify_venue(happened: Sequence[tuple[Event | VenueEvent, Moment]]) -> Venue:
    """Decide every command of the floor again and compare; the tournament's events have been verified before.

    Raises Damaged, naming the first event that is not what it should be, or whose time or author nobody could read.
    """
    state: State | None = None
    venue = Venue()
    for number, (event, moment) in enumerate(happened, 1):
        if not _is_readable(moment):
            raise WrongEvent(number)
        if isinstance(event, Event):
            state = evolve(state, event)
        if state is None or not (isinstance(event, Event) or _is_right(state, venue, event)):
            raise WrongEvent(number)
        venue = evolve_venue(venue, event, moment, state)
    return venue


def _is_right(state: State, venue: Venue, event: VenueEvent) -> bool:
    try:
        return decide_venue(state, venue, _COMMANDS[type(event)](event)) == event
    except FloorjudgeError:
        return False


def _is_readable(moment: Moment) -> bool:
    """Say whether pages can show and reckon with when something happened, and show who did it."""
    if moment.by is not None and not is_author(moment.by):
        return False
    try:
        return datetime.fromisoformat(moment.at).tzinfo is not None
    except ValueError:
        return False


def _proposal(table: int, player: str, said: Said) -> VenueCommand:
    if isinstance(said, Won):
        return commands.ProposeResult(table, player, said.winner, said.influence, said.note)
    if isinstance(said, ReachedEight):
        return commands.ProposeReadmission(table, player, said.qualified)
    return commands.ProposeDrawn(table, player, drawn=True)


def _dispute(event: events.ResultDisputed) -> VenueCommand:
    if event.said is not None:
        return _proposal(event.table, event.player, event.said)
    return commands.Dispute(event.table, event.player, event.text or "")


def _loop(loop: dict[str, Any] | None) -> commands.LoopAnswer | None:
    try:
        return None if loop is None else msgspec.convert(loop, commands.LoopAnswer)
    except msgspec.ValidationError:
        return None


# The command that gives an event.
_COMMANDS: Mapping[type[Any], Callable[[Any], VenueCommand]] = MappingProxyType(
    {
        events.ResultProposed: lambda event: _proposal(event.table, event.player, event.said),
        events.ResultConfirmed: lambda event: commands.Confirm(event.table, event.player, event.statement),
        events.ResultDisputed: _dispute,
        events.ProposalSetAside: lambda event: commands.SetAside(event.table, event.reason),
        events.CallOpened: lambda event: commands.CallJudge(event.about, event.table, event.player),
        events.CallTaken: lambda event: commands.TakeCall(event.call),
        events.CallNoted: lambda event: commands.NoteOnCall(event.call, event.text),
        events.LoopAsked: lambda event: commands.AskAboutLoop(event.call, event.case, event.sheet),
        events.LoopDeclared: lambda event: commands.Declare(event.call, event.player, event.says, event.steps),
        events.Ruled: lambda event: commands.Rule(event.call, event.text, event.clauses, _loop(event.loop)),
        events.Appealed: lambda event: commands.Appeal(event.call, event.text, event.player),
        events.AppealRuled: lambda event: commands.RuleAppeal(event.call, event.text, event.clauses, _loop(event.loop)),
        events.TimeExtended: lambda event: commands.Extend(event.table, event.minutes, event.call),
        events.CallClosed: lambda event: commands.CloseCall(event.call),
        events.ClockStarted: lambda event: commands.StartClock(event.minutes),
        events.ClockPaused: lambda _: commands.PauseClock(),
        events.ClockResumed: lambda _: commands.ResumeClock(),
        events.ClockStopped: lambda _: commands.StopClock(),
        events.SelfRegistrationSet: lambda event: commands.SetSelfRegistration(event.open),
        events.Published: lambda event: commands.Publish(event.places, event.decks),
        events.Announced: lambda event: commands.Announce(event.text),
    }
)
