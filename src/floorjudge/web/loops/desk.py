"""The loop desk for anybody, without an event: nothing is stored, the case travels in the address.

Every step leads to an address that shows it, so that loading it again, going back and another language lose nothing.
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
from floorjudge.events.floor.state import Call
from floorjudge.exact import digits
from floorjudge.loops import Case
from floorjudge.loops.desk import editions, facts
from floorjudge.texts import LANGUAGES
from floorjudge.web.asking import Asking
from floorjudge.web.common.languages import NAMES
from floorjudge.web.common.loop_rulings import Carried, LoopShown, Pressed, begun, gone_on
from floorjudge.web.common.responses import back_to
from floorjudge.web.errors import TakesTooLong
from floorjudge.web.finder.questions import MOST_TIMES, SOON
from floorjudge.web.finder.results import Loop, found_by, numbered
from floorjudge.web.forms import SentForm, as_typed, number_in
from floorjudge.web.loops.setup import Setup, read_setup
from floorjudge.web.security import POSTS, STEPS
from floorjudge.web.sessions import EventSession, Session, named, with_browser

router = APIRouter()
ADDRESS = "/loop"
_FOUND = re.compile("(?:^|/)([0-9a-f]{16})(?![0-9a-f])")
# Longer ones are shown where they were sent to: not every browser and server takes them as an address.
LONGEST_QUERY = 8_000


class Exact(msgspec.Struct, frozen=True):
    """What there is after a ruling on a loop of real cards: the job that works it out; `loop` is None until it has."""

    job: str
    loop: Loop | None


class LoopDesk(msgspec.Struct, frozen=True):
    """The pages of a loop desk: for anybody, or for a call, whose template needs more `values`.

    `action` is where its forms are sent; `found` is the job that has found the loop, empty where it was not found here.
    """

    session: Session
    found: str = ""
    template: str = "loops/desk.html"
    action: str = ADDRESS
    at: EventSession | None = None
    call: Call | None = None
    values: Mapping[str, Any] = {}

    def setup_page(self, setup: Setup, error: FloorjudgeError | None = None) -> Response:
        """Return the page with the form that begins it."""
        return self._page("setup", error=error, setup=setup, facts=facts(across_turns=True), editions=editions())

    def marks_page(self, setup: Setup) -> Response:
        """Return the page that asks which steps are meant."""
        return self._page("marks", setup=setup, carried=setup.hidden_fields())

    async def exact(self, shown: LoopShown) -> Exact | None:
        """Return what there is after the whole iterations of a ruling on a loop that was found; None where that is not known.

        The players are called as in the case that was ruled on, where the same of them keep the loop going there.
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
        except FloorjudgeError:  # so many wait, or were asked, that it is not begun
            return None
        return Exact(job, await found_loop(self.session, job, _names(shown.case, loop)))

    def shown_page(
        self,
        shown: LoopShown,
        exact: Exact | None,
        *,
        hands_on: bool,
        error: FloorjudgeError | None = None,
        **values: Any,  # noqa: ANN401
    ) -> Response:
        """Return the page with the question that is open, or with the ruling.

        `hands_on`: this phone is passed round, so that everybody answers on it. `exact`: what there is then takes the place of
        the sheet.
        """
        # What somebody sent too much of for an address cannot be loaded again.
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

    def _page(self, step: str, **values: Any) -> Response:  # noqa: ANN401
        spoken = [(code, NAMES[code]) for code in LANGUAGES]
        about: dict[str, Any] = {"at": self.at, "call": self.call, "action": self.action, "found": self.found}
        around = about | {"step": step, "spoken": spoken, "unfinished": False}
        return self.session.page(self.template, **{**around, **self.values, **values})


async def found_loop(session: Session, job: str, names: Sequence[str] = ()) -> Loop | None:
    """Return the loop that a job has found, as who asks reads it, with the `names` of its players; None where there is none."""
    if not job:
        return None
    try:
        found = found_by(await session.application.jobs.look(job))
    except FloorjudgeError:
        return None
    return None if found is None else numbered(found.loop, session.language, names)


def _names(case: Case, loop: Loop) -> tuple[str, ...]:
    """Return the names of the players of a loop; none where the case was changed so much that they are not known."""
    keep = {case.turn_order.index(name) for name in case.maintained_by}
    same = len(case.turn_order) == len(loop.players) and keep == set(loop.maintained_by)
    return case.turn_order if same else ()


@router.get(ADDRESS)
async def loop_desk(session: Asking) -> Response:
    """Show the form that begins it, or where the address says that one is."""
    sent = query_of(session)
    if "do" not in sent.typed:
        return LoopDesk(session).setup_page(Setup())
    session.count(POSTS)
    return await _at_step(session, sent)


@router.post(ADDRESS)
async def go_on(session: Asking) -> Response:
    """Take what was filled in, or an answer, and lead to what comes next."""
    sent = await session.form()
    _check_length(sent)
    return led_to(ADDRESS, sent) or await _at_step(session, sent)


def query_of(session: Session) -> SentForm:
    """Return the query of the address that was asked for, as the form that it was once sent as."""
    return SentForm(tuple((name, as_typed(value)) for name, value in session.request.query_params.multi_items()))


def _check_length(sent: SentForm) -> None:
    """Raise BadInput when more was sent than a loop with its sheet can have."""
    if sum(len(value) for _, value in sent.fields) > 2 * LONGEST_CASE:
        raise CaseTooLong(LONGEST_CASE)


def led_to(address: str, sent: SentForm) -> Response | None:
    """Return the way to the address of a step; None when it would be too long for one."""
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
    """Show the loop after an answer, or after one was taken back."""
    session, case, pressed = desk.session, sent.word("case"), pressed_in(sent)
    try:
        carried = await session.work_out(gone_on, case, sent.word("sheet"), pressed, session.language, limit=STEPS)
    except TakesTooLong as late:
        # It is the sheet that takes so long, and the ruling holds without it.
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
    """Return what was pressed and typed."""
    step, *rest = (sent.word(name) for name in ("do", *Pressed.__struct_fields__[1:]))
    return Pressed(step, *rest)


def index_in(step: str) -> int:
    """Return the number in what a button says: 2 in `up-2`; -1 when it is none."""
    index = number_in(step.rpartition("-")[2], 3)
    return -1 if index is None else index


def needs_marks(setup: Setup, sent: SentForm) -> bool:
    """Say whether the steps that are meant have to be asked for first."""
    return bool(setup.questions()) and ("marked" not in sent.typed or setup.has_open_questions())


def found_in(sent: SentForm) -> str:
    """Return the job that has found the loop that a form was filled in from, by the address of its page; empty where there is none."""
    named_job = _FOUND.search(sent.word("found"))
    return "" if named_job is None else named_job[1]
