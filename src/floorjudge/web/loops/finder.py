"""The loop finder: names of cards, or a position, to a loop of real cards; how far a search is, and what came of it."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

import msgspec
from anyio import to_thread
from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.exact import digits
from floorjudge.loops.desk import read_answer
from floorjudge.texts import Text, render, text
from floorjudge.web.common.limits import POSTS
from floorjudge.web.common.loop_rulings import big_number, int_of
from floorjudge.web.common.responses import as_file, back_to, json_response, page
from floorjudge.web.error_pages import status_of
from floorjudge.web.errors import NoCardsNamed, NotAForm, TooManyCardsNamed
from floorjudge.web.finder import work
from floorjudge.web.finder.names import complete
from floorjudge.web.finder.results import Found, Loop
from floorjudge.web.finder.scenes import changed
from floorjudge.web.jobs.kept import Job
from floorjudge.web.loops.desk import text_of
from floorjudge.web.sessions import BROWSER_COOKIE, Asking, Session, keep

router = APIRouter(prefix="/loops")
HOME = "/loops"
MOST_CARDS = 10
LONGEST_LIST, LONGEST_BOARD = 2_000, 20_000
# How much work a search does, in seconds of a usual computer: at first, and when it is asked to look for longer.
SECONDS, LONGER = 10, 60
MOST_TIMES = 10**100
# So long somebody waits for a page before they are told to wait.
SOON = 1.5
JobId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]


@router.get("")
async def start(request: Request, session: Asking) -> Response:
    """Show the form for the names of cards."""
    asked = request.query_params.getlist("card")[:MOST_CARDS]
    return _with_browser(request, session, _form(request, cards="\n".join(asked)))


@router.post("")
async def ask(request: Request, session: Asking) -> Response:
    """Take the names of cards, or a position in words, and begin the search; the same question leads to the same page."""
    session.count(POSTS)
    async with request.form(max_files=0, max_fields=50) as form:
        cards, helpers, board = (text_of(form, name) for name in ("cards", "helpers", "board"))
        step = text_of(form, "do")
    try:
        names, helping = _lines(cards, "cards"), _lines(helpers, "helpers")
        if len(board) > LONGEST_BOARD:
            raise NotAForm("board")
        if not names and not board:
            raise NoCardsNamed
        await asyncio.shield(session.application.prepare_cards())
        if step == "board":
            found = board or await session.work_out(work.plainest_board, names, helping)
            return _form(request, cards=cards, helpers=helpers, board=found, editing=True)
        question = await session.work_out(work.prepared, names, helping, board)
        job = await _begun(session, "search", question | {"seconds": SECONDS})
    except FloorjudgeError as error:
        return _form(request, cards=cards, helpers=helpers, board=board, error=error, editing=bool(board))
    return _with_browser(request, session, back_to(f"{HOME}/{job}"))


@router.get("/cards")
async def names(session: Asking, q: Annotated[str, Query(max_length=100)] = "") -> Response:
    """Give the names of cards that somebody may mean who has typed so much; nothing while the card texts are being prepared."""
    if not session.application.prepare_cards().done():
        return json_response([])
    found = await to_thread.run_sync(complete, q)
    return json_response(found, headers={"cache-control": "public, max-age=3600"})


@router.get("/{job}")
async def show(request: Request, session: Asking, job: JobId) -> Response:
    """Show how far a search is, or what came of it."""
    seen = await session.application.jobs.look(job)
    if seen.answer is None:
        best = msgspec.convert((seen.progress or {}).get("best") or (), tuple[Text, ...])
        bar = round(100 * float((seen.progress or {}).get("done") or 0))
        return page(request, "finder/job.html", job=seen, question=_question_words(seen), bar=bar, best=best)
    found = msgspec.convert(seen.answer, Found)
    values: dict[str, Any] = _around(seen, found)
    if found.loop is None:
        return page(request, "finder/not_found.html", **values, longer=seen.question.get("seconds", 0) < LONGER)
    return page(request, "finder/result.html", **values, **_loop_shown(request, session, found.loop))


@router.post("/{job}/cancel")
async def cancel(session: Asking, job: JobId) -> Response:
    """Stop a search that nobody else wants."""
    await session.application.jobs.cancel(job, session.asker)
    return back_to(f"{HOME}/{job}")


@router.post("/{job}/again")
async def again(request: Request, session: Asking, job: JobId) -> Response:
    """Do it again: what has failed or was cancelled, or a search that is to look for longer."""
    session.count(POSTS)
    seen = await session.application.jobs.look(job)
    async with request.form(max_files=0, max_fields=10) as form:
        longer = text_of(form, "do") == "longer" and seen.kind == "search"
    question = seen.question | {"seconds": LONGER} if longer else seen.question
    return back_to(f"{HOME}/{await _begun(session, seen.kind, question, anew=not longer)}")


@router.post("/{job}/times")
async def after(request: Request, session: Asking, job: JobId) -> Response:
    """Say what there is after so many iterations: another page, with an address of its own."""
    session.count(POSTS)
    seen = await session.application.jobs.look(job)
    async with request.form(max_files=0, max_fields=10) as form:
        typed = text_of(form, "times")
        which = text_of(form, "which")
    if seen.answer is None:
        return back_to(f"{HOME}/{job}")
    found = msgspec.convert(seen.answer, Found)
    try:
        question = {"case": _case(found, which), "times": _times(typed)}
        return back_to(f"{HOME}/{await _begun(session, 'certify', question)}")
    except FloorjudgeError as error:
        if found.loop is None:
            raise
        shown = _loop_shown(request, session, found.loop, typed=typed, error=error)
        return page(request, "finder/result.html", status=status_of(error), **_around(seen, found), **shown)


@router.get("/{job}/certificate")
async def certificate(session: Asking, job: JobId) -> Response:
    """Give the certificate of a loop as a file of JSON, which `floorjudge magic check` checks."""
    seen = await session.application.jobs.look(job)
    found = None if seen.answer is None else msgspec.convert(seen.answer, Found)
    if found is None or found.loop is None:
        return back_to(f"{HOME}/{job}")
    return json_response(found.loop.certificate, headers=as_file(f"certificate-{job}.json"))


async def _begun(session: Session, kind: str, question: dict[str, Any], *, anew: bool = False) -> str:
    """Return the job for a question, after waiting for a short time: much is known at once."""
    jobs = session.application.jobs
    job = await jobs.ask(kind, question, session.asker, anew=anew)
    await jobs.wait(job, SOON)
    return job


def _case(found: Found, which: str) -> dict[str, Any]:
    """Return the case that is meant: the loop, or one of the sequences that could not be certified."""
    if found.loop is not None:
        return found.loop.case
    index = int(which) if which.isdecimal() and len(which) < 3 else -1
    if not 0 <= index < len(found.uncertain):
        raise NotAForm("which")
    return found.uncertain[index].case


def _times(typed: str) -> str:
    """Return a number of iterations as digits. Raises BadInput when it is none, or beyond 10^100."""
    said, _ = read_answer(typed)
    if not 0 <= said <= MOST_TIMES:
        raise TimesOutOfReach
    return digits(said)


class TimesOutOfReach(BadInput):
    """A number of iterations is asked for that is no number, below 0, or beyond 10^100."""

    code = "times_out_of_reach"
    sentence = text("How many times is a whole number from 0 to 10^100, such as 40, 1,000,000 or 10^100.")
    place = "times"


def _lines(typed: str, field: str) -> list[str]:
    """Return the names that somebody has typed or pasted, one a line; each once."""
    if len(typed) > LONGEST_LIST:
        raise NotAForm(field)
    found = list(dict.fromkeys(line.strip() for line in typed.splitlines() if line.strip()))
    if len(found) > MOST_CARDS:
        raise TooManyCardsNamed(MOST_CARDS)
    return found


def _form(
    request: Request,
    *,
    cards: str = "",
    helpers: str = "",
    board: str = "",
    error: FloorjudgeError | None = None,
    editing: bool = False,
) -> Response:
    status = 200 if error is None else status_of(error)
    return page(
        request,
        "finder/form.html",
        status=status,
        error=error,
        editing=editing,
        cards=cards,
        helpers=helpers,
        board=board,
    )


def _with_browser(request: Request, session: Session, answer: Response) -> Response:
    """Give a browser a name of its own, so that those behind one address wait in turn."""
    if not session.browser:
        keep(answer, request, BROWSER_COOKIE, secrets.token_hex(8), secret=True)
    return answer


def _question_words(job: Job) -> tuple[str, ...]:
    """Return what a job is about: the names of the cards."""
    return (*job.question.get("names", ()), *job.question.get("helpers", ()))


def _around(job: Job, found: Found) -> dict[str, Any]:
    return {"job": job, "question": _question_words(job), "found": found}


def _loop_shown(
    request: Request, session: Session, loop: Loop, *, typed: str = "", error: FloorjudgeError | None = None
) -> dict[str, Any]:
    """Return what the page of a loop shows beside what was found: one scene of it, the ring, numbers as they are read."""
    asked = request.query_params.get("scene", "")
    at = min(int(asked), len(loop.scenes) - 1) if asked.isdecimal() and len(asked) < 4 else 0
    before = loop.scenes[at - 1] if at else None
    language = session.language

    def say(said: Text) -> str:
        return render(said, language)

    return {
        "loop_found": loop,
        "at": at,
        "scene": loop.scenes[at],
        "changed": changed(before, loop.scenes[at]),
        "ring": loop.picture(say),
        "number": lambda written: big_number(int_of(written), language),
        "typed": typed,
        "error": error,
        "settle": loop.for_the_desk(say),
    }
