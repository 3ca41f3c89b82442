"""A request that is being answered while the server stops."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from floorjudge.errors import FloorjudgeError
from floorjudge.web.stopping import AnswersAtTheEnd, Requests


async def _refused(_: Request, error: FloorjudgeError) -> Response:
    return PlainTextResponse(error.code, 503)


async def _answers(requests: Requests, *, begins: bool, ends: Any) -> list[dict[str, Any]]:
    """Return what a request that never ends by itself sends, if `ends` is done with its task."""
    sent: list[dict[str, Any]] = []
    waits = asyncio.Event()

    async def never(_scope: Scope, _receive: Receive, send: Send) -> None:
        if begins:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        waits.set()
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        await asyncio.Event().wait()

    application = SimpleNamespace(requests=requests)
    scope = {"type": "http", "app": SimpleNamespace(state=SimpleNamespace(application=application))}
    task = asyncio.ensure_future(AnswersAtTheEnd(never, refuse=_refused)(scope, receive, send))
    await waits.wait()
    ends(task)
    await task
    return sent


def test_a_slow_request_is_answered_when_the_server_stops() -> None:
    requests = Requests()
    start, body = asyncio.run(_answers(requests, begins=False, ends=lambda _: requests.end(0)))
    assert (start["status"], body["body"]) == (503, b"server_stops")


def test_an_answer_that_has_begun_ends_quietly_when_the_server_stops() -> None:
    requests = Requests()
    (start,) = asyncio.run(_answers(requests, begins=True, ends=lambda _: requests.end(0)))
    assert start["status"] == 200


def test_a_request_that_is_cancelled_for_another_reason_is_not_answered() -> None:
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(_answers(Requests(), begins=False, ends=lambda task: task.cancel()))
