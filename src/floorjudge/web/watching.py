"""Every request is counted and, where that is wanted, written down: its kind, how it ended, when the answer began."""

from __future__ import annotations

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from floorjudge.web.logs import RequestLog, pattern_of
from floorjudge.web.metrics import REQUESTS, SECONDS

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Watching:
    """Count requests, and write a line for each to `log` when there is one."""

    def __init__(self, app: ASGIApp, *, log: RequestLog | None = None) -> None:
        self._app = app
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        method = scope["method"] if scope["method"] in _METHODS else "other"

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start":
                seconds = time.perf_counter() - begun
                path, status = pattern_of(scope), message["status"]
                REQUESTS.labels(method, path, str(status)).inc()
                SECONDS.labels(path).observe(seconds)
                if self._log is not None:
                    self._log.info("request", method=method, path=path, status=status, ms=round(seconds * 1000, 1))
            await send(message)

        await self._app(scope, receive, watched)
