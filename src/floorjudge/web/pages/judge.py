"""The judges' first page: calls as they come, and every call there has been."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.floor import Venue, search_calls, stage_number
from floorjudge.events.floor.state import Call, CallState
from floorjudge.events.service.roles import Role
from floorjudge.events.state import State
from floorjudge.web.answers import back_to, page
from floorjudge.web.commands import do, new_id
from floorjudge.web.own_report import Version, versions_of
from floorjudge.web.pages.desk_frame import Failed, as_it_is_now, failure, typed_fields
from floorjudge.web.refusals import not_a_form
from floorjudge.web.statuses import status_of
from floorjudge.web.visits import Here, Visit

router = APIRouter()
CALLS_SHOWN = 100
_ORDER = (CallState.APPEALED, CallState.OPEN, CallState.TAKEN, CallState.RULED)


class CallRow(msgspec.Struct, frozen=True):
    """A call as judges see it: `versions` are what the players of its table say as long as that stands."""

    call: Call
    versions: tuple[Version, ...] = ()


def call_row(state: State, venue: Venue, call: Call) -> CallRow:
    """Return a call with what its players say now, where it is about that."""
    here = call.dispute and call.table is not None and call.stage == stage_number(state)
    proposal = venue.proposals.get(call.table) if here and call.table is not None else None
    return CallRow(call) if proposal is None else CallRow(call, versions_of(proposal))


def waiting_rows(state: State, venue: Venue) -> list[CallRow]:
    """Return the calls that are not closed: appeals, then who waits for a judge, the longest first, then the rest."""
    calls = sorted(venue.waiting_calls(), key=lambda call: (_ORDER.index(call.state), call.number))
    return [call_row(state, venue, call) for call in calls]


@router.get("/e/{event}/judge")
async def judge(request: Request, at: Here, q: Annotated[str, Query(max_length=200)] = "") -> Response:
    """Show what waits for a judge; with `q`, the calls in which these words stand."""
    at.needs(Role.JUDGE)
    return _judge(request, at, words=q)


def _judge(request: Request, at: Visit, *, words: str = "", failed: Failed | None = None) -> Response:
    venue = at.seen.venue
    found = search_calls(venue, words)
    listed = found if words.strip() else [call for call in found if call.state is CallState.CLOSED]
    return page(
        request,
        "judge/judge.html",
        status=200 if failed is None else status_of(failed.error),
        at=at,
        rows=waiting_rows(at.state, venue),
        words=words,
        listed=listed[:CALLS_SHOWN],
        more=max(0, len(listed) - CALLS_SHOWN),
        failed=failed,
        new_id=new_id,
    )


@router.post("/e/{event}/judge/call")
async def call_for_judge(request: Request, at: Here) -> Response:
    """Take a call for a judge by the staff."""
    at.needs(Role.JUDGE)
    typed = await typed_fields(request)
    table = typed.get("table", "").strip()
    fields: dict[str, object] = {"do": "call", "about": typed.get("about", "")}
    try:
        if table:
            if not (table.isascii() and table.isdecimal() and len(table) < 8):
                raise not_a_form("table")
            fields["table"] = int(table)
        answer = await do(at.visitor, at.event, fields, command_id=typed.get("id") or None)
    except FloorjudgeError as error:
        return _judge(request, await as_it_is_now(at), failed=failure("call", error, typed))
    return back_to(f"/e/{at.event}/judge#call-{max(answer.venue.calls, default=0)}")
