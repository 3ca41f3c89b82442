"""The loop desk for anybody, without an event: nothing is stored, the case travels in the address.

Every step leads to an address that shows it, so that loading it again, going back and another language lose nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.datastructures import ImmutableMultiDict
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.events.floor.calls import LONGEST_CASE
from floorjudge.events.floor.errors import CaseTooLong
from floorjudge.loops.desk import facts
from floorjudge.texts import LANGUAGES
from floorjudge.web.commands import as_typed, number_in
from floorjudge.web.common.languages import NAMES, language_of
from floorjudge.web.common.limits import POSTS
from floorjudge.web.common.loop_rulings import Carried, LoopShown, Pressed, begun, big_number, gone_on, int_of
from floorjudge.web.common.responses import back_to, page
from floorjudge.web.error_pages import status_of
from floorjudge.web.errors import TakesTooLong
from floorjudge.web.loops.exact import Exact, exact_position
from floorjudge.web.loops.forms import Setup, read_setup
from floorjudge.web.sessions import Asking, Session, named, with_browser

router = APIRouter()
ADDRESS = "/loop"
_FOUND = re.compile("(?:^|/)([0-9a-f]{16})(?![0-9a-f])")
# A form, or the query of an address.
Sent: TypeAlias = ImmutableMultiDict[str, Any]
# Longer ones are shown where they were sent to: not every browser and server takes them as an address.
LONGEST_QUERY = 8_000


@router.get(ADDRESS)
async def loop_desk(request: Request, session: Asking) -> Response:
    """Show the form that begins it, or where the address says that one is."""
    if "do" not in request.query_params:
        return setup_page(request, Setup())
    session.count(POSTS)
    _check_length(request.query_params)
    return await _at_step(request, session, request.query_params)


@router.post(ADDRESS)
async def go_on(request: Request, session: Asking) -> Response:
    """Take what was filled in, or an answer, and lead to what comes next."""
    async with request.form(max_files=0, max_fields=500) as form:
        _check_length(form)
        return led_to(ADDRESS, form) or await _at_step(request, session, form)


def _check_length(form: Sent) -> None:
    """Raise BadInput when more was sent than a loop with its sheet can have."""
    if sum(len(value) for _, value in form.multi_items() if isinstance(value, str)) > 2 * LONGEST_CASE:
        raise CaseTooLong(LONGEST_CASE)


def led_to(address: str, form: Sent) -> Response | None:
    """Return the way to the address of a step; None when it would be too long for one."""
    fields = [(name, value) for name, value in form.multi_items() if isinstance(value, str) and name != "id"]
    written = urlencode(fields)
    return back_to(f"{address}?{written}") if len(written) < LONGEST_QUERY else None


async def _at_step(request: Request, session: Session, form: Sent) -> Response:
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
        carried = await session.work_out(begun, setup.case(), setup.sheet, session.language)
        return await _shown(request, session, carried, found)
    except BadInput as error:
        return setup_page(request, setup, error=error, found=found)


async def _answered(request: Request, session: Session, form: Sent) -> Response:
    """Show the loop after an answer, or after one was taken back."""
    case, sheet, pressed = text_of(form, "case"), text_of(form, "sheet"), pressed_in(form)
    late = None
    try:
        carried = await session.work_out(gone_on, case, sheet, pressed, session.language)
    except TakesTooLong as error:
        # It is the sheet that takes so long, and the ruling holds without it.
        carried = await session.work_out(gone_on, case, "", Pressed(), session.language)
        late = error
    return await _shown(request, session, carried, found_in(form), late or carried.refused, typed=pressed.says)


def pressed_in(form: Sent) -> Pressed:
    """Return what was pressed and typed."""
    step, by, word, says, part, reason = (text_of(form, name) for name in ("do", *Pressed.__struct_fields__[1:]))
    return Pressed(step, by, word, says, part, reason)


def text_of(form: Sent, name: str) -> str:
    """Return a text field of a form, empty when it is missing or a file."""
    value = form.get(name)
    return as_typed(value).strip() if isinstance(value, str) else ""


def index_in(step: str) -> int:
    """Return the number in what a button says: 2 in `up-2`; -1 when it is none."""
    index = number_in(step.rpartition("-")[2], 3)
    return -1 if index is None else index


def needs_marks(setup: Setup, form: Sent) -> bool:
    """Say whether the steps that are meant have to be asked for first."""
    return bool(setup.questions()) and ("marked" not in form or setup.open_questions())


def found_in(form: Sent) -> str:
    """Return the name of the loop that a form was filled in from; empty where it was not."""
    return name_in(text_of(form, "found"))


def name_in(address: str) -> str:
    """Return the name of a loop that was found, in the address of its page; empty where there is none."""
    named = _FOUND.search(address)
    return "" if named is None else named[1]


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


async def _shown(
    request: Request,
    session: Session,
    carried: Carried,
    found: str,
    error: FloorjudgeError | None = None,
    *,
    typed: str = "",
) -> Response:
    fields = [("case", carried.case), ("sheet", carried.sheet)] + ([("found", found)] if found else [])
    session = named(session)
    shown = shown_page(
        request,
        carried.shown,
        error=error,
        typed=typed if error else "",
        carried=fields,
        hands_on=True,
        found=found,
        exact=await exact_position(session, found, carried.shown.case, carried.shown.ruling),
    )
    return with_browser(request, session, shown) if found else shown


def shown_page(
    request: Request,
    shown: LoopShown,
    *,
    error: FloorjudgeError | None = None,
    typed: str = "",
    carried: list[tuple[str, str]],
    hands_on: bool,
    exact: Exact | None = None,
    **values: Any,  # noqa: ANN401
) -> Response:
    """Return the page with the question that is open, or with the ruling.

    `hands_on`: this phone is passed round, so that everybody answers on it. `exact`: what there is then takes the place of the sheet.
    """
    step = "asking" if shown.waiting is not None else "ruling"
    around: dict[str, Any] = {"typed": typed, "carried": carried, "hands_on": hands_on, "exact": exact}
    around["number"] = lambda written: big_number(int_of(written), language_of(request))
    # What somebody sent too much of for an address cannot be loaded again.
    can_load_again = values.get("call") is not None or bool(request.url.query)
    around["unfinished"] = exact is not None and exact.loop is None and can_load_again
    return _page(request, values, step, error, shown=shown, **around)


def _page(
    request: Request,
    given: Mapping[str, Any],
    step: str,
    error: FloorjudgeError | None,
    **values: Any,  # noqa: ANN401
) -> Response:
    around = {
        "template": "loops/desk.html",
        "action": ADDRESS,
        "at": None,
        "call": None,
        "found": "",
        "unfinished": False,
        **given,
    }
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
