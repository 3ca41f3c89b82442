"""The judges' pages: new calls, all calls, and every action on one."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal, TypeAlias

import msgspec
from fastapi import APIRouter, Query
from starlette.responses import Response

from floorjudge.events.codec import FLOOR_COMMAND_NAMES
from floorjudge.events.floor.call_history import open_calls, search_calls
from floorjudge.events.floor.errors import StatementGone
from floorjudge.events.floor.table_loops import draw_to_report, how_it_goes_on, settled_before
from floorjudge.events.service import Answer
from floorjudge.events.service.access.roles import may
from floorjudge.events.state import State
from floorjudge.events.venue import Call, CallState
from floorjudge.formats.competition import Phase
from floorjudge.loops.mtr.explain import declaration_text
from floorjudge.rulebook import Clause, clauses
from floorjudge.web.asking import Judge, Number
from floorjudge.web.commands import Fields, submit
from floorjudge.web.common.loop_rulings import kept_loop, ruling_words
from floorjudge.web.common.responses import back_to
from floorjudge.web.errors import NoDrawToReport, NotAForm
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.forms import Failed, SentForm, number_in
from floorjudge.web.live.views import Version, stated, versions_view

router = APIRouter()
CALLS_SHOWN = 100
QUICK_MINUTES = (2, 3, 5, 10)
Action: TypeAlias = Literal[
    "take", "note", "ruling", "appeal", "rule_appeal", "extend", "close_call", "accept", "set_aside", "penalty", "draw"
]
_ORDER = (CallState.APPEALED, CallState.OPEN, CallState.TAKEN, CallState.RULED)
_TO_BE_TAKEN = frozenset({CallState.OPEN, CallState.TAKEN, CallState.APPEALED})


class CallRow(msgspec.Struct, frozen=True):
    """A call for judges: `versions` are the statements of its table's players as long as they are in force."""

    call: Call
    versions: tuple[Version, ...] = ()


def call_row(state: State, call: Call) -> CallRow:
    """Return a call, with the present statements of its players if it is about them."""
    here = call.dispute and call.table is not None and call.stage == state.stage_number
    proposal = state.venue.proposals.get(call.table) if here and call.table is not None else None
    return CallRow(call) if proposal is None else CallRow(call, versions_view(state, proposal))


def going(at: EventSession, call: Call) -> str | None:
    """Return the reader's relation to a call: `mine`, or `go` or `over` if they can take it; None otherwise.

    An appeal is for the person who rules on it.
    """
    if call.state not in _TO_BE_TAKEN or not may(
        at.role, "rule_appeal" if call.state is CallState.APPEALED else "take"
    ):
        return None
    if call.state is not CallState.OPEN and call.taken_by == at.author:
        return "mine"
    return "over" if call.state is CallState.TAKEN else "go"


def waiting_rows(state: State) -> list[CallRow]:
    """Return the open calls: appeals, then those without a judge, the longest waiting first, then the rest."""
    calls = sorted(open_calls(state), key=lambda call: (_ORDER.index(call.state), call.number))
    return [call_row(state, call) for call in calls]


@router.get("/e/{event}/judge")
async def judge(at: Judge, q: Annotated[str, Query(max_length=200)] = "") -> Response:
    """Show the open calls; with `q`, the calls with these words."""
    return await _judge(at, words=q)


async def _judge(at: EventSession, *, words: str = "", failed: Failed | None = None) -> Response:
    found = search_calls(at.venue, words)
    listed = found if words.strip() else [call for call in found if call.state is CallState.CLOSED or at.answered(call)]
    return at.page(
        "judge/judge.html",
        rows=waiting_rows(at.state),
        words=words,
        listed=listed[:CALLS_SHOWN],
        more=max(0, len(listed) - CALLS_SHOWN),
        penalties=at.venue.penalties[::-1][:CALLS_SHOWN],
        going=partial(going, at),
        ruling_words=ruling_words,
        failed=failed,
    )


@router.post("/e/{event}/judge/penalty")
async def write_penalty(at: Judge) -> Response:
    """Record a warning or a penalty without a call."""
    return await submit(at, "penalty", _penalty, done=lambda _: back_to(_penalties(at)), again=_judge)


@router.post("/e/{event}/judge/penalties/{number}")
async def withdraw_penalty(at: Judge, number: Number) -> Response:
    """Withdraw a penalty, with the reason."""

    def fields(sent: SentForm) -> Fields:
        return {"do": "withdraw_penalty", "penalty": number, "reason": sent["reason"]}

    return await submit(at, "withdraw", fields, done=lambda _: back_to(_penalties(at)), again=_judge)


def _penalties(at: EventSession) -> str:
    return f"/e/{at.event}/judge#penalties"


def _penalty(sent: SentForm) -> Fields:
    return {"do": "penalty", "player": sent["player"], "kind": sent["kind"], "text": sent["text"]}


@router.post("/e/{event}/judge/call")
async def call_for_judge(at: Judge) -> Response:
    """Make a call for a judge by the staff."""

    def fields(sent: SentForm) -> Fields:
        table = {"table": sent.number("table")} if sent.word("table") else {}
        return {"do": "call", "about": sent["about"], **table}

    def done(answer: Answer) -> Response:
        return back_to(f"/e/{at.event}/judge#call-{max(answer.state.venue.calls, default=0)}")

    return await submit(at, "call", fields, done=done, again=_judge)


@router.get("/e/{event}/judge/calls/{number}")
async def call_page(at: Judge, number: Number) -> Response:
    """Show a call."""
    return await _page(at, number=number)


@router.post("/e/{event}/judge/calls/{number}/{action}")
async def act(at: Judge, number: Number, action: Action) -> Response:
    """Do an action on a call: take it, write a note, rule, extend the time, accept a version, close it."""
    sent = await at.session.form()
    # The ticked clauses, and those typed with commas or semicolons between them.
    written = [word.strip() for word in sent["clauses"].replace(";", ",").split(",") if word.strip()]
    sent = SentForm((*sent.fields, ("clauses", ", ".join(dict.fromkeys([*sent.every("clause"), *written])))))
    in_list = f"/e/{at.event}/judge#call-{number}"
    to = in_list if sent["back"] == "judge" else f"/e/{at.event}/judge/calls/{number}"
    return await submit(
        at,
        action,
        lambda sent: _command(at, at.numbered_call(number), action, sent),
        done=lambda _: back_to(to),
        again=partial(_page, number=number),
        with_seen=action == "draw",
        sent=sent,
    )


def _command(at: EventSession, call: Call, action: Action, sent: SentForm) -> Fields:
    """Return the command of a button; raises BadInput for an invalid number in its form, Refused if it is too late."""
    if action in {"accept", "draw", "set_aside"}:
        return _about_result(at, call, action, sent)
    if action == "penalty":
        return _penalty(sent) | {"call": call.number}
    command: Fields = {"do": action, "call": call.number}
    if action == "extend":
        minutes = number_in((sent["other"] or sent["minutes"]).strip(), 4)
        if minutes is None:
            raise NotAForm("minutes")
        return command | {"table": call.table, "minutes": minutes}
    if action in {"note", "appeal", "ruling", "rule_appeal"}:
        command["text"] = sent["text"]
    if action in {"ruling", "rule_appeal"}:
        command["clauses"] = [word for word in sent["clauses"].split(", ") if word]
    if action == "appeal" and sent["player"]:
        command["player"] = sent["player"]
    return command


def _about_result(at: EventSession, call: Call, action: Action, sent: SentForm) -> Fields:
    """Return the command of a button about the result of the call's table; raises Refused if it is too late."""
    if action == "accept":
        return _accepted(at, call, sent)
    if action == "draw":
        drawn = draw_to_report(at.state, call)
        if drawn is None:
            raise NoDrawToReport(call.number)
        return drawn.as_report() | {"table": call.table}
    if call.table is None or call.stage != at.state.stage_number:
        # Another table has this number now.
        raise StatementGone(call.table or 0)
    return {"do": "set_aside", "table": call.table, "reason": sent["reason"]}


def _accepted(at: EventSession, call: Call, sent: SentForm) -> Fields:
    """Return the report in a statement of the players; raises Refused if it is no longer in force."""
    report = stated(at.state, call.table or 0, number_in(sent["statement"]) or 0)
    if report is None:
        raise StatementGone(call.table or 0)
    return report


async def _page(at: EventSession, *, number: int, failed: Failed | None = None) -> Response:
    call = at.numbered_call(number)
    # A call of an earlier round concerns the players of its table at that time.
    table = at.state.table_in(call.stage, call.table) if call.table is not None else None
    plays = table is not None and table in at.state.open_tables() and at.state.phase is not Phase.FINISHED
    return at.page(
        "judge/call.html",
        row=call_row(at.state, call),
        may=frozenset(name for name in FLOOR_COMMAND_NAMES if may(at.role, name)),
        going=going(at, call),
        can_extend=plays,
        minutes=at.venue.extensions.get(call.table or 0, 0),
        quick_minutes=QUICK_MINUTES,
        players=() if table is None else table.players,
        penalties=[each for each in at.venue.penalties if each.call == call.number],
        settled=settled_before(at.state, call),
        draw=draw_to_report(at.state, call),
        goes_on=how_it_goes_on(at.state, call),
        may_report=may(at.role, "report"),
        books=_books(),
        declaration_text=declaration_text,
        kept_loop=kept_loop,
        ruling_words=ruling_words,
        failed=failed,
    )


def _books() -> dict[str, list[Clause]]:
    """Return the clauses for a ruling, by rulebook, those about loops first."""
    found: dict[str, list[Clause]] = {"MTR": [], "MSTR": [], "OTE": [], "CR": []}
    for clause in clauses().values():
        found.setdefault(clause.rulebook, []).append(clause)
    return found
