"""How a tournament changes: the state after an event. Events are facts, so nothing is refused or decided here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace
from rpds import HashTrieMap, List

from floorjudge.events import events
from floorjudge.events.draw import roster_digest
from floorjudge.events.events import TournamentEvent
from floorjudge.events.floor.state import Venue
from floorjudge.events.lookalikes import with_look
from floorjudge.events.players import Players
from floorjudge.events.state import State, Trail
from floorjudge.events.tournament.names import with_name, without_name
from floorjudge.formats.on_the_edge.scoring import points
from floorjudge.formats.on_the_edge.tables import Outcome, Player, PlayerSet, Qualified, Result, Stage, Table, TableSet


def evolve_tournament(state: State | None, event: TournamentEvent) -> State:
    """Return the state after an event; `state` is None before the first one, which opens the tournament."""
    if isinstance(event, events.EventOpened):
        opened = State(
            event.name,
            event.format,
            event.commitment,
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
    after = _CHANGES[type(event)](state, event)
    if isinstance(event, events.RoundGrouped) or len(state.trail.since) >= _longest_trail(state):
        return replace(after, trail=Trail(replace(state, venue=Venue()), List([event])))
    return replace(after, trail=Trail(state.trail.base, state.trail.since.push_front(event)))


# So many events are done again within a millisecond or two, and within half of one.
MANY, FEW = 50, 25


def _longest_trail(state: State) -> int:
    """Return after how many events a state is kept whole, so that undoing has few to do again and memory does not fill."""
    return max(MANY, state.registered // 20)


def _undone(state: State, trail: Trail) -> State:
    """Return the state before the newest event that still stands, with what no undo takes back.

    Only what happened since the last state that was kept whole is done again. Of many such events, the state before the last
    few is kept whole from now on: whoever takes back one after the other does not have all of them done again each time.
    """
    again = list(trail.since)[:0:-1]
    long_ago = len(again) - FEW if len(again) > MANY else 0
    kept = _since(trail.base, again[:long_ago]) if long_ago else trail.base
    before = _since(replace(kept, venue=Venue()), again[long_ago:])
    if before.commitment != state.commitment:
        before = replace(before, commitment=state.commitment, public=None)
    return replace(before, name=state.name, lasting=state.lasting, players=_drawn_as(before, state))


def _drawn_as(before: State, state: State) -> Players:
    """Return the players of the state before, with the names on the roster: those last, as every renaming does.

    Older events lost them with the registration that was done again; their rosters hold what they hold.
    """
    players = before.players
    if state.draws is None or state.draws_numbers:
        return players
    for player in state.everybody():
        then = players.get(player.name)
        if then is not None and then.drawn_as != player.drawn_as:
            players = players.with_player(replace(then, drawn_as=player.drawn_as))
    return players


def _renamed(state: State, event: events.PlayerRenamed | events.PlayerForgotten) -> State:
    if isinstance(event, events.PlayerRenamed):
        return with_name(state, event.player, event.name)
    return state if event.former else without_name(state, event.player)


def _since(kept: State, again: Sequence[TournamentEvent]) -> State:
    """Return the state after some events that followed one that is kept whole."""
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
        players=state.players.with_player(Player(event.player, number, drawn_as=drawn_as)),
        registered=max(state.registered, number),
        looks=with_look(state.looks, event.player),
        lasting=replace(state.lasting, numbers=max(state.lasting.numbers, number)),
    )


def _admitted(state: State, event: events.LatecomerAdmitted) -> State:
    """Let in a player after the start: into the inactive set, with no points.

    Clauses: OTE 2.2
    """
    drawn_as = str(event.number) if state.draws_numbers else None
    player = Player(event.player, event.number, PlayerSet.INACTIVE, drawn_as=drawn_as, late_in=state.round)
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


def _grouped(state: State, event: events.RoundGrouped) -> State:
    return replace(
        state,
        stage=Stage(event.stage),
        round=event.round,
        players=_counting_off_numbered(_without_who_missed_it(state.players), event.tables),
        tables=event.tables,
        results=HashTrieMap(),
        sitting_out=event.sitting_out,
        past=(*state.past, state.played(None)) if state.tables else state.past,
        readmitted=event.readmitted,
        too_late=(),
        public=event.public if event.roster else event.public or state.public,
        roster=event.roster or state.roster,
        lasting=replace(state.lasting, starts=state.lasting.starts + bool(event.roster)),
    )


def _without_who_missed_it(players: Players) -> Players:
    """Return the players at a grouping: who is away then is no active player any more.

    Clauses: OTE 2.2
    """
    for player in players.in_order():
        if player.left_as is not None:
            players = players.with_player(replace(player, left_as=None))
    return players


def _counting_off_numbered(players: Players, tables: Iterable[Table]) -> Players:
    """Count the off-numbered games that begin.

    Clauses: OTE 2.6.1
    """
    for table in tables:
        for name in table.players if table.off_numbered else ():
            player = players[name]
            players = players.with_player(replace(player, off_numbered_games=player.off_numbered_games + 1))
    return players


def _reported(state: State, event: events.ResultReported) -> State:
    table = state.tables[event.table - 1]
    return with_result(state, table, _result(table, event, state.absent(table)))


def _result(table: Table, event: events.ResultReported | events.ResultAmended, absent: tuple[str, ...]) -> Result:
    return Result(event.winner, tuple(event.influence[name] for name in table.players), event.note, absent)


def with_result(state: State, table: Table, result: Result) -> State:
    """Return the state with a result of the stage being played, in place of the one it had, points and sets included.

    Losing a game moves a player to the inactive set.
    Clauses: OTE 2.2, OTE 2.3
    """
    players = _scored(_scored(state.players, table, state.result(table), -1), table, result, +1)
    if table.set in (TableSet.ACTIVE, TableSet.FINAL):
        players = _moved(players, table, result.winner)
    return replace(state, players=players, results=state.results.insert(table.table, result))


def _moved(players: Players, table: Table, winner: str) -> Players:
    """Put those who played for the active set where the result puts them: the winner there, the others inactive.

    Who has left is there upon coming back.
    Clauses: OTE 2.2
    """
    for name in filter(table.scores_as_active, table.players):
        player = players[name]
        stands = PlayerSet.ACTIVE if name == winner else PlayerSet.INACTIVE
        if player.set is not PlayerSet.LEFT:
            players = players.with_player(replace(player, set=stands))
        elif player.left_as is not None:
            players = players.with_player(replace(player, left_as=stands))
    return players


def _scored(players: Players, table: Table, result: Outcome | None, sign: int) -> Players:
    """Add a result's points (`sign` 1) or take them away (-1); they add up over the games.

    Clauses: OTE 2.3
    """
    if not isinstance(result, Result):
        return players
    for name, won, influence in zip(table.players, points(table, result), result.influence, strict=True):
        player = players[name]
        players = players.with_player(
            replace(
                player,
                victory_points=player.victory_points + sign * won,
                influence=player.influence + sign * influence,
            )
        )
    return players


def _unreported(state: State, event: events.ResultUnreported) -> State:
    """Open a game of the stage being played again: points are taken away, and everybody stands where they stood without it.

    Clauses: OTE 2.2, OTE 2.3
    """
    table = state.tables[event.table - 1]
    players = _scored(state.players, table, state.results[event.table], -1)
    # Who came back too late for a seat of the final did so because the readmission game had given it away.
    seatless = state.too_late if table.set is TableSet.READMISSION else ()
    unbeaten = [name for name in (*table.players, *seatless) if _is_unbeaten(state, table, name)]
    players = reduce(_active_again, unbeaten, players)
    too_late = () if seatless else state.too_late
    state = replace(state, players=players, results=state.results.discard(event.table), too_late=too_late)
    return state if event.winner is None else with_result(state, table, _unplayed(state, table, event.winner))


def _is_unbeaten(state: State, table: Table, player: str) -> bool:
    """Say whether a player is active while a game is open; of those who came too late, who is in no seat by score."""
    if table.set is TableSet.READMISSION:
        return player not in table.players and player not in state.readmitted
    return table.scores_as_active(player)


def _active_again(players: Players, name: str) -> Players:
    """Put a player into the active set, or who has left and missed no grouping upon coming back."""
    player = players[name]
    if player.set is not PlayerSet.LEFT:
        return players.with_player(replace(player, set=PlayerSet.ACTIVE))
    return players if player.left_as is None else players.with_player(replace(player, left_as=PlayerSet.ACTIVE))


def _unplayed(state: State, table: Table, winner: str) -> Result:
    """Return the result of a game with one player left at the table: nobody counted influence."""
    return Result(winner, (0,) * len(table.players), None, state.absent(table), unplayed=True)


def _with_qualified(state: State, table: int, players: tuple[str, ...]) -> State:
    outcome = Qualified(players, state.absent(state.tables[table - 1]))
    return replace(state, results=state.results.insert(table, outcome))


def _left(state: State, event: events.PlayerLeft) -> State:
    player = state.players[event.player]
    player = replace(player, set=PlayerSet.LEFT, left_as=player.set)
    state = replace(state, players=state.players.with_player(player))
    if event.table is None:
        return state
    if event.qualified is not None:
        return _with_qualified(state, event.table, event.qualified)
    table = state.tables[event.table - 1]
    return with_result(state, table, _unplayed(state, table, str(event.winner)))


def _returned(state: State, event: events.PlayerReturned) -> State:
    """Let a player in again, into the set that the event says.

    Who had a seat of the final has it again, unless all are taken by now. Then it is lost, whoever leaves afterwards: a seat that
    falls vacant goes by score, and whoever leaves and comes back time and again wins nothing by it.

    Clauses: OTE 2.2, OTE 2.8
    """
    stands = _set_by_open_game(state, event.player) if event.set is None else PlayerSet(event.set)
    player = replace(state.players[event.player], set=stands, left_as=None)
    had_seat = event.player in state.with_seats() or state.players[event.player].left_as is PlayerSet.ACTIVE
    taken = state.stage is Stage.READMISSION and had_seat and not state.vacancies()
    too_late = (*state.too_late, event.player) if taken else state.too_late
    return replace(state, players=state.players.with_player(player), too_late=too_late)


def _set_by_open_game(state: State, player: str) -> PlayerSet:
    """Return the set into which an older version let a player in: that of a game that was still open, else the inactive one."""
    playing = (table for table in state.open_tables() if player in table.players)
    active = any(table.scores_as_active(player) for table in playing)
    return PlayerSet.ACTIVE if active else PlayerSet.INACTIVE


def _amended(state: State, event: events.ResultAmended) -> State:
    where = find_played(state, event.round, event.table, readmission=False)
    played = state.played(where)
    table, before = played.tables[event.table - 1], played.results.get(event.table)
    after = _result(table, event, before.absent if before else ())
    if where is None:
        return with_result(state, table, after)
    players = _scored(_scored(state.players, table, before, -1), table, after, +1)
    return replace(_with_past_outcome(state, where, event.table, after), players=players)


def _readmission_amended(state: State, event: events.ReadmissionAmended) -> State:
    where = find_played(state, event.round, event.table, readmission=True)
    corrected = replace(state.played(where).results[event.table], players=event.qualified)
    if where is None:
        return replace(state, results=state.results.insert(event.table, corrected))
    return _with_past_outcome(state, where, event.table, corrected)


def find_played(state: State, round_number: int, table: int, *, readmission: bool) -> int | None:
    """Return where in `past` a table stands; None when it belongs to the stage being played.

    Within a round, `readmission` tells its games for points from its (last) readmission game.
    Raises LookupError when there is no such table.
    """
    # A readmission game may be the last that is played: then the event is finished with its table still there.
    here = bool(state.tables) and state.tables[0].set is TableSet.READMISSION
    if state.round == round_number and here is readmission and state.table(table):
        return None
    for index in range(len(state.past) - 1, -1, -1):
        played = state.past[index]
        if played.round == round_number and (played.stage is Stage.READMISSION) is readmission:
            if 1 <= table <= len(played.tables):
                return index
            break
    raise LookupError(f"no table {table} in round {round_number}")


def _with_past_outcome(state: State, where: int, table: int, outcome: Outcome) -> State:
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


def _finished(state: State, event: events.EventFinished) -> State:
    revealed = state.lasting.revealed
    if event.seed not in revealed:
        revealed = (*revealed, event.seed)
    return replace(
        state,
        stage=Stage.FINISHED,
        seed=event.seed,
        unplayed_winner=event.unplayed_winner,
        finalists_placed=event.finalists_placed,
        lasting=replace(state.lasting, revealed=revealed),
    )


_CHANGES: Mapping[type[Any], Callable[[State, Any], State]] = MappingProxyType(
    {
        events.PlayerRegistered: _registered,
        events.LatecomerAdmitted: _admitted,
        events.RosterClosed: lambda state, _: replace(state, closed=True),
        events.RosterReopened: lambda state, _: replace(state, closed=False),
        events.DeckSubmitted: _deck_submitted,
        events.RoundGrouped: _grouped,
        events.ResultReported: _reported,
        events.ReadmissionReported: lambda state, event: _with_qualified(state, event.table, event.qualified),
        events.GameDrawn: lambda state, _: state,
        events.ResultUnreported: _unreported,
        events.PlayerLeft: _left,
        events.PlayerReturned: _returned,
        events.ResultAmended: _amended,
        events.ReadmissionAmended: _readmission_amended,
        events.OrderDrawn: _ordered,
        events.EventFinished: _finished,
    }
)
