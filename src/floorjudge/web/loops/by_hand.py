"""A position played by hand, choice by choice; what was played can be certified."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import digits
from floorjudge.web.common.responses import back_to, page
from floorjudge.web.error_pages import status_of
from floorjudge.web.errors import NoSuchPage
from floorjudge.web.finder import work
from floorjudge.web.finder.by_hand import Moment, NotBackYet
from floorjudge.web.finder.questions import MOST_TIMES, SOON
from floorjudge.web.finder.results import Found, numbered
from floorjudge.web.loops.desk import text_of
from floorjudge.web.loops.finder import HOME, JobId
from floorjudge.web.sessions import Asking, Session, named, with_browser

router = APIRouter(prefix=HOME)
_SEVERAL = re.compile(r"[abc]")
_TICKED = re.compile(r"\d{1,4}(v\d{1,4})?")
Did = Annotated[str, Query(max_length=2_000)]


@router.get("/{job}/play")
async def play(request: Request, session: Asking, job: JobId, did: Did = "", several: str = "") -> Response:
    """Show the position after some choices; each further one is a link, or ticks in a form that lead to one."""
    if _SEVERAL.fullmatch(several):
        ticked = [each for each in request.query_params.getlist("tick") if _TICKED.fullmatch(each)]
        return back_to(f"{HOME}/{job}/play?did={_with(did, several + '-'.join(ticked))}#table")
    return _shown(request, job, numbered(await _moment(session, job, did), session.language))


def _shown(request: Request, job: str, shown: Moment, error: FloorjudgeError | None = None) -> Response:
    done = ".".join(shown.did)
    undone = ".".join(shown.did[:-1])
    return page(
        request,
        "finder/play.html",
        status=200 if error is None else status_of(error),
        error=error or shown.error,
        job=job,
        shown=shown,
        scene=shown.scene,
        changed=shown.changed,
        done=done,
        undone=undone,
    )


@router.post("/{job}/play")
async def certify(request: Request, session: Asking, job: JobId) -> Response:
    """Certify what was played, repeated as often as anybody may say."""
    async with request.form(max_files=0, max_fields=10) as form:
        did = text_of(form, "did")[:2_000]
    session = named(session)
    shown = numbered(await _moment(session, job, did), session.language)
    if not shown.did:
        return back_to(f"{HOME}/{job}/play")
    if shown.begins is not None and shown.asks is not None:
        return _shown(request, job, shown, NotBackYet(shown.begins, shown.asks))
    question = {"case": shown.case, "times": digits(MOST_TIMES)}
    begun = await session.application.jobs.ask("certify", question, session.asker, patience=SOON)
    return with_browser(request, session, back_to(f"{HOME}/{begun}"))


async def _moment(session: Session, job: str, did: str) -> Moment:
    seen = await session.application.jobs.look(job)
    if seen.answer is None:
        raise NoSuchPage
    found = msgspec.convert(seen.answer, Found)
    board = found.loop.board if found.loop is not None else found.board
    shown: Moment = await session.work_out(work.played, board, tuple(filter(None, did.split("."))))
    return shown


def _with(did: str, word: str) -> str:
    return f"{did}.{word}" if did else word
