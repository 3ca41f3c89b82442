"""The changes of a tournament by its events. Events are facts: nothing is refused or decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace
from rpds import HashTrieMap, List

from floorjudge.events import events
from floorjudge.events.draw import roster_digest
from floorjudge.events.lookalikes import with_look
from floorjudge.events.state import State, Trail
from floorjudge.events.tournament.names import with_name, without_name
from floorjudge.events.venue import Venue
from floorjudge.formats import format_of
from floorjudge.formats.claims import Claim
from floorjudge.formats.competition import Phase, Player, Players
from floorjudge.formats.log import (
    Admitted,
    Amended,
    Ended,
    Left,
    Reported,
    Returned,
    SeatsMoved,
    StageMade,
    TournamentEvent,
    Unreported,
)


def evolve_tournament(state: State | None, event: TournamentEvent) -> State:
    """Return the state after an event; `state` is None before the first one, which opens the tournament."""
    if isinstance(event, events.EventOpened):
        rules = format_of(event.format)
        options = rules.options_from_json(None if event.options is msgspec.UNSET else event.options)
        opened = State(
            name=event.name,
            format=event.format,
            commitment=event.commitment,
            options=options,
            memory=rules.memory(options),
            typed=event.typed,
            draws=event.draws,
            version=event.version,
            opened_as=event.name,
        )
        return replace(opened, trail=Trail(opened, List()))
    if state is None or state.trail is None:
        raise ValueError("a tournament begins with EventOpened")
    if isinstance(event, events.CommandUndone):
        return _undone(state, state.trail)
    if isinstance(event, events.SeedRenewed):
        return replace(state, commitment=event.commitment, public=None)
    if isinstance(event, events.PlayerRenamed | events.PlayerForgotten):
        return _renamed(state, event)
    after = _change_of(type(event))(state, event)
    if isinstance(event, StageMade) or len(state.trail.since) >= _longest_trail(state):
        return replace(after, trail=Trail(replace(state, venue=Venue()), List([event])))
    return replace(after, trail=Trail(state.trail.base, state.trail.since.push_front(event)))


# Applying 50 events again takes a millisecond or two, 25 about half a millisecond.
MANY, FEW = 50, 25


def _longest_trail(state: State) -> int:
    """Return the number of events between stored states, so that an undo is quick and memory stays small."""
    return max(MANY, state.registered // 20)


def _undone(state: State, trail: Trail) -> State:
    """Return the state before the newest event in force, with the parts that no undo changes.

    Only the events since the last stored state are applied again. If they are many, the state before the last few is
    stored from now on, so that repeated undos do not apply all of them each time.
    """
    again = list(trail.since)[:0:-1]
    long_ago = len(again) - FEW if len(again) > MANY else 0
    kept = _since(trail.base, again[:long_ago]) if long_ago else trail.base
    before = _since(replace(kept, venue=Venue()), again[long_ago:])
    if before.commitment != state.commitment:
        before = replace(before, commitment=state.commitment, public=None)
    return replace(before, name=state.name, lasting=state.lasting, players=_drawn_as(before, state))


def _drawn_as(before: State, state: State) -> Players:
    """Return the players of the state before, with the names on the roster: these survive an undo, as every renaming does.

    Older logs lost them when a registration was applied again; their rosters stay as they are.
    """
    players = before.players
    if state.draws is None or state.draws_numbers:
        return players
    for player in state.all_players():
        then = players.get(player.name)
        if then is not None and then.drawn_as != player.drawn_as:
            players = players.with_player(replace(then, drawn_as=player.drawn_as))
    return players


def _renamed(state: State, event: events.PlayerRenamed | events.PlayerForgotten) -> State:
    if isinstance(event, events.PlayerRenamed):
        return with_name(state, event.player, event.name)
    return state if event.former else without_name(state, event.player)


def _since(kept: State, again: Sequence[TournamentEvent]) -> State:
    """Return the state after some events that follow a stored one."""
    base = kept if kept.trail else replace(kept, trail=Trail(kept, List()))
    if not again:
        return base
    after = replace(evolve_tournament(base, again[0]), trail=Trail(kept, List([again[0]])))
    return reduce(evolve_tournament, again[1:], after)


def _registered(state: State, event: events.PlayerRegistered) -> State:
    before = state.players.get(event.player)
    number = event.number or (before.number if before else state.registered + 1)
    drawn_as = before.drawn_as if before and state.draws is not None else None
    drawn_as = str(number) if state.draws_numbers else drawn_as
    return replace(
        state,
        players=state.players.with_player(
            Player(event.player, number, drawn_as=drawn_as, score=state.rules.score(state, late=False))
        ),
        registered=max(state.registered, number),
        looks=with_look(state.looks, event.player),
        lasting=replace(state.lasting, numbers=max(state.lasting.numbers, number)),
    )


def _admitted(state: State, event: Admitted) -> State:
    """Admit a player after the start."""
    drawn_as = str(event.number) if state.draws_numbers else None
    player = Player(event.player, event.number, drawn_as=drawn_as, score=state.rules.score(state, late=True))
    return replace(
        state,
        players=state.players.with_player(player),
        registered=max(state.registered, event.number),
        looks=with_look(state.looks, event.player),
        lasting=replace(state.lasting, numbers=max(state.lasting.numbers, event.number)),
    )


def _deck_submitted(state: State, event: events.DeckSubmitted) -> State:
    state = replace(state, decks=state.decks.insert(event.player, (state.decks.get(event.player) or 0) + 1))
    player = replace(state.players[event.player], deck=event.verdict, breaks=event.clauses)
    return replace(state, players=state.players.with_player(player))


def _stage_made(state: State, event: StageMade) -> State:
    rules = state.rules
    begins = state.phase is Phase.REGISTRATION
    made = replace(
        state,
        options=rules.proposed(state.options, len(state.in_event())) if begins else state.options,
        phase=Phase.PLAYING,
        stage_kind=event.stage,
        round=event.round,
        tables=event.tables,
        results=HashTrieMap(),
        sitting_out=event.sitting_out,
        moves=(),
        past=(*state.past, state.played(None)) if state.tables else state.past,
        public=event.public if event.roster else event.public or state.public,
        roster=event.roster or state.roster,
        lasting=replace(state.lasting, starts=state.lasting.starts + bool(event.roster)),
    )
    return rules.made(made, event)


def _reported(state: State, event: Reported) -> State:
    table = state.tables[event.table - 1]
    return _with_claim(state, table, event.claim)


def _with_claim(state: State, table: Any, claim: Any) -> State:  # noqa: ANN401 (the format's own structs)
    """Return the state with the result of a claim; None if the game is played again."""
    outcome = state.rules.outcome(state, table, claim)
    return state if outcome is None else with_outcome(state, table, outcome)


def with_outcome(state: State, table: Any, outcome: Any) -> State:  # noqa: ANN401 (the format's own structs)
    """Return the state with a result of the current stage in place of the earlier one, with its credit; None removes it."""
    before, number = state.results.get(table.table), table.table
    results = state.results.discard(number) if outcome is None else state.results.insert(number, outcome)
    return state.rules.credit(replace(state, results=results), table, before, outcome, now=True)


def _unreported(state: State, event: Unreported) -> State:
    table = state.tables[event.table - 1]
    opened = with_outcome(state, table, None)
    return opened if event.decided is None else _with_claim(opened, table, event.decided)


def _seats_moved(state: State, event: SeatsMoved) -> State:
    """Return the state after a move by hand; a table may be new."""
    tables = list(state.tables)
    for seats in event.tables:
        tables[seats.table - 1 : seats.table] = [state.rules.seated(state, seats, event.reason)]
    return replace(
        state, tables=tuple(tables), sitting_out=event.out_after(state.sitting_out), moves=(*state.moves, event)
    )


def _left(state: State, event: Left) -> State:
    player = replace(state.players[event.player], present=False)
    state = state.rules.left(replace(state, players=state.players.with_player(player)), event)
    for decided in event.decided:
        state = _with_claim(state, state.tables[decided.table - 1], decided.claim)
    return state


def _returned(state: State, event: Returned) -> State:
    state = state.rules.returned(state, event)
    player = replace(state.players[event.player], present=True)
    return replace(state, players=state.players.with_player(player))


def _amended(state: State, event: Amended) -> State:
    where = find_played(state, event.round, event.table, event.claim)
    played = state.played(where)
    table, before = played.tables[event.table - 1], played.results.get(event.table)
    after = state.rules.amended_outcome(state, table, before, event.claim)
    if where is None:
        return with_outcome(state, table, after)
    return state.rules.credit(_with_past_outcome(state, where, event.table, after), table, before, after, now=False)


def find_played(state: State, round_number: int, table: int, claim: Claim) -> int | None:
    """Return the index in `past` of the stage with the table of a claim; None for the stage being played.

    A round may have several stages: the claim decides among them, and of several possible ones it is the last.
    Raises LookupError if there is no such table.
    """
    is_about = state.rules.is_about
    if state.round == round_number and is_about(state.stage_kind, claim) and state.table(table):
        return None
    for index in range(len(state.past) - 1, -1, -1):
        played = state.past[index]
        if played.round == round_number and is_about(played.kind, claim):
            if 1 <= table <= len(played.tables):
                return index
            break
    raise LookupError(f"no table {table} in round {round_number}")


def _with_past_outcome(state: State, where: int, table: int, outcome: Any) -> State:  # noqa: ANN401 (the format's own struct)
    played = state.past[where]
    corrected = replace(played, results=played.results.insert(table, outcome))
    return replace(state, past=(*state.past[:where], corrected, *state.past[where + 1 :]))


def _ordered(state: State, event: events.OrderDrawn) -> State:
    if event.number is None:
        return replace(state, orders=(*state.orders, len(state.orders) + 1))
    lasting = state.lasting
    if event.number > len(lasting.orders):
        lasting = replace(lasting, orders=(*lasting.orders, roster_digest(event.items)))
    return replace(state, orders=(*state.orders, event.number), lasting=lasting)


def _ended(state: State, event: Ended) -> State:
    revealed = state.lasting.revealed
    if event.seed not in revealed:
        revealed = (*revealed, event.seed)
    lasting = replace(state.lasting, revealed=revealed)
    return state.rules.ended(replace(state, phase=Phase.FINISHED, seed=event.seed, lasting=lasting), event)


_CHANGES: Mapping[type[Any], Callable[[State, Any], State]] = MappingProxyType(
    {
        events.PlayerRegistered: _registered,
        events.RosterClosed: lambda state, _: replace(state, closed=True),
        events.RosterReopened: lambda state, _: replace(state, closed=False),
        events.DeckSubmitted: _deck_submitted,
        events.OrderDrawn: _ordered,
        StageMade: _stage_made,
        Reported: _reported,
        Unreported: _unreported,
        SeatsMoved: _seats_moved,
        Amended: _amended,
        Admitted: _admitted,
        Left: _left,
        Returned: _returned,
        Ended: _ended,
    }
)


@cache
def _change_of(kind: type[TournamentEvent]) -> Callable[[State, Any], State]:
    """Return how an event of a kind changes a tournament: the function for the kind, or for its family."""
    return next(_CHANGES[each] for each in kind.__mro__ if each in _CHANGES)
