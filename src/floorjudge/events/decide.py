"""The decision on a command: the event that it causes, or a refusal with its reason and what is possible instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from floorjudge.events import commands, events
from floorjudge.events.commands import Command
from floorjudge.events.errors import NotOpen
from floorjudge.events.events import Event
from floorjudge.events.floor import calls, clock, details, proposals
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import optional_words
from floorjudge.events.tournament.decide import TOURNAMENT_DECISIONS, citing, open_event


def decide(state: State | None, command: Command) -> tuple[Event, ...]:
    """Return the events that a command causes: at present one for every command.

    `state` is None before the event is opened. On the floor a command may give an event of the tournament, such as the
    result of a game that all its players have reported alike.
    Raises BadInput for a command that cannot be meant, Refused for one that a clause or an earlier decision forbids
    now.
    """
    if isinstance(command, commands.Open | commands.OpenSealed):
        return (open_event(state, command),)
    if state is None:
        raise NotOpen
    with citing(state):
        return (_DECISIONS[type(command)](state, command),)


_DECISIONS: Mapping[type[Any], Callable[[State, Any], Event]] = MappingProxyType(
    {
        **TOURNAMENT_DECISIONS,
        commands.ProposeResult: proposals.propose,
        commands.Confirm: proposals.confirm,
        commands.Dispute: proposals.dispute,
        commands.SetAside: proposals.set_aside,
        commands.CallJudge: calls.open_call,
        commands.TakeCall: calls.take,
        commands.NoteOnCall: calls.note,
        commands.AskAboutLoop: calls.ask,
        commands.Declare: calls.declare,
        commands.Rule: calls.rule,
        commands.Appeal: calls.appeal,
        commands.RuleAppeal: calls.rule_appeal,
        commands.CloseCall: calls.close,
        commands.Extend: clock.extend,
        commands.StartClock: clock.start_clock,
        commands.PauseClock: clock.pause_clock,
        commands.ResumeClock: clock.resume_clock,
        commands.StopClock: clock.stop_clock,
        commands.SetSelfRegistration: lambda _, command: events.SelfRegistrationSet(command.open),
        commands.SharePhones: lambda _, command: events.PhonesShared(command.allowed),
        commands.Publish: lambda _, command: events.Published(command.places, command.decks),
        commands.Announce: lambda _, command: events.Announced(optional_words("text", command.text), command.kept),
        commands.Describe: details.describe,
        commands.Rehearse: details.rehearse,
        commands.Archive: lambda _, command: events.EventArchived(command.archived),
        commands.ClaimName: details.claim,
        commands.Penalise: calls.penalise,
        commands.WithdrawPenalty: calls.withdraw_penalty,
    }
)
