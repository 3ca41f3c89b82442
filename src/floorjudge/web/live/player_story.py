"""What the event is for one player: their table, their games so far, and what comes next for them."""

from __future__ import annotations

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.events import decide
from floorjudge.events.commands import Leave
from floorjudge.events.events import PlayerLeft
from floorjudge.events.explain import leaving_text
from floorjudge.events.floor.state import Venue
from floorjudge.events.standings import anything_played
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.scoring import doubled_score
from floorjudge.formats.on_the_edge.tables import Player, PlayerSet, Result, Stage, Table, TableSet
from floorjudge.texts import Text, counted, text
from floorjudge.web.live.rows import Seat, TableRow, places_to_be_seen, seats, table_row


class Game(msgspec.Struct, frozen=True):
    """A game that a player has played: `own` is their seat; `stage` is round, readmission or final."""

    round: int
    stage: str
    table: Table
    seats: tuple[Seat, ...]
    own: Seat
    off_numbered: bool


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
    shown = places_to_be_seen(state, venue)
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


def upon_leaving(state: State, player: Player) -> Text | None:
    """Return the sentence for what would happen if a player left now, None when they cannot."""
    try:
        events = decide(state, Leave(player.name))
    except FloorjudgeError:
        return None
    return next(leaving_text(event) for event in events if isinstance(event, PlayerLeft))


def table_of(state: State, name: str) -> Table | None:
    """Return the table of a player in the stage being played, None when they have none."""
    return next((table for table in state.tables if name in table.players), None)


def _games(state: State, player: Player) -> list[Game]:
    stages = [(played.round, played.stage, played.tables, played.results) for played in state.past]
    stages.append((state.round, state.stage, state.tables, state.results))
    found = []
    for number, stage, tables, results in stages:
        table = next((table for table in tables if player.name in table.players), None)
        outcome = None if table is None else results.get(table.table)
        if table is None or outcome is None:
            continue
        seated = seats(state, table, outcome)
        own = next(seat for seat in seated if seat.name == player.name)
        kind = Stage.FINAL if table.set is TableSet.FINAL else stage
        found.append(Game(number, kind.value, table, seated, own, table.off_numbered))
    return found


def _next_steps(state: State, player: Player, mine: Table | None, *, places_shown: bool) -> tuple[Text, ...]:
    if player.set is PlayerSet.LEFT:
        return (text("Has left the event."),)
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
        said = text("Sits this round out: there was nobody left to play against.")
        return (said, _waiting(len(state.open_tables())))
    if player.name in state.finalists():
        return (text("Has a seat in the final, which comes after the readmission game."),)
    return (text("The readmission game is being played; then come the final and the last games of everybody else."),)


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
