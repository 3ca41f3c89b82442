"""The exact position in which a loop of real cards ends that was found, and then settled at the table."""

from __future__ import annotations

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import digits
from floorjudge.loops import Ruling
from floorjudge.web.finder.questions import MOST_TIMES, SOON
from floorjudge.web.finder.results import Found, Loop, numbered
from floorjudge.web.sessions import Session


class Exact(msgspec.Struct, frozen=True):
    """The job that works it out, and what is known then; `loop` is None while that is being worked out."""

    job: str
    loop: Loop | None


async def found_loop(session: Session, job: str) -> Loop | None:
    """Return the loop that a job has found, as who asks reads it; None where there is no such job, or no loop."""
    try:
        seen = await session.application.jobs.look(job)
    except FloorjudgeError:
        return None
    return None if seen.answer is None else numbered(msgspec.convert(seen.answer, Found).loop, session.language)


async def exact_position(session: Session, found: str, ruling: Ruling | None) -> Exact | None:
    """Return what there is after the whole iterations of a ruling, of the loop that a job has `found`; None where that is not known."""
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
    return Exact(job, await found_loop(session, job))
