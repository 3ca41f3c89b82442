"""Monitoring of a server: counts for Prometheus and, if configured, a line for each request.

Neither contains a person or a link: they have only the pattern of an address (`/in/{token}`), and not the origin of a
request. With several workers each has its own counts; the folder in PROMETHEUS_MULTIPROC_DIR adds them up, so that any
worker can answer for all.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from floorjudge.web.common.settings import Logging

KIND = "text/plain; version=0.0.4; charset=utf-8"
TOGETHER = "PROMETHEUS_MULTIPROC_DIR"
EVERY = 1.0
_OWN = CollectorRegistry()

REQUESTS = Counter(
    "floorjudge_requests_total", "Requests that were answered.", ["method", "path", "status"], registry=_OWN
)
SECONDS = Histogram(
    "floorjudge_request_seconds",
    "Time until an answer begins.",
    ["path"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
    registry=_OWN,
)
COMMANDS = Counter(
    "floorjudge_commands_total", "Commands by what became of them.", ["command", "outcome"], registry=_OWN
)
VIEWERS = Gauge("floorjudge_live_viewers", "Open live streams.", multiprocess_mode="livesum", registry=_OWN)
LAG = Gauge(
    "floorjudge_loop_lag_seconds",
    "How late the event loop was in the last second.",
    multiprocess_mode="livemax",
    registry=_OWN,
)
MEMORY = Gauge("floorjudge_resident_bytes", "Memory in use.", multiprocess_mode="livesum", registry=_OWN)


def exposition() -> bytes:
    """Return all counts, of all workers if they share a folder."""
    if TOGETHER not in os.environ:
        return generate_latest(_OWN)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


async def keep_measuring(viewers: Callable[[], int]) -> None:
    """Measure once a second the values that no request measures; for ever. `viewers` counts open live streams."""
    loop = asyncio.get_running_loop()
    while True:
        before = loop.time()
        await asyncio.sleep(EVERY)
        LAG.set(max(0.0, loop.time() - before - EVERY))
        VIEWERS.set(viewers())
        MEMORY.set(_resident())


def stop_measuring() -> None:
    """Remove this process's gauges, which count only while it runs, from the common folder."""
    if TOGETHER in os.environ:
        mark_process_dead(os.getpid())  # type: ignore[no-untyped-call]


def _resident() -> int:
    """Return the memory this process uses in bytes, 0 if the system does not tell."""
    with suppress(OSError, ValueError, IndexError, AttributeError):
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


UNKNOWN = "(none)"
_OURS = ("floorjudge", "uvicorn")


class RequestLog(Protocol):
    """Takes one line for each request."""

    def info(self, event: str, **fields: Any) -> Any:  # noqa: ANN401 (whatever the logger answers)
        """Write a line."""
        ...


def pattern_of(scope: Scope) -> str:
    """Return the pattern of a request's address, `(none)` if there is no such route."""
    path: object = getattr(scope.get("route"), "path", None)
    if isinstance(path, str):
        return path
    return "/static/{name}" if str(scope.get("path", "")).startswith("/static/") else UNKNOWN


def request_log(kind: Logging) -> RequestLog | None:
    """Return a log for each request on standard error, None if only problems are logged."""
    if kind == "problems":
        return None
    last: Any = structlog.processors.JSONRenderer() if kind == "json" else structlog.dev.ConsoleRenderer(colors=False)
    return structlog.wrap_logger(structlog.PrintLogger(sys.stderr), processors=[*_steps(), last])  # type: ignore[no-any-return]


def set_up_problems(kind: Logging) -> None:
    """Have this process write its own problems and the server's as JSON, too, if configured."""
    if kind != "json":
        return
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_steps(),
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
    )
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    for name in _OURS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False


def _steps() -> Sequence[Any]:
    return [structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso", utc=True)]


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestMonitor:
    """Count requests, and write a line for each to `log` if there is one."""

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
            """Send a part of the answer, and count and log its beginning."""
            if message["type"] == "http.response.start":
                seconds = time.perf_counter() - begun
                path, status = pattern_of(scope), message["status"]
                REQUESTS.labels(method, path, str(status)).inc()
                SECONDS.labels(path).observe(seconds)
                if self._log is not None:
                    self._log.info("request", method=method, path=path, status=status, ms=round(seconds * 1000, 1))
            await send(message)

        await self._app(scope, receive, watched)
