"""A position played by hand, choice by choice; the choices can be certified."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import digits
from floorjudge.web.asking import Asking
from floorjudge.web.common.responses import back_to
from floorjudge.web.errors import NoSuchPage
from floorjudge.web.finder import work
from floorjudge.web.finder.by_hand import Moment, NotBackYet
from floorjudge.web.finder.questions import MOST_TIMES
from floorjudge.web.finder.results import found_by, shown_to
from floorjudge.web.loops.finder import HOME, JobId, led_to_job
from floorjudge.web.security import STEPS
from floorjudge.web.sessions import Session, named

router = APIRouter(prefix=HOME)
_SEVERAL = re.compile(r"[abc]")
_TICKED = re.compile(r"\d{1,4}(v\d{1,4})?")
Did = Annotated[str, Query(max_length=2_000)]


@router.get("/{job}/play")
async def play(session: Asking, job: JobId, did: Did = "", several: str = "") -> Response:
    """Show the position after some choices; each further one is a link, or ticks in a form that lead to one."""
    if _SEVERAL.fullmatch(several):
        ticked = [each for each in session.request.query_params.getlist("tick") if _TICKED.fullmatch(each)]
        return back_to(f"{HOME}/{job}/play?did={_with(did, several + '-'.join(ticked))}#table")
    return _shown(session, job, await _moment(session, job, did))


def _shown(session: Session, job: str, shown: Moment, error: FloorjudgeError | None = None) -> Response:
    return session.page(
        "finder/play.html",
        error=error,
        problem=error or shown.error,
        job=job,
        shown=shown,
        scene=shown.scene,
        changed=shown.changed,
        done=".".join(shown.did),
        undone=".".join(shown.did[:-1]),
    )


@router.post("/{job}/play")
async def certify(session: Asking, job: JobId) -> Response:
    """Certify the choices, repeated as often as a visitor may request."""
    did = (await session.form()).word("did")[:2_000]
    session = named(session)
    shown = await _moment(session, job, did)
    if not shown.did:
        return back_to(f"{HOME}/{job}/play")
    if shown.begins is not None and shown.asks is not None:
        return _shown(session, job, shown, NotBackYet(shown.begins, shown.asks))
    return await led_to_job(session, "certify", {"case": shown.case, "times": digits(MOST_TIMES)})


async def _moment(session: Session, job: str, did: str) -> Moment:
    found = found_by(await session.application.jobs.look(job))
    if found is None:
        raise NoSuchPage
    board = found.loop.board if found.loop is not None else found.board
    shown: Moment = await session.work_out(work.played, board, tuple(filter(None, did.split("."))), limit=STEPS)
    return shown_to(shown, session.language)


def _with(did: str, word: str) -> str:
    return f"{did}.{word}" if did else word
