"""An event as values for pages: tables with results, standings, the clock, players' statements. Equal values have the same HTML.

One function makes each kind of value in one pass, from the event and the state around its tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from itertools import combinations
from typing import Any

import msgspec
from msgspec.structs import replace

from floorjudge.events.floor.clock import ends_at, remaining
from floorjudge.events.standings import PODIUM, standings
from floorjudge.events.state import State
from floorjudge.events.venue import Proposal, Statement
from floorjudge.formats.competition import Phase, Played, Table
from floorjudge.formats.display import Badge, Cell, Column, SeatResult
from floorjudge.formats.players import Player
from floorjudge.formats.protocol import Format
from floorjudge.texts import Language, Text, render, text
from floorjudge.web.common.languages import fits, looked_for


class SeatView(msgspec.Struct, frozen=True):
    """A player at a table: the registration number, whether they have left, and what they won by the game, with its cells."""

    name: str
    number: int
    left: bool
    star: Text | None = None
    cells: tuple[Cell, ...] = ()


class TableView(msgspec.Struct, frozen=True):
    """One table: its players, its target, and its result. `progress` is open, reported, disputed or done.

    `table` is the format's own struct, for its fragments. `judge` is `waiting` if a call of this table has no judge
    yet, `there` if all have one. The table of a past stage has no minutes and no judge.
    """

    number: int
    table: Any
    group: str
    title: Text | None
    badges: tuple[Badge, ...]
    columns: tuple[Column, ...]
    seats: tuple[SeatView, ...]
    progress: str
    note: str | Text | None = None
    minutes: int = 0
    judge: str | None = None

    @property
    def done(self) -> bool:
        """Whether its game has a result."""
        return self.progress == "done"

    @property
    def players(self) -> tuple[str, ...]:
        """The names of its players."""
        return tuple(seat.name for seat in self.seats)

    @property
    def chief(self) -> bool:
        """Whether it stands out among the tables of its stage."""
        return any(badge.kind == "chief" for badge in self.badges)


def table_view(state: State, table: Table, played: Played | None = None) -> TableView:
    """Return one table of the stage `played`, or of the stage being played, with its result if it has one."""
    number = table.table
    outcome = (state.results if played is None else played.results).get(number)
    shown = state.rules.table_shown(state, table, outcome)
    rows = {row.name: row for row in shown.rows}
    venue, now = state.venue, played is None
    proposal = venue.proposals.get(number) if now and outcome is None else None
    said = None if proposal is None else "disputed" if proposal.disputed else "reported"
    return TableView(
        number=number,
        table=table,
        group=shown.group,
        title=shown.title,
        badges=shown.badges,
        columns=shown.columns,
        seats=tuple(_seat(state.players[name], rows.get(name)) for name in table.players),
        progress=said or ("open" if outcome is None else "done"),
        note=shown.note,
        minutes=venue.extensions.get(number, 0) if now and outcome is None else 0,
        judge=venue.judge_at(state.stage_number, number, done=outcome is not None) if now else None,
    )


def _seat(player: Player, row: SeatResult | None) -> SeatView:
    if row is None:
        return SeatView(player.name, player.number, not player.present)
    star = (row.won_as or text("won")) if row.won else None
    return SeatView(player.name, player.number, not player.present, star, row.cells)


def table_views(state: State) -> list[TableView]:
    """Return all tables of the stage being played."""
    return [table_view(state, table) for table in state.tables]


class Reason(msgspec.Struct, frozen=True):
    """The reason for tables, with their numbers; without numbers it is that of all."""

    sentence: Text
    tables: tuple[int, ...]


def reasons_view(shown: Format, tables: Iterable[Table]) -> tuple[Reason, ...]:
    """Return the reason for each table: each reason once, with the numbers of its tables."""
    found: dict[Any, list[Table]] = {}
    for table in tables:
        found.setdefault(shown.why_key(table), []).append(table)
    return tuple(Reason(shown.why(alike[0]), tuple(table.table for table in alike)) for alike in found.values())


class StandingView(msgspec.Struct, frozen=True):
    """A player's line of the standings, with a cell for each column, and the main one of them; see `display.Standing`.

    `left`: the player has left and has no rank among the others.
    """

    name: str
    number: int
    left: bool
    rank: int | None
    level: bool
    place: int | None
    advanced: bool
    badges: tuple[Badge, ...]
    cells: tuple[Cell, ...]
    main: Cell


class Standings(msgspec.Struct, frozen=True):
    """The standings: the columns of the format, and a line for each player in order.

    `main` is the index of the main column, if there are columns. `ranked`: the event has started. `placed`: places are public. `begun`: a
    game has a result. `here_count` is the number of players who are present, or ranked although they have left;
    `placed_count` that of public places.
    """

    columns: tuple[Column, ...]
    main: int
    lines: tuple[StandingView, ...]
    positions: dict[str, int]
    ranked: bool
    placed: bool
    begun: bool
    here_count: int
    placed_count: int

    def of(self, name: str) -> StandingView | None:
        """Return the line of a player; None for one who left before any game."""
        position = self.positions.get(name)
        return None if position is None else self.lines[position]

    @property
    def count(self) -> int:
        """The number of players with a public place, or else of those who are present or ranked."""
        return self.placed_count if self.placed else self.here_count

    @property
    def opens(self) -> bool:
        """Whether a line can be opened to show all its columns where there is little room: they are many, or need an explanation."""
        return len(self.columns) > ROOM_FOR or any(column.help is not None for column in self.columns)

    @property
    def overtaken(self) -> tuple[str, str] | None:
        """Players on the podium with less in the main column than a later one there, each with that player."""
        lines = [(line.name, line.place, _exact(line.main)) for line in self.podium]
        for (ahead, place, less), (behind, later, more) in combinations(lines, 2):
            if place != later and less is not None and more is not None and less < more:
                return ahead, behind
        return None

    @property
    def podium(self) -> list[StandingView]:
        """The lines of the first three places, six at most, because equal players share a place."""
        return [line for line in self.lines if line.place is not None and line.place <= PODIUM][: 2 * PODIUM]


def _exact(cell: Cell) -> Fraction | None:
    """Return the number in a cell; None without one."""
    try:
        return Fraction(cell.exact)
    except ValueError:
        return None


# The main cell where a format has no columns.
NO_CELL = Cell("", "")
# This many columns without a help text need no explanation.
ROOM_FOR = 3
# A whole hall reads the standings of the same moment: they are computed once, for the newest events.
MOST_REMEMBERED = 16
_REMEMBERED: dict[tuple[int, bool], tuple[State, Standings]] = {}


def standings_view(state: State, *, with_places: bool) -> Standings:
    """Return the standings; `with_places`: the reader may see the places, once there are any."""
    known = _REMEMBERED.get((id(state), with_places))
    if known is None:
        if len(_REMEMBERED) >= MOST_REMEMBERED:
            _REMEMBERED.clear()
        known = _REMEMBERED[id(state), with_places] = state, _standings(state, with_places=with_places)
    return known[1]


def _standings(state: State, *, with_places: bool) -> Standings:
    shown = state.rules
    columns = tuple(shown.columns(state))
    main = next((index for index, column in enumerate(columns) if column.main), 0)
    columns = tuple(replace(column, main=index == main) for index, column in enumerate(columns))
    lines = []
    for row in standings(state, with_places=with_places):
        player, cells = row.player, row.cells
        badges = shown.player_badges(state, player)
        if row.place is not None or row.advanced:
            badges = tuple(badge for badge in badges if badge.kind != "on")
        if row.left:
            badges = (*badges, Badge("left", text("left")))
        elif row.advanced:
            badges = (*badges, Badge("on", shown.advanced_word))
        lines.append(
            StandingView(
                name=player.name,
                number=player.number,
                left=row.left and row.rank is None,
                rank=row.rank,
                level=row.level,
                place=row.place,
                advanced=row.advanced,
                badges=badges,
                cells=cells,
                main=cells[main] if cells else NO_CELL,
            )
        )
    return Standings(
        columns=columns,
        main=main,
        lines=tuple(lines),
        positions={line.name: index for index, line in enumerate(lines)},
        ranked=state.phase is not Phase.REGISTRATION,
        placed=with_places and state.phase is Phase.FINISHED,
        begun=state.anything_played(),
        here_count=sum(not line.left for line in lines),
        placed_count=sum(line.place is not None for line in lines),
    )


def found_players(state: State, typed: str) -> list[Player]:
    """Return the players whose name contains the typed text, see `languages.fits`, in the order of registration."""
    wanted = looked_for(typed)
    if not wanted:
        return state.all_players()
    return [player for player in state.all_players() if fits(player.name, wanted)]


def places_are_public(state: State) -> bool:
    """Return whether the final places are public."""
    return state.phase is Phase.FINISHED and state.venue.places_published


class ClockFace(msgspec.Struct, frozen=True):
    """The clock: `seconds` are left (negative after the end); `ends` is the end, ISO 8601, None during a pause.

    `time_over` is the organiser's rule for the end.
    """

    seconds: int
    ends: str | None
    time_over: str | None = None

    @property
    def ends_ms(self) -> int | None:
        """The end, in milliseconds since 1970."""
        return None if self.ends is None else int(datetime.fromisoformat(self.ends).timestamp() * 1000)

    @property
    def until(self) -> str | None:
        """The time of day of the end, at the server: `14:30`. It is the same for all viewers."""
        return None if self.ends is None else f"{datetime.fromisoformat(self.ends).astimezone():%H:%M}"

    @property
    def digits(self) -> str:
        """The remaining time as minutes and seconds: `49:05`, `−0:12`."""
        minutes, seconds = divmod(abs(self.seconds), 60)
        return f"{'−' if self.seconds < 0 else ''}{minutes}:{seconds:02}"


def clock_face(state: State, now: datetime) -> ClockFace | None:
    """Return the clock at a moment; None if there is none."""
    clock = state.venue.clock
    if clock is None:
        return None
    ends = ends_at(clock)
    ends_then = None if ends is None else ends.isoformat()
    return ClockFace(remaining(clock, now), ends_then, state.venue.details.time_over)


class Version(msgspec.Struct, frozen=True):
    """One version of the result of a game, and the players who stated it; `mine`: I am among them.

    `rows` are the result with its numbers; None if it is in words only.
    """

    statement: Statement
    players: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[SeatResult, ...] | None
    mine: bool

    @property
    def number(self) -> int:
        """The number to confirm it by."""
        return self.statement.number

    @property
    def is_result(self) -> bool:
        """Whether it is a result, and not only an objection."""
        return self.statement.said is not None

    @property
    def note(self) -> str | None:
        """The note beside the result."""
        return getattr(self.statement.said, "note", None)

    def words(self, language: Language) -> str:
        """Return it in words."""
        claim = self.statement.said
        return (self.statement.text or "") if claim is None else render(claim.sentence(), language)


def versions_view(state: State, proposal: Proposal, name: str | None = None) -> tuple[Version, ...]:
    """Return the versions of a game's result, each once; `name` is the reader."""
    shown, table = state.rules, state.tables[proposal.table - 1]
    columns = tuple(shown.result_columns(state, table))
    return tuple(
        Version(
            statement,
            speakers,
            columns,
            None if statement.said is None else shown.claim_rows(state, table, statement.said),
            name in speakers,
        )
        for statement, speakers in proposal.versions()
    )


def stated(state: State, table: int, statement: int) -> dict[str, Any] | None:
    """Return the report in a statement of a table's players; None if it is no longer in force."""
    proposal = state.venue.proposals.get(table)
    found = () if proposal is None else (each for each in proposal.statements if each.number == statement)
    claim = next((each.said for each in found), None)
    if claim is None:
        return None
    return {**claim.as_report(), "table": table}
