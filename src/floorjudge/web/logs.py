"""What is written down about requests: which kind of page, how it ended, how long it took. Nobody's name, nobody's link.

Only the pattern of an address is kept (`/in/{token}`), never the address itself, and not where it came from.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from typing import Any, Protocol

import structlog
from starlette.types import Scope

from floorjudge.web.settings import Logging

UNKNOWN = "(none)"
_OURS = ("floorjudge", "uvicorn")


class RequestLog(Protocol):
    """Takes one line for each request."""

    def info(self, event: str, **fields: Any) -> Any:  # noqa: ANN401 (whatever the logger answers)
        """Write a line."""
        ...


def pattern_of(scope: Scope) -> str:
    """Return the pattern of the address that a request was for, `(none)` when it leads nowhere."""
    path: object = getattr(scope.get("route"), "path", None)
    if isinstance(path, str):
        return path
    return "/static/{name}" if str(scope.get("path", "")).startswith("/static/") else UNKNOWN


def request_log(kind: Logging) -> RequestLog | None:
    """Return what writes a line for each request to standard error, None when only problems are to be written."""
    if kind == "problems":
        return None
    last: Any = structlog.processors.JSONRenderer() if kind == "json" else structlog.dev.ConsoleRenderer(colors=False)
    return structlog.wrap_logger(structlog.PrintLogger(sys.stderr), processors=[*_steps(), last])  # type: ignore[no-any-return]


def set_up_problems(kind: Logging) -> None:
    """Have this process write its own problems and the server's as JSON, too, when that is wanted."""
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
