"""What a command of the tournament does: the event it gives, or a refusal that says why and what is possible instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from floorjudge.events import commands, errors
from floorjudge.events.commands import TournamentCommand
from floorjudge.events.draw import COMMITMENT, DRAWS, Draw, commitment, is_short, roster_digest
from floorjudge.events.events import (
    CommandUndone,
    DeckSubmitted,
    EventOpened,
    GameDrawn,
    LatecomerAdmitted,
    OrderDrawn,
    PlayerForgotten,
    PlayerLeft,
    PlayerRegistered,
    PlayerRenamed,
    PlayerReturned,
    ReadmissionReported,
    ResultReported,
    ResultUnreported,
    RosterClosed,
    RosterReopened,
    RoundGrouped,
    SeedRenewed,
    TournamentEvent,
)
from floorjudge.events.floor.errors import EventIsFull, SelfRegistrationClosed
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import (
    LARGEST_EVENT,
    LONGEST_SEED,
    as_kept,
    draw_of,
    grouped,
    known_player,
    needs_play,
    new_name,
    open_table,
    optional_words,
    public_words,
    result_problems,
    seed_text,
    seen_words,
    what_comes_next,
    who_looks_like,
    words,
)
from floorjudge.events.tournament.corrections import amend_readmission, amend_result
from floorjudge.events.tournament.evolve import evolve_tournament
from floorjudge.formats.errors import NotAtTheTable, UnknownFormat
from floorjudge.formats.on_the_edge.decks import Verdict, check_deck
from floorjudge.formats.on_the_edge.stages import first_round
from floorjudge.formats.on_the_edge.tables import PlayerSet, Result, Stage, Table, TableSet

FORMATS = ("ote-1.2",)
# That of the logs which are begun now, see `EventOpened`.
VERSION = 2
FEWEST_PLAYERS = 3
# Every list stays in the log for good: so long, and so many for each player, are enough for any deck.
LONGEST_DECK, MOST_DECKS = 20_000, 20


def decide_tournament(state: State, command: TournamentCommand) -> TournamentEvent:
    """Return the event that a command gives in a tournament that is open.

    Raises BadInput for a command that cannot be meant, Refused for one that a clause or an earlier decision forbids now.
    """
    return TOURNAMENT_DECISIONS[type(command)](state, command)


def open_event(state: State | None, command: commands.Open | commands.OpenSealed) -> TournamentEvent:
    """Return the event that opens a tournament; only where none is open yet."""
    if state is not None:
        raise errors.AlreadyOpen(state.name)
    if command.format not in FORMATS:
        raise UnknownFormat(command.format, FORMATS)
    name = new_name("name", command.name)
    if isinstance(command, commands.OpenSealed):
        promised = _promised(command.commitment)
        return EventOpened(name, command.format, promised, short_seed=False, typed=False, draws=DRAWS, version=VERSION)
    seed = seed_text(command.seed)
    return EventOpened(name, command.format, commitment(seed), is_short(seed), typed=True, draws=DRAWS, version=VERSION)


def _promised(given: str) -> str:
    if COMMITMENT.fullmatch(given) is None:
        raise errors.BadSeed(LONGEST_SEED)
    return given


def _promise_seed(state: State, command: commands.PromiseSeed) -> TournamentEvent:
    """Promise another seed, where the one before has become public and the event goes on."""
    if state.stage is Stage.FINISHED or not state.seed_is_public:
        raise errors.SeedIsStillSecret
    return SeedRenewed(_promised(command.commitment))


def _register(state: State, command: commands.Register) -> TournamentEvent:
    """Register a player; everybody begins active.

    Clauses: OTE 2.2
    """
    name = new_name("player", command.player)
    before = state.players.get(name)
    if state.stage is not Stage.REGISTRATION:
        _check_late(state, name, late=command.late)
    if before is not None and not state.has_left(name):
        raise errors.NameTaken(name)
    if state.stage is Stage.REGISTRATION and state.closed:
        raise errors.RosterIsClosed
    if _is_on_roster(state, name):
        raise errors.NameTaken(name)
    if before is None and len(state.players) >= LARGEST_EVENT:
        raise errors.NoRoomForMore(LARGEST_EVENT)
    if not command.alike:
        _check_looks(state, name, but=name)
    if state.stage is not Stage.REGISTRATION:
        return LatecomerAdmitted(name, state.lasting.numbers + 1)
    return PlayerRegistered(name, before.number if before else state.lasting.numbers + 1)


def _check_late(state: State, name: str, *, late: bool) -> None:
    """Check that somebody may enter after the start: until the final is grouped, let in by the organiser, who says `late`.

    Who was in the event before comes back instead.
    Clauses: OTE 2.2, OTE 2.9
    """
    if state.stage is Stage.FINISHED:
        raise errors.EventFinishedAlready
    if name in state.players and state.has_left(name):
        raise errors.IsToComeBack(name)
    if state.stage is Stage.FINAL:
        raise errors.TooLateToEnter(name)
    if not late:
        raise errors.NoLateEntry(name, undo=state.start_can_be_undone)


def _close_roster(state: State, _: commands.CloseRoster) -> TournamentEvent:
    if state.stage is not Stage.REGISTRATION:
        raise errors.AlreadyStarted
    if state.closed:
        raise errors.RosterIsClosed
    players = [player.roster_name for player in state.members(PlayerSet.ACTIVE)]
    if len(players) < FEWEST_PLAYERS:
        raise errors.TooFewPlayers(len(players))
    return RosterClosed(len(players), roster_digest(players))


def _reopen_roster(state: State, _: commands.ReopenRoster) -> TournamentEvent:
    if state.stage is not Stage.REGISTRATION:
        raise errors.AlreadyStarted
    if not state.closed:
        raise errors.RosterIsOpen
    return RosterReopened()


def _join(state: State, command: commands.Join) -> TournamentEvent:
    """Register somebody who asks themselves; who was taken out before is let in by the organiser only."""
    if not state.venue.self_registration:
        raise SelfRegistrationClosed
    if as_kept(command.player) in state.players:
        raise errors.NameTaken(as_kept(command.player))
    # Who is on the list has a place: that a name looks like one of them is said first.
    registered = _register(state, commands.Register(command.player))
    capacity = state.venue.details.capacity
    if capacity is not None and len(state.in_event()) >= capacity:
        raise EventIsFull(capacity)
    return registered


def _submit_deck(state: State, command: commands.SubmitDeck) -> TournamentEvent:
    name = known_player(state, "player", command.player)
    if state.stage is not Stage.REGISTRATION:
        raise errors.DecksAreClosed(undo=state.start_can_be_undone)
    if state.has_left(name):
        raise errors.HasLeft(name)
    # Events that an older version opened may hold longer lists, and more of them.
    if state.typed is not None:
        if len(command.list) > LONGEST_DECK:
            raise errors.ListTooLong(LONGEST_DECK)
        if state.decks.get(name, 0) >= MOST_DECKS:
            raise errors.TooManyDecks(name, MOST_DECKS)
    report = check_deck(command.list)
    return DeckSubmitted(name, command.list, report.verdict, report.broken)


def _start(state: State, command: commands.Start) -> TournamentEvent:
    if state.stage is not Stage.REGISTRATION:
        raise errors.AlreadyStarted
    if state.seed_is_public:
        raise errors.SeedIsPublic
    players = state.members(PlayerSet.ACTIVE)
    if len(players) < FEWEST_PLAYERS:
        raise errors.TooFewPlayers(len(players))
    illegal = [player for player in players if player.deck is Verdict.ILLEGAL]
    if illegal and command.reason is None:
        broken = {clause for player in illegal for clause in player.breaks}
        raise errors.IllegalDecks(tuple(player.name for player in illegal), clauses=tuple(sorted(broken)))
    reason = words("reason", command.reason) if illegal and command.reason is not None else None
    public = public_words(state, command.public) if command.public else ""
    draw = Draw(draw_of(state, command.seed).seed, public, roster_digest(player.roster_name for player in players))
    return grouped(first_round(players, draw), public=public or None, roster=draw.roster, deck_reason=reason)


def _report(state: State, command: commands.Report) -> TournamentEvent:
    """Report a game: one winner, everybody's final influence, and why, when the winner had not reached the target.

    Clauses: OTE 2.3
    """
    table = _table_to_report(state, command.table)
    if table.set is TableSet.READMISSION:
        raise errors.IsReadmission(table.table)
    result_problems(table, command, absent=state.absent(table))
    alone = state.result(table)
    if alone and command.winner != alone.winner:
        raise errors.OnlyOneLeft(alone.winner)
    note = optional_words("note", command.note)
    return ResultReported(table.table, command.winner, dict(command.influence), note)


def _table_to_report(state: State, number: int) -> Table:
    """Return a table that still needs its report: an unplayed win may be followed by one with the real influence."""
    table = open_table(state, number)
    outcome = state.results.get(number)
    if outcome is not None and not (isinstance(outcome, Result) and outcome.unplayed):
        raise errors.AlreadyReported(number)
    return table


def _report_readmission(state: State, command: commands.ReportReadmission) -> TournamentEvent:
    """Report who left a readmission game for the final, in order: exactly as many as there are seats.

    Clauses: OTE 2.8.3
    """
    table = _table_to_report(state, command.table)
    if table.set is not TableSet.READMISSION:
        raise errors.IsNoReadmission(table.table)
    seats = state.vacancies()
    for index, name in enumerate(command.qualified):
        if name not in table.players:
            raise NotAtTheTable(name, table.players, where=f"qualified[{index}]")
    here = [name for name in command.qualified if not state.has_left(name)]
    if not len(set(here)) == len(command.qualified) == seats:
        raise errors.WrongNumberQualified(seats)
    return ReadmissionReported(table.table, command.qualified)


def _drawn(state: State, command: commands.Drawn) -> TournamentEvent:
    """Record a game without a winner: it moves nobody and is played again, at the same table.

    Clauses: OTE 2.3
    """
    table = open_table(state, command.table)
    outcome = state.results.get(command.table)
    if isinstance(outcome, Result) and outcome.unplayed:
        raise errors.AlreadyDecided(outcome.winner)
    if outcome is not None:
        raise errors.AlreadyReported(command.table)
    return GameDrawn(table.table)


def _unreport(state: State, command: commands.Unreport) -> TournamentEvent:
    """Take away a result whose stage is still being played; what the leaving of players decides stays decided.

    Clauses: OTE 2.2
    """
    reason = words("reason", command.reason)
    table = open_table(state, command.table)
    outcome = state.results.get(table.table)
    if outcome is None:
        raise errors.NothingToTakeAway(table.table)
    opened = ResultUnreported(table.table, reason)
    decided = _decided_by_absence(evolve_tournament(state, opened), table)
    if decided is None:
        return opened
    if len(decided) != 1 or table.set is TableSet.READMISSION:
        raise errors.TooFewToPlayOn(table.table)
    (winner,) = decided
    if isinstance(outcome, Result) and outcome.unplayed:
        raise errors.AlreadyDecided(winner)
    return replace(opened, winner=winner)


def _next(state: State, command: commands.Next) -> TournamentEvent:
    needs_play(state)
    still_open = state.open_tables()
    if still_open:
        raise errors.GamesOpen(tuple(str(table.table) for table in still_open))
    draw = draw_of(state, command.seed)
    if command.public and not state.awaits_words:
        raise errors.WordsAreMixed
    public = public_words(state, command.public) if command.public else None
    coming = what_comes_next(state, draw if public is None else replace(draw, public=public))
    if isinstance(coming, RoundGrouped):
        if state.seed_is_public:
            raise errors.SeedIsPublic
        return replace(coming, public=public)
    return coming


def _leave(state: State, command: commands.Leave) -> TournamentEvent:
    """Take a player out: who leaves during a game stays in its table but cannot win it.

    Clauses: OTE 2.2
    """
    name = known_player(state, "player", command.player)
    if state.stage is Stage.FINISHED:
        raise errors.EventFinishedAlready
    if state.has_left(name):
        raise errors.HasLeft(name)
    if state.closed and state.stage is Stage.REGISTRATION:
        raise errors.RosterIsClosed
    return _decided_by_leaving(state, name) or PlayerLeft(name)


def _come_back(state: State, command: commands.ComeBack) -> TournamentEvent:
    """Let a player in again: before the start that is a registration; who missed the last grouping comes too late.

    Who has lost no game and missed no grouping is active again, unless the seats of the final were all taken meanwhile.
    Clauses: OTE 2.2, OTE 2.8, OTE 2.9
    """
    name = known_player(state, "player", command.player)
    if not state.has_left(name):
        raise errors.IsHere(name)
    if state.stage is Stage.REGISTRATION:
        return _register(state, commands.Register(name, command.alike))
    left_as = state.players[name].left_as
    if state.stage is Stage.FINISHED:
        raise errors.EventFinishedAlready
    if state.stage is Stage.FINAL and left_as is None:
        raise errors.TooLateToComeBack(name)
    if not command.alike:
        _check_looks(state, name, but=name)
    taken = state.stage is Stage.READMISSION and not state.vacancies()
    return PlayerReturned(name, "active" if left_as is PlayerSet.ACTIVE and not taken else "inactive")


def _rename(state: State, command: commands.Rename) -> TournamentEvent:
    """Call a player by another name; not between the closing of the roster and the start, whose draw the names decide."""
    player = known_player(state, "player", command.player)
    name = new_name("name", command.name)
    if state.closed and state.stage is Stage.REGISTRATION:
        raise errors.RosterIsClosed
    # Once the event has started, they are drawn under their old name, whatever they are called.
    enters = state.stage is Stage.REGISTRATION and name != state.players[player].roster_name
    if name in state.players or (enters and _is_on_roster(state, name)):
        raise errors.NameTaken(name).at("name")
    if not command.alike:
        _check_looks(state, name, but=player)
    return PlayerRenamed(player, name)


def _is_on_roster(state: State, name: str) -> bool:
    """Say whether a player of another name is drawn under this one: they were renamed after a start."""
    return (
        state.lasting.starts > 0
        and not state.draws_numbers
        and any(player.drawn_as == name for player in state.everybody())
    )


def _forget(state: State, command: commands.Forget) -> TournamentEvent:
    """Remove a player's name; what was drawn for their number stays theirs."""
    player = known_player(state, "player", command.player)
    if not state.draws_numbers:
        raise errors.NamesAreDrawn
    for index, spelling in enumerate(command.also):
        words(f"also[{index}]", spelling)
    return PlayerForgotten(player, command.former)


def _check_looks(state: State, name: str, *, but: str) -> None:
    """Check that a name looks like nobody's who is in the event, `but` one; raises Refused when it does."""
    other = who_looks_like(state, name, but=but)
    if other is not None:
        raise errors.LooksAlike(name, other)


def _decided_by_leaving(state: State, name: str) -> PlayerLeft | None:
    """Return the event when the leaving decides a game: one player is left, or all who are left fit into the final."""
    after = evolve_tournament(state, PlayerLeft(name))
    concerned = (table for table in after.open_tables() if name in table.players or table.set is TableSet.READMISSION)
    for table in concerned:
        decided = _decided_by_absence(after, table)
        if decided is not None and table.set is TableSet.READMISSION:
            return PlayerLeft(name, table.table, qualified=decided)
        if decided:
            return PlayerLeft(name, table.table, winner=decided[0])
    return None


def _decided_by_absence(state: State, table: Table) -> tuple[str, ...] | None:
    """Return who is left at an open table when nothing is left to be played there: one who wins, or who fit into the final."""
    present = tuple(player for player in table.players if not state.has_left(player))
    enough = state.vacancies() if table.set is TableSet.READMISSION else 1
    return present if len(present) <= enough else None


def _random_order(state: State, command: commands.RandomOrder) -> TournamentEvent:
    """Put things in random order: those that a player's leaving a readmission game leaves to be resolved, say.

    Who takes an order back and asks for the same things again gets the same one.
    Clauses: OTE 2.8.4
    """
    reason = words("reason", command.reason)
    said = words if state.draws is None else seen_words
    items = tuple(said(f"items[{index}]", item) for index, item in enumerate(command.items))
    if not items:
        raise errors.NothingToOrder
    needs_play(state)
    if state.seed_is_public:
        raise errors.SeedIsPublic
    draw = draw_of(state, command.seed)
    if state.draws is None:
        return OrderDrawn(items, reason, draw.of_places(len(state.orders) + 1, items))
    number = _order_number(state, roster_digest(items))
    return OrderDrawn(items, reason, draw.of_things(number, items), number)


def _order_number(state: State, things: str) -> int:
    """Return the number of the draw for things with this digest.

    It is that of an order of the same things that was taken back, and else one that nothing was ever drawn with.
    """
    given = state.lasting.orders
    again = (number for number, each in enumerate(given, 1) if each == things and number not in state.orders)
    return next(again, len(given) + 1)


def _undo(state: State, _: commands.Undo) -> TournamentEvent:
    newest = state.newest_event()
    if newest is None:
        raise errors.NothingToUndo
    return CommandUndone(type(newest).__name__)


def _amend(state: State, command: commands.Amend) -> TournamentEvent:
    note, reason = optional_words("note", command.note), words("reason", command.reason)
    return amend_result(state, replace(command, reason=reason, note=note))


def _amend_readmission(state: State, command: commands.AmendReadmission) -> TournamentEvent:
    return amend_readmission(state, replace(command, reason=words("reason", command.reason)))


TOURNAMENT_DECISIONS: Mapping[type[Any], Callable[[State, Any], TournamentEvent]] = MappingProxyType(
    {
        commands.PromiseSeed: _promise_seed,
        commands.Register: _register,
        commands.CloseRoster: _close_roster,
        commands.ReopenRoster: _reopen_roster,
        commands.Join: _join,
        commands.SubmitDeck: _submit_deck,
        commands.Start: _start,
        commands.Report: _report,
        commands.ReportReadmission: _report_readmission,
        commands.Drawn: _drawn,
        commands.Unreport: _unreport,
        commands.Next: _next,
        commands.Leave: _leave,
        commands.ComeBack: _come_back,
        commands.Rename: _rename,
        commands.Forget: _forget,
        commands.Amend: _amend,
        commands.AmendReadmission: _amend_readmission,
        commands.RandomOrder: _random_order,
        commands.Undo: _undo,
    }
)
