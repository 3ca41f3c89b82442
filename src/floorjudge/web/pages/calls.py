"""One call for a judge: its history, and everything that a judge does about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, Path
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.floor.codec import VENUE_COMMAND_NAMES
from floorjudge.events.floor.errors import NoSuchCall, StatementGone
from floorjudge.events.floor.state import Call, stage_number
from floorjudge.events.service.roles import Role, may
from floorjudge.events.service.story import said_text
from floorjudge.formats.on_the_edge.tables import Stage
from floorjudge.rulebook import Clause, clauses
from floorjudge.web.answers import back_to, page
from floorjudge.web.commands import do, new_id
from floorjudge.web.loop_rulings import kept_loop
from floorjudge.web.pages.desk_frame import Failed, as_it_is_now, failure
from floorjudge.web.pages.judge import call_row
from floorjudge.web.refusals import not_a_form
from floorjudge.web.stated import stated
from floorjudge.web.statuses import status_of
from floorjudge.web.visits import Here, Visit

router = APIRouter()
Number = Annotated[int, Path(ge=1, le=10**6)]
Action: TypeAlias = Literal[
    "take", "note", "ruling", "appeal", "rule_appeal", "extend", "close_call", "accept", "set_aside"
]
QUICK_MINUTES = (2, 3, 5, 10)


def call_of(at: Visit, number: int) -> Call:
    """Return a call of the event; raises BadInput (404 on the web) when there is none of this number."""
    calls = at.seen.venue.calls
    found = calls.get(number)
    if found is None:
        raise NoSuchCall(number, len(calls))
    return found


@router.get("/e/{event}/judge/calls/{number}")
async def call_page(request: Request, at: Here, number: Number) -> Response:
    """Show a call."""
    at.needs(Role.JUDGE)
    return _page(request, at, number)


@router.post("/e/{event}/judge/calls/{number}/{action}")
async def act(request: Request, at: Here, number: Number, action: Action) -> Response:
    """Do something about a call: take it, write a note, rule, extend the time, accept a version, close it."""
    at.needs(Role.JUDGE)
    async with request.form(max_files=0, max_fields=500) as form:
        typed = {name: value for name, value in form.multi_items() if isinstance(value, str)}
        typed["clauses"] = ", ".join(_clauses(form))
    try:
        fields = _FIELDS[action](at, number, typed)
        await do(at.visitor, at.event, fields, command_id=typed.get("id") or None)
    except FloorjudgeError as error:
        return _page(request, await as_it_is_now(at), number, failure(action, error, typed))
    listed = typed.get("back") == "judge"
    return back_to(f"/e/{at.event}/judge#call-{number}" if listed else f"/e/{at.event}/judge/calls/{number}")


def _clauses(form: FormData) -> list[str]:
    """Return the clauses that were ticked and those that were typed, with commas or semicolons between them."""
    ticked = [value for value in form.getlist("clause") if isinstance(value, str)]
    typed = form.get("clauses")
    words = typed.replace(";", ",").split(",") if isinstance(typed, str) else []
    return list(dict.fromkeys([*ticked, *(word.strip() for word in words if word.strip())]))


def _page(request: Request, at: Visit, number: int, failed: Failed | None = None) -> Response:
    call = call_of(at, number)
    table = at.state.table(call.table) if call.table is not None else None
    now = table is not None and table.table not in at.state.results and at.state.stage is not Stage.FINISHED
    return page(
        request,
        "judge/call.html",
        status=200 if failed is None else status_of(failed.error),
        at=at,
        row=call_row(at.state, at.seen.venue, call),
        may=frozenset(name for name in VENUE_COMMAND_NAMES if may(at.role, name)),
        can_extend=now,
        minutes=at.seen.venue.extensions.get(call.table or 0, 0),
        quick_minutes=QUICK_MINUTES,
        players=() if table is None else table.players,
        books=_books(),
        said_text=said_text,
        kept_loop=kept_loop,
        failed=failed,
        typed=lambda form, name: failed.typed.get(name, "") if failed is not None and failed.form == form else "",
        new_id=new_id,
    )


def _books() -> dict[str, list[Clause]]:
    """Return the clauses that a ruling can rest on, by rulebook, those about loops first."""
    found: dict[str, list[Clause]] = {"MTR": [], "OTE": [], "CR": []}
    for clause in clauses().values():
        found.setdefault(clause.rulebook, []).append(clause)
    return found


def _take(_: Visit, number: int, __: Mapping[str, str]) -> dict[str, Any]:
    return {"do": "take", "call": number}


def _note(_: Visit, number: int, typed: Mapping[str, str]) -> dict[str, Any]:
    return {"do": "note", "call": number, "text": typed.get("text", "")}


def _ruling(at: Visit, number: int, typed: Mapping[str, str]) -> dict[str, Any]:
    return _rule_appeal(at, number, typed) | {"do": "ruling"}


def _appeal(_: Visit, number: int, typed: Mapping[str, str]) -> dict[str, Any]:
    player = {"player": typed["player"]} if typed.get("player") else {}
    return {"do": "appeal", "call": number, "text": typed.get("text", ""), **player}


def _rule_appeal(_: Visit, number: int, typed: Mapping[str, str]) -> dict[str, Any]:
    cited = [word for word in typed["clauses"].split(", ") if word]
    return {"do": "rule_appeal", "call": number, "text": typed.get("text", ""), "clauses": cited}


def _extend(at: Visit, number: int, typed: Mapping[str, str]) -> dict[str, Any]:
    minutes = (typed.get("other") or typed.get("minutes") or "").strip()
    if not (minutes.isascii() and minutes.isdecimal() and len(minutes) < 5):
        raise not_a_form("minutes")
    return {"do": "extend", "call": number, "table": call_of(at, number).table, "minutes": int(minutes)}


def _close(_: Visit, number: int, __: Mapping[str, str]) -> dict[str, Any]:
    return {"do": "close_call", "call": number}


def _accept(at: Visit, number: int, typed: Mapping[str, str]) -> dict[str, Any]:
    table = call_of(at, number).table or 0
    given = typed.get("statement", "")
    found = stated(at.seen.venue, table, int(given)) if given.isdecimal() and len(given) < 9 else None
    if found is None:
        raise StatementGone(table)
    return found


def _set_aside(at: Visit, number: int, typed: Mapping[str, str]) -> dict[str, Any]:
    call = call_of(at, number)
    if call.table is None or call.stage != stage_number(at.state):
        # The table of this number is another one by now.
        raise StatementGone(call.table or 0)
    return {"do": "set_aside", "table": call.table, "reason": typed.get("reason", "")}


_FIELDS = {
    "take": _take,
    "note": _note,
    "ruling": _ruling,
    "appeal": _appeal,
    "rule_appeal": _rule_appeal,
    "extend": _extend,
    "close_call": _close,
    "accept": _accept,
    "set_aside": _set_aside,
}
