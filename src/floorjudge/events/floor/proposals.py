"""What players say about their own game: a report, the others' confirmation, and what happens when they differ.

Everybody at the table who has not left says how it ended. When all say the same, that is the result: the last one's word
becomes the tournament's own event. When they differ, a judge is called and sees every version.
"""

from __future__ import annotations

from floorjudge.events import errors as tournament_errors
from floorjudge.events.checks import known_player, open_table, words
from floorjudge.events.events import Event
from floorjudge.events.floor import errors
from floorjudge.events.floor.commands import Confirm, Dispute, ProposeDrawn, ProposeReadmission, ProposeResult, SetAside
from floorjudge.events.floor.events import (
    ProposalSetAside,
    ResultConfirmed,
    ResultDisputed,
    ResultProposed,
    VenueEvent,
)
from floorjudge.events.floor.said import NoWinner, ReachedEight, Said, Won, reported, same
from floorjudge.events.floor.state import Proposal, Venue, stage_number
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.tables import Result, Table


def missing(state: State, proposal: Proposal) -> tuple[str, ...]:
    """Return who is at the table and has said nothing yet, in seat order."""
    table = state.tables[proposal.table - 1]
    return _silent(state, table, {statement.player for statement in proposal.statements})


def propose(
    state: State, venue: Venue, command: ProposeResult | ProposeReadmission | ProposeDrawn
) -> Event | VenueEvent:
    """Return what comes of a player's report: a proposal, a confirmation, a dispute, or the result itself.

    What the tournament would not accept as a result is refused in its words, whoever reports it.
    Clauses: OTE 2.3, OTE 2.8.3
    """
    table = _own_table(state, command.table, command.player, command.stage)
    said = _said(command)
    reported(state, table.table, said)
    outcome = state.results.get(table.table)
    if isinstance(outcome, Result) and outcome.unplayed:
        raise errors.NobodyToConfirm(table.table)
    return _spoken(state, venue, table, known_player(state, "player", command.player), said)


def confirm(state: State, venue: Venue, command: Confirm) -> Event | VenueEvent:
    """Return what comes of a player's agreeing with what another said."""
    table = _own_table(state, command.table, command.player, command.stage)
    proposal = _proposal(venue, table)
    if command.statement is None:
        said = [statement for statement, _ in proposal.versions() if statement.said is not None]
        if len(said) > 1:
            raise errors.WhichStatement(table.table)
    else:
        said = [statement for statement in proposal.statements if statement.number == command.statement]
        if not said:
            raise errors.StatementGone(table.table)
    if not said or said[0].said is None:
        raise errors.NothingSaid(table.table)
    return _spoken(state, venue, table, known_player(state, "player", command.player), said[0].said)


def dispute(state: State, venue: Venue, command: Dispute) -> VenueEvent:
    """Return the event of a player's saying that it is not so, and of the call for a judge that comes with it."""
    table = _own_table(state, command.table, command.player, command.stage)
    proposal = _proposal(venue, table)
    reason = words("text", command.text)
    player = known_player(state, "player", command.player)
    own = proposal.of(player)
    if own is not None and own.said is None and own.text == reason:
        raise errors.SaidAlready(player, missing(state, proposal))
    return ResultDisputed(table.table, player, _call_number(state, venue, table), None, reason)


def set_aside(state: State, venue: Venue, command: SetAside) -> ProposalSetAside:
    """Return the event of the staff's not believing what the players of a table say; the game has no result by that.

    Raises Refused when they have said nothing.
    """
    table = open_table(state, command.table)
    proposal = _proposal(venue, table)
    return ProposalSetAside(proposal.table, words("reason", command.reason))


def dispute_call(venue: Venue, stage: int, table: int) -> int | None:
    """Return the number of the call in which judges see what the players of a table say, None when there is none."""
    for call in venue.waiting_calls():
        if call.dispute and (call.stage, call.table) == (stage, table):
            return call.number
    return None


def _spoken(state: State, venue: Venue, table: Table, player: str, said: Said) -> Event | VenueEvent:
    """Return what comes of a player's saying how a game ended, which has been checked."""
    proposal = venue.proposals.get(table.table)
    statements = proposal.statements if proposal else ()
    own = proposal.of(player) if proposal else None
    others = [statement for statement in statements if statement.player != player]
    silent = _silent(state, table, {player, *(statement.player for statement in others)})
    alike = [statement for statement in others if statement.said is not None and same(statement.said, said)]
    if others and len(alike) == len(others) and not silent:
        return reported(state, table.table, alike[0].said or said)
    if own is not None and own.said is not None and same(own.said, said):
        raise errors.SaidAlready(player, silent)
    if len(alike) < len(others):
        return ResultDisputed(table.table, player, _call_number(state, venue, table), said)
    if others:
        return ResultConfirmed(table.table, player, alike[0].number)
    return ResultProposed(table.table, player, said)


def _own_table(state: State, number: int, player: str, stage: int | None) -> Table:
    """Return the table of a player who may speak there."""
    table = None if stage is None else state.table(number)
    if stage is not None and (table is None or stage != stage_number(state)):
        raise errors.OtherStage(number)
    table = open_table(state, number)
    name = known_player(state, "player", player)
    if name not in table.players:
        raise tournament_errors.NotAtTheTable(name, table.players, where="player")
    if state.has_left(name):
        raise tournament_errors.HasLeft(name)
    return table


def _said(command: ProposeResult | ProposeReadmission | ProposeDrawn) -> Said:
    if isinstance(command, ProposeResult):
        return Won(command.winner, dict(command.influence), command.note)
    if isinstance(command, ProposeReadmission):
        return ReachedEight(command.qualified)
    if not command.drawn:
        raise errors.DrawnIsTrue
    return NoWinner()


def _proposal(venue: Venue, table: Table) -> Proposal:
    proposal = venue.proposals.get(table.table)
    if proposal is None:
        raise errors.NothingSaid(table.table)
    return proposal


def _call_number(state: State, venue: Venue, table: Table) -> int:
    return dispute_call(venue, stage_number(state), table.table) or len(venue.calls) + 1


def _silent(state: State, table: Table, spoken: set[str]) -> tuple[str, ...]:
    return tuple(name for name in table.players if name not in spoken and not state.has_left(name))
