"""What a command of the floor does: the one event it gives, or a refusal that says why and what is possible instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from floorjudge.events.events import Event
from floorjudge.events.floor import calls, commands, loop_calls, proposals, rooms
from floorjudge.events.floor.commands import VenueCommand
from floorjudge.events.floor.events import VenueEvent
from floorjudge.events.floor.state import Venue
from floorjudge.events.state import State


def decide_venue(state: State, venue: Venue, command: VenueCommand) -> Event | VenueEvent:
    """Return the event that a command gives: the floor's, or the tournament's own where a report is complete.

    Raises BadInput for a command that cannot be meant, Refused for one that an earlier decision forbids now.
    """
    return _DECISIONS[type(command)](state, venue, command)


_DECISIONS: Mapping[type[Any], Callable[[State, Venue, Any], Event | VenueEvent]] = MappingProxyType(
    {
        commands.ProposeResult: proposals.propose,
        commands.ProposeReadmission: proposals.propose,
        commands.ProposeDrawn: proposals.propose,
        commands.Confirm: proposals.confirm,
        commands.Dispute: proposals.dispute,
        commands.SetAside: proposals.set_aside,
        commands.CallJudge: calls.open_call,
        commands.TakeCall: calls.take,
        commands.NoteOnCall: calls.note,
        commands.AskAboutLoop: loop_calls.ask,
        commands.Declare: loop_calls.declare,
        commands.Rule: calls.rule,
        commands.Appeal: calls.appeal,
        commands.RuleAppeal: calls.rule_appeal,
        commands.CloseCall: calls.close,
        commands.Extend: rooms.extend,
        commands.StartClock: rooms.start_clock,
        commands.PauseClock: rooms.pause_clock,
        commands.ResumeClock: rooms.resume_clock,
        commands.StopClock: rooms.stop_clock,
        commands.SetSelfRegistration: rooms.set_self_registration,
        commands.Join: rooms.join,
        commands.Publish: rooms.publish,
        commands.Announce: rooms.announce,
    }
)
