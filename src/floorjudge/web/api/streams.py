"""What happens as it happens, and what happened: the log in plain words, as pages and as a stream."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.web.api import shapes
from floorjudge.web.api.bodies import answer, unchanged
from floorjudge.web.api.events import UNCHANGED
from floorjudge.web.api.failing import OF_A_QUERY, OF_AN_EVENT, answering
from floorjudge.web.api.views import record_view
from floorjudge.web.live import RETRY_MS, as_stream
from floorjudge.web.tokens import At
from floorjudge.web.visits import Visit

router = APIRouter(prefix="/api/v1", tags=["What happened"])
AT_ONCE = 100
Since = Annotated[int | None, Query(ge=0, le=10**12, description="The last record that is known.")]
EXAMPLE = 'id: 17\nevent: record\ndata: {"number": 17, "at": "...", "by": "organiser Marie", "said": "..."}\n\n'
STREAM = {
    "description": "Server-sent events without an end; a comment every 15 seconds.",
    "content": {"text/event-stream": {"schema": {"type": "string"}, "example": EXAMPLE}},
}


@router.get(
    "/events/{event}/log",
    summary="The log in plain words",
    responses=answering({200: {"model": shapes.Log}, **UNCHANGED}, *OF_AN_EVENT, *OF_A_QUERY),
)
async def log(
    request: Request,
    at: At,
    after: Annotated[int, Query(ge=0, le=10**12, description="Only records with higher numbers.")] = 0,
    limit: Annotated[int, Query(ge=1, le=500, description="At most so many.")] = 100,
) -> Response:
    """List records in order."""
    found = at.seen.records(after + 1, after + limit) if after < at.seen.number else ()
    value = {"records": [record_view(at, record) for record in found], "newest": at.seen.number}
    return unchanged(request, at.seen.number) or answer(value, at.seen.number)


@router.get(
    "/events/{event}/live",
    summary="The log as it grows",
    responses=answering({200: STREAM}, *OF_AN_EVENT, *OF_A_QUERY),
)
async def live(request: Request, at: At, since: Since = None) -> Response:
    """Send every record from now on, or from the one after `Last-Event-ID` or `since`; none is left out.

    `id` is the number of the record, so that a connection that breaks goes on where it was.
    """
    last = request.headers.get("last-event-id", "")
    known = int(last) if last.isdecimal() and len(last) <= len(str(10**12)) else since
    return as_stream(_records(at, at.seen.number if known is None else known))


async def _records(at: Visit, since: int) -> AsyncIterator[bytes]:
    yield f"retry: {RETRY_MS}\n\n".encode()
    async for seen in at.channel.moments(since):
        if seen is None:
            yield b": here\n\n"
            continue
        now = Visit(at.visitor, seen)
        while since < seen.number:
            part = seen.records(since + 1, min(since + AT_ONCE, seen.number))
            yield b"".join(_line(record_view(now, record)) for record in part)
            since += len(part)


def _line(value: dict[str, object]) -> bytes:
    content = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f"id: {value['number']}\nevent: record\ndata: {content}\n\n".encode()
