"""Renewing cookies: browsers store one for about a year, and a device in use should stay signed in."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from floorjudge.web.security import SESSION_COOKIE
from floorjudge.web.sessions import Session, keep_opened, today

RENEWED_AFTER_DAYS = 30


class CookieRenewal:
    """Renew the cookie of a browser's opened links, with any answer, once it is a month old."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application whose routes determine the session."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""

        async def with_cookie(message: Message) -> None:
            session = scope.get("state", {}).get("session")
            if message["type"] == "http.response.start" and isinstance(session, Session) and _is_due(session):
                headers = MutableHeaders(scope=message)
                is_public = headers.get("cache-control", "").startswith("public")
                # A cookie set by the answer itself takes precedence; an answer that caches may store gets none.
                if not is_public and not any(
                    each.startswith(f"{SESSION_COOKIE}=") for each in headers.getlist("set-cookie")
                ):
                    given = Response()
                    keep_opened(given, session, session.opened)
                    headers.append("set-cookie", given.headers["set-cookie"])
            await send(message)

        await self._app(scope, receive, with_cookie)


def _is_due(session: Session) -> bool:
    """Return whether a browser with valid links has had its cookie for a month; a program has none."""
    by_cookie = "authorization" not in session.request.headers
    return by_cookie and session.known and today() - session.opened.day >= RENEWED_AFTER_DAYS
