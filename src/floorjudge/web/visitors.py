"""Who is asking: staff links and player links that were opened on this phone, kept in a signed cookie.

The cookie names what was opened; whether that is still good is looked up every time, so taking a link back works at
once. It holds no token: whoever reads it cannot open the link elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from anyio import to_thread
from fastapi import Depends
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from floorjudge.errors import Refused
from floorjudge.events.service.grants import Grant
from floorjudge.events.service.links import PlayerLink, read_hashed
from floorjudge.events.service.roles import Role
from floorjudge.texts import Language
from floorjudge.web.languages import language_of
from floorjudge.web.settings import Settings

if TYPE_CHECKING:
    from floorjudge.web.house import House

COOKIE = "floorjudge"
THEME_COOKIE = "theme"
THEMES = ("light", "dark")
_YEAR = 365 * 24 * 3600
_MOST_KEPT = 12
_SALT = "floorjudge.session"


class Session(msgspec.Struct, frozen=True):
    """What was opened on this device: hashes of staff tokens; (event, player number, serial) of player links."""

    staff: tuple[str, ...] = ()
    players: tuple[tuple[str, int, int], ...] = ()

    def with_staff(self, hashed: str) -> Session:
        """Return the session with one more staff link, the oldest dropped when there are too many."""
        return Session((*(item for item in self.staff if item != hashed), hashed)[-_MOST_KEPT:], self.players)

    def with_player(self, event: str, player: int, serial: int) -> Session:
        """Return the session with a player; one device is one player of an event."""
        others = tuple(item for item in self.players if item[0] != event)
        return Session(self.staff, (*others, (event, player, serial))[-_MOST_KEPT:])


class Visitor(msgspec.Struct, frozen=True):
    """Who is asking: their language and theme, the grants and player links that are good now."""

    house: House
    language: Language
    theme: str | None
    sender: str
    session: Session = Session()
    grants: tuple[Grant, ...] = ()
    players: dict[str, int] = {}

    def role(self, event: str | None) -> Role:
        """Return the highest role at an event, or for the installation (None)."""
        given = [Role(grant.role) for grant in self.grants if grant.event in {None, event}]
        return highest(given, default=Role.PLAYER if event in self.players else Role.ANYBODY)

    def player(self, event: str) -> int | None:
        """Return the registration number of the player this device belongs to, None when it is nobody's."""
        return self.players.get(event)

    def label(self, event: str | None) -> str | None:
        """Return what the giver of the highest link wrote about whom it is for, None for anybody without one."""
        role = self.role(event)
        fitting = [grant for grant in self.grants if grant.event in {None, event} and Role(grant.role) is role]
        return fitting[-1].label if fitting else None

    @property
    def known(self) -> bool:
        """Whether any link of this device is good."""
        return bool(self.grants or self.players)


RANKS: Sequence[Role] = (
    Role.ANYBODY, Role.PLAYER, Role.SCOREKEEPER, Role.JUDGE, Role.HEAD_JUDGE, Role.ORGANISER, Role.OWNER,
)  # fmt: skip


def highest(roles: Iterable[Role], default: Role) -> Role:
    """Return the highest of some roles."""
    return max((default, *roles), key=RANKS.index)


async def _visitor(request: Request) -> Visitor:
    return await visitor_of(request)


Asking = Annotated[Visitor, Depends(_visitor)]


async def visitor_of(request: HTTPConnection) -> Visitor:
    """Return who is asking, looked up once a request."""
    known = getattr(request.state, "visitor", None)
    if isinstance(known, Visitor):
        return known
    house: House = request.app.state.house
    session = read_session(house.key, request.cookies.get(COOKIE))
    theme = request.cookies.get(THEME_COOKIE)
    found = Visitor(
        house=house,
        language=language_of(request),
        theme=theme if theme in THEMES else None,
        sender=request.client.host if request.client else "",
        session=session,
    )
    if session != Session():
        grants, players = await to_thread.run_sync(_still_good, house, session)
        found = msgspec.structs.replace(found, grants=grants, players=players)
    request.state.visitor = found
    return found


def _still_good(house: House, session: Session) -> tuple[tuple[Grant, ...], dict[str, int]]:
    """Return what of a session has not been taken back."""
    now = datetime.now(UTC)
    grants = [grant for hashed in session.staff if (grant := _granted(house, hashed, now)) is not None]
    links = [PlayerLink(*link) for link in session.players]
    return tuple(grants), {link.event: link.player for link in links if house.player_links.is_good(link)}


def _granted(house: House, hashed: str, now: datetime) -> Grant | None:
    try:
        return read_hashed(house.store.grants, hashed, now)
    except Refused as error:
        # A database that is away says nothing about the link.
        if error.code != "bad_link":
            raise
        return None


def read_session(key: str, cookie: str | None) -> Session:
    """Return what a cookie holds; an empty session when it is missing, was changed, or is from another key."""
    if not cookie:
        return Session()
    try:
        value: Any = URLSafeSerializer(key, salt=_SALT).loads(cookie)
        return msgspec.convert(value, Session)
    except (BadSignature, msgspec.ValidationError):
        return Session()


def keep_session(response: Response, request: Request, key: str, session: Session) -> None:
    """Put a session into the cookie of the answer."""
    value = URLSafeSerializer(key, salt=_SALT).dumps(msgspec.to_builtins(session))
    keep(response, request, COOKIE, str(value), secret=True)


def keep(response: Response, request: Request, name: str, value: str, *, secret: bool = False) -> None:
    """Put a cookie into the answer, for a year; `secret` ones are out of reach of scripts."""
    settings: Settings = request.app.state.house.settings
    secure = settings.https or request.url.scheme == "https"
    response.set_cookie(name, value, max_age=_YEAR, path="/", samesite="lax", httponly=secret, secure=secure)
