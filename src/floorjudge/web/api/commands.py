"""Commands: the same JSON objects as in every other channel, for an existing event or to open one."""

from __future__ import annotations

from anyio import to_thread
from fastapi import APIRouter
from starlette.responses import Response

from floorjudge.events.service import Answer, EventLog
from floorjudge.events.service.answers import answer_of, answer_value
from floorjudge.events.service.envelope import read_envelope
from floorjudge.events.service.errors import IdUsedBefore
from floorjudge.events.service.log.records import Record, opened_log
from floorjudge.web.api import shapes
from floorjudge.web.api.shapes import ALWAYS, OF_A_COMMAND, OF_AN_EVENT, answering, taking
from floorjudge.web.api.views import (
    JsonObject,
    answer,
    check_match,
    known_number,
    object_in,
    prefers_minimal,
    sees_places,
)
from floorjudge.web.asking import Program, ProgramAt
from floorjudge.web.commands import do, open_event
from floorjudge.web.errors import OnlyOpen
from floorjudge.web.security import POSTS
from floorjudge.web.sessions import Session

router = APIRouter(prefix="/api/v1", tags=["Commands"])
PREFER = {
    "name": "Prefer",
    "in": "header",
    "required": False,
    "description": "`return=minimal` leaves the view out of the answer, which then says so in `Preference-Applied`.",
    "schema": {"type": "string"},
}
# An `open` that is sent again is looked up among this many of the newest events.
LOOKED_THROUGH = 20


@router.post(
    "/events",
    summary="Open an event",
    status_code=201,
    responses=answering(
        {
            201: {"model": shapes.Answer},
            200: {"model": shapes.Answer, "description": "It was opened before, with this `id`."},
        },
        *ALWAYS,
        *OF_A_COMMAND,
        OnlyOpen(),
    ),
    openapi_extra={"parameters": [PREFER], **taking("open")},
)
async def opened(session: Program) -> Response:
    """Open an event; for the owner. With an `id`, sending it again opens no second one."""
    session.needs_owner()
    given = await object_in(session)
    if given.setdefault("do", "open") != "open":
        raise OnlyOpen
    async with session.application.opening:
        before = await _opened_before(session, given)
        if before is not None:
            return before
        session.count(POSTS)
        done, seen = await open_event(session, given)
    return _done(session, given, seen.id, done, 201)


async def _opened_before(session: Session, given: JsonObject) -> Response | None:
    """Return the answer to a repeated `open`, None if it is new."""
    if given.get("id") is None:
        return None
    found = await to_thread.run_sync(_opened_with, session.application.store.log, str(given["id"]))
    if found is None:
        return None
    event, first = found
    if first.fingerprint != read_envelope(given).fingerprint():
        raise IdUsedBefore(str(given["id"]))
    return _done(session, given, event, answer_of([first]), 200)


def _opened_with(log: EventLog, command_id: str) -> tuple[str, Record] | None:
    """Return the event, among the newest, that a command opened, with its first record. Reads the store."""
    for kept in log.tournaments()[::-1][:LOOKED_THROUGH]:
        (first,) = opened_log(log.read(kept.id)[:1])
        if first.command_id == command_id:
            return kept.id, first
    return None


@router.post(
    "/events/{event}/commands",
    summary="Have a command done",
    responses=answering({200: {"model": shapes.Answer}}, *OF_AN_EVENT, *OF_A_COMMAND),
    openapi_extra={"parameters": [PREFER], **taking("AnyCommand")},
)
async def commanded(at: ProgramAt) -> Response:
    """Do one command, and return its result and the tournament after it.

    `id` makes sending it again harmless. `seen`, or the entity tag in `If-Match`, is the record on which it rests: with
    `seen` later changes matter only if they touch the command (409), with `If-Match` any change does (412). With
    `"view": false` or `Prefer: return=minimal` the answer leaves the view out.
    """
    at.session.count(POSTS)
    given = await object_in(at.session)
    if "if-match" in at.request.headers:
        # A client that reads through another process must not learn of records that this process has not heard of yet.
        at = await at.now(fresh=True)
        check_match(at)
    seen = given.pop("seen", None)
    done = await do(at, given, seen=known_number(at.request) if seen is None else seen)
    return _done(at.session, given, at.event, done, places=sees_places(await at.now()))


def _done(
    session: Session,
    given: JsonObject,
    event: str,
    done: Answer,
    opened: int | None = None,
    *,
    places: bool = True,
) -> Response:
    """Return a command's result; `opened`: the status for an `open`, `places`: the caller may see the places."""
    minimal = prefers_minimal(session.request)
    with_view = not minimal and given.get("view") is not False
    value: JsonObject = {"event": event, "number": done.number}
    value |= answer_value(done, session.language, with_view=with_view, with_places=places)
    headers = {"preference-applied": "return=minimal"} if minimal else {}
    if opened is not None:
        headers["location"] = f"/api/v1/events/{event}"
    return answer(value, done.number, opened or 200, **headers)
