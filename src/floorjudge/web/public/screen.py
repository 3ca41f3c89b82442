"""The big screen of the hall: sheets for any projector, one after another, with the lists that people need at each stage.

All lists of one moment have the same size, and so have all sheets of tables. `static/screen.css` makes the letters as large
as the size and the longest name allow.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
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
MOST_TABLES = 24
MOST_SEATS = 4


class Size(NamedTuple):
    """The columns and rows of a sheet, each of which `static/screen.css` names."""

    columns: int
    rows: int

    @property
    def places(self) -> int:
        """Return how many lines, tables or numbers there is room for."""
        return self.columns * self.rows


# The most rows with so many columns, from the largest letters on. Beside the registration code there is room for two columns.
SIZES = (Size(1, 8), Size(2, 14), Size(3, 20))
SIZES_BESIDE_CODE = (Size(1, 8), Size(2, 20))
TABLE_SIZES = (Size(1, 1), Size(2, 2), Size(3, 3), Size(4, 3))
MOST_COLUMNS, MOST_ROWS = 10, 20
NUMBER_SIZES = (Size(1, 1), Size(3, 2), Size(6, 3), Size(8, 4), Size(10, 6))
# With hundreds of players, the lower half of the standings is for phones: the hall waits for its tables.
MOST_STANDINGS = 2 * SIZES[-1].places
# `static/screen.css` names the lengths of the longest name in these steps; what is longer is cut.
LETTERS = (8, 12, 16, 20, 24, 28, 32)


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

    `size` is that of its lines, tables or numbers; `join`: the registration code stands beside it. `overtaken` is as in `Standings`, on the
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
        shared = _shared(tables, TABLE_SIZES[-1].places)
        size = _size_for(max(map(len, shared), default=0), TABLE_SIZES)
        return [Sheet("tables", (here,), size) for here in shared]
    still_open = tuple(row for row in tables if not row.done)[: NUMBER_SIZES[-1].places]
    return [Sheet("open", (still_open,), _size_for(len(still_open), NUMBER_SIZES))] if still_open else []


def _bracket(state: State) -> list[Sheet]:
    """Return the sheet of the bracket; none if there is no bracket yet."""
    path = state.rules.path(state)
    if not isinstance(path, Bracket):
        return []
    matches = max((len(each.matches) for each in path.rounds), default=1)
    return [Sheet("bracket", ((path,),), Size(min(len(path.rounds), MOST_COLUMNS), min(matches, MOST_ROWS)))]


def _in_columns(lists: list[tuple[str, list[Any]]], sizes: tuple[Size, ...] = SIZES) -> list[Sheet]:
    """Return lists on as many sheets as they need, with sheets and columns about equally full.

    Their size is that of the fullest sheet.
    """
    shared = [(kind, here) for kind, lines in lists for here in _shared(lines, sizes[-1].places)]
    size = _size_for(max((len(here) for _, here in shared), default=0), sizes)
    made = []
    for kind, here in shared:
        height = -(-len(here) // size.columns)
        columns = tuple(here[start : start + height] for start in range(0, len(here), height))
        made.append(Sheet(kind, columns, size))
    return made


def _shared(lines: Sequence[Any], most: int) -> list[tuple[Any, ...]]:
    """Return lines in as few parts as possible, each of at most `most`, about equally long."""
    count = -(-len(lines) // most)
    return [tuple(lines[len(lines) * index // count : len(lines) * (index + 1) // count]) for index in range(count)]


def _size_for(count: int, sizes: tuple[Size, ...]) -> Size:
    """Return the columns of the first size with room for so many places, and the rows that they need."""
    columns = next(size.columns for size in sizes if size.places >= count)
    return Size(columns, max(1, -(-count // columns)))


def _letters(state: State) -> int:
    """Return the length of the longest name in the event, as one of LETTERS."""
    longest = max((len(player.name) for player in state.in_event()), default=0)
    return next((letters for letters in LETTERS if letters >= longest), LETTERS[-1])


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
        letters=_letters(at.state),
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
