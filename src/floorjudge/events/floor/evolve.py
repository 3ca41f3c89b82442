"""The changes of the venue by events of both kinds. Events are facts: nothing is refused here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace
from rpds import HashTrieMap

from floorjudge.events import events
from floorjudge.events.events import Event
from floorjudge.events.floor import call_history
from floorjudge.events.floor.clock import resumed
from floorjudge.events.floor.proposals import report_problem
from floorjudge.events.state import State
from floorjudge.events.venue import (
    SELF_REGISTRATION,
    Clock,
    Details,
    Moment,
    Penalty,
    Proposal,
    StageBefore,
    Statement,
    Venue,
)
from floorjudge.formats import log_events
from floorjudge.formats.log import Ended, Left, Reported, SeatsMoved, StageMade, TournamentEvent


def evolve_venue(venue: Venue, event: Event, moment: Moment, state: State) -> Venue:
    """Return the venue after an event; `state` is the tournament's state after it."""
    change = _change_of(type(event))
    return venue if change is None else change(venue, event, moment, state)


def _proposed(venue: Venue, event: events.ResultProposed, moment: Moment, _: State) -> Venue:
    statement = Statement(venue.statements + 1, event.player, moment.at, event.said)
    return _with_statement(venue, event.table, statement)


def _confirmed(venue: Venue, event: events.ResultConfirmed, moment: Moment, _: State) -> Venue:
    proposal = venue.proposals[event.table]
    said = next(statement.said for statement in proposal.statements if statement.number == event.statement)
    statement = Statement(venue.statements + 1, event.player, moment.at, said)
    return _with_statement(venue, event.table, statement)


def _disputed(venue: Venue, event: events.ResultDisputed, moment: Moment, state: State) -> Venue:
    """Open a call for judges with every version, or add this version to the existing call."""
    venue = call_history.with_dispute(venue, event, moment, state)
    statement = Statement(venue.statements + 1, event.player, moment.at, event.said, event.text)
    venue = _with_statement(venue, event.table, statement)
    proposal = replace(venue.proposals[event.table], call=event.call)
    return replace(venue, proposals=venue.proposals.insert(event.table, proposal))


def _set_aside(venue: Venue, event: events.ProposalSetAside, moment: Moment, state: State) -> Venue:
    return _without(call_history.set_aside(venue, state.stage_number, event, moment), event.table)


def _with_statement(venue: Venue, table: int, statement: Statement) -> Venue:
    """Return the venue with a player's newest statement in place of an earlier one."""
    before = venue.proposals.get(table) or Proposal(table, ())
    others = tuple(known for known in before.statements if known.player != statement.player)
    proposal = replace(before, statements=(*others, statement))
    return replace(venue, proposals=venue.proposals.insert(table, proposal), statements=statement.number)


def _extended(venue: Venue, event: events.TimeExtended, moment: Moment, _: State) -> Venue:
    minutes = (venue.extensions.get(event.table) or 0) + event.minutes
    venue = replace(venue, extensions=venue.extensions.insert(event.table, minutes))
    return venue if event.call is None else call_history.extended(venue, event.call, event.minutes, moment)


def _clock_paused(venue: Venue, _: events.ClockPaused, moment: Moment, __: State) -> Venue:
    return replace(venue, clock=replace(_clock(venue), paused_at=moment.at))


def _clock_resumed(venue: Venue, _: events.ClockResumed, moment: Moment, __: State) -> Venue:
    return replace(venue, clock=resumed(_clock(venue), moment.at))


def _clock(venue: Venue) -> Clock:
    if venue.clock is None:
        raise ValueError("only a clock that is there is paused and resumed")
    return venue.clock


def _described(venue: Venue, event: events.EventDescribed, _: Moment, __: State) -> Venue:
    said = {field: getattr(event, field) for field in Details.__struct_fields__}
    return replace(venue, details=Details(**said))


def _claimed(venue: Venue, event: events.NameClaimed | events.PlayerRegistered, _: Moment, state: State) -> Venue:
    return replace(venue, claimed=venue.claimed | {state.players[event.player].number})


def _registered(venue: Venue, event: events.PlayerRegistered, moment: Moment, state: State) -> Venue:
    return _claimed(venue, event, moment, state) if moment.by == SELF_REGISTRATION else venue


def _penalised(venue: Venue, event: events.PenaltyGiven, moment: Moment, state: State) -> Venue:
    given = Penalty(event.penalty, moment.at, moment.by, state.round, event.player, event.kind, event.text, event.call)
    return replace(venue, penalties=(*venue.penalties, given))


def _withdrawn(venue: Venue, event: events.PenaltyWithdrawn, _: Moment, __: State) -> Venue:
    before, after = venue.penalties[: event.penalty - 1], venue.penalties[event.penalty :]
    withdrawn = replace(venue.penalties[event.penalty - 1], withdrawn=event.reason)
    return replace(venue, penalties=(*before, withdrawn, *after))


def _other_stage(venue: Venue, _: TournamentEvent, __: Moment, ___: State) -> Venue:
    """Remove what belongs to the ended stage: statements, the clock, extra minutes, an announcement for it."""
    ended = venue.announcement if venue.announcement_ends else None
    return replace(
        venue,
        proposals=HashTrieMap(),
        clock=None,
        extensions=HashTrieMap(),
        announcement=None if venue.announcement_ends else venue.announcement,
        announcement_ends=False,
        before=StageBefore(venue.clock, venue.extensions, ended, venue.before),
    )


def _stage_before(venue: Venue) -> Venue:
    """Return the venue as the stage before left it, with later announcements."""
    before = venue.before or StageBefore()
    venue = replace(
        venue,
        proposals=HashTrieMap(),
        clock=None if before.clock is None else replace(before.clock, brought_back=True),
        extensions=before.extensions,
        before=before.before,
    )
    if venue.announcement is not None or before.announcement is None:
        return venue
    return replace(venue, announcement=before.announcement, announcement_ends=True)


def _announced(venue: Venue, event: events.Announced, _: Moment, __: State) -> Venue:
    return replace(venue, announcement=event.text, announcement_ends=event.text is not None and not event.kept)


def _settled(
    venue: Venue,
    event: Reported,
    moment: Moment,
    state: State,
) -> Venue:
    """Remove the statements about a game that has its report, and close a dispute without a judge."""
    return _without(call_history.settled(venue, state.stage_number, event.table, moment), event.table)


def _left(venue: Venue, event: Left, moment: Moment, state: State) -> Venue:
    for decided in event.decided:
        venue = _without(call_history.settled(venue, state.stage_number, decided.table, moment), decided.table)
    return _still_possible(venue, state)


def _seats_moved(venue: Venue, event: SeatsMoved, _: Moment, __: State) -> Venue:
    """Remove the statements of players at a table with other players now."""
    for seats in event.tables:
        venue = _without(venue, seats.table)
    return venue


def _undone(venue: Venue, event: events.CommandUndone, _: Moment, state: State) -> Venue:
    return _stage_before(venue) if _ends_stages(event.undone) else _still_possible(venue, state)


@cache
def _ends_stages(name: str) -> bool:
    """Return whether an event of this kind begins a stage or ends the event."""
    return any(kind.__name__ == name and issubclass(kind, StageMade | Ended) for kind in log_events())


def _without(venue: Venue, table: int) -> Venue:
    return replace(venue, proposals=venue.proposals.discard(table))


def _still_possible(venue: Venue, state: State) -> Venue:
    """Return the venue without the statements of players who have left, and without results that have become impossible.

    So the last confirmation is never refused because of its result.
    """
    for table, proposal in list(venue.proposals.items()):
        kept = tuple(statement for statement in proposal.statements if _stands(state, table, statement))
        if not kept:
            venue = _without(venue, table)
        elif len(kept) < len(proposal.statements):
            proposals = venue.proposals.insert(table, replace(proposal, statements=kept))
            venue = replace(venue, proposals=proposals)
    return venue


def _stands(state: State, table: int, statement: Statement) -> bool:
    if state.has_left(statement.player):
        return False
    return statement.said is None or not report_problem(state, table, statement.said)


_CHANGES: Mapping[type[Any], Callable[[Venue, Any, Moment, State], Venue]] = MappingProxyType(
    {
        events.ResultProposed: _proposed,
        events.ResultConfirmed: _confirmed,
        events.ResultDisputed: _disputed,
        events.ProposalSetAside: _set_aside,
        events.CallOpened: call_history.opened,
        events.CallTaken: call_history.taken,
        events.CallNoted: call_history.noted,
        events.LoopAsked: call_history.loop_asked,
        events.LoopDeclared: call_history.loop_declared,
        events.Ruled: call_history.ruled,
        events.Appealed: call_history.appealed,
        events.AppealRuled: call_history.appeal_ruled,
        events.CallClosed: call_history.closed,
        events.TimeExtended: _extended,
        events.ClockStarted: lambda venue, event, moment, _: replace(venue, clock=Clock(event.minutes, moment.at)),
        events.ClockPaused: _clock_paused,
        events.ClockResumed: _clock_resumed,
        events.ClockStopped: lambda venue, _, __, ___: replace(venue, clock=None),
        events.SelfRegistrationSet: lambda venue, event, _, __: replace(venue, self_registration=event.open),
        events.PhonesShared: lambda venue, event, _, __: replace(venue, phones_shared=event.allowed),
        events.Published: lambda venue, event, _, __: replace(
            venue, places_published=event.places, decks_published=event.decks
        ),
        events.Announced: _announced,
        events.EventDescribed: _described,
        events.RehearsalBegun: lambda venue, _, __, ___: replace(venue, rehearsal=True),
        events.EventArchived: lambda venue, event, _, __: replace(venue, archived=event.archived),
        events.NameClaimed: _claimed,
        events.PenaltyGiven: _penalised,
        events.PenaltyWithdrawn: _withdrawn,
        # A renaming has already changed the names in the venue, with all others.
        events.PlayerRenamed: lambda _, __, ___, state: state.venue,
        events.PlayerRegistered: _registered,
        StageMade: _other_stage,
        Ended: _other_stage,
        Reported: _settled,
        SeatsMoved: _seats_moved,
        Left: _left,
        events.CommandUndone: _undone,
    }
)


@cache
def _change_of(kind: type[Any]) -> Callable[[Venue, Any, Moment, State], Venue] | None:
    """Return how an event of a kind changes the venue: the function for the kind, or for its family; None for no change."""
    return next((_CHANGES[each] for each in kind.__mro__ if each in _CHANGES), None)
