"""The loop desk for anybody, without an event: nothing is stored, the case travels in the address.

Every step leads to an address that shows it, so that loading it again, going back and another language lose nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, TypeAlias
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter
from starlette.datastructures import ImmutableMultiDict
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.events.floor.calls import LONGEST_CASE
from floorjudge.events.floor.errors import CaseTooLong
from floorjudge.loops import Case, JudgesWord, case_value, read_case
from floorjudge.loops.desk import facts, read_answer, sheet_of
from floorjudge.loops.mtr.cases import Word
from floorjudge.loops.mtr.codec import read_saying
from floorjudge.texts import LANGUAGES
from floorjudge.web.commands import number_in
from floorjudge.web.common.languages import NAMES
from floorjudge.web.common.limits import POSTS
from floorjudge.web.common.loop_rulings import LoopShown, loop_shown, worked_out
from floorjudge.web.common.responses import back_to, page
from floorjudge.web.error_pages import status_of
from floorjudge.web.errors import NotAForm
from floorjudge.web.loops.forms import Setup, read_setup
from floorjudge.web.sessions import Asking, Session

router = APIRouter()
ADDRESS = "/loop"
_FOUND = re.compile("[0-9a-f]{16}")
Carried = list[tuple[str, str]]
# A form, or the query of an address.
Sent: TypeAlias = ImmutableMultiDict[str, Any]
# Longer ones are shown where they were sent to: not every browser and server takes them as an address.
LONGEST_QUERY = 8_000


@router.get(ADDRESS)
async def loop_desk(request: Request, session: Asking) -> Response:
    """Show the form that begins it, or where the address says that one is."""
    return (
        await _at_step(request, session, request.query_params)
        if "do" in request.query_params
        else setup_page(request, Setup())
    )


@router.post(ADDRESS)
async def go_on(request: Request, session: Asking) -> Response:
    """Take what was filled in, or an answer, and lead to what comes next."""
    async with request.form(max_files=0, max_fields=500) as form:
        return led_to(ADDRESS, form) or await _at_step(request, session, form)


def led_to(address: str, form: Sent) -> Response | None:
    """Return the way to the address of a step; None when it would be too long for one."""
    fields = [(name, value) for name, value in form.multi_items() if isinstance(value, str) and name != "id"]
    written = urlencode(fields)
    return back_to(f"{address}?{written}") if len(written) < LONGEST_QUERY else None


async def _at_step(request: Request, session: Session, form: Sent) -> Response:
    session.count(POSTS)
    if "case" in form:
        return await _answered(request, session, form)
    setup, found = read_setup(form), found_in(form)
    step = text_of(form, "do")
    if step == "fill":
        return setup_page(request, setup, found=found)
    if step.startswith("up-"):
        return setup_page(request, setup.moved_up(index_in(step)), found=found)
    try:
        if needs_marks(setup, form):
            return marks_page(request, setup, found=found)
        case, sheet = setup.case(), sheet_of(setup.sheet, setup.players)
        return await _shown(request, session, loop_shown(case, sheet), found)
    except BadInput as error:
        return setup_page(request, setup, error=error, found=found)


async def _answered(request: Request, session: Session, form: Sent) -> Response:
    """Show the loop after an answer, or after one was taken back."""
    (case, sheet), found = read_carried(form), found_in(form)
    step = text_of(form, "do")
    try:
        return await _shown(request, session, loop_shown(changed(case, form, step), sheet), found)
    except BadInput as error:
        # What was given so far is shown without its sheet, which may be what cannot be worked out.
        return _with_error(request, loop_shown(case, sheet), error, found, typed=text_of(form, "says"))


def changed(case: Case, form: Sent, step: str) -> Case:
    """Return the case after what was pressed: an answer, `back` for the last answer to be taken back, a judge's word.

    Raises BadInput when an answer cannot be read.
    """
    if step == "back":
        return msgspec.structs.replace(case, declarations=case.declarations[:-1])
    if step == "again":
        return msgspec.structs.replace(case, declarations=())
    if step == "overrule":
        return msgspec.structs.replace(case, judge=JudgesWord("loop", text_of(form, "reason")))
    says, steps = answer_in(form)
    return case.declared(text_of(form, "by"), says, steps)


def answer_in(form: Sent) -> tuple[int | Word, int | None]:
    """Return what a player answers: the word whose button was pressed, or the number that was typed.

    Raises BadInput when it is neither.
    """
    word = text_of(form, "word")
    if word:
        return read_saying(word, "says"), None
    return read_answer(text_of(form, "says"), text_of(form, "part"))


def read_carried(form: Sent) -> tuple[Case, Mapping[str, Any] | None]:
    """Return the case and the sheet that travel with the form.

    Raises BadInput when somebody has changed them into something else.
    """
    case = _json(form, "case")
    sheet = _json(form, "sheet") if text_of(form, "sheet") else None
    if sheet is not None and not isinstance(sheet, dict):
        raise NotAForm("sheet")
    return read_case(case), sheet


def _json(form: Sent, name: str) -> Any:  # noqa: ANN401 (any JSON)
    line = text_of(form, name)
    if len(line) > LONGEST_CASE:
        raise CaseTooLong(LONGEST_CASE)
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise NotAForm(name) from None


def text_of(form: Sent, name: str) -> str:
    """Return a text field of a form, empty when it is missing or a file."""
    value = form.get(name)
    return value.strip() if isinstance(value, str) else ""


def index_in(step: str) -> int:
    """Return the number in what a button says: 2 in `up-2`; -1 when it is none."""
    index = number_in(step.rpartition("-")[2], 3)
    return -1 if index is None else index


def needs_marks(setup: Setup, form: Sent) -> bool:
    """Say whether the steps that are meant have to be asked for first."""
    return bool(setup.questions()) and ("marked" not in form or setup.open_questions())


def carried(shown: LoopShown, found: str) -> Carried:
    """Return the hidden fields with which a case travels, and where its loop was found."""
    sheet = "" if shown.sheet is None else json.dumps(shown.sheet, ensure_ascii=False)
    fields = [("case", json.dumps(case_value(shown.case), ensure_ascii=False)), ("sheet", sheet)]
    return [*fields, ("found", found)] if found else fields


def found_in(form: Sent) -> str:
    """Return the name of the loop that a form was filled in from; empty where it was not."""
    named = text_of(form, "found")
    return named if _FOUND.fullmatch(named) else ""


def setup_page(
    request: Request,
    setup: Setup,
    *,
    error: FloorjudgeError | None = None,
    **values: Any,  # noqa: ANN401
) -> Response:
    """Return the page with the form that begins it; `values` as the wrapping template of a call needs them."""
    return _page(request, values, "setup", error, setup=setup, facts=facts(across_turns=True), prefill=setup.carried())


def marks_page(request: Request, setup: Setup, **values: Any) -> Response:  # noqa: ANN401
    """Return the page that asks which steps are meant."""
    return _page(request, values, "marks", None, setup=setup, carried=setup.carried())


async def _shown(request: Request, session: Session, shown: LoopShown, found: str) -> Response:
    computed = await worked_out(session.work_out, shown, session.language)
    return shown_page(request, computed, carried=carried(shown, found), hands_on=True, found=found)


def _with_error(request: Request, shown: LoopShown, error: FloorjudgeError, found: str, *, typed: str) -> Response:
    without = msgspec.structs.replace(shown, sheet=None)
    fields = carried(shown, found)
    return shown_page(request, without, error=error, typed=typed, carried=fields, hands_on=True, found=found)


def shown_page(
    request: Request,
    shown: LoopShown,
    *,
    error: FloorjudgeError | None = None,
    typed: str = "",
    carried: Carried,
    hands_on: bool,
    **values: Any,  # noqa: ANN401
) -> Response:
    """Return the page with the question that is open, or with the ruling.

    `hands_on`: this phone is passed round, so that everybody answers on it.
    """
    step = "asking" if shown.waiting is not None else "ruling"
    return _page(request, values, step, error, shown=shown, typed=typed, carried=carried, hands_on=hands_on)


def _page(
    request: Request,
    given: Mapping[str, Any],
    step: str,
    error: FloorjudgeError | None,
    **values: Any,  # noqa: ANN401
) -> Response:
    around = {"template": "loops/desk.html", "action": ADDRESS, "at": None, "call": None, "found": "", **given}
    template = around.pop("template")
    return page(
        request,
        template,
        status=200 if error is None else status_of(error),
        step=step,
        error=error,
        spoken=[(code, NAMES[code]) for code in LANGUAGES],
        **{**around, **values},
    )
