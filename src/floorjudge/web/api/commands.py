"""Commands: the same JSON objects as everywhere else, for an event that there is or to open one."""

from __future__ import annotations

from typing import Any

from anyio import to_thread
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.events.service import EventLog
from floorjudge.events.service.envelope import read_envelope
from floorjudge.events.service.errors import IdUsedBefore
from floorjudge.events.service.log import Record
from floorjudge.events.service.service import answer_of, answer_value
from floorjudge.web.api import shapes
from floorjudge.web.api.bodies import JsonObject, answer, check_match, known_number, object_in, wants_view
from floorjudge.web.api.shapes import ALWAYS, OF_A_COMMAND, OF_AN_EVENT, answering
from floorjudge.web.api.views import sees_places, without_places
from floorjudge.web.commands import do, open_event
from floorjudge.web.common.limits import POSTS
from floorjudge.web.errors import OnlyOpen
from floorjudge.web.sessions import Program, ProgramAt, Session

router = APIRouter(prefix="/api/v1", tags=["Commands"])
COMMAND: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/AnyCommand"}}},
    }
}
OPEN: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/open"}}},
    }
}
# How many of the newest events are looked through for an `open` that is sent again.
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
    openapi_extra=OPEN,
)
async def opened(request: Request, session: Program) -> Response:
    """Open an event; for the owner. With an `id`, sending it again opens no second one."""
    given = await object_in(request)
    session.needs_owner()
    if given.setdefault("do", "open") != "open":
        raise OnlyOpen
    async with session.application.opening:
        before = await _opened_before(request, session, given)
        if before is not None:
            return before
        session.application.rates.count(POSTS, session.sender)
        done, seen = await open_event(session, given)
    value = {"event": seen.id, "number": done.number} | answer_value(
        done, session.language, with_view=wants_view(request, given)
    )
    return answer(value, done.number, 201, location=f"/api/v1/events/{seen.id}")


async def _opened_before(request: Request, session: Session, given: JsonObject) -> Response | None:
    """Return the answer to an `open` that has been done before, None when it is new."""
    if given.get("id") is None:
        return None
    found = await to_thread.run_sync(_opened_with, session.application.store.log, str(given["id"]))
    if found is None:
        return None
    event, first = found
    if first.fingerprint != read_envelope(given).fingerprint():
        raise IdUsedBefore(str(given["id"]))
    value = {"event": event, "number": 1} | answer_value(
        answer_of([first]), session.language, with_view=wants_view(request, given)
    )
    return answer(value, 1, location=f"/api/v1/events/{event}")


def _opened_with(log: EventLog, command_id: str) -> tuple[str, Record] | None:
    """Return the event, among the newest, that a command opened, with its first record. Reads the store."""
    for kept in log.tournaments()[::-1][:LOOKED_THROUGH]:
        first = log.read(kept.id)[0]
        if first.command_id == command_id:
            return kept.id, first
    return None


@router.post(
    "/events/{event}/commands",
    summary="Have a command done",
    responses=answering({200: {"model": shapes.Answer}}, *OF_AN_EVENT, *OF_A_COMMAND),
    openapi_extra=COMMAND,
)
async def commanded(request: Request, at: ProgramAt) -> Response:
    """Do one command, and give what happened and the tournament after it.

    `id` makes sending it again harmless. `seen`, or the entity tag in `If-Match`, is the record on which it rests: with
    `seen` what changed since matters only when it touches the command (409), with `If-Match` whatever changed (412).
    With `"view": false` or `Prefer: return=minimal` the answer leaves the view out.
    """
    given = await object_in(request)
    if "if-match" in request.headers:
        # Whoever looks through another process must not be told of what this one has not heard of yet.
        at = await at.now(fresh=True)
        check_match(request, at)
    seen = given.pop("seen", None)
    done = await do(at, given, seen=known_number(request) if seen is None else seen)
    after = await at.now()
    value: JsonObject = {"event": at.event, "number": done.number} | answer_value(
        done, at.language, with_view=wants_view(request, given)
    )
    if "view" in value and not sees_places(after):
        value["view"] = without_places(value["view"])
    return answer(value, done.number)
