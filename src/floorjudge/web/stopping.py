"""Stopping the server: every request still gets an answer, a slow one that the server stops."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from floorjudge.web.errors import ServerStops
from floorjudge.web.security import Refuse

SIGNALS = (signal.SIGINT, signal.SIGTERM)
# What a request may take from then on, in seconds: less than uvicorn waits (`SECONDS_TO_CLOSE` of `cli/serve.py`),
# which then cancels requests and prints each as a failure.
PATIENCE = 1.5


class Requests:
    """The requests that are being answered."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self.are_ending = False

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Count the running task as a request."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 (called in one)
        self._running.add(task)
        try:
            yield
        finally:
            self._running.discard(task)

    def end(self, patience: float = PATIENCE) -> None:
        """Cancel the requests that take longer than this many seconds from now on."""
        self.are_ending = True
        asyncio.get_running_loop().call_later(patience, self._cancel)

    def _cancel(self) -> None:
        for task in self._running:
            task.cancel()


class AnswersAtTheEnd:
    """Answer a request that is cancelled because the server stops with `ServerStops`."""

    def __init__(self, app: ASGIApp, *, refuse: Refuse) -> None:
        """Wrap an application; `refuse` makes the answer."""
        self._app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        requests: Requests = scope["app"].state.application.requests
        has_begun = False

        async def watched(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            with requests.answering():
                await self._app(scope, receive, watched)
        except asyncio.CancelledError:
            if not requests.are_ending:
                raise
            if not has_begun:
                answer = await self._refuse(Request(scope, receive), ServerStops())
                await answer(scope, receive, send)


@contextmanager
def when_asked_to_stop(end: Callable[[], None]) -> Iterator[None]:
    """Have `end` called in the running loop when the process gets a request to stop, before any other reaction.

    Only the main thread receives signals; in another thread `end` is not called.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in SIGNALS}

    def asked(number: int, frame: FrameType | None) -> Any:  # noqa: ANN401 (whatever the handler before answers)
        loop.call_soon_threadsafe(end)
        handler = before[signal.Signals(number)]
        return handler(number, frame) if callable(handler) else None

    for number in SIGNALS:
        signal.signal(number, asked)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
