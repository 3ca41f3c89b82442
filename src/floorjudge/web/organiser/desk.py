"""The organiser's first page: the next step, the field for typed results, the players' reports."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Annotated
from urllib.parse import urlencode

import msgspec
from anyio import to_thread
from fastapi import APIRouter, Query
from starlette.responses import Response

from floorjudge.events.floor.clock import gone_back
from floorjudge.events.floor.proposals import missing
from floorjudge.events.service.access.roles import may
from floorjudge.events.service.log.export import seed_missing_text
from floorjudge.events.service.typed_results import typed_line
from floorjudge.events.venue import Proposal
from floorjudge.formats.competition import Phase, Table
from floorjudge.formats.decks import Verdict
from floorjudge.texts import Text, counted
from floorjudge.web.asking import Number, Scorekeeper
from floorjudge.web.commands import Fields
from floorjudge.web.common.formats import result_form
from floorjudge.web.common.responses import back_to
from floorjudge.web.errors import NoSuchPage
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.forms import Failed, SentForm, number_in
from floorjudge.web.given import values_in
from floorjudge.web.live.views import TableView, Version, stated, table_view, versions_view
from floorjudge.web.organiser.frame import desk_page, done_at, take_form
from floorjudge.web.organiser.results import played_title, reported_fields, stage_to_correct

router = APIRouter()
TABLES_A_PAGE = 60
REPORTS_A_PAGE = 20
# Those of a long round, to notice that the computer's clock has gone back.
RECORDS_COMPARED = 1_000


@router.get("/e/{event}/desk")
async def desk(at: Scorekeeper, first: Annotated[int, Query(ge=1, le=10**6)] = 1) -> Response:
    """Show the next steps."""
    return await _desk(at, first=first)


async def _desk(at: EventSession, *, failed: Failed | None = None, first: int = 1) -> Response:
    state = at.state
    still_open = [table for table in state.open_tables() if table.table not in at.venue.proposals]
    shown = [table for table in still_open if table.table >= first][:TABLES_A_PAGE]
    following = next((table.table for table in still_open if shown and table.table > shown[-1].table), None)
    reports = waiting_reports(at)
    registered = state.in_event() if state.phase is Phase.REGISTRATION else []
    return desk_page(
        at,
        "desk",
        tab="desk",
        failed=failed,
        rows=[table_view(state, table) for table in shown],
        first=first,
        following=following,
        open_count=len(state.open_tables()),
        playing_count=len(still_open),
        reports=reports[:REPORTS_A_PAGE],
        more_reports=max(0, len(reports) - REPORTS_A_PAGE),
        present=len(registered),
        line=None if not state.open_tables() else state.rules.line(state, state.open_tables()[0]),
        illegal=sum(player.deck is Verdict.ILLEGAL for player in registered),
        seed_missing=None if await _can_draw(at) else seed_missing_text(),
        set_back=_set_back(at, datetime.now(UTC)),
    )


def _set_back(at: EventSession, now: datetime) -> Text | None:
    """Return a sentence if the computer's clock has gone back since the clock of the round was started, which shows that much too much."""
    records = at.records(max(1, at.number - RECORDS_COMPARED))
    minutes = gone_back(at.venue.clock, (record.at for record in reversed(records)), now)
    if minutes == 0:
        return None
    return counted(
        "The clock of this computer has gone back by {count} minute, so the clock of the round shows too much. Set "
        "the computer's clock right; or remove the clock of the round, and start it with the minutes that are left.",
        "The clock of this computer has gone back by {count} minutes, so the clock of the round shows too much. Set "
        "the computer's clock right; or remove the clock of the round, and start it with the minutes that are left.",
        count=minutes,
    )


async def _can_draw(at: EventSession) -> bool:
    """Return whether this log has the seed of the draws, as far as one is still needed."""
    return (
        at.state.phase is Phase.FINISHED
        or await to_thread.run_sync(at.application.store.log.secret, at.event) is not None
    )


class Report(msgspec.Struct, frozen=True):
    """The statements of a table's players for the staff, and the players without one."""

    row: TableView
    proposal: Proposal
    versions: tuple[Version, ...]
    silent: tuple[str, ...]


def waiting_reports(at: EventSession) -> list[Report]:
    """Return the players' reports that are no results yet, disputed ones first."""
    listed = sorted(at.venue.proposals.values(), key=lambda proposal: (not proposal.disputed, proposal.table))
    return [
        Report(
            table_view(at.state, table),
            proposal,
            versions_view(at.state, proposal),
            missing(at.state, proposal),
        )
        for proposal in listed
        if (table := at.state.table(proposal.table)) is not None
    ]


@router.post("/e/{event}/desk/line")
async def take_line(at: Scorekeeper) -> Response:
    """Take a result typed in one line; for a table with a different result, lead to its correction."""
    line = (await at.session.form())["line"]
    if may(at.role, "amend") and (stage := stage_to_correct(at.state, line)) is not None:
        return back_to(f"/e/{at.event}/desk/results/{stage}?{urlencode({'line': line})}")
    return await take_form(at, "line", lambda sent: typed_line(at.state, sent["line"]), to="", again=_desk)


@router.post("/e/{event}/desk/accept")
async def accept_report(at: Scorekeeper) -> Response:
    """Make a player's report the result; the form names the statement on the page."""
    sent = await at.session.form()
    fields = stated(at.state, number_in(sent["table"]) or 0, number_in(sent["statement"]) or 0)
    if fields is None:
        # It has become a result, or has changed meanwhile: the page shows that.
        return done_at(at, "", 0)
    return await take_form(at, "accept", lambda _: fields, to="", again=_desk)


@router.post("/e/{event}/desk/aside")
async def set_aside(at: Scorekeeper) -> Response:
    """Set aside the reports of a table's players, with the reason."""

    def fields(sent: SentForm) -> Fields:
        return {"do": "set_aside", "table": number_in(sent["table"]) or 0, "reason": sent["reason"]}

    return await take_form(at, "aside", fields, to="", again=_desk)


@router.post("/e/{event}/desk/judge")
async def send_judge(at: Scorekeeper) -> Response:
    """Call a judge to a table whose report the desk doubts."""

    def fields(sent: SentForm) -> Fields:
        table = number_in(sent["table"])
        return {"do": "call", "about": sent["about"]} | ({"table": table} if table else {})

    return await take_form(at, "judge", fields, to="", again=_desk)


@router.get("/e/{event}/desk/table/{number}")
async def table_form(at: Scorekeeper, number: Number) -> Response:
    """Show the form for one table's result."""
    return await _table(at, number=number)


@router.post("/e/{event}/desk/table/{number}")
async def take_table(at: Scorekeeper, number: Number) -> Response:
    """Take a result from the form."""
    table = _table_here(at, number)
    again = partial(_table, number=number)
    return await take_form(at, "table", lambda sent: reported_fields(at.state, table, sent.typed), to="", again=again)


def _table_here(at: EventSession, number: int) -> Table:
    table: Table | None = at.state.table(number)
    if table is None:
        raise NoSuchPage
    return table


async def _table(at: EventSession, *, number: int, failed: Failed | None = None) -> Response:
    table = _table_here(at, number)
    form = result_form(at.state, table)
    return desk_page(
        at,
        "table",
        tab="desk",
        failed=failed,
        row=table_view(at.state, table),
        stage=played_title(at.state, at.state.played(None)),
        form=form,
        value_of=values_in(form, None, failed, "table"),
        help=at.state.rules.result_help(at.state, table),
    )
