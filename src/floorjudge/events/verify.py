"""Check a log from its events alone: every event must be what its command gives, every draw what the seed gives.

Before the seed is known, a draw is compared in everything that chance does not decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from floorjudge.errors import FloorjudgeError
from floorjudge.events import commands, events
from floorjudge.events.commands import Command
from floorjudge.events.decide import decide
from floorjudge.events.draw import commitment
from floorjudge.events.errors import WrongEvent
from floorjudge.events.events import Event
from floorjudge.events.evolve import evolve
from floorjudge.events.state import State
from floorjudge.events.undrawn import undrawn

STAND_IN = "a stand-in for a seed that is not known yet"
_DRAWN = (events.RoundGrouped, events.OrderDrawn, events.ResultAmended, events.ReadmissionAmended)


class Verified(msgspec.Struct, frozen=True):
    """What was checked: how many events, how many draws could be proved, how many wait for the seed."""

    state: State
    events: int
    draws_proved: int
    draws_waiting: int


def verify(log: Iterable[Event | None], seed: str | None = None) -> Verified:
    """Decide every command of a log again and compare; groups, order draws, corrections and the end included.

    `seed` proves the draws before the event is finished; afterwards the log reveals it itself. None in the log stands for
    an entry that is not the tournament's: it is counted and passed over.
    Raises Damaged, naming the first event that is not what it should be.
    """
    listed = list(log)
    seed = _revealed(listed) or seed
    state: State | None = None
    for number, event in enumerate(listed, 1):
        if event is None and state is not None:
            continue
        if event is None or not _is_right(state, event, seed):
            raise WrongEvent(number)
        state = evolve(state, event)
    if state is None:
        raise WrongEvent(1)
    draws = sum(isinstance(event, events.RoundGrouped | events.OrderDrawn) for event in listed)
    return Verified(state, len(listed), draws if seed is not None else 0, 0 if seed is not None else draws)


def _revealed(log: list[Event | None]) -> str | None:
    """Return the seed that a finished event reveals, when it is the one that was promised."""
    promised = log[0].commitment if log and isinstance(log[0], events.EventOpened) else None
    for event in log:
        if isinstance(event, events.EventFinished) and commitment(event.seed) == promised:
            return event.seed
    return None


def _is_right(state: State | None, event: Event, seed: str | None) -> bool:
    if isinstance(event, events.EventOpened):
        return state is None and _is_right_opening(event, seed)
    if state is None:
        return False
    waits = seed is None and isinstance(event, _DRAWN)
    if waits:
        # The stand-in lets the draw be made; what it gives is compared in all that chance does not decide.
        state = replace(state, commitment=commitment(STAND_IN))
    try:
        (expected,) = decide(state, _COMMANDS[type(event)](event, STAND_IN if waits else seed))
    except FloorjudgeError:
        return False
    if isinstance(expected, events.DeckSubmitted) and isinstance(event, events.DeckSubmitted):
        # The verdict is that of the card list of its day; today's may know more cards.
        expected = replace(expected, verdict=event.verdict)
    return undrawn(state, expected) == undrawn(state, event) if waits else expected == event


def _is_right_opening(event: events.EventOpened, seed: str | None) -> bool:
    """Compare an opening; what it promises is checked where the seed is used."""
    try:
        (expected,) = decide(None, commands.Open(event.name, STAND_IN if seed is None else seed, event.format))
    except FloorjudgeError:
        return False
    promise: dict[str, Any] = {"commitment": event.commitment}
    if seed is None or commitment(seed) != event.commitment:
        promise["short_seed"] = event.short_seed
    return len(event.commitment) == len(commitment("")) and replace(expected, **promise) == event


def _grouped(event: events.RoundGrouped, seed: str | None) -> Command:
    if event.roster is not None:
        return commands.Start(event.public, event.deck_reason, seed)
    return commands.Next(seed)


def _amended(event: events.ResultAmended, seed: str | None) -> Command:
    return commands.Amend(event.round, event.table, event.winner, event.influence, event.reason, event.note, seed)


# The command that gives an event, and the seed it needs when it draws.
_COMMANDS: Mapping[type[Any], Callable[[Any, str | None], Command]] = MappingProxyType(
    {
        events.PlayerRegistered: lambda event, _: commands.Register(event.player),
        events.DeckSubmitted: lambda event, _: commands.SubmitDeck(event.player, event.list),
        events.RoundGrouped: _grouped,
        events.ResultReported: lambda event, _: commands.Report(event.table, event.winner, event.influence, event.note),
        events.ReadmissionReported: lambda event, _: commands.ReportReadmission(event.table, event.qualified),
        events.GameDrawn: lambda event, _: commands.Drawn(event.table),
        events.PlayerLeft: lambda event, _: commands.Leave(event.player),
        events.ResultAmended: _amended,
        events.ReadmissionAmended: lambda event, seed: commands.AmendReadmission(
            event.round, event.table, event.qualified, event.reason, seed
        ),
        events.OrderDrawn: lambda event, seed: commands.RandomOrder(event.items, event.reason, seed),
        events.EventFinished: lambda _, seed: commands.Next(seed),
        events.CommandUndone: lambda _, __: commands.Undo(),
    }
)
