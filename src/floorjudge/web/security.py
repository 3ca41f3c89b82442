"""The checks of every request (host, origin, size, rate) and the security headers of every answer."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from floorjudge.errors import FloorjudgeError
from floorjudge.web.errors import ForeignForm, OtherServer, TooMuchSent, TooOften

# The signed cookie with the links opened on a device.
SESSION_COOKIE = "floorjudge"
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # Not "no-referrer": browsers would then send "null" as a form's origin, and on a plain http network nothing else.
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
# A year; not for subdomains, which may belong to others.
ONLY_HTTPS = "max-age=31536000"
_OF_PROGRAMS = ("/api/v1/verify",)
# Files: lists of players, exports and backups; without a link, another process reads them.
_WITH_FILES = ("/restore", "/e/", *_OF_PROGRAMS)
# Computing tasks of programs, which another process reads, too.
_CASES = ("/api/v1/loops/", "/api/v1/shortcuts/", "/api/v1/magic/deck")
# All other forms and commands: the serving process reads this many bytes, which takes 18 ms at worst.
LARGEST_BODY, LARGEST_CASE, LARGEST_FORM = 4_000_000, 400_000, 200_000
# The operator uses any address at hand, and learns nothing of events there.
_OPERATORS = frozenset({"/health", "/ready", "/metrics"})
_HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})
Refuse = Callable[[Request, FloorjudgeError], Awaitable[Response]]


class SecurityHeaders:
    """Add the headers to every answer."""

    def __init__(self, app: ASGIApp, *, https: bool = False) -> None:
        """Wrap an application; `https`: visitors use https even if the request does not show it."""
        self._app = app
        self._https = https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            """Send a part of the answer, with these headers at its beginning."""
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if self._https or scope["scheme"] == "https":
                    headers.setdefault("strict-transport-security", ONLY_HTTPS)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, with_headers)


class RequestGuard:
    """Refuse a request for another host, from another site's page, or of too many bytes, before all else."""

    def __init__(self, app: ASGIApp, *, refuse: Refuse) -> None:
        """Wrap an application; `refuse` makes the answer to a refused request."""
        self._app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        error = _wrong_with(request)
        if error is not None:
            answer = await self._refuse(request, error)
            await answer(scope, receive, send)
        else:
            most = _largest(request)
            await self._app(scope, receive if request.method in _HARMLESS else _Measured(receive, most), send)


def _wrong_with(request: Request) -> FloorjudgeError | None:
    """Return the reason to refuse a request, None if there is none."""
    settings = request.app.state.application.settings
    if settings.hosts and request.url.path not in _OPERATORS and _host(request.headers) not in settings.hosts:
        return OtherServer()
    if request.method in _HARMLESS:
        return None
    if is_foreign(request.headers, own=settings.address):
        return ForeignForm()
    most = _largest(request)
    return TooMuchSent(most // 1000) if length_of(request.headers) > most else None


def _largest(request: Request) -> int:
    """Return how many bytes a request may send to a page; a form without parts contains no file.

    The API receives no forms: a program such as curl declares any data as a form.
    """
    is_form = request.headers.get("content-type", "").lower().startswith("application/x-www-form-urlencoded")
    if request.url.path.startswith(_OF_PROGRAMS if is_form else _WITH_FILES):
        return LARGEST_BODY
    return LARGEST_CASE if request.url.path.startswith(_CASES) else LARGEST_FORM


class _Measured:
    """A request's body, cut off with an error if it exceeds its limit."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._most = most
        self._sent = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._sent += len(message.get("body", b""))
        if self._sent > self._most:
            raise TooMuchSent(self._most // 1000)
        return message


def is_foreign(headers: Headers, *, own: str | None) -> bool:
    """Return whether another site's page sent the request; `own` is our address if it is known.

    Browsers send a form's origin; a request without one is not from a browser, and may not use a browser's cookie.
    """
    if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return True
    origin = headers.get("origin")
    if origin is not None:
        places = {headers.get("host", "")} | ({urlsplit(own).netloc} if own else set())
        return urlsplit(origin).netloc not in places or not origin.startswith(("http://", "https://"))
    return "sec-fetch-site" not in headers and f"{SESSION_COOKIE}=" in headers.get("cookie", "")


def _host(headers: Headers) -> str:
    """Return the host name of a request, without its port."""
    try:
        return (urlsplit(f"//{headers.get('host', '')}").hostname or "").lower()
    except ValueError:
        return ""


def length_of(headers: Headers, unsaid: int = 0) -> int:
    """Return a request's declared length in bytes, `unsaid` if there is none."""
    given = headers.get("content-length", str(unsaid))
    return int(given) if given.isdecimal() and len(given) < 20 else LARGEST_BODY + 1


class Limit(msgspec.Struct, frozen=True):
    """How many requests of one kind a sender may make in a minute; `floorjudge.web.jobs` limits the cost of each."""

    kind: str
    most: int


# An organiser types results for hours; strangers behind one address share theirs.
POSTS = Limit("posts", 600)
BAD_LINKS = Limit("bad links", 30)
# Each of these keeps a processor busy for up to some seconds, or is a large file.
COSTLY = Limit("costly", 60)
# Requests of a step-by-step dialogue or while typing: each takes another process milliseconds.
STEPS = Limit("steps", 1_200)


class Rates:
    """Counts by sender and minute, in the memory of this process.

    It uses the machine's running time: setting back the clock makes no sender wait longer.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._minute = 0
        self._counts: Counter[tuple[str, str]] = Counter()

    def count(self, what: Limit, sender: str) -> None:
        """Count one attempt of `sender`.

        Raises Refused (429 on the web) if there were too many within a minute.
        """
        minute = int(self._clock() // 60)
        if minute != self._minute:
            self._minute = minute
            self._counts.clear()
        self._counts[what.kind, sender] += 1
        if self._counts[what.kind, sender] > what.most:
            raise TooOften


def api_calls(most: int) -> Limit:
    """Return how often one sender may use the API in a minute."""
    return Limit("api", most)
