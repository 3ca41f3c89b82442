"""The big screen of the hall: sheets that fit any projector, one after another, with what people look up at each stage.

A sheet has a fixed number of lines; `static/screen.css` makes a line as high as the screen allows.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query
from starlette.responses import Response

from floorjudge.events.state import State
from floorjudge.events.venue import Venue
from floorjudge.formats.competition import Phase
from floorjudge.formats.display import Bracket
from floorjudge.web.asking import Here
from floorjudge.web.common.languages import plain
from floorjudge.web.links import base_address, join_link, qr_picture
from floorjudge.web.live.views import clock_face, places_are_public, standings_view, table_views

router = APIRouter()
SECONDS_A_SHEET = 10
LINES_A_COLUMN = 20
COLUMNS = 3
# Of no more lines than this, a column has half the width of the screen and letters to be read from the last row.
LINES_OF_TWO = 14
TABLES_A_SHEET = 12
MOST_TABLES = 24
MOST_SEATS = 4
OPEN_A_SHEET = 60
# Where hundreds play, the lower half of the standings is for phones: the hall waits for its tables.
MOST_STANDINGS = 2 * COLUMNS * LINES_A_COLUMN


class Seated(msgspec.Struct, frozen=True):
    """A line of the seating: who sits where."""

    name: str
    table: int


class Sheet(msgspec.Struct, frozen=True):
    """One sheet: `kind` is welcome, join, players, seating, tables, open, bracket, standings or podium; `columns` are its lines."""

    kind: str
    columns: tuple[tuple[Any, ...], ...] = ()


def sheets(state: State, venue: Venue) -> list[Sheet]:
    """Return what the big screen shows now, in order; at least one sheet."""
    if state.phase is Phase.REGISTRATION:
        names = sorted((player.name for player in state.in_event()), key=plain)
        return [Sheet("join" if state.may_join else "welcome"), *_in_columns("players", names)]
    listed = standings_view(state, with_places=places_are_public(state, venue))
    ranked = [line for line in listed.lines if line.rank is not None]
    best = _in_columns("standings", ranked[:MOST_STANDINGS]) if any(line.main.exact != "0" for line in ranked) else []
    if state.phase is Phase.FINISHED:
        return [Sheet("podium", (tuple(listed.podium),)), *_bracket(state), *best]
    return [*_playing(state, venue), *_bracket(state), *best]


def _bracket(state: State) -> list[Sheet]:
    """Return the sheet of the bracket, none where the format has none or it is not known yet."""
    path = state.rules.path(state)
    return [Sheet("bracket", ((path,),))] if isinstance(path, Bracket) else []


def _playing(state: State, venue: Venue) -> list[Sheet]:
    """Return the sheets of a stage that is being played: who sits where by name, then the tables, or those still open."""
    tables = table_views(state, venue)
    still_open = [row for row in tables if not row.done]
    seated = [Seated(seat.name, row.number) for row in still_open for seat in row.seats if not seat.left]
    found: list[Sheet] = []
    cards = len(tables) <= MOST_TABLES and all(len(row.seats) <= MOST_SEATS for row in tables)
    if len(tables) > 3 or not cards:
        found += _in_columns("seating", sorted(seated, key=lambda entry: plain(entry.name)))
    if cards:
        found += [
            Sheet("tables", (tuple(tables[start : start + TABLES_A_SHEET]),))
            for start in range(0, len(tables), TABLES_A_SHEET)
        ]
    elif still_open:
        found.append(Sheet("open", (tuple(still_open[:OPEN_A_SHEET]),)))
    return found


def _in_columns(kind: str, lines: list[Any]) -> list[Sheet]:
    """Return lines on as many sheets as they need, all about equally full, as are the columns of a sheet."""
    count = -(-len(lines) // (COLUMNS * LINES_A_COLUMN))
    made = []
    for index in range(count):
        here = lines[len(lines) * index // count : len(lines) * (index + 1) // count]
        columns = 2 if len(here) <= 2 * LINES_OF_TWO else COLUMNS
        height = -(-len(here) // columns)
        made.append(Sheet(kind, tuple(tuple(here[start : start + height]) for start in range(0, len(here), height))))
    return made


@router.get("/e/{event}/screen")
async def screen(at: Here, sheet: Annotated[int, Query(ge=0, le=10**6)] = 0) -> Response:
    """Show one sheet of the big screen; the next one follows by itself."""
    listed = sheets(at.state, at.venue)
    # With a thousand players that took milliseconds: others have their turn before the page is made.
    await asyncio.sleep(0)
    number = sheet % len(listed)
    join = join_link(base_address(at.request), at)
    return at.page(
        "public/screen.html",
        shown=listed[number],
        sheet=number,
        sheets=len(listed),
        seconds=SECONDS_A_SHEET,
        done=len(at.state.results),
        total=len(at.state.tables),
        players=len(at.state.in_event()),
        face=clock_face(at.venue, datetime.now(UTC)),
        join=join,
        code=qr_picture(join) if listed[number].kind == "join" else "",
    )
