"""What every request that changes something goes through: whose form it is, and how much was sent."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from floorjudge.errors import FloorjudgeError
from floorjudge.web.error_pages import error_answer
from floorjudge.web.refusals import foreign_form, other_server, too_much_sent
from floorjudge.web.visitors import COOKIE

LARGEST_MB = 4
LARGEST_BODY = LARGEST_MB * 1_000_000
# Whoever keeps the server running asks by whatever address is at hand, and learns nothing of events.
_OPERATORS = frozenset({"/health", "/ready", "/metrics"})
_HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})


class Door:
    """Turn away what asks for another server, was sent from another site's page, or is too long, before all else."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        headers = request.headers
        hosts = request.app.state.house.settings.hosts
        if hosts and scope["path"] not in _OPERATORS and _host(headers) not in hosts:
            await (await error_answer(request, other_server()))(scope, receive, send)
            return
        if scope["method"] in _HARMLESS:
            await self._app(scope, receive, send)
            return
        error: FloorjudgeError | None = None
        if is_foreign(headers, own=request.app.state.house.settings.address):
            error = foreign_form()
        elif _length(headers) > LARGEST_BODY:
            error = too_much_sent(LARGEST_MB)
        if error is not None:
            await (await error_answer(request, error))(scope, receive, send)
            return
        await self._app(scope, _Measured(receive), send)


class _Measured:
    """A request's body, cut off with an error when it turns out longer than it may be."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._sent = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._sent += len(message.get("body", b""))
        if self._sent > LARGEST_BODY:
            raise too_much_sent(LARGEST_MB)
        return message


def is_foreign(headers: Headers, *, own: str | None) -> bool:
    """Say whether a request was sent by another site's page; `own` is our address when it is known.

    Browsers say where a form comes from; what says nothing is no browser, and may not use a browser's cookie.
    """
    if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return True
    origin = headers.get("origin")
    if origin is not None:
        places = {headers.get("host", "")} | ({urlsplit(own).netloc} if own else set())
        return urlsplit(origin).netloc not in places or not origin.startswith(("http://", "https://"))
    return "sec-fetch-site" not in headers and f"{COOKIE}=" in headers.get("cookie", "")


def _host(headers: Headers) -> str:
    """Return the name of the server that a request asks for, without its port."""
    try:
        return (urlsplit(f"//{headers.get('host', '')}").hostname or "").lower()
    except ValueError:
        return ""


def _length(headers: Headers) -> int:
    given = headers.get("content-length", "0")
    return int(given) if given.isdecimal() and len(given) < 20 else LARGEST_BODY + 1
