"""What every request goes through (for which server, whose form, how much, how often) and what every answer tells the browser."""

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

# The signed cookie that says whose a device is.
SESSION_COOKIE = "floorjudge"
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # Not "no-referrer": browsers would then say "null" where a form comes from, and on a plain http network nothing else.
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
# A year; not for subdomains, which may be somebody else's.
ONLY_HTTPS = "max-age=31536000"
_OF_PROGRAMS = ("/api/v1/verify",)
# Files: lists of players, exports and backups; whoever sends one without a link has it read in another process.
_WITH_FILES = ("/restore", "/e/", *_OF_PROGRAMS)
# What programs send to be worked out, read in another process, too.
_CASES = ("/api/v1/loops/", "/api/v1/shortcuts/", "/api/v1/magic/deck")
# Of all else, forms and commands, so much is read by the process that serves: the worst takes it 18 ms.
LARGEST_BODY, LARGEST_CASE, LARGEST_FORM = 4_000_000, 400_000, 200_000
# Whoever keeps the server running asks by whatever address is at hand, and learns nothing of events.
_OPERATORS = frozenset({"/health", "/ready", "/metrics"})
_HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})
Refuse = Callable[[Request, FloorjudgeError], Awaitable[Response]]


class SecurityHeaders:
    """Put the headers on every answer."""

    def __init__(self, app: ASGIApp, *, https: bool = False) -> None:
        """Wrap an application; `https` says that visitors come by https even where a request does not show it."""
        self._app = app
        self._https = https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if self._https or scope["scheme"] == "https":
                    headers.setdefault("strict-transport-security", ONLY_HTTPS)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, with_headers)


class RequestGuard:
    """Turn away what asks for another server, was sent from another site's page, or is too long, before all else."""

    def __init__(self, app: ASGIApp, *, refuse: Refuse) -> None:
        """Wrap an application; `refuse` makes the answer to what is turned away."""
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
    """Return why a request is turned away, None when it is not."""
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
    """Return how many bytes may be sent to a page; no file comes in a form without parts.

    To the API nobody sends a form: what says that it is one comes from a program such as curl, which says so of anything.
    """
    is_form = request.headers.get("content-type", "").lower().startswith("application/x-www-form-urlencoded")
    if request.url.path.startswith(_OF_PROGRAMS if is_form else _WITH_FILES):
        return LARGEST_BODY
    return LARGEST_CASE if request.url.path.startswith(_CASES) else LARGEST_FORM


class _Measured:
    """A request's body, cut off with an error when it turns out longer than it may be."""

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
    """Say whether a request was sent by another site's page; `own` is our address when it is known.

    Browsers say where a form comes from; what says nothing is no browser, and may not use a browser's cookie.
    """
    if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return True
    origin = headers.get("origin")
    if origin is not None:
        places = {headers.get("host", "")} | ({urlsplit(own).netloc} if own else set())
        return urlsplit(origin).netloc not in places or not origin.startswith(("http://", "https://"))
    return "sec-fetch-site" not in headers and f"{SESSION_COOKIE}=" in headers.get("cookie", "")


def _host(headers: Headers) -> str:
    """Return the name of the server that a request asks for, without its port."""
    try:
        return (urlsplit(f"//{headers.get('host', '')}").hostname or "").lower()
    except ValueError:
        return ""


def length_of(headers: Headers, unsaid: int = 0) -> int:
    """Return how many bytes a request says that it sends, `unsaid` where it does not say."""
    given = headers.get("content-length", str(unsaid))
    return int(given) if given.isdecimal() and len(given) < 20 else LARGEST_BODY + 1


class Limit(msgspec.Struct, frozen=True):
    """How many of one kind a sender may send in a minute; how much one question may cost is the business of `floorjudge.web.jobs`."""

    kind: str
    most: int


# An organiser types results for hours; strangers behind one address share theirs.
POSTS = Limit("posts", 600)
BAD_LINKS = Limit("bad links", 30)
# Each of these keeps a processor busy for up to some seconds, or is a large file.
COSTLY = Limit("costly", 60)
# What somebody goes through step by step, or sees while they type: each takes another process milliseconds.
STEPS = Limit("steps", 1_200)


class Rates:
    """Counts by sender and minute, in the memory of this process.

    A minute is one of the running machine: setting its clock back makes nobody wait longer.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._minute = 0
        self._counts: Counter[tuple[str, str]] = Counter()

    def count(self, what: Limit, sender: str) -> None:
        """Count one attempt of `sender`.

        Raises Refused (429 on the web) when there were too many within a minute.
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
