"""Dependencies of routes: the caller, by cookie or by token, and the event, with the least role required.

Each request checks that the links opened on a device are still valid, so revoking a link works at once. A program sends
a bearer token: the secret of a staff link or a player's signed link. The token alone counts then; a cookie in the same
request is ignored.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any

import msgspec
from anyio import to_thread
from fastapi import Depends, Path
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import Request

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.access.errors import BadLink
from floorjudge.events.service.access.links import Grant, PlayerLink, hash_of, read_hashed, read_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.web.common.languages import language_of
from floorjudge.web.common.responses import theme_of
from floorjudge.web.error_pages import UNAVAILABLE
from floorjudge.web.errors import BadToken
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.live.channels import StillGood
from floorjudge.web.security import BAD_LINKS, POSTS, SESSION_COOKIE, api_calls
from floorjudge.web.sessions import BROWSER_COOKIE, SALT, OpenedLinks, Session
from floorjudge.web.shared import Application

_LONGEST_BROWSER = 32
# A player's signed link contains this sign; a staff link's secret does not.
_BETWEEN_PARTS = "."


def still_good(session: Session) -> StillGood | None:
    """Return a function that checks that a session's links are still valid; None for a session without links."""
    if not session.known:
        return None

    async def asked() -> bool:
        grants, players = await to_thread.run_sync(_still_good, session.application, session.opened)
        return players == session.players and {each.id for each in grants.values()} == {
            each.id for each in session.grants
        }

    return asked


async def session_of(request: Request) -> Session:
    """Return the session of the cookie, computed once for each request."""
    known = getattr(request.state, "session", None)
    if isinstance(known, Session):
        return known
    application: Application = request.app.state.application
    opened = read_cookie(application.key, request.cookies.get(SESSION_COOKIE))
    found = Session(
        request=request,
        application=application,
        language=language_of(request),
        theme=theme_of(request),
        sender=request.client.host if request.client else "",
        opened=opened,
        browser=request.cookies.get(BROWSER_COOKIE, "")[:_LONGEST_BROWSER],
    )
    if opened:
        grants, players = await to_thread.run_sync(_still_good, application, opened)
        owner = next((hashed for hashed, grant in reversed(grants.items()) if grant.event is None), None)
        found = msgspec.structs.replace(found, grants=tuple(grants.values()), players=players, owner=owner)
    request.state.session = found
    return found


def _still_good(application: Application, opened: OpenedLinks) -> tuple[dict[str, Grant], dict[str, int]]:
    """Return those of these links that have not been revoked; staff links by their hashes."""
    now = datetime.now(UTC)
    grants = {hashed: grant for hashed in opened.staff if (grant := _granted(application, hashed, now)) is not None}
    links = [PlayerLink(*link) for link in opened.players]
    return grants, {link.event: link.player for link in links if application.player_links.is_good(link)}


def _granted(application: Application, hashed: str, now: datetime) -> Grant | None:
    try:
        return read_hashed(application.store.grants, hashed, now)
    except BadLink:
        return None


def read_cookie(key: str, cookie: str | None) -> OpenedLinks:
    """Return the content of a cookie; nothing if it is missing, was changed, or is from another key."""
    if not cookie:
        return OpenedLinks()
    try:
        value: Any = URLSafeSerializer(key, salt=SALT).loads(cookie)
        return msgspec.convert(value, OpenedLinks)
    except (BadSignature, msgspec.ValidationError):
        return OpenedLinks()


async def asking(request: Request) -> Session:
    """Return the caller's session: by the token, else by the cookie, else an anonymous one.

    Raises Refused `bad_token` (401 on the web) for an invalid token.
    """
    given = request.headers.get("authorization")
    if given is None:
        return await session_of(request)
    application: Application = request.app.state.application
    sender = request.client.host if request.client else ""
    kind, _, token = given.partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise BadToken
    try:
        found = await to_thread.run_sync(_bearer, request, token.strip())
    except UNAVAILABLE:
        raise
    except FloorjudgeError:
        application.rates.count(BAD_LINKS, sender)
        raise BadToken from None
    request.state.session = found
    return found


def _bearer(request: Request, token: str) -> Session:
    """Return the owner of a token. Reads the store: to be called in a thread."""
    application: Application = request.app.state.application
    made = partial(Session, request, application, language_of(request), None)
    if _BETWEEN_PARTS in token:
        link = application.player_links.read(token)
        own = OpenedLinks(players=((link.event, link.player, link.serial),))
        return made(f"player {link.event} {link.player}", own, players={link.event: link.player})
    grant = read_staff_token(application.store.grants, token, datetime.now(UTC))
    return made(f"grant {grant.id}", OpenedLinks(staff=(hash_of(token),)), grants=(grant,))


async def _by_cookie(request: Request) -> Session:
    session = await session_of(request)
    if request.method == "POST":
        session.count(POSTS)
    return session


async def _owner(session: Asking) -> Session:
    session.needs_owner()
    return session


async def _at(session: Session, event: str) -> EventSession:
    # A caller who may write sees the records of all processes at once; all others hear of them from the feed.
    return EventSession(session, await session.application.events.see(event, fresh=session.known))


async def _by_cookie_at(session: Asking, event: EventId) -> EventSession:
    return await _at(session, event)


def _with_role(role: Role) -> Any:  # noqa: ANN401 (FastAPI's own)
    async def allowed(at: Here) -> EventSession:
        at.needs(role)
        return at

    return Depends(allowed)


async def _by_token(request: Request) -> Session:
    session = await asking(request)
    session.count(api_calls(session.application.settings.calls))
    return session


async def _by_token_at(session: Program, event: EventId) -> EventSession:
    return await _at(session, event)


EventId = Annotated[str, Path(max_length=100)]
# The number of a player, a table or a call in an address.
Number = Annotated[int, Path(ge=1, le=10**6)]
Asking = Annotated[Session, Depends(_by_cookie)]
# Opening a valid link is never refused because of others who share the address.
Entering = Annotated[Session, Depends(session_of)]
Owner = Annotated[Session, Depends(_owner)]
Here = Annotated[EventSession, Depends(_by_cookie_at)]
Scorekeeper = Annotated[EventSession, _with_role(Role.SCOREKEEPER)]
Judge = Annotated[EventSession, _with_role(Role.JUDGE)]
Organiser = Annotated[EventSession, _with_role(Role.ORGANISER)]
Program = Annotated[Session, Depends(_by_token)]
ProgramAt = Annotated[EventSession, Depends(_by_token_at)]
