"""The loop desk of a call: the judge describes the loop, each player answers on their own phone or on the judge's."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter
from starlette.responses import Response

from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.events.floor.errors import InNoGame
from floorjudge.events.floor.table_loops import drawn_before, edition_at, settled_before, turn_order
from floorjudge.events.service.access.errors import NotYours
from floorjudge.events.service.access.roles import Role
from floorjudge.events.venue import Call, CallState
from floorjudge.events.view import concerns
from floorjudge.exact import digits
from floorjudge.loops import answer_value, case_value
from floorjudge.loops.desk import sheet_after, sheet_of
from floorjudge.web.asking import Here, Number
from floorjudge.web.commands import Fields, do
from floorjudge.web.common.loop_rulings import loop_shown
from floorjudge.web.common.responses import back_to
from floorjudge.web.errors import TurnNotNamed
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.forms import SentForm, failure
from floorjudge.web.loops.desk import (
    LoopDesk,
    found_in,
    found_loop,
    index_in,
    led_to,
    needs_marks,
    pressed_in,
    query_of,
)
from floorjudge.web.loops.setup import Setup, filled_in, read_setup, setup_from
from floorjudge.web.security import STEPS

router = APIRouter()


@router.get("/e/{event}/calls/{number}/loop")
async def call_loop(at: Here, number: Number) -> Response:
    """Show the loop of a call: to judges from its beginning, to the players of the call once a judge has asked."""
    call, sent = _own_call(at, number), query_of(at.session)
    describing = "do" in sent.typed
    anew = call.loop_case is None or describing or "new" in sent.typed
    if anew and at.at_least(Role.JUDGE) and call.state is not CallState.CLOSED:
        if describing:
            return _described(at, call, sent)
        setup, desk = _first_setup(at, call), _desk(at, call, found_in(sent))
        loop = await found_loop(at.session, desk.found)
        if loop is None:
            return _desk(at, call).setup_page(setup)
        return desk.setup_page(filled_in(setup, loop, at.language))
    return await _loop(at, call)


@router.post("/e/{event}/calls/{number}/loop")
async def go_on(at: Here, number: Number) -> Response:
    """Take the loop as a judge describes it, an answer, or a ruling."""
    call, sent = _own_call(at, number), await at.session.form()
    step = sent.word("do")
    if step in {"ask", "marks"} or step.startswith("up-"):
        return await _describe(at, call, sent, step)
    try:
        await do(at, _command(at, call, sent, step), command_id=sent.word("id"))
    except FloorjudgeError as error:
        failure(step, error)
        now = await at.now()
        return await _loop(now, now.numbered_call(number), error=error, says=sent.word("says"))
    where = f"/judge/calls/{number}" if step == "record" else f"/calls/{number}/loop"
    return back_to(f"/e/{at.event}{where}")


async def _describe(at: EventSession, call: Call, sent: SentForm, step: str) -> Response:
    """Go on with the judge's form until the loop can be sent to the players."""
    at.needs(Role.JUDGE)
    setup, desk = read_setup(sent), _desk(at, call, found_in(sent))
    try:
        if step.startswith("up-") or needs_marks(setup, sent):
            return led_to(desk.action, sent) or _described(at, call, sent)
        if not setup.turn_known:
            raise TurnNotNamed
        command: Fields = {"do": "loop", "call": call.number, "case": case_value(setup.case())}
        command |= {"sheet": sheet_of(setup.sheet, setup.players), "found": desk.found or None}
        await do(at, command, command_id=sent.word("id"))
    except FloorjudgeError as error:
        failure(step, error)
        return desk.setup_page(setup, error)
    return back_to(desk.action)


def _described(at: EventSession, call: Call, sent: SentForm) -> Response:
    """Show the next step of the judge's form: which steps are meant, or the form with a player moved up."""
    setup, step, desk = read_setup(sent), sent.word("do"), _desk(at, call, found_in(sent))
    if step.startswith("up-"):
        return desk.setup_page(setup.moved_up(index_in(step)))
    return desk.marks_page(setup) if needs_marks(setup, sent) else desk.setup_page(setup)


def _command(at: EventSession, call: Call, sent: SentForm, step: str) -> Fields:
    """Return the command behind a button."""
    if step == "answer":
        says, steps = pressed_in(sent).answer()
        player = sent.word("by") if at.at_least(Role.JUDGE) or at.me is None else at.me.name
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
            "text": sent.word("text"),
            "clauses": list(shown.ruling.clauses),
            "loop": {"case": case_value(case), "answer": answer_value(shown.ruling, at.language)},
        }
    kept = {"sheet": call.loop_sheet, "found": call.loop_found}
    return {"do": "loop", "call": call.number, "case": case_value(pressed_in(sent).on(case)), **kept}


def _own_call(at: EventSession, number: int) -> Call:
    """Return a call that concerns the caller: judges may open all, players their own.

    Raises Refused for all other callers, whether there is such a call or not.
    """
    if at.at_least(Role.JUDGE):
        return at.numbered_call(number)
    call = at.venue.calls.get(number)
    if call is None or at.me is None or not concerns(call, at.state, at.me.name):
        raise NotYours
    return call


def _first_setup(at: EventSession, call: Call) -> Setup:
    """Return the form with the known facts: the table's players in turn order; that a loop of their game was settled before.

    They sit in turn order; it is known whose turn it is if the desk asked about another loop of their game.
    """
    true = frozenset({"settled"} if settled_before(at.state, call) else ())
    if call.loop_case is not None:
        return msgspec.structs.replace(setup_from(call.loop_case).only(at.state.may_act), true=true)
    seated = _seated(at, call)
    if seated:
        edition = edition_at(at.state, call)
        if edition is None:
            return Setup(seated, true=true)
        known = turn_order(at.state, call)
        return Setup(known or seated, true=true, edition=edition, turn_known=known is not None)
    return Setup((call.player,) if call.player is not None else (), true=true)


def _seated(at: EventSession, call: Call) -> tuple[str, ...]:
    """Return the players of the table of a call who have not left; none if it has no table."""
    table = at.state.table_in(call.stage, call.table) if call.table is not None else None
    return () if table is None else tuple(name for name in table.players if not at.state.has_left(name))


def _desk(at: EventSession, call: Call, found: str = "") -> LoopDesk:
    return LoopDesk(
        at.session,
        found,
        template="loops/call.html",
        action=f"/e/{at.event}/calls/{call.number}/loop",
        at=at,
        call=call,
        values={
            "settled": settled_before(at.state, call),
            "drawn": drawn_before(at.state, call),
            "seats": len(_seated(at, call)),
            "asks_turn": edition_at(at.state, call) is not None,
            "known": () if len(at.state.players) > 200 else tuple(at.state.players),
        },
    )


async def _loop(at: EventSession, call: Call, *, error: FloorjudgeError | None = None, says: str = "") -> Response:
    if call.loop_case is None:
        return at.page("loops/nobody_asked.html", call=call)
    shown, desk = loop_shown(call.loop_case), _desk(at, call)
    exact = await msgspec.structs.replace(desk, found=call.loop_found or "").exact(shown)
    if exact is None and call.loop_sheet is not None and shown.ruling is not None:
        try:
            computed = await at.session.work_out(
                sheet_after, dict(call.loop_sheet), shown.ruling, at.language, limit=STEPS
            )
            shown = msgspec.structs.replace(shown, computed=computed)
        except BadInput as found:
            # The ruling holds without its sheet.
            error = error or found
    is_open = call.state is not CallState.CLOSED
    judges = is_open and at.at_least(Role.JUDGE)
    asked = None if shown.waiting is None else shown.waiting.player
    gone = None if asked is None or at.state.may_act(asked) else InNoGame(asked)
    mine = at.me is not None and asked == at.me.name and gone is None
    may_rule = not call.final and (call.state is not CallState.APPEALED or at.at_least(Role.HEAD_JUDGE))
    return desk.shown_page(
        shown,
        exact,
        hands_on=judges,
        error=error,
        says=says,
        carried=[],
        mine=mine and is_open,
        gone=gone,
        records=judges and may_rule,
    )
