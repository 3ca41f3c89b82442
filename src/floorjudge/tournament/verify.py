"""Check a log from its events alone: every event must be what its command gives, every draw what the seed gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from floorjudge.errors import Damaged, FloorjudgeError
from floorjudge.texts import text
from floorjudge.tournament import commands, events
from floorjudge.tournament.commands import Command
from floorjudge.tournament.decide import decide
from floorjudge.tournament.draw import commitment
from floorjudge.tournament.events import Event
from floorjudge.tournament.evolve import evolve
from floorjudge.tournament.state import State


class Verified(msgspec.Struct, frozen=True):
    """What was checked: how many events, how many draws could be proved, how many wait for the seed."""

    state: State
    events: int
    draws_proved: int
    draws_waiting: int


def verify(log: Iterable[Event], seed: str | None = None) -> Verified:
    """Decide every command of a log again and compare; groups, order draws, corrections and the end included.

    `seed` proves the draws before the event is finished; afterwards the log reveals it itself.
    Raises Damaged, naming the first event that is not what it should be.
    """
    listed = list(log)
    seed = _revealed(listed) or seed
    state: State | None = None
    proved = waiting = 0
    for number, event in enumerate(listed, 1):
        drawn = isinstance(event, events.RoundGrouped | events.OrderDrawn)
        if seed is None and _needs_seed(event):
            waiting += drawn
        else:
            _check(state, event, number, seed)
            proved += drawn
        state = _next_state(state, event, number)
    if state is None:
        raise _wrong(1)
    return Verified(state, len(listed), proved, waiting)


def _revealed(log: list[Event]) -> str | None:
    """Return the seed that a finished event reveals, when it is the one that was promised."""
    promised = log[0].commitment if log and isinstance(log[0], events.EventOpened) else None
    for event in log:
        if isinstance(event, events.EventFinished) and commitment(event.seed) == promised:
            return event.seed
    return None


def _needs_seed(event: Event) -> bool:
    amended = isinstance(event, events.ResultAmended | events.ReadmissionAmended) and event.otherwise is not None
    return amended or isinstance(event, events.RoundGrouped | events.OrderDrawn)


def _check(state: State | None, event: Event, number: int, seed: str | None) -> None:
    if isinstance(event, events.EventOpened):
        # Its seed is proved by what it promises, at the end; nothing else of it can be computed.
        if state is not None:
            raise _wrong(number)
        return
    try:
        expected = decide(state, _command_of(event, seed))
    except FloorjudgeError as error:
        raise _wrong(number) from error
    if expected != (event,):
        raise _wrong(number)


def _next_state(state: State | None, event: Event, number: int) -> State:
    try:
        return evolve(state, event)
    except (LookupError, TypeError, ValueError) as error:
        raise _wrong(number) from error


def _wrong(number: int) -> Damaged:
    said = text(
        "Event {number} of the log is not what the rules and the draw give at this point: it was not made by the program, or "
        "was changed.",
        number=number,
    )
    return Damaged("wrong_event", said, where=f"events[{number}]")


def _command_of(event: Event, seed: str | None) -> Command:
    """Return the command that gives an event."""
    return _COMMANDS[type(event)](event, seed)


def _grouped(event: events.RoundGrouped, seed: str | None) -> Command:
    if event.roster is not None:
        return commands.Start(event.public, event.deck_reason, seed)
    return commands.Next(seed)


def _amended(event: events.ResultAmended, seed: str | None) -> Command:
    return commands.Amend(event.round, event.table, event.winner, event.influence, event.reason, event.note, seed)


def _left(event: events.PlayerLeft, _: str | None) -> Command:
    return commands.Leave(event.player)


_COMMANDS: Mapping[type[Any], Callable[[Any, str | None], Command]] = MappingProxyType(
    {
        events.PlayerRegistered: lambda event, _: commands.Register(event.player),
        events.DeckSubmitted: lambda event, _: commands.SubmitDeck(event.player, event.list),
        events.RoundGrouped: _grouped,
        events.ResultReported: lambda event, _: commands.Report(event.table, event.winner, event.influence, event.note),
        events.ReadmissionReported: lambda event, _: commands.ReportReadmission(event.table, event.qualified),
        events.GameDrawn: lambda event, _: commands.Drawn(event.table),
        events.PlayerLeft: _left,
        events.ResultAmended: _amended,
        events.ReadmissionAmended: lambda event, seed: commands.AmendReadmission(
            event.round, event.table, event.qualified, event.reason, seed
        ),
        events.OrderDrawn: lambda event, seed: commands.RandomOrder(event.items, event.reason, seed),
        events.EventFinished: lambda _, seed: commands.Next(seed),
        events.CommandUndone: lambda _, __: commands.Undo(),
    }
)
