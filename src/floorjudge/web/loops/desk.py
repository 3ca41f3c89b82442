"""The loop desk for all visitors, without an event: nothing is stored, the case is part of the address.

Every step leads to an address that shows it, so that reloading, going back and changing the language lose nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter
from starlette.responses import Response

from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.events.floor.calls import LONGEST_CASE
from floorjudge.events.floor.errors import CaseTooLong
from floorjudge.events.venue import Call
from floorjudge.exact import digits
from floorjudge.loops import Case
from floorjudge.loops.desk import editions, facts
from floorjudge.texts import LANGUAGES
from floorjudge.web.asking import Asking
from floorjudge.web.common.languages import NAMES
from floorjudge.web.common.loop_rulings import Carried, LoopShown, Pressed, begun, gone_on
from floorjudge.web.common.responses import back_to
from floorjudge.web.errors import TakesTooLong
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.finder.questions import MOST_TIMES, SOON
from floorjudge.web.finder.results import Loop, found_by, shown_to
from floorjudge.web.forms import SentForm, as_typed, number_in
from floorjudge.web.loops.setup import Setup, read_setup
from floorjudge.web.security import POSTS, STEPS
from floorjudge.web.sessions import Session, named, with_browser

router = APIRouter()
ADDRESS = "/loop"
_FOUND = re.compile("(?:^|/)([0-9a-f]{16})(?![0-9a-f])")
# A longer address is shown as the answer to the form: not every browser and server accepts it.
LONGEST_QUERY = 8_000


class Exact(msgspec.Struct, frozen=True):
    """The exact result after a ruling on a loop of real cards: its job; `loop` is None until the job is done."""

    job: str
    loop: Loop | None


class LoopDesk(msgspec.Struct, frozen=True):
    """The pages of a loop desk: without an event, or for a call, whose template needs more `values`.

    `action` is the address of its forms; `found` is the job that found the loop, empty if it was not found here.
    """

    session: Session
    found: str = ""
    template: str = "loops/desk.html"
    action: str = ADDRESS
    at: EventSession | None = None
    call: Call | None = None
    values: Mapping[str, Any] = {}

    def setup_page(self, setup: Setup, error: FloorjudgeError | None = None) -> Response:
        """Return the page with the first form."""
        return self._page("setup", error=error, setup=setup, facts=facts(across_turns=True), editions=editions())

    def marks_page(self, setup: Setup) -> Response:
        """Return the page that asks which steps are meant."""
        return self._page("marks", setup=setup, carried=setup.hidden_fields())

    async def exact(self, shown: LoopShown) -> Exact | None:
        """Return the exact result after the whole iterations of a ruling on a found loop; None if it is not known.

        The players have their names in the case, if the same of them keep the loop going there.
        """
        stop = None if shown.ruling is None else shown.ruling.stop
        if stop is None or stop.iterations > MOST_TIMES:
            return None
        loop = await found_loop(self.session, self.found)
        if loop is None:
            return None
        question = {"case": loop.case, "times": digits(stop.iterations)}
        try:
            job = await self.session.begin("certify", question, patience=SOON, limit=STEPS)
        except FloorjudgeError:  # not begun, since too many jobs wait or were requested
            return None
        return Exact(job, await found_loop(self.session, job, _names(shown.case, loop)))

    def shown_page(
        self,
        shown: LoopShown,
        exact: Exact | None,
        *,
        hands_on: bool,
        error: FloorjudgeError | None = None,
        **values: Any,  # noqa: ANN401 (what the template shows)
    ) -> Response:
        """Return the page with the open question, or with the ruling.

        `hands_on`: the players pass this phone round, and all answer on it. `exact`: its result replaces the sheet's.
        """
        # Input that is too long for an address cannot be reloaded.
        can_load_again = self.call is not None or bool(self.session.request.url.query)
        return self._page(
            "asking" if shown.waiting is not None else "ruling",
            error=error,
            shown=shown,
            exact=exact,
            unfinished=exact is not None and exact.loop is None and can_load_again,
            hands_on=hands_on,
            **values,
        )

    def _page(self, step: str, **values: Any) -> Response:  # noqa: ANN401 (what the template shows)
        spoken = [(code, NAMES[code]) for code in LANGUAGES]
        about: dict[str, Any] = {"at": self.at, "call": self.call, "action": self.action, "found": self.found}
        around = about | {"step": step, "spoken": spoken, "unfinished": False}
        return self.session.page(self.template, **{**around, **self.values, **values})


async def found_loop(session: Session, job: str, names: Sequence[str] = ()) -> Loop | None:
    """Return a job's loop, with the `names` of its players, in the visitor's language; None if there is none."""
    if not job:
        return None
    try:
        found = found_by(await session.application.jobs.look(job))
    except FloorjudgeError:
        return None
    return None if found is None else shown_to(found.loop, session.language, names)


def _names(case: Case, loop: Loop) -> tuple[str, ...]:
    """Return the names of a loop's players; none if the case has changed too much to identify them."""
    keep = {case.turn_order.index(name) for name in case.maintained_by}
    same = len(case.turn_order) == len(loop.answer.players) and keep == set(loop.answer.maintained_by)
    return case.turn_order if same else ()


@router.get(ADDRESS)
async def loop_desk(session: Asking) -> Response:
    """Show the first form, or the step in the address."""
    sent = query_of(session)
    if "do" not in sent.typed:
        return LoopDesk(session).setup_page(Setup())
    session.count(POSTS)
    return await _at_step(session, sent)


@router.post(ADDRESS)
async def go_on(session: Asking) -> Response:
    """Take a form or an answer, and redirect to the next step."""
    sent = await session.form()
    _check_length(sent)
    return led_to(ADDRESS, sent) or await _at_step(session, sent)


def query_of(session: Session) -> SentForm:
    """Return the query of the requested address, as the form that it once was."""
    return SentForm(tuple((name, as_typed(value)) for name, value in session.request.query_params.multi_items()))


def _check_length(sent: SentForm) -> None:
    """Raise BadInput if the form is longer than a loop with its sheet can be."""
    if sum(len(value) for _, value in sent.fields) > 2 * LONGEST_CASE:
        raise CaseTooLong(LONGEST_CASE)


def led_to(address: str, sent: SentForm) -> Response | None:
    """Return the redirect to the address of a step; None if that is too long."""
    written = urlencode([(name, value) for name, value in sent.fields if name != "id"])
    return back_to(f"{address}?{written}") if len(written) < LONGEST_QUERY else None


async def _at_step(session: Session, sent: SentForm) -> Response:
    _check_length(sent)
    desk = LoopDesk(session, found_in(sent))
    if "case" in sent.typed:
        return await _answered(desk, sent)
    setup, step = read_setup(sent), sent.word("do")
    if step == "fill" or step.startswith("up-"):
        return desk.setup_page(setup if step == "fill" else setup.moved_up(index_in(step)))
    try:
        if needs_marks(setup, sent):
            return desk.marks_page(setup)
        return await _shown(
            desk, await session.work_out(begun, setup.case(), setup.sheet, session.language, limit=STEPS)
        )
    except BadInput as error:
        return desk.setup_page(setup, error)


async def _answered(desk: LoopDesk, sent: SentForm) -> Response:
    """Show the loop after an answer, or after one was removed."""
    session, case, pressed = desk.session, sent.word("case"), pressed_in(sent)
    try:
        carried = await session.work_out(gone_on, case, sent.word("sheet"), pressed, session.language, limit=STEPS)
    except TakesTooLong as late:
        # The sheet is the part that takes too long; the ruling holds without it.
        carried = await session.work_out(gone_on, case, "", Pressed(), session.language, limit=STEPS)
        return await _shown(desk, carried, late, says=pressed.says)
    return await _shown(desk, carried, carried.refused, says=pressed.says)


async def _shown(desk: LoopDesk, carried: Carried, error: FloorjudgeError | None = None, *, says: str = "") -> Response:
    desk = msgspec.structs.replace(desk, session=named(desk.session))
    fields = [("case", carried.case), ("sheet", carried.sheet)] + ([("found", desk.found)] if desk.found else [])
    exact = await desk.exact(carried.shown)
    shown = desk.shown_page(
        carried.shown, exact, hands_on=True, error=error, says=says if error else "", carried=fields
    )
    return with_browser(desk.session, shown) if desk.found else shown


def pressed_in(sent: SentForm) -> Pressed:
    """Return the pressed button and the typed fields."""
    step, *rest = (sent.word(name) for name in ("do", *Pressed.__struct_fields__[1:]))
    return Pressed(step, *rest)


def index_in(step: str) -> int:
    """Return the number in a button's value: 2 in `up-2`; -1 if there is none."""
    index = number_in(step.rpartition("-")[2], 3)
    return -1 if index is None else index


def needs_marks(setup: Setup, sent: SentForm) -> bool:
    """Return whether the visitor must first mark the steps that are meant."""
    return bool(setup.questions()) and ("marked" not in sent.typed or setup.has_open_questions())


def found_in(sent: SentForm) -> str:
    """Return the job that found the loop in a form, by the address of the job's page; empty if there is none."""
    named_job = _FOUND.search(sent.word("found"))
    return "" if named_job is None else named_job[1]
