"""The event for one player: the table, the games, what comes next; and on the player's own page their report and their calls."""

from __future__ import annotations

from datetime import datetime

import msgspec

from floorjudge.events.state import State
from floorjudge.events.venue import Call, CallState, Entry, EntryKind
from floorjudge.events.view import concerns
from floorjudge.formats.claims import Claim
from floorjudge.formats.competition import Phase
from floorjudge.formats.display import Cell, Column, Form, Given
from floorjudge.formats.players import Player
from floorjudge.loops import Waiting, rule
from floorjudge.texts import Text, text
from floorjudge.web.common.formats import result_form
from floorjudge.web.live.views import (
    ClockFace,
    SeatView,
    TableView,
    Version,
    clock_face,
    places_are_public,
    standings_view,
    table_view,
    versions_view,
)

CALLS_SHOWN = 5


class Game(msgspec.Struct, frozen=True):
    """A game that a player has played, at a table of the stage with this title; `own` is the player's seat."""

    title: Text
    table: TableView
    own: SeatView


class PlayerNow(msgspec.Struct, frozen=True):
    """The part of a player's page that other games change: what comes next, and the line of the standings.

    `numbers` are those of the format's columns. `rank` is among the `ranked` players, `place` among the `placed`; None
    before any game and after leaving.
    """

    next_steps: tuple[Text, ...]
    numbers: tuple[tuple[Column, Cell], ...]
    rank_title: Text
    place: int | None
    rank: int | None
    ranked: int
    placed: int


class PlayerView(msgspec.Struct, frozen=True):
    """A player at a moment.

    `words` describe the player's standing. `table` is the one in the stage being played, `seat` the player's seat
    there, counted from 1, `games` the finished games, oldest first.
    """

    player: Player
    words: tuple[Text, ...]
    table: TableView | None
    games: tuple[Game, ...]
    seat: int
    left: bool
    now: PlayerNow

    @property
    def others(self) -> tuple[str, ...]:
        """The others at the table, without those who have left."""
        seats = () if self.table is None else self.table.seats
        return tuple(seat.name for seat in seats if seat.name != self.player.name and not seat.left)

    @property
    def is_playing(self) -> bool:
        """Whether a game of the player is still open."""
        return self.table is not None and not self.table.done


def player_view(state: State, player: Player) -> PlayerView:
    """Return the event for a player."""
    name, rules, now = player.name, state.rules, player_now(state, player)
    mine, games = state.table_of(name), []
    for played, table in state.games_of(name):
        shown = table_view(state, table, played)
        title = rules.stage_title(played.kind, played.round)
        games.append(Game(title, shown, shown.seats[table.players.index(name)]))
    return PlayerView(
        player=player,
        words=rules.player_words(state, player),
        table=None if mine is None else table_view(state, mine),
        games=tuple(games),
        seat=0 if mine is None else mine.players.index(name) + 1,
        left=not player.present,
        now=now,
    )


def player_now(state: State, player: Player) -> PlayerNow:
    """Return the part of a player's page that other games change."""
    public = places_are_public(state)
    listed = standings_view(state, with_places=public)
    line = listed.of(player.name)
    place = None if line is None else line.place
    return PlayerNow(
        next_steps=_next_steps(state, player, listed.placed_count, place, public=public),
        numbers=() if line is None else tuple(zip(listed.columns, line.cells, strict=True)),
        rank_title=state.rules.rank_title,
        place=place,
        rank=None if line is None else line.rank,
        ranked=listed.here_count,
        placed=listed.placed_count,
    )


def _next_steps(state: State, player: Player, places: int, place: int | None, *, public: bool) -> tuple[Text, ...]:
    """Return what comes next for a player, in sentences; `public` is true if the places are public."""
    placed: tuple[Text, ...] = ()
    if place is not None:
        won = text("Won the event.")
        placed = (won if place == 1 else text("Finished in place {place} of {total}.", place=place, total=places),)
    if not player.present:
        return (text("Has left the event."), *placed)
    if state.phase is Phase.REGISTRATION:
        return (text("Registered. The tables of the first round are drawn when the event starts."),)
    if state.phase is Phase.FINISHED:
        return placed or (
            text("The event is over.") if public else text("The event is over. The places are published soon."),
        )
    return state.rules.next_steps(state, player)


class OwnReport(msgspec.Struct, frozen=True):
    """The statements about the game at a player's table.

    `progress` is `open` (no statement), `asked` (others have made one), `waiting` (I have, others have not), `disputed`
    or `done`. `silent` are the players without a statement. `outcome` is the result in words if it has no numbers.
    `form` is the form for the result, `start` the claim with which it begins (my statement, else the first one), and
    `given` the values of its fields.
    """

    stage: int
    progress: str
    versions: tuple[Version, ...] = ()
    silent: tuple[str, ...] = ()
    outcome: Text | None = None
    form: Form = Form(())
    start: Claim | None = None
    given: Given | None = None


class OwnCall(msgspec.Struct, frozen=True):
    """A call that concerns a player: its rulings; `asks`: the loop desk has a case, `asked_me`: it waits for this player's answer."""

    call: Call
    rulings: tuple[Entry, ...]
    asks: bool
    asked_me: bool


class OwnView(msgspec.Struct, frozen=True):
    """A player's own page: the event for the player, the clock, the report (None without a table) and the calls."""

    story: PlayerView
    face: ClockFace | None
    own: OwnReport | None
    my_calls: tuple[OwnCall, ...]


def own_view(state: State, player: Player, now: datetime) -> OwnView:
    """Return a player's own page, with the latest calls that concern the player: the open ones, and those of the current stage."""
    story, stage = player_view(state, player), state.stage_number
    near = [
        call
        for call in reversed(state.venue.all_calls())
        if (call.state is not CallState.CLOSED or call.stage == stage) and concerns(call, state, player.name)
    ]
    calls = tuple(_own_call(state, call, player.name) for call in near[:CALLS_SHOWN])
    report = None if story.table is None else _report(state, story.table, player.name)
    return OwnView(story, clock_face(state, now), report, calls)


def _report(state: State, row: TableView, name: str) -> OwnReport:
    rules, stage = state.rules, state.stage_number
    if row.done:
        claim = (
            None if any(seat.cells for seat in row.seats) else rules.outcome_claim(row.table, state.results[row.number])
        )
        return OwnReport(stage, "done", outcome=None if claim is None else claim.sentence())
    form, proposal = result_form(state, row.table), state.venue.proposals.get(row.number)
    if proposal is None:
        return OwnReport(stage, "open", form=form)
    versions = versions_view(state, proposal, name)
    spoken = {player for version in versions for player in version.players}
    claims = [each.statement.said for each in sorted(versions, key=lambda version: not version.mine) if each.rows]
    start = next(iter(claims), None)
    return OwnReport(
        stage=stage,
        progress="disputed" if row.progress == "disputed" else "waiting" if name in spoken else "asked",
        versions=versions,
        silent=tuple(seat.name for seat in row.seats if not seat.left and seat.name not in spoken),
        form=form,
        start=start,
        given=None if start is None else rules.as_given(row.table, start),
    )


def _own_call(state: State, call: Call, name: str) -> OwnCall:
    rulings = tuple(entry for entry in call.history if entry.kind in (EntryKind.RULING, EntryKind.APPEAL_RULING))
    asked = call.state is not CallState.CLOSED and asked_about_loop(call) == name and state.may_act(name)
    return OwnCall(call, rulings, call.loop_case is not None, asked)


def asked_about_loop(call: Call) -> str | None:
    """Return the player whose answer the loop desk of a call waits for; None for no player."""
    if call.loop_case is None:
        return None
    answer = rule(call.loop_case)
    return answer.player if isinstance(answer, Waiting) else None
