"""The check of a log from its events alone: every event must be the one that its command causes, every draw that of the seed.

Before the seed is known, the parts of a draw that chance does not decide are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from floorjudge.errors import FloorjudgeError
from floorjudge.events import commands, events
from floorjudge.events.commands import Command
from floorjudge.events.decide import decide
from floorjudge.events.draw import COMMITMENT, commitment
from floorjudge.events.errors import WrongEvent
from floorjudge.events.events import Event
from floorjudge.events.evolve import UNKNOWN, evolve
from floorjudge.events.state import State
from floorjudge.events.tournament.names import is_removed_name
from floorjudge.events.venue import Moment, is_readable
from floorjudge.formats.log import (
    Admitted,
    Amended,
    Ended,
    Left,
    Reported,
    Returned,
    Seats,
    SeatsMoved,
    StageMade,
    Unreported,
)

STAND_IN = "a stand-in for a seed that is not known yet"
_DRAWN = (StageMade, events.OrderDrawn, Amended)

# The contents of these depend on the texts in them, not only on their author.
_OF_TEXTS = (events.OrderDrawn, events.LoopAsked, events.LoopDeclared, events.Ruled, events.AppealRuled)


class Verified(msgspec.Struct, frozen=True):
    """The result of a check: the numbers of events, of proved draws, and of draws that wait for the seed.

    `shortened` counts the events from whose texts something was removed; `draws_lost` the draws among those things.
    """

    state: State
    events: int
    draws_proved: int
    draws_waiting: int
    shortened: int = 0
    draws_lost: int = 0


def verify(
    log: Iterable[Event],
    seed: str | None = None,
    moments: Sequence[Moment] | None = None,
    shortened: AbstractSet[int] = frozenset(),
) -> Verified:
    """Decide every command of a log again and compare; groups, order draws, corrections and the end included.

    `seed` proves the draws before the end; afterwards the log reveals it. `moments` are the times and authors in the
    records around the events, which must be in the form that the program writes. `shortened` are the numbers, from 1,
    of events from whose texts something was removed: values computed from those texts alone are accepted unchecked.
    Raises Damaged for the first event that is wrong.
    """
    listed = list(log)
    seeds = _known_seeds(listed, seed)
    promised = {event.commitment for event in listed if isinstance(event, events.EventOpened | events.SeedRenewed)}
    # A seed that was never promised must fail at its first use.
    otherwise = None if seed is None or commitment(seed) in promised else seed
    proved = {True: 0, False: 0}
    lost = 0
    state: State | None = None
    for number, event in enumerate(listed, 1):
        moment = UNKNOWN if moments is None else moments[number - 1]
        known = seeds.get(_promise(state, event), otherwise)
        is_short = number in shortened and isinstance(event, _OF_TEXTS)
        if not (moment is UNKNOWN or is_readable(moment)) or not (is_short or _is_right(state, event, known)):
            raise WrongEvent(number)
        if is_short and isinstance(event, events.OrderDrawn):
            lost += 1
        elif isinstance(event, StageMade | events.OrderDrawn):
            proved[known is not None] += 1
        state = evolve(state, event, moment)
    if state is None:
        raise WrongEvent(1)
    return Verified(state, len(listed), proved[True], proved[False], len(shortened), lost)


def _known_seeds(log: list[Event], given: str | None) -> dict[str, str]:
    """Return the known seeds by their promises: those that the log reveals, and the given one."""
    revealed = [event.seed for event in log if isinstance(event, Ended)]
    return {commitment(seed): seed for seed in (*revealed, *(() if given is None else (given,)))}


def _promise(state: State | None, event: Event) -> str:
    """Return the commitment in force for an event."""
    if state is not None:
        return state.commitment
    return event.commitment if isinstance(event, events.EventOpened) else ""


def _is_right(state: State | None, event: Event, seed: str | None) -> bool:
    if isinstance(event, events.EventOpened):
        return state is None and _is_right_opening(event, seed)
    if state is None:
        return False
    if isinstance(event, events.PlayerRenamed) and event.player == event.name:
        # Both names were removed, and one sign stands for them.
        return event.player in state.players and is_removed_name(event.name)
    waits = seed is None and isinstance(event, _DRAWN)
    if waits:
        # The stand-in makes the draw possible; only the parts that chance does not decide are compared.
        state = replace(state, commitment=commitment(STAND_IN))
    try:
        expected = _decided(state, _command_of(type(event))(event, STAND_IN if waits else seed))
    except FloorjudgeError:
        return False
    if isinstance(expected, events.DeckSubmitted) and isinstance(event, events.DeckSubmitted):
        # The verdict is that of the card list at that time; today's list may have more cards.
        expected = replace(expected, verdict=event.verdict, clauses=event.clauses)
    if isinstance(expected, events.PlayerRegistered) and state.typed is None and _number(event) is None:
        # An older version left it to be computed.
        expected = replace(expected, number=None)
    if not state.draws and type(expected) is type(event):
        expected = state.rules.as_older(expected, event)
    return undrawn(state, expected) == undrawn(state, event) if waits else expected == event


def _decided(state: State, command: Command) -> Event:
    """Return the event of a command, also of a correction for which an older version required less."""
    try:
        (event,) = decide(state, command)
    except FloorjudgeError as error:
        if state.draws or not isinstance(command, commands.Amend):
            raise
        older = state.rules.older_claim(error, command.claim)
        if older is None:
            raise
        amended: Any = decide(state, replace(command, claim=older))[0]
        place = command.round, command.table
        return state.rules.amended(place, command.claim, amended.reason, amended.otherwise)
    return event


def _is_right_opening(event: events.EventOpened, seed: str | None) -> bool:
    """Compare an opening; its promise is checked where the seed is used."""
    options = None if event.options is msgspec.UNSET else event.options
    sealed = commands.OpenSealed(event.name, event.commitment, event.format, options)
    typed = commands.Open(event.name, seed or STAND_IN, event.format, options)
    try:
        (expected,) = decide(None, sealed if event.typed is False else typed)
    except FloorjudgeError:
        return False
    known: dict[str, Any] = {"commitment": event.commitment}
    # Before `draws` existed; an event of today has all fields.
    if event.draws is None:
        known["draws"] = None
        if event.typed is None:
            known["typed"] = None
    if isinstance(expected, events.EventOpened) and isinstance(event.options, dict):
        # An older version has not written later options.
        known["options"] = {name: value for name, value in (expected.options or {}).items() if name in event.options}
    if event.version is None:
        # A log of the first version, which an older program began.
        known["version"] = None
    if event.typed is not False and (seed is None or commitment(seed) != event.commitment):
        known["short_seed"] = event.short_seed
    return COMMITMENT.fullmatch(event.commitment) is not None and replace(expected, **known) == event


def _number(event: Event) -> int | None:
    return event.number if isinstance(event, events.PlayerRegistered) else None


def undrawn(state: State, event: Event) -> tuple[Any, ...]:
    """Return an event without the parts that its draw decides; `state` is the one before it."""
    if isinstance(event, StageMade):
        return state.rules.undrawn(state, event)
    if isinstance(event, events.OrderDrawn):
        return replace(event, order=()), sorted(event.order)
    if isinstance(event, Amended) and event.otherwise is not None:
        return (replace(event, otherwise=replace(event.otherwise, groups=())),)
    return (event,)


def _stage_made(event: StageMade, seed: str | None) -> Command:
    if event.roster is not None:
        return commands.Start(event.public, event.deck_reason, seed)
    return commands.Next(seed, event.public)


def _seat(event: SeatsMoved) -> Command:
    asked = next(iter(event.tables), Seats(0, ()))
    return commands.Seat(asked.table, asked.players, event.reason)


def _dispute(event: events.ResultDisputed) -> Command:
    if event.said is not None:
        return commands.ProposeResult(event.table, event.player, event.said)
    return commands.Dispute(event.table, event.player, event.text or "")


def _loop_answer(loop: dict[str, Any] | None) -> commands.LoopAnswer | None:
    try:
        return None if loop is None else msgspec.convert(loop, commands.LoopAnswer)
    except msgspec.ValidationError:
        return None


def _like(kind: type[Any]) -> Callable[[Any, str | None], Command]:
    """Return a function that makes a command of this kind from its event: the same fields, and the seed if it draws."""
    fields = kind.__struct_fields__
    return lambda event, seed: kind(**{name: seed if name == "seed" else getattr(event, name) for name in fields})


# For each kind of event, a function from the event and the seed to its command.
_COMMANDS: Mapping[type[Any], Callable[[Any, str | None], Command]] = MappingProxyType(
    {
        events.PlayerRegistered: lambda event, _: commands.Register(event.player, alike=True),
        Admitted: lambda event, _: commands.Register(event.player, alike=True, late=True),
        events.DeckSubmitted: _like(commands.SubmitDeck),
        StageMade: _stage_made,
        Reported: _like(commands.Report),
        Unreported: _like(commands.Unreport),
        SeatsMoved: lambda event, _: _seat(event),
        Left: _like(commands.Leave),
        Returned: lambda event, _: commands.ComeBack(event.player, alike=True),
        Amended: _like(commands.Amend),
        Ended: lambda _, seed: commands.Next(seed),
        events.PlayerRenamed: lambda event, _: commands.Rename(event.player, event.name, alike=True),
        events.PlayerForgotten: lambda event, _: commands.Forget(event.player, former=event.former),
        events.OrderDrawn: _like(commands.RandomOrder),
        events.SeedRenewed: _like(commands.PromiseSeed),
        events.RosterClosed: _like(commands.CloseRoster),
        events.RosterReopened: _like(commands.ReopenRoster),
        events.CommandUndone: _like(commands.Undo),
        events.ResultProposed: lambda event, _: commands.ProposeResult(event.table, event.player, event.said),
        events.ResultConfirmed: lambda event, _: commands.Confirm(event.table, event.player, event.statement),
        events.ResultDisputed: lambda event, _: _dispute(event),
        events.ProposalSetAside: _like(commands.SetAside),
        events.CallOpened: _like(commands.CallJudge),
        events.CallTaken: _like(commands.TakeCall),
        events.CallNoted: _like(commands.NoteOnCall),
        events.LoopAsked: _like(commands.AskAboutLoop),
        events.LoopDeclared: _like(commands.Declare),
        events.Ruled: lambda event, _: commands.Rule(event.call, event.text, event.clauses, _loop_answer(event.loop)),
        events.Appealed: _like(commands.Appeal),
        events.AppealRuled: lambda event, _: commands.RuleAppeal(
            event.call, event.text, event.clauses, _loop_answer(event.loop)
        ),
        events.TimeExtended: _like(commands.Extend),
        events.CallClosed: _like(commands.CloseCall),
        events.ClockStarted: _like(commands.StartClock),
        events.ClockPaused: _like(commands.PauseClock),
        events.ClockResumed: _like(commands.ResumeClock),
        events.ClockStopped: _like(commands.StopClock),
        events.SelfRegistrationSet: _like(commands.SetSelfRegistration),
        events.PhonesShared: _like(commands.SharePhones),
        events.Published: _like(commands.Publish),
        events.Announced: _like(commands.Announce),
        events.RehearsalBegun: _like(commands.Rehearse),
        events.EventArchived: _like(commands.Archive),
        events.NameClaimed: _like(commands.ClaimName),
        events.PenaltyGiven: _like(commands.Penalise),
        events.PenaltyWithdrawn: _like(commands.WithdrawPenalty),
        events.EventDescribed: _like(commands.Describe),
    }
)


@cache
def _command_of(kind: type[Any]) -> Callable[[Any, str | None], Command]:
    """Return the function that makes the command of a kind of event: that of the kind, or of its family."""
    return next(_COMMANDS[each] for each in kind.__mro__ if each in _COMMANDS)
