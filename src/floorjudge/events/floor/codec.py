"""Commands and events of the floor as JSON, and of an event's whole log: the floor's and the tournament's."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from floorjudge.events import codec
from floorjudge.events.commands import Command
from floorjudge.events.events import Event
from floorjudge.events.floor import commands
from floorjudge.events.floor.commands import VenueCommand
from floorjudge.events.floor.events import VenueEvent

_COMMANDS: Mapping[str, type[Any]] = MappingProxyType(
    {
        "propose": commands.ProposeResult,
        "confirm": commands.Confirm,
        "dispute": commands.Dispute,
        "set_aside": commands.SetAside,
        "call": commands.CallJudge,
        "take": commands.TakeCall,
        "note": commands.NoteOnCall,
        "loop": commands.AskAboutLoop,
        "declare": commands.Declare,
        "ruling": commands.Rule,
        "appeal": commands.Appeal,
        "rule_appeal": commands.RuleAppeal,
        "extend": commands.Extend,
        "close_call": commands.CloseCall,
        "clock": commands.StartClock,
        "pause_clock": commands.PauseClock,
        "resume_clock": commands.ResumeClock,
        "stop_clock": commands.StopClock,
        "self_registration": commands.SetSelfRegistration,
        "join": commands.Join,
        "publish": commands.Publish,
        "announce": commands.Announce,
    }
)
VENUE_COMMAND_NAMES = tuple(_COMMANDS)
ALL_COMMAND_NAMES = (*codec.COMMAND_NAMES, *VENUE_COMMAND_NAMES)
# The kinds of command that each name may stand for; `show` is a question.
COMMAND_KINDS: Mapping[str, tuple[type[Any], ...]] = MappingProxyType(
    {
        **codec.COMMAND_KINDS,
        **{name: (kind,) for name, kind in _COMMANDS.items()},
        "propose": (commands.ProposeResult, commands.ProposeReadmission, commands.ProposeDrawn),
    }
)

_ANY_EVENT: msgspec.json.Decoder[Event | VenueEvent] = msgspec.json.Decoder(Event | VenueEvent)


def any_command_name(given: Mapping[str, Any]) -> str:
    """Return what the field `do` of a command of either kind says.

    Raises BadInput when it is missing or names no command.
    """
    return codec.command_name(given, ALL_COMMAND_NAMES)


def read_any_command(given: Mapping[str, Any]) -> Command | VenueCommand:
    """Return the command of either kind in a JSON object.

    Raises BadInput, with the field, when it is none.
    """
    name = any_command_name(given)
    return read_venue_command(given) if name in _COMMANDS else codec.read_command(given)


def read_venue_command(given: Mapping[str, Any]) -> VenueCommand:
    """Return the command of the floor in a JSON object whose `do` names one.

    Raises BadInput, with the field, when it is none.
    """
    kind = _COMMANDS[given["do"]]
    if kind is commands.ProposeResult and "qualified" in given:
        kind = commands.ProposeReadmission
    elif kind is commands.ProposeResult and "drawn" in given:
        kind = commands.ProposeDrawn
    command: VenueCommand = codec.read_fields(given, kind)
    return command


def read_any_event(line: str) -> Event | VenueEvent:
    """Return the event in JSON text, the tournament's or the floor's.

    Raises Damaged when it is none: what we stored cannot be anything else.
    """
    return codec.decode_event(line, _ANY_EVENT)
