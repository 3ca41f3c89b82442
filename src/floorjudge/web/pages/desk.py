"""The desk's first page: what comes next, results as fast as they can be typed, what players have reported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.floor import missing
from floorjudge.events.floor.state import Proposal
from floorjudge.events.service.roles import Role
from floorjudge.events.service.story import said_text
from floorjudge.events.service.typed_lines import typed_line
from floorjudge.formats.on_the_edge.decks import Verdict
from floorjudge.formats.on_the_edge.tables import PlayerSet, Stage, Table
from floorjudge.web.pages.desk_frame import (
    Failed,
    as_it_is_now,
    attempt,
    desk_page,
    done_at,
    failure,
    typed_fields,
)
from floorjudge.web.pages.desk_reports import reported_fields
from floorjudge.web.refusals import no_such_page
from floorjudge.web.rows import TableRow, table_row
from floorjudge.web.stated import stated
from floorjudge.web.visits import Here, Visit

router = APIRouter()
TABLES_A_PAGE = 60
REPORTS_A_PAGE = 20


@router.get("/e/{event}/desk")
async def desk(request: Request, at: Here, first: Annotated[int, Query(ge=1, le=10**6)] = 1) -> Response:
    """Show what is to be done now."""
    at.needs(Role.SCOREKEEPER)
    return _desk(request, at, first=first)


def _desk(request: Request, at: Visit, *, failed: Failed | None = None, first: int = 1) -> Response:
    state = at.state
    still_open = [table for table in state.open_tables() if table.table not in at.seen.venue.proposals]
    shown = [table for table in still_open if table.table >= first][:TABLES_A_PAGE]
    following = next((table.table for table in still_open if shown and table.table > shown[-1].table), None)
    reports = waiting_reports(at)
    return desk_page(
        request,
        at,
        "desk",
        tab="desk",
        failed=failed,
        rows=[table_row(state, at.seen.venue, table) for table in shown],
        first=first,
        following=following,
        open_count=len(state.open_tables()),
        playing_count=len(still_open),
        reports=reports[:REPORTS_A_PAGE],
        more_reports=max(0, len(reports) - REPORTS_A_PAGE),
        present=len(state.members(PlayerSet.ACTIVE)) if state.stage is Stage.REGISTRATION else 0,
        said_text=said_text,
        example=_example(state.open_tables()),
        illegal=sum(player.deck is Verdict.ILLEGAL for player in state.members(PlayerSet.ACTIVE))
        if state.stage is Stage.REGISTRATION
        else 0,
    )


def _example(still_open: list[Table]) -> str:
    """Return what could be typed next: a table and numbers for its players."""
    if not still_open:
        return ""
    table = still_open[0]
    return " ".join([str(table.table), str(table.target), *("7", "3", "0")[: len(table.players) - 1]])


class Report(msgspec.Struct, frozen=True):
    """What the players of a table have said, for the staff: the versions with who says so, and who is silent."""

    row: TableRow
    proposal: Proposal
    silent: tuple[str, ...]


def waiting_reports(at: Visit) -> list[Report]:
    """Return the players' reports that are no results yet, those they disagree on first."""
    venue = at.seen.venue
    listed = sorted(venue.proposals.values(), key=lambda proposal: (not proposal.disputed, proposal.table))
    found = []
    for proposal in listed:
        table = at.state.table(proposal.table)
        if table is not None:
            found.append(Report(table_row(at.state, venue, table), proposal, missing(at.state, proposal)))
    return found


@router.post("/e/{event}/desk/line")
async def take_line(request: Request, at: Here) -> Response:
    """Take a result typed in one line."""
    at.needs(Role.SCOREKEEPER)
    typed = await typed_fields(request)
    try:
        fields = typed_line(at.state, typed.get("line", ""))
    except FloorjudgeError as error:
        return _desk(request, at, failed=failure("line", error, typed))
    taken = await attempt(at, "line", fields, typed)
    if isinstance(taken, Failed):
        return _desk(request, await as_it_is_now(at), failed=taken)
    return done_at(at, "", taken)


@router.post("/e/{event}/desk/accept")
async def accept_report(request: Request, at: Here) -> Response:
    """Make a player's report the result; the form names the statement that was on the page."""
    at.needs(Role.SCOREKEEPER)
    typed = await typed_fields(request)
    fields = stated(at.seen.venue, _whole(typed, "table"), _whole(typed, "statement"))
    if fields is None:
        # It has become a result, or they say something else by now: the page shows what.
        return done_at(await as_it_is_now(at), "", 0)
    taken = await attempt(at, "accept", fields, typed)
    if isinstance(taken, Failed):
        return _desk(request, await as_it_is_now(at), failed=taken)
    return done_at(at, "", taken)


@router.post("/e/{event}/desk/aside")
async def set_aside(request: Request, at: Here) -> Response:
    """Take what the players of a table have reported off the table, with the reason."""
    at.needs(Role.SCOREKEEPER)
    typed = await typed_fields(request)
    fields = {"do": "set_aside", "table": _whole(typed, "table"), "reason": typed.get("reason", "")}
    taken = await attempt(at, "aside", fields, typed)
    if isinstance(taken, Failed):
        return _desk(request, await as_it_is_now(at), failed=taken)
    return done_at(at, "", taken)


def _whole(typed: Mapping[str, str], name: str) -> int:
    """Return a number that a form carries; 0, which is the number of nothing, where it is none."""
    given = typed.get(name, "")
    return int(given) if given.isdecimal() and len(given) < len("100000000") else 0


@router.post("/e/{event}/desk/judge")
async def send_judge(request: Request, at: Here) -> Response:
    """Call a judge to a table whose report somebody at the desk doubts."""
    at.needs(Role.SCOREKEEPER)
    typed = await typed_fields(request)
    fields: dict[str, Any] = {"do": "call", "about": typed.get("about", "")}
    if table := _whole(typed, "table"):
        fields["table"] = table
    taken = await attempt(at, "judge", fields, typed)
    if isinstance(taken, Failed):
        return _desk(request, await as_it_is_now(at), failed=taken)
    return done_at(at, "", taken)


@router.get("/e/{event}/desk/table/{number}")
async def table_form(request: Request, at: Here, number: Annotated[int, Path(ge=1, le=10**6)]) -> Response:
    """Show the form for one table's result."""
    at.needs(Role.SCOREKEEPER)
    return _table(request, at, number)


@router.post("/e/{event}/desk/table/{number}")
async def take_table(request: Request, at: Here, number: Annotated[int, Path(ge=1, le=10**6)]) -> Response:
    """Take a result that was filled into the form."""
    at.needs(Role.SCOREKEEPER)
    table = at.state.table(number)
    if table is None:
        raise no_such_page()
    typed = await typed_fields(request)
    try:
        fields = reported_fields(table, typed)
    except FloorjudgeError as error:
        return _table(request, at, number, failure("table", error, typed))
    taken = await attempt(at, "table", fields, typed)
    if isinstance(taken, Failed):
        return _table(request, await as_it_is_now(at), number, taken)
    return done_at(at, "", taken)


def _table(request: Request, at: Visit, number: int, failed: Failed | None = None) -> Response:
    table = at.state.table(number)
    if table is None:
        raise no_such_page()
    return desk_page(
        request,
        at,
        "table",
        tab="desk",
        failed=failed,
        row=table_row(at.state, at.seen.venue, table),
        value_of=lambda name: "" if failed is None else failed.typed.get(name, ""),
        seats=at.state.vacancies(),
    )
