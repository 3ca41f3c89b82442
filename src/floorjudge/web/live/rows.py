"""What pages show of an event, as values: tables with results, the clock, what players say of their game. Equal ones have the same HTML."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from floorjudge.events.events import ReachedEight, Won
from floorjudge.events.explain import claim_text, unplayed_text
from floorjudge.events.floor.clock import ends_at, remaining
from floorjudge.events.floor.state import WAITING, CallState, Proposal, Statement, Venue
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.scoring import points
from floorjudge.formats.on_the_edge.tables import Outcome, Player, Qualified, Result, Stage, Table
from floorjudge.texts import Language, Text, render
from floorjudge.web.common.languages import fits, looked_for


class Seat(msgspec.Struct, frozen=True):
    """A player at a table; `influence` and `points` are None while the game is open."""

    name: str
    number: int
    left: bool
    won: bool = False
    influence: int | None = None
    points: int | None = None


class TableRow(msgspec.Struct, frozen=True):
    """One table: who sits there, what for, and how it ended. `progress` is open, reported, disputed or done.

    `judge` is `waiting` while nobody has gone to a call of this table, `there` once somebody has.
    """

    number: int
    set: str
    target: int
    seats: tuple[Seat, ...]
    progress: str
    note: str | Text | None = None
    minutes: int = 0
    judge: str | None = None


def table_row(state: State, venue: Venue, table: Table) -> TableRow:
    """Return one table of the stage being played."""
    outcome = state.results.get(table.table)
    proposal = venue.proposals.get(table.table)
    progress = "done" if outcome else "open" if proposal is None else "disputed" if proposal.disputed else "reported"
    return TableRow(
        number=table.table,
        set=table.set.value,
        target=table.target,
        seats=seats(state, table, outcome),
        progress=progress,
        note=note_of(outcome),
        minutes=0 if outcome else venue.extensions.get(table.table, 0),
        judge=_judge(state, venue, table.table),
    )


def note_of(outcome: Outcome | None) -> str | Text | None:
    """Return what is to be said beside a result: its note, or why the points of a game that nobody finished are as they are."""
    if not isinstance(outcome, Result):
        return None
    return unplayed_text() if outcome.unplayed and len(outcome.influence) > 2 else outcome.note


def _judge(state: State, venue: Venue, table: int) -> str | None:
    """Return whether a judge is waited for at a table of the stage being played, or is there."""
    here = {call.state for call in venue.unclosed_calls() if call.table == table and call.stage == state.stage_number}
    if here & WAITING:
        return "waiting"
    return "there" if CallState.TAKEN in here else None


def seats(state: State, table: Table, outcome: Outcome | None) -> tuple[Seat, ...]:
    """Return the players of a table with what the game gave them, in seat order."""
    if isinstance(outcome, Result):
        gained = points(table, outcome)
        return tuple(
            Seat(name, state.players[name].number, state.has_left(name), name == outcome.winner, influence, won)
            for name, influence, won in zip(table.players, outcome.influence, gained, strict=True)
        )
    qualified = outcome.players if isinstance(outcome, Qualified) else ()
    return tuple(
        Seat(name, state.players[name].number, state.has_left(name), name in qualified) for name in table.players
    )


def table_rows(state: State, venue: Venue) -> list[TableRow]:
    """Return all tables of the stage being played."""
    return [table_row(state, venue, table) for table in state.tables]


def found_players(state: State, typed: str) -> list[Player]:
    """Return the players whose name holds what is looked for, see `languages.fits`, in the order of registration."""
    wanted = looked_for(typed)
    if not wanted:
        return state.everybody()
    return [player for player in state.everybody() if fits(player.name, wanted)]


def places_are_public(state: State, venue: Venue) -> bool:
    """Say whether everybody may see the final places by now."""
    return state.stage is Stage.FINISHED and venue.places_published


class ClockFace(msgspec.Struct, frozen=True):
    """The clock: `seconds` are left (below zero: over); `ends` is when that is, ISO 8601, None while it is paused.

    `time_over` is what happens then, in the organiser's words.
    """

    seconds: int
    ends: str | None
    time_over: str | None = None

    @property
    def ends_ms(self) -> int | None:
        """When the time is over, in milliseconds since 1970."""
        return None if self.ends is None else int(datetime.fromisoformat(self.ends).timestamp() * 1000)

    @property
    def until(self) -> str | None:
        """The time of day when it is over, where the server is: `14:30`. It is the same for all who see the clock."""
        return None if self.ends is None else f"{datetime.fromisoformat(self.ends).astimezone():%H:%M}"

    @property
    def digits(self) -> str:
        """What is left as minutes and seconds: `49:05`, `−0:12`."""
        minutes, seconds = divmod(abs(self.seconds), 60)
        return f"{'−' if self.seconds < 0 else ''}{minutes}:{seconds:02}"


def clock_face(venue: Venue, now: datetime) -> ClockFace | None:
    """Return the clock at a moment, None when there is none."""
    clock = venue.clock
    if clock is None:
        return None
    ends = ends_at(clock)
    ends_then = None if ends is None else ends.isoformat()
    return ClockFace(remaining(clock, now), ends_then, venue.details.time_over)


class Version(msgspec.Struct, frozen=True):
    """One thing that is said about a game, and who says so; `mine`: I am among them."""

    statement: Statement
    players: tuple[str, ...]
    mine: bool

    @property
    def number(self) -> int:
        """The number under which it is confirmed."""
        return self.statement.number

    @property
    def is_result(self) -> bool:
        """Whether it says how the game ended, and not only that something is wrong."""
        return self.statement.said is not None

    @property
    def won(self) -> Won | None:
        """The result that it says, None when it is something else."""
        return self.statement.said if isinstance(self.statement.said, Won) else None

    def words(self, language: Language) -> str:
        """Return it in words."""
        said = self.statement.said
        return (self.statement.text or "") if said is None else render(claim_text(said), language)


def versions_of(proposal: Proposal, name: str | None = None) -> tuple[Version, ...]:
    """Return what is said about a game, each thing once; `name` is whose page it is for."""
    return tuple(Version(said, players, name in players) for said, players in proposal.versions())


def stated(venue: Venue, table: int, statement: int) -> dict[str, Any] | None:
    """Return the report that a statement of the players of a table means, None when it no longer stands."""
    proposal = venue.proposals.get(table)
    found = () if proposal is None else (each for each in proposal.statements if each.number == statement)
    said = next((each.said for each in found), None)
    if said is None:
        return None
    command: dict[str, Any] = {"do": "report", "table": table}
    if isinstance(said, Won):
        note = {} if said.note is None else {"note": said.note}
        return command | {"winner": said.winner, "influence": dict(said.influence)} | note
    if isinstance(said, ReachedEight):
        return command | {"qualified": list(said.qualified)}
    return {"do": "drawn", "table": table}
