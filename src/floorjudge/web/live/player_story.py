"""What the event is for one player: their table, their games, what comes next, what is said of their game, their calls."""

from __future__ import annotations

import msgspec

from floorjudge.events.events import ReachedEight, Won
from floorjudge.events.explain import claim_text
from floorjudge.events.floor.proposals import dispute_call, missing
from floorjudge.events.floor.state import Call, CallState, Entry, EntryKind, Venue
from floorjudge.events.standings import anything_played
from floorjudge.events.state import State
from floorjudge.events.view import concerns
from floorjudge.formats.on_the_edge.scoring import doubled_score
from floorjudge.formats.on_the_edge.tables import Outcome, Player, PlayerSet, Qualified, Result, Stage, Table, TableSet
from floorjudge.loops import Waiting, rule
from floorjudge.texts import Text, counted, text
from floorjudge.web.live.rows import Seat, TableRow, Version, note_of, places_are_public, seats, table_row, versions_of

CALLS_SHOWN = 5


class Game(msgspec.Struct, frozen=True):
    """A game that a player has played: `own` is their seat; `stage` is round, readmission or final; `note` as for a table."""

    round: int
    stage: str
    table: Table
    seats: tuple[Seat, ...]
    own: Seat
    note: str | Text | None


class PlayerStory(msgspec.Struct, frozen=True):
    """A player at a moment.

    `table` is theirs in the stage being played, `seat` theirs at it, counted from 1, `games` those that are over, oldest
    first. `rank` is theirs by score among the `present`, `place` theirs among the `placed`, None before any game and after leaving.
    """

    player: Player
    next_steps: tuple[Text, ...]
    table: TableRow | None
    games: tuple[Game, ...]
    place: int | None
    seat: int
    rank: int | None
    present: int
    placed: int

    @property
    def others(self) -> tuple[str, ...]:
        """Who else sits at the table, without those who have left."""
        seats = () if self.table is None else self.table.seats
        return tuple(seat.name for seat in seats if seat.name != self.player.name and not seat.left)

    @property
    def is_playing(self) -> bool:
        """Whether a game of theirs is still open."""
        return self.table is not None and self.table.progress != "done"


def player_story(state: State, venue: Venue, player: Player) -> PlayerStory:
    """Return what the event is for a player."""
    mine = table_of(state, player.name)
    present = state.in_event()
    shown = places_are_public(state, venue)
    return PlayerStory(
        player=player,
        next_steps=_next_steps(state, player, mine, places_shown=shown),
        table=None if mine is None else table_row(state, venue, mine),
        games=tuple(_games(state, player)),
        place=state.places().get(player.name) if shown else None,
        seat=0 if mine is None else mine.players.index(player.name) + 1,
        rank=_rank(present, player) if anything_played(state) else None,
        present=len(present),
        placed=len(state.places()) if shown else 0,
    )


def _rank(present: list[Player], player: Player) -> int | None:
    """Return how many have a higher tournament score, and one; None for who has left."""
    if player.set is PlayerSet.LEFT:
        return None
    return 1 + sum(doubled_score(other) > doubled_score(player) for other in present)


def table_of(state: State, name: str) -> Table | None:
    """Return the table of a player in the stage being played, None when they have none."""
    return next((table for table in state.tables if name in table.players), None)


def _games(state: State, player: Player) -> list[Game]:
    found = []
    for played in state.stages():
        table = next((table for table in played.tables if player.name in table.players), None)
        outcome = None if table is None else played.results.get(table.table)
        if table is None or outcome is None:
            continue
        seated = seats(state, table, outcome)
        own = next(seat for seat in seated if seat.name == player.name)
        found.append(Game(played.round, played.kind.value, table, seated, own, note_of(outcome)))
    return found


def _next_steps(state: State, player: Player, mine: Table | None, *, places_shown: bool) -> tuple[Text, ...]:
    if player.set is PlayerSet.LEFT:
        gone = text("Has left the event.")
        placed = places_shown and player.name in state.places()
        return (gone, _at_the_end(state, player, places_shown=True)) if placed else (gone,)
    if state.stage is Stage.REGISTRATION:
        return (text("Registered. The tables of the first round are drawn when the event starts."),)
    if state.stage is Stage.FINISHED:
        return (_at_the_end(state, player, places_shown=places_shown),)
    if mine is not None and mine.table not in state.results:
        return (_to_play(mine),)
    if mine is None:
        return _without_table(state, player)
    return (_after_game(state, player, mine), _waiting(len(state.open_tables())))


def _without_table(state: State, player: Player) -> tuple[Text, ...]:
    if state.stage is not Stage.READMISSION:
        return (_without_game(state, player), _waiting(len(state.open_tables())))
    if player.name in state.finalists():
        return (text("Has a seat in the final, which comes after the readmission game."),)
    return (text("The readmission game is being played; then come the final and the last games of everybody else."),)


def _without_game(state: State, player: Player) -> Text:
    if player.name in state.sitting_out or state.stage is Stage.FINAL:
        return text("Sits this round out: there was nobody left to play against.")
    if player.late_in == state.round:
        return text("Let in late: plays in the inactive set from the next tables on.")
    return text("Plays from the next tables on.")


def _to_play(mine: Table) -> Text:
    if mine.set is TableSet.READMISSION:
        return text(
            "Now at table {table}: the readmission game. Whoever reaches {target} influence is in the final.",
            table=mine.table,
            target=mine.target,
        )
    if mine.set is TableSet.FINAL:
        return text(
            "Now at table {table}: the final. {target} influence wins it.", table=mine.table, target=mine.target
        )
    return text("Now at table {table}. {target} influence wins.", table=mine.table, target=mine.target)


def _after_game(state: State, player: Player, mine: Table) -> Text:
    outcome = state.results[mine.table]
    if state.stage is Stage.FINAL:
        return text("Has played the last game. The places are known when every game is over.")
    if not isinstance(outcome, Result):
        if player.name in outcome.players:
            return text("Has reached the final, which comes next.")
        return text("The readmission game is over. The last games of the inactive set come next.")
    if player.set is PlayerSet.ACTIVE:
        return text("Won, and stays in the active set.")
    return text(
        "Plays on in the inactive set: every point still counts for the places, and for a way back into the final."
    )


def _waiting(games: int) -> Text:
    if games == 0:
        return text("Every game of this round is over; the next tables come soon.")
    return counted(
        "{count} game of this round is still being played.",
        "{count} games of this round are still being played.",
        count=games,
    )


def _at_the_end(state: State, player: Player, *, places_shown: bool) -> Text:
    if not places_shown:
        return text("The event is over. The places are published soon.")
    place = state.places().get(player.name)
    if place is None:
        return text("The event is over.")
    if place == 1:
        return text("Won the event.")
    return text("Finished in place {place} of {total}.", place=place, total=len(state.places()))


class OwnReport(msgspec.Struct, frozen=True):
    """A player's table and what is said about its game.

    `progress` is `open` (nobody has said anything), `asked` (others have), `waiting` (I have, others have not), `disputed` or
    `done`. `silent` are those who are still to speak; `call` is the dispute's.
    """

    row: TableRow
    stage: int
    progress: str
    versions: tuple[Version, ...] = ()
    silent: tuple[str, ...] = ()
    call: int | None = None
    outcome: Outcome | None = None

    @property
    def starts_from(self) -> Won | None:
        """What a report that says something else begins with: what I said, else what was said first."""
        mine = sorted(self.versions, key=lambda version: not version.mine)
        return next((version.won for version in mine if version.won is not None), None)

    @property
    def who_reached_eight(self) -> Text | None:
        """The sentence for the result of a readmission game, None for another game's, which has rows."""
        return claim_text(ReachedEight(self.outcome.players)) if isinstance(self.outcome, Qualified) else None


def own_report(state: State, venue: Venue, name: str) -> OwnReport | None:
    """Return a player's game of the stage being played, None when they have none."""
    table = table_of(state, name)
    if table is None:
        return None
    row, stage = table_row(state, venue, table), state.stage_number
    outcome = state.results.get(table.table)
    if outcome is not None:
        return OwnReport(row, stage, "done", outcome=outcome)
    proposal = venue.proposals.get(table.table)
    if proposal is None:
        return OwnReport(row, stage, "open")
    return OwnReport(
        row=row,
        stage=stage,
        progress="disputed" if proposal.disputed else "waiting" if proposal.of(name) else "asked",
        versions=versions_of(proposal, name),
        silent=missing(state, proposal),
        call=dispute_call(venue, stage, table.table),
    )


class OwnCall(msgspec.Struct, frozen=True):
    """A call that concerns a player: its rulings; `asks`: the loop desk has a case, `asked_me`: and waits for this player."""

    call: Call
    rulings: tuple[Entry, ...]
    asks: bool
    asked_me: bool


def own_calls(state: State, venue: Venue, name: str) -> list[OwnCall]:
    """Return the newest calls that concern a player: those that are not closed, and those of the stage being played."""
    stage = state.stage_number
    near = [
        call
        for call in reversed(venue.all_calls())
        if (call.state is not CallState.CLOSED or call.stage == stage) and concerns(call, state, name)
    ]
    return [_own_call(call, name) for call in near[:CALLS_SHOWN]]


def _own_call(call: Call, name: str) -> OwnCall:
    rulings = tuple(entry for entry in call.history if entry.kind in (EntryKind.RULING, EntryKind.APPEAL_RULING))
    asked = call.state is not CallState.CLOSED and asked_about_loop(call) == name
    return OwnCall(call, rulings, call.loop_case is not None, asked)


def asked_about_loop(call: Call) -> str | None:
    """Return the player whose answer the loop desk of a call waits for, None when it waits for nobody."""
    if call.loop_case is None:
        return None
    answer = rule(call.loop_case)
    return answer.player if isinstance(answer, Waiting) else None
