"""The exact position in which a loop of real cards ends that was found, and then settled at the table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import digits
from floorjudge.loops import Case, Ruling
from floorjudge.web.finder.questions import MOST_TIMES, SOON
from floorjudge.web.finder.results import Found, Loop, numbered
from floorjudge.web.sessions import Session


class Exact(msgspec.Struct, frozen=True):
    """The job that works it out, and what is known then; `loop` is None while that is being worked out."""

    job: str
    loop: Loop | None


async def found_loop(session: Session, job: str, names: Sequence[str] = ()) -> Loop | None:
    """Return the loop that a job has found, as who asks reads it, with the `names` of its players; None where there is no such loop."""
    try:
        seen = await session.application.jobs.look(job)
    except FloorjudgeError:
        return None
    return None if seen.answer is None else numbered(msgspec.convert(seen.answer, Found).loop, session.language, names)


async def exact_position(session: Session, found: str, case: Case, ruling: Ruling | None) -> Exact | None:
    """Return what there is after the whole iterations of a ruling, of the loop that a job has `found`; None where that is not known.

    The players are called as in the `case` that was ruled on, where the same of them keep it going there.
    """
    if not found or ruling is None or ruling.stop is None or ruling.stop.iterations > MOST_TIMES:
        return None
    loop = await found_loop(session, found)
    if loop is None:
        return None
    question = {"case": loop.case, "times": digits(ruling.stop.iterations)}
    try:
        job = await session.application.jobs.ask("certify", question, session.asker, patience=SOON)
    except FloorjudgeError:  # so many wait that it is not begun
        return None
    return Exact(job, await found_loop(session, job, _names(case, loop)))


def _names(case: Case, loop: Loop) -> tuple[str, ...]:
    """Return the names of the players of a loop; none where the case was changed so much that they are not known."""
    keep = {case.turn_order.index(name) for name in case.maintained_by}
    same = len(case.turn_order) == len(loop.players) and keep == set(loop.maintained_by)
    return case.turn_order if same else ()
