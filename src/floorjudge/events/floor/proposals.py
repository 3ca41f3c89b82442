"""Players' statements about their own game: a report, the others' confirmation, and disputes.

All players of the table who have not left state the result. When all agree, it is the result: the last statement
becomes an event of the tournament. When they disagree, a judge is called and sees every version.
"""

from __future__ import annotations

from floorjudge.errors import FloorjudgeError
from floorjudge.events import commands
from floorjudge.events import errors as tournament_errors
from floorjudge.events.commands import Confirm, Dispute, ProposeResult, SetAside
from floorjudge.events.events import (
    Event,
    FloorEvent,
    ProposalSetAside,
    ResultConfirmed,
    ResultDisputed,
    ResultProposed,
)
from floorjudge.events.floor import errors
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import known_player, open_table, words
from floorjudge.events.tournament.decide import decide_tournament
from floorjudge.events.venue import Proposal, Venue
from floorjudge.formats.claims import Claim
from floorjudge.formats.competition import Table
from floorjudge.formats.errors import NotAtTheTable
from floorjudge.formats.log import TournamentEvent


def reported(state: State, table: int, claim: Claim) -> TournamentEvent:
    """Return the tournament's event for this report of a game, the same as for the organiser's report.

    Raises BadInput or Refused as that would.
    """
    return decide_tournament(state, commands.Report(table, claim))


def report_problem(state: State, table: int, claim: Claim) -> bool:
    """Return the error with which a report of a game would be refused now; None if it would not."""
    try:
        reported(state, table, claim)
    except FloorjudgeError:
        return True
    return False


def missing(state: State, proposal: Proposal) -> tuple[str, ...]:
    """Return the players of the table without a statement, in seat order."""
    table = state.tables[proposal.table - 1]
    return _silent(state, table, {statement.player for statement in proposal.statements})


def propose(state: State, command: ProposeResult) -> Event:
    """Return the event of a player's report: a proposal, a confirmation, a dispute, or the result itself.

    A report that the tournament would refuse as a result is refused with the same error.
    """
    table, player = _speaking(state, command)
    claim = command.claim
    reported(state, table.table, claim)
    outcome = state.results.get(table.table)
    if outcome is not None and state.rules.is_provisional(outcome):
        raise errors.NobodyToConfirm(table.table)
    return _spoken(state, table, player, claim)


def confirm(state: State, command: Confirm) -> Event:
    """Return the event of a player who agrees with another one's statement."""
    table, player = _speaking(state, command)
    proposal = _proposal(state, table)
    if command.statement is None:
        stated = [statement for statement, _ in proposal.versions() if statement.said is not None]
        if len(stated) > 1:
            raise errors.WhichStatement(table.table)
    else:
        stated = [statement for statement in proposal.statements if statement.number == command.statement]
        if not stated:
            raise errors.StatementGone(table.table)
    if not stated or stated[0].said is None:
        raise errors.NothingSaid(table.table)
    return _spoken(state, table, player, stated[0].said)


def dispute(state: State, command: Dispute) -> FloorEvent:
    """Return the event of a player who objects, which also calls a judge."""
    table, player = _speaking(state, command)
    proposal = _proposal(state, table)
    reason = words("text", command.text)
    own = proposal.of(player)
    if own is not None and own.said is None and own.text == reason:
        raise errors.SaidAlready(player, missing(state, proposal))
    return ResultDisputed(table.table, player, _call_number(state, table), None, reason)


def set_aside(state: State, command: SetAside) -> ProposalSetAside:
    """Return the event of the staff who set aside the statements of a table; the game has no result by that.

    Raises Refused if there are none.
    """
    table = open_table(state, command.table)
    proposal = _proposal(state, table)
    return ProposalSetAside(proposal.table, words("reason", command.reason))


def dispute_call(venue: Venue, stage: int, table: int) -> int | None:
    """Return the number of the open call about a dispute at a table; None if there is none."""
    return next((call.number for call in venue.disputes(stage, table)), None)


def _spoken(state: State, table: Table, player: str, claim: Claim) -> Event:
    """Return the event of a player's checked statement about a game."""
    proposal = state.venue.proposals.get(table.table)
    statements = proposal.statements if proposal else ()
    own = proposal.of(player) if proposal else None
    others = [statement for statement in statements if statement.player != player]
    silent = _silent(state, table, {player, *(statement.player for statement in others)})
    alike = [statement for statement in others if statement.said is not None and statement.said.same_as(claim)]
    if others and len(alike) == len(others) and not silent:
        return reported(state, table.table, alike[0].said or claim)
    if own is not None and own.said is not None and own.said.same_as(claim):
        raise errors.SaidAlready(player, silent)
    if len(alike) < len(others):
        return ResultDisputed(table.table, player, _call_number(state, table), claim)
    if others:
        return ResultConfirmed(table.table, player, alike[0].number)
    return ResultProposed(table.table, player, claim)


def _speaking(state: State, command: ProposeResult | Confirm | Dispute) -> tuple[Table, str]:
    """Return the table, and the name of a player who may make a statement there."""
    if command.stage is not None and (command.stage != state.stage_number or state.table(command.table) is None):
        raise errors.OtherStage(command.table)
    table = open_table(state, command.table)
    name = known_player(state, "player", command.player)
    if name not in table.players:
        raise NotAtTheTable(name, table.players, where="player")
    if state.has_left(name):
        raise tournament_errors.HasLeft(name)
    return table, name


def _proposal(state: State, table: Table) -> Proposal:
    proposal = state.venue.proposals.get(table.table)
    if proposal is None:
        raise errors.NothingSaid(table.table)
    return proposal


def _call_number(state: State, table: Table) -> int:
    return dispute_call(state.venue, state.stage_number, table.table) or len(state.venue.calls) + 1


def _silent(state: State, table: Table, spoken: set[str]) -> tuple[str, ...]:
    return tuple(name for name in table.players if name not in spoken and not state.has_left(name))
