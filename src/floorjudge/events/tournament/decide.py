"""The decision on a command of the tournament: the event that it causes, or a refusal with its reason and what is possible instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from floorjudge.errors import FloorjudgeError
from floorjudge.events import commands, errors
from floorjudge.events.commands import TournamentCommand
from floorjudge.events.draw import COMMITMENT, DRAWS, Draw, commitment, is_short, roster_digest
from floorjudge.events.errors import EventIsFull, SelfRegistrationClosed
from floorjudge.events.events import (
    CommandUndone,
    DeckSubmitted,
    EventOpened,
    OrderDrawn,
    PlayerForgotten,
    PlayerRegistered,
    PlayerRenamed,
    RosterClosed,
    RosterReopened,
    SeedRenewed,
)
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import (
    LARGEST_EVENT,
    LONGEST_SEED,
    checked_claim,
    draw_of,
    known_player,
    needs_play,
    new_name,
    open_table,
    public_words,
    seed_text,
    seen_words,
    what_comes_next,
    who_looks_like,
    words,
)
from floorjudge.events.tournament.corrections import amend_result
from floorjudge.events.tournament.evolve import evolve_tournament
from floorjudge.events.tournament.seats import move_seats
from floorjudge.formats import format_of
from floorjudge.formats.competition import Finished, Phase, Player, as_kept
from floorjudge.formats.decks import DeckReport, Verdict
from floorjudge.formats.errors import NotInThisFormat
from floorjudge.formats.log import TournamentEvent

# The version of logs that begin now, see `EventOpened`.
VERSION = 2
# Every list stays in the log for good; these limits are enough for any deck.
LONGEST_DECK, MOST_DECKS = 20_000, 20


def decide_tournament(state: State, command: TournamentCommand) -> TournamentEvent:
    """Return the event that a command causes in an open tournament.

    Raises BadInput for a command that cannot be meant, Refused for one that a clause or an earlier decision forbids
    now.
    """
    with citing(state):
        return TOURNAMENT_DECISIONS[type(command)](state, command)


@contextmanager
def citing(state: State) -> Iterator[None]:
    """Add to the errors of all events the clauses of this format behind them."""
    try:
        yield
    except FloorjudgeError as error:
        error.clauses = error.clauses or state.rules.cites.get(error.code, ())
        raise


def open_event(state: State | None, command: commands.Open | commands.OpenSealed) -> TournamentEvent:
    """Return the event that opens a tournament, if none is open yet."""
    if state is not None:
        raise errors.AlreadyOpen(state.name)
    rules = format_of(command.format)
    name = new_name("name", command.name)
    chosen = rules.options_from_json(command.options)
    # As a JSON value, in which every collection is a list, as when the log is read again.
    options = msgspec.json.decode(msgspec.json.encode(chosen)) if rules.options.__struct_fields__ else msgspec.UNSET
    if isinstance(command, commands.OpenSealed):
        promised = _promised(command.commitment)
        short, typed = False, False
    else:
        seed = seed_text(command.seed)
        promised, short, typed = commitment(seed), is_short(seed), True
    return EventOpened(
        name, command.format, promised, short, typed=typed, draws=DRAWS, version=VERSION, options=options
    )


def _promised(given: str) -> str:
    if COMMITMENT.fullmatch(given) is None:
        raise errors.BadSeed(LONGEST_SEED)
    return given


def _promise_seed(state: State, command: commands.PromiseSeed) -> TournamentEvent:
    """Promise a new seed, because the one before has become public and the event goes on."""
    if state.phase is Phase.FINISHED or not state.seed_is_public:
        raise errors.SeedIsStillSecret
    return SeedRenewed(_promised(command.commitment))


def _register(state: State, command: commands.Register) -> TournamentEvent:
    """Register a player; after the start this is a late entry, by the rules of the format."""
    name = new_name("player", command.player)
    before = state.players.get(name)
    if state.phase is not Phase.REGISTRATION:
        _check_late(state, name, late=command.late)
    if before is not None and not state.has_left(name):
        raise errors.NameTaken(name)
    if state.phase is Phase.REGISTRATION and state.closed:
        raise errors.RosterIsClosed
    if _is_on_roster(state, name):
        raise errors.NameTaken(name)
    if before is None and len(state.players) >= LARGEST_EVENT:
        raise errors.NoRoomForMore(LARGEST_EVENT)
    if not command.alike:
        _check_looks(state, name, but=name)
    if state.phase is not Phase.REGISTRATION:
        return state.rules.admitted(name, state.lasting.numbers + 1)
    return PlayerRegistered(name, before.number if before else state.lasting.numbers + 1)


def _check_late(state: State, name: str, *, late: bool) -> None:
    """Check that a player may enter after the start; a former player must come back instead."""
    if state.phase is Phase.FINISHED:
        raise errors.EventFinishedAlready
    if name in state.players and state.has_left(name):
        raise errors.IsToComeBack(name)
    state.rules.check_late(state, name, let_in=late)


def _close_roster(state: State, _: commands.CloseRoster) -> TournamentEvent:
    if state.phase is not Phase.REGISTRATION:
        raise errors.AlreadyStarted
    if state.closed:
        raise errors.RosterIsClosed
    players = [player.roster_name for player in _enough(state)]
    return RosterClosed(len(players), roster_digest(players))


def _enough(state: State) -> list[Player]:
    """Return the players of an event that is about to start; raise Refused if they are too few for its format."""
    players, fewest = state.in_event(), state.rules.fewest
    if len(players) < fewest:
        raise errors.TooFewPlayers(len(players), fewest)
    return players


def _reopen_roster(state: State, _: commands.ReopenRoster) -> TournamentEvent:
    if state.phase is not Phase.REGISTRATION:
        raise errors.AlreadyStarted
    if not state.closed:
        raise errors.RosterIsOpen
    return RosterReopened()


def _join(state: State, command: commands.Join) -> TournamentEvent:
    """Register a player at their own request; only the organiser can bring back a removed player."""
    if not state.venue.self_registration:
        raise SelfRegistrationClosed
    if as_kept(command.player) in state.players:
        raise errors.NameTaken(as_kept(command.player))
    # Players on the list have a place, so a name that looks like one of them is checked first.
    registered = _register(state, commands.Register(command.player))
    capacity = state.venue.details.capacity
    if capacity is not None and len(state.in_event()) >= capacity:
        raise EventIsFull(capacity)
    return registered


def checked_deck(
    state: State, command: commands.SubmitDeck, check: Callable[[str], DeckReport | None]
) -> commands.SubmitCheckedDeck:
    """Return the command that hands in a list with its verdict; `check` is called only if nothing else forbids the list.

    Raises BadInput for an unreadable list, Refused if none can be handed in.
    """
    with citing(state):
        _handing_in(state, command)
        report = check(command.list)
        if report is None:
            raise NotInThisFormat("deck")
    return commands.SubmitCheckedDeck(command.player, command.list, report.verdict, report.broken)


def _submit_deck(state: State, command: commands.SubmitDeck) -> TournamentEvent:
    """Hand in a list that is checked without card texts."""
    check = partial(state.rules.check_deck, options=state.options, cards=None)
    return _submit_checked_deck(state, checked_deck(state, command, check))


def _submit_checked_deck(state: State, command: commands.SubmitCheckedDeck) -> TournamentEvent:
    return DeckSubmitted(_handing_in(state, command), command.list, command.verdict, command.clauses)


def _handing_in(state: State, command: commands.SubmitDeck | commands.SubmitCheckedDeck) -> str:
    """Return the name of a player who may hand in a list now; raise the error that forbids it."""
    name = known_player(state, "player", command.player)
    if state.phase is not Phase.REGISTRATION:
        raise errors.DecksAreClosed(undo=state.start_can_be_undone)
    if state.has_left(name):
        raise errors.HasLeft(name)
    # Events that an older version opened may have longer lists, and more of them.
    if state.typed is not None:
        if len(command.list) > LONGEST_DECK:
            raise errors.ListTooLong(LONGEST_DECK)
        if state.decks.get(name, 0) >= MOST_DECKS:
            raise errors.TooManyDecks(name, MOST_DECKS)
    return name


def _start(state: State, command: commands.Start) -> TournamentEvent:
    if state.phase is not Phase.REGISTRATION:
        raise errors.AlreadyStarted
    if state.seed_is_public:
        raise errors.SeedIsPublic
    players, rules = _enough(state), state.rules
    illegal = [player for player in players if player.deck is Verdict.ILLEGAL]
    if illegal and command.reason is None:
        broken = {clause for player in illegal for clause in player.breaks}
        raise errors.IllegalDecks(tuple(player.name for player in illegal), clauses=tuple(sorted(broken)))
    reason = words("reason", command.reason) if illegal and command.reason is not None else None
    public = public_words(state, command.public) if command.public else ""
    draw = Draw(draw_of(state, command.seed).seed, public, roster_digest(player.roster_name for player in players))
    options = rules.proposed(state.options, len(players))
    first = what_comes_next(replace(state, options=options), draw)
    if isinstance(first, Finished):
        raise errors.TooFewPlayers(len(players), rules.fewest)
    return rules.stage_made(first, public=public or None, roster=draw.roster, deck_reason=reason)


def _report(state: State, command: commands.Report) -> TournamentEvent:
    """Report a game; a report may follow a result that stands only because players have left."""
    table, rules = open_table(state, command.table), state.rules
    outcome = state.results.get(command.table)
    if outcome is not None and not rules.is_provisional(outcome):
        raise errors.AlreadyReported(command.table)
    rules.check(state, table, command.claim)
    checked_claim(command.claim)
    return rules.reported(command.table, command.claim)


def _drawn(state: State, command: commands.Drawn) -> TournamentEvent:
    """Record a game without a winner, as a report does."""
    drawn = state.rules.drawn
    if drawn is None:
        raise NotInThisFormat("drawn")
    return _report(state, commands.Report(command.table, drawn()))


def _unreport(state: State, command: commands.Unreport) -> TournamentEvent:
    """Remove a result whose stage is still being played; a decision by players who have left stays."""
    reason = words("reason", command.reason)
    table, rules = open_table(state, command.table), state.rules
    outcome = state.results.get(command.table)
    if outcome is None:
        raise errors.NothingToTakeAway(command.table)
    opened = rules.unreported(command.table, reason, None)
    decided = rules.decided_when_reopened(evolve_tournament(state, opened), table, outcome)
    return opened if decided is None else rules.unreported(command.table, reason, decided)


def _next(state: State, command: commands.Next) -> TournamentEvent:
    needs_play(state)
    still_open = state.open_tables()
    if still_open:
        raise errors.GamesOpen(tuple(str(table.table) for table in still_open), again=state.rules.drawn is not None)
    draw = draw_of(state, command.seed)
    if command.public and not state.awaits_words:
        raise errors.WordsAreMixed
    public = public_words(state, command.public) if command.public else None
    coming = what_comes_next(state, draw if public is None else replace(draw, public=public))
    if isinstance(coming, Finished):
        return state.rules.finished(coming, draw.seed)
    if state.seed_is_public:
        raise errors.SeedIsPublic
    return state.rules.stage_made(coming, public=public)


def _leave(state: State, command: commands.Leave) -> TournamentEvent:
    """Remove a player, who stays at the table of a game that is being played; that may decide the game."""
    name = known_player(state, "player", command.player)
    if state.phase is Phase.FINISHED:
        raise errors.EventFinishedAlready
    if state.has_left(name):
        raise errors.HasLeft(name)
    if state.closed and state.phase is Phase.REGISTRATION:
        raise errors.RosterIsClosed
    rules, gone = state.rules, state.rules.player_left(name, ())
    if state.phase is Phase.REGISTRATION:
        return gone
    decided = rules.decided_by_leaving(evolve_tournament(state, gone), name)
    return rules.player_left(name, decided) if decided else gone


def _come_back(state: State, command: commands.ComeBack) -> TournamentEvent:
    """Bring a player back: before the start as a registration, later by the rules of the format."""
    name = known_player(state, "player", command.player)
    if not state.has_left(name):
        raise errors.IsHere(name)
    if state.phase is Phase.REGISTRATION:
        return _register(state, commands.Register(name, command.alike))
    if state.phase is Phase.FINISHED:
        raise errors.EventFinishedAlready
    back = state.rules.returning(state, name)
    if not command.alike:
        _check_looks(state, name, but=name)
    return back


def _rename(state: State, command: commands.Rename) -> TournamentEvent:
    """Rename a player; not between the closing of the roster and the start, whose draw depends on the names."""
    player = known_player(state, "player", command.player)
    name = new_name("name", command.name)
    if state.closed and state.phase is Phase.REGISTRATION:
        raise errors.RosterIsClosed
    # After the start, draws use the old name, whatever the new one is.
    enters = state.phase is Phase.REGISTRATION and name != state.players[player].roster_name
    if name in state.players or (enters and _is_on_roster(state, name)):
        raise errors.NameTaken(name).at("name")
    if not command.alike:
        _check_looks(state, name, but=player)
    return PlayerRenamed(player, name)


def _is_on_roster(state: State, name: str) -> bool:
    """Return whether draws use this name for a player renamed after a start."""
    return (
        state.lasting.starts > 0
        and not state.draws_numbers
        and any(player.drawn_as == name for player in state.all_players())
    )


def _forget(state: State, command: commands.Forget) -> TournamentEvent:
    """Remove a player's name; the draws for their number stay."""
    player = known_player(state, "player", command.player)
    if not state.draws_numbers:
        raise errors.NamesAreDrawn
    for index, spelling in enumerate(command.also):
        words(f"also[{index}]", spelling)
    return PlayerForgotten(player, command.former)


def _check_looks(state: State, name: str, *, but: str) -> None:
    """Check that a name looks like no player's in the event, except `but`; raises Refused otherwise."""
    other = who_looks_like(state, name, but=but)
    if other is not None:
        raise errors.LooksAlike(name, other)


def _random_order(state: State, command: commands.RandomOrder) -> TournamentEvent:
    """Put things in random order, for example the effects to resolve when a player leaves a game.

    After an undo, the same things get the same order again.
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

    It is that of an undone order of the same things, or else one that no order has used.
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
    checked_claim(command.claim)
    return amend_result(state, replace(command, reason=words("reason", command.reason)))


TOURNAMENT_DECISIONS: Mapping[type[Any], Callable[[State, Any], TournamentEvent]] = MappingProxyType(
    {
        commands.PromiseSeed: _promise_seed,
        commands.Register: _register,
        commands.CloseRoster: _close_roster,
        commands.ReopenRoster: _reopen_roster,
        commands.Join: _join,
        commands.SubmitDeck: _submit_deck,
        commands.SubmitCheckedDeck: _submit_checked_deck,
        commands.Start: _start,
        commands.Report: _report,
        commands.Drawn: _drawn,
        commands.Unreport: _unreport,
        commands.Seat: move_seats,
        commands.Next: _next,
        commands.Leave: _leave,
        commands.ComeBack: _come_back,
        commands.Rename: _rename,
        commands.Forget: _forget,
        commands.Amend: _amend,
        commands.RandomOrder: _random_order,
        commands.Undo: _undo,
    }
)
