"""The loop desk of a call: the judge describes the loop, each player answers on their own phone or on the judge's."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.events.floor.call_history import settled_before
from floorjudge.events.floor.state import Call, CallState
from floorjudge.events.service.errors import NotYours
from floorjudge.events.service.roles import Role
from floorjudge.events.view import concerns
from floorjudge.exact import digits
from floorjudge.loops import answer_value, case_value
from floorjudge.loops.desk import sheet_of
from floorjudge.web.commands import do, failure, new_id
from floorjudge.web.common.loop_rulings import loop_shown, worked_out
from floorjudge.web.common.responses import back_to, page
from floorjudge.web.loops.desk import (
    Sent,
    found_in,
    index_in,
    led_to,
    marks_page,
    name_in,
    needs_marks,
    pressed_in,
    setup_page,
    shown_page,
    text_of,
)
from floorjudge.web.loops.exact import exact_position, found_loop
from floorjudge.web.loops.forms import Setup, filled_in, read_setup, setup_from
from floorjudge.web.sessions import EventSession, Here, Number

router = APIRouter()
Fields = dict[str, Any]


@router.get("/e/{event}/calls/{number}/loop")
async def call_loop(request: Request, at: Here, number: Number) -> Response:
    """Show the loop of a call: to judges from its beginning, to the players of the call once a judge has asked."""
    call = _own_call(at, number)
    describing = "do" in request.query_params
    anew = call.loop_case is None or describing or "new" in request.query_params
    if anew and at.at_least(Role.JUDGE) and call.state is not CallState.CLOSED:
        if describing:
            return _described(request, at, call, request.query_params)
        setup, found = _first_setup(at, call), name_in(request.query_params.get("found", ""))
        loop = await found_loop(at.session, found)
        if loop is None:
            return setup_page(request, setup, **_around(at, call))
        return setup_page(request, filled_in(setup, loop, at.language), found=found, **_around(at, call))
    return await _loop(request, at, call)


@router.post("/e/{event}/calls/{number}/loop")
async def go_on(request: Request, at: Here, number: Number) -> Response:
    """Take the loop as a judge describes it, an answer, a ruling."""
    call = _own_call(at, number)
    async with request.form(max_files=0, max_fields=500) as form:
        step = text_of(form, "do")
        if step in {"ask", "marks"} or step.startswith("up-"):
            return await _describe(request, at, call, form, step)
        try:
            await do(at, _command(at, call, form, step), command_id=text_of(form, "id"))
        except FloorjudgeError as error:
            failure(step, error)
            now = await at.now()
            return await _loop(request, now, now.numbered_call(number), error=error, typed=text_of(form, "says"))
    where = f"/judge/calls/{number}" if step == "record" else f"/calls/{number}/loop"
    return back_to(f"/e/{at.event}{where}")


async def _describe(request: Request, at: EventSession, call: Call, form: Sent, step: str) -> Response:
    """Go on with the judge's form until the loop can be put to the players."""
    at.needs(Role.JUDGE)
    setup = read_setup(form)
    try:
        if step.startswith("up-") or needs_marks(setup, form):
            address = f"/e/{at.event}/calls/{call.number}/loop"
            return led_to(address, form) or _described(request, at, call, form)
        command: Fields = {"do": "loop", "call": call.number, "case": case_value(setup.case())}
        command |= {"sheet": sheet_of(setup.sheet, setup.players), "found": found_in(form) or None}
        await do(at, command, command_id=text_of(form, "id"))
    except FloorjudgeError as error:
        failure(step, error)
        return setup_page(request, setup, error=error, found=found_in(form), **_around(at, call))
    return back_to(f"/e/{at.event}/calls/{call.number}/loop")


def _described(request: Request, at: EventSession, call: Call, form: Sent) -> Response:
    """Show how far the judge's form is: which steps are meant, or the form with a player moved up."""
    setup, step = read_setup(form), text_of(form, "do")
    around = _around(at, call) | {"found": found_in(form)}
    if step.startswith("up-"):
        setup = setup.moved_up(index_in(step))
    elif needs_marks(setup, form):
        return marks_page(request, setup, **around)
    return setup_page(request, setup, **around)


def _command(at: EventSession, call: Call, form: Sent, step: str) -> Fields:
    """Return the command behind a button."""
    if step == "answer":
        says, steps = pressed_in(form).answer()
        player = text_of(form, "by") if at.at_least(Role.JUDGE) or at.me is None else at.me.name
        said = digits(says) if isinstance(says, int) else says
        return {"do": "declare", "call": call.number, "player": player, "says": said, "steps": steps}
    if call.loop_case is None:
        raise NotYours
    case = call.loop_case
    if step == "record":
        shown = loop_shown(case)
        if shown.ruling is None:
            raise NotYours
        appealed = call.state is CallState.APPEALED
        return {
            "do": "rule_appeal" if appealed else "ruling",
            "call": call.number,
            "text": text_of(form, "text"),
            "clauses": list(shown.ruling.clauses),
            "loop": {"case": case_value(case), "answer": answer_value(shown.ruling, at.language)},
        }
    kept = {"sheet": call.loop_sheet, "found": call.loop_found}
    return {"do": "loop", "call": call.number, "case": case_value(pressed_in(form).on(case)), **kept}


def _own_call(at: EventSession, number: int) -> Call:
    """Return a call that who is asking has to do with: judges with all, players with their own.

    Raises Refused for everybody else, whether there is such a call or not.
    """
    if at.at_least(Role.JUDGE):
        return at.numbered_call(number)
    call = at.venue.calls.get(number)
    if call is None or at.me is None or not concerns(call, at.state, at.me.name):
        raise NotYours
    return call


def _first_setup(at: EventSession, call: Call) -> Setup:
    """Return the form with what is known: the table's players as they sit; that a loop of their game was settled before."""
    true = frozenset({"settled"} if settled_before(at.venue, call) else ())
    if call.loop_case is not None:
        return msgspec.structs.replace(setup_from(call.loop_case), true=true)
    table = at.state.table_in(call.stage, call.table) if call.table is not None else None
    if table is not None:
        return Setup(tuple(name for name in table.players if not at.state.has_left(name)), true=true)
    return Setup((call.player,) if call.player is not None else (), true=true)


def _around(at: EventSession, call: Call) -> Fields:
    return {
        "template": "loops/call.html",
        "action": f"/e/{at.event}/calls/{call.number}/loop",
        "at": at,
        "call": call,
        "new_id": new_id,
        "settled": settled_before(at.venue, call),
        "known": () if len(at.state.players) > 200 else tuple(at.state.players),
    }


async def _loop(
    request: Request, at: EventSession, call: Call, *, error: FloorjudgeError | None = None, typed: str = ""
) -> Response:
    judges = at.at_least(Role.JUDGE)
    if call.loop_case is None:
        return page(request, "loops/nobody_asked.html", at=at, call=call)
    shown = loop_shown(call.loop_case, call.loop_sheet)
    exact = await exact_position(at.session, call.loop_found or "", shown.case, shown.ruling)
    try:
        if exact is None:
            shown = await worked_out(at.session.work_out, shown, at.language)
    except BadInput as found:
        # The ruling holds without its sheet.
        shown, error = msgspec.structs.replace(shown, sheet=None), error or found
    mine = at.me is not None and shown.waiting is not None and shown.waiting.player == at.me.name
    is_open = call.state is not CallState.CLOSED
    return shown_page(
        request,
        shown,
        error=error,
        typed=typed,
        carried=[],
        exact=exact,
        hands_on=judges and is_open,
        mine=mine and is_open,
        judges=judges and is_open,
        records=judges
        and is_open
        and not call.final
        and (call.state is not CallState.APPEALED or at.at_least(Role.HEAD_JUDGE)),
        **_around(at, call),
    )
