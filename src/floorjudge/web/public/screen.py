"""The big screen of the hall: sheets for any projector, one after another, with the lists that people need at each stage.

All lists of one moment have the same size; `static/screen.css` makes a line as high as the screen allows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated, Any, NamedTuple

import msgspec
from fastapi import APIRouter, Query
from starlette.responses import Response

from floorjudge.events.state import State
from floorjudge.formats.competition import Phase
from floorjudge.formats.display import Bracket
from floorjudge.web.asking import Here
from floorjudge.web.common.languages import plain
from floorjudge.web.links import base_address, join_link, qr_picture
from floorjudge.web.live.views import TableView, clock_face, places_are_public, standings_view, table_views

router = APIRouter()
SECONDS_A_SHEET = 10
TABLES_A_SHEET = 12
MOST_TABLES = 24
MOST_SEATS = 4
OPEN_A_SHEET = 60


class Size(NamedTuple):
    """The number of lines of a sheet; `static/screen.css` has the size of the letters for each."""

    columns: int
    rows: int

    @property
    def lines(self) -> int:
        """Return the number of lines in all columns."""
        return self.columns * self.rows


# From the largest letters on; beside the registration code there is room for two columns.
SIZES = (Size(2, 8), Size(2, 14), Size(3, 14), Size(3, 20))
SIZES_BESIDE_CODE = (Size(2, 8), Size(2, 14), Size(2, 20))
# With hundreds of players, the lower half of the standings is for phones: the hall waits for its tables.
MOST_STANDINGS = 2 * SIZES[-1].lines


class Name(msgspec.Struct, frozen=True):
    """A name for a sorted list: the part before the sorted one, and that part if it is not the whole."""

    first: str
    last: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """Return the key for sorting."""
        return plain(self.last), plain(self.first)


def named(name: str, *, by_last: bool) -> Name:
    """Return a name for a list that is sorted by whole names, or by their last words."""
    first, _, last = name.rpartition(" ")
    return Name(first, last) if by_last else Name(name)


class Seated(msgspec.Struct, frozen=True):
    """A line of the seating: a player and the table; None without a game in this round."""

    name: Name
    table: int | None


class Sheet(msgspec.Struct, frozen=True):
    """One sheet: `kind` is welcome, join, players, seating, tables, open, bracket, standings or podium; `columns` are its lines.

    `size` is that of a list; `join`: the registration code stands beside it. `overtaken` is as in `Standings`, on the
    podium.
    """

    kind: str
    columns: tuple[tuple[Any, ...], ...] = ()
    size: Size = SIZES[-1]
    join: bool = False
    overtaken: tuple[str, str] | None = None


def sheets(state: State, *, by_last: bool = False) -> list[Sheet]:
    """Return the sheets to show now, in order, all lists in one size; at least one sheet."""
    if state.phase is Phase.REGISTRATION:
        names = sorted((named(player.name, by_last=by_last) for player in state.in_event()), key=lambda name: name.key)
        join = state.may_join
        listed = _in_columns([("players", names)], SIZES_BESIDE_CODE if join else SIZES)
        first = Sheet("join" if join else "welcome", join=join)
        return [first, *(msgspec.structs.replace(sheet, join=join) for sheet in listed)]
    standing = standings_view(state, with_places=places_are_public(state))
    ranked = [line for line in standing.lines if line.rank is not None]
    best = ranked[:MOST_STANDINGS] if any(line.main.exact != "0" for line in ranked) else []
    if state.phase is Phase.FINISHED:
        return [
            Sheet("podium", (tuple(standing.podium),), overtaken=standing.overtaken),
            *_bracket(state),
            *_in_columns([("standings", best)]),
        ]
    tables = table_views(state)
    cards = len(tables) <= MOST_TABLES and all(len(row.seats) <= MOST_SEATS for row in tables)
    looked_up = _seated(tables, state.sitting_out, by_last=by_last) if len(tables) > 3 or not cards else []
    lists = _in_columns([("seating", looked_up), ("standings", best)])
    seating = [sheet for sheet in lists if sheet.kind == "seating"]
    return [*seating, *_tables(tables, cards=cards), *_bracket(state), *lists[len(seating) :]]


def _seated(tables: list[TableView], sitting_out: Iterable[str], *, by_last: bool) -> list[Seated]:
    """Return the players who still play and their tables, in the order of their names; with those who sit out, as long as a game is played."""
    seats: dict[str, int | None] = {
        seat.name: row.number for row in tables if not row.done for seat in row.seats if not seat.left
    }
    if seats:
        seats |= dict.fromkeys(sitting_out)
    return sorted(
        (Seated(named(name, by_last=by_last), table) for name, table in seats.items()), key=lambda each: each.name.key
    )


def _tables(tables: list[TableView], *, cards: bool) -> list[Sheet]:
    """Return the sheets of the tables: cards if they are few, else the numbers of the tables that still play."""
    if cards:
        return [
            Sheet("tables", (tuple(tables[start : start + TABLES_A_SHEET]),))
            for start in range(0, len(tables), TABLES_A_SHEET)
        ]
    still_open = [row for row in tables if not row.done]
    return [Sheet("open", (tuple(still_open[:OPEN_A_SHEET]),))] if still_open else []


def _bracket(state: State) -> list[Sheet]:
    """Return the sheet of the bracket; none if there is no bracket yet."""
    path = state.rules.path(state)
    return [Sheet("bracket", ((path,),))] if isinstance(path, Bracket) else []


def _in_columns(lists: list[tuple[str, list[Any]]], sizes: tuple[Size, ...] = SIZES) -> list[Sheet]:
    """Return lists on as many sheets as they need, with sheets and columns about equally full.

    Their size is the largest in which the fullest sheet has room.
    """
    counts = [-(-len(lines) // sizes[-1].lines) for _, lines in lists]
    fullest = max(
        (-(-len(lines) // count) for count, (_, lines) in zip(counts, lists, strict=True) if count), default=0
    )
    size = next(size for size in sizes if size.lines >= fullest)
    made = []
    for count, (kind, lines) in zip(counts, lists, strict=True):
        for index in range(count):
            here = lines[len(lines) * index // count : len(lines) * (index + 1) // count]
            height = -(-len(here) // size.columns)
            columns = tuple(tuple(here[start : start + height]) for start in range(0, len(here), height))
            made.append(Sheet(kind, columns, size))
    return made


@router.get("/e/{event}/screen")
async def screen(
    at: Here, sheet: Annotated[int, Query(ge=0, le=10**6)] = 0, names: Annotated[str, Query(max_length=10)] = ""
) -> Response:
    """Show one sheet of the big screen; the next one follows by itself. With `names=last` the list is sorted by last names."""
    by_last = names == "last"
    listed = sheets(at.state, by_last=by_last)
    # With a thousand players that took milliseconds: yield to other requests before the page is rendered.
    await asyncio.sleep(0)
    number = sheet % len(listed)
    join = join_link(base_address(at.request), at)
    return at.page(
        "public/screen.html",
        shown=listed[number],
        sheet=number,
        sheets=len(listed),
        by_last=by_last,
        places_why=at.state.rules.places_why,
        seconds=SECONDS_A_SHEET,
        done=len(at.state.results),
        total=len(at.state.tables),
        players=len(at.state.in_event()),
        face=clock_face(at.state, datetime.now(UTC)),
        join=join,
        code=qr_picture(join) if listed[number].join else "",
    )
