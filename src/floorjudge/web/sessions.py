"""The session of a browser or a program: its links, its roles, and the work that it may request.

A browser stores the staff links and player links that were opened on it in a signed cookie. The cookie identifies them
and holds no token: a reader of it cannot open the links elsewhere.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from typing import Any

import msgspec
from anyio import to_thread
from itsdangerous import URLSafeSerializer
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.access.errors import NotYours
from floorjudge.events.service.access.links import Grant
from floorjudge.events.service.access.roles import Role
from floorjudge.store import open_venue_store
from floorjudge.store.errors import NOT_WRITTEN
from floorjudge.texts import Language
from floorjudge.web.common.responses import page
from floorjudge.web.error_pages import for_visitors, status_of
from floorjudge.web.errors import TakesTooLong, WentWrong
from floorjudge.web.forms import Failed, SentForm, new_id, sent_form, typed_again
from floorjudge.web.given import values_in
from floorjudge.web.jobs.kept import JsonObject
from floorjudge.web.jobs.pool import Limits, WorkerLost
from floorjudge.web.jobs.queue import Asker, Rank
from floorjudge.web.security import COSTLY, LARGEST_FORM, SESSION_COOKIE, Limit, length_of
from floorjudge.web.shared import QUICK, Application

_YEAR = 365 * 24 * 3600
# Browsers store a cookie for about a year, and a device in use should stay signed in.
RENEWED_AFTER_DAYS = 30
_MOST_KEPT = 12
# The limits for work with all records of an event, or of all events: undoing a list of 9,000 names takes longest.
AT_THE_STORE = Limits(seconds=60.0)
SALT = "floorjudge.session"
# The name of a browser among those behind one address, each of which has its own place in a queue; it is no secret and
# opens nothing.
BROWSER_COOKIE = "browser"
RANKS: Sequence[Role] = (
    Role.ANYBODY, Role.PLAYER, Role.SCOREKEEPER, Role.JUDGE, Role.HEAD_JUDGE, Role.ORGANISER, Role.OWNER,
)  # fmt: skip


class OpenedLinks(msgspec.Struct, frozen=True):
    """The links that were opened on this device: hashes of staff tokens; (event, player number, serial) of player links.

    `former` are the players (event, number) of this device before it switched to another one; `day` is the date of the
    cookie, in days since 1970.
    """

    staff: tuple[str, ...] = ()
    players: tuple[tuple[str, int, int], ...] = ()
    former: tuple[tuple[str, int], ...] = ()
    day: int = 0

    def __bool__(self) -> bool:
        return bool(self.staff or self.players or self.former)

    def with_staff(self, hashed: str, owner: str | None = None) -> OpenedLinks:
        """Return the links with one more for the staff; of too many the oldest is dropped, but not the `owner`'s."""
        others = [item for item in self.staff if item != hashed]
        spare = [item for item in others if item != owner]
        dropped = frozenset(spare[: max(0, len(others) + 1 - _MOST_KEPT)])
        return msgspec.structs.replace(self, staff=(*(item for item in others if item not in dropped), hashed))

    def with_player(self, event: str, player: int, serial: int) -> OpenedLinks:
        """Return the links with a player's; one device is one player of an event."""
        others = tuple(item for item in self.players if item[0] != event)
        before = [(item[0], item[1]) for item in self.players if item[0] == event and item[1] != player]
        former = tuple(dict.fromkeys((*self.former, *before)))[-2 * _MOST_KEPT :]
        return OpenedLinks(self.staff, (*others, (event, player, serial))[-_MOST_KEPT:], former, self.day)


class Session(msgspec.Struct, frozen=True):
    """The session of a request: its language and theme, and the valid grants and player links.

    `players` are the registration numbers of the players to whom this device belongs, by event; `owner` is the hash in
    `opened` that makes this device the owner's; `browser` is the name of a browser without any link, if it sends one.
    """

    request: Request
    application: Application
    language: Language
    theme: str | None
    sender: str
    opened: OpenedLinks = OpenedLinks()
    grants: tuple[Grant, ...] = ()
    players: dict[str, int] = {}
    owner: str | None = None
    browser: str = ""

    def role(self, event: str | None) -> Role:
        """Return the highest role at an event, or for the installation (None)."""
        given = [Role(grant.role) for grant in self.grants if grant.event in {None, event}]
        return max((Role.PLAYER if event in self.players else Role.ANYBODY, *given), key=RANKS.index)

    def count(self, what: Limit) -> None:
        """Count this request, once, as one attempt of this session; sessions without a link count together by their address.

        So no device behind the same address can use up the limit of a person with a link.
        Raises Refused (429 on the web) after too many within a minute.
        """
        counted: set[Limit] = self.request.scope.setdefault("floorjudge.counted", set())
        if what not in counted:
            counted.add(what)
            # A device with several players' links counts for each of these players: combinations of links gain nothing.
            for sender in (f"grant {self.grants[-1].id}",) if self.grants else self._as_players or (self.sender,):
                self.application.rates.count(what, sender)

    @property
    def link(self) -> str:
        """The link by which this session is known; empty without one."""
        if self.grants:
            return f"grant {self.grants[-1].id}"
        return min(self._as_players, default="")

    @property
    def _as_players(self) -> tuple[str, ...]:
        """The player links of this device, one of each event."""
        return tuple(f"player {each}" for each in self.players.items())

    def needs_owner(self) -> None:
        """Check that this is the owner of the installation; raises Refused (403 on the web) otherwise."""
        if self.role(None) is not Role.OWNER:
            raise NotYours

    def label(self, event: str | None) -> str | None:
        """Return the giver's note on the highest link of this session; None without a link."""
        role = self.role(event)
        fitting = [grant for grant in self.grants if grant.event in {None, event} and Role(grant.role) is role]
        return fitting[-1].label if fitting else None

    @property
    def known(self) -> bool:
        """Whether any link of this device is valid."""
        return bool(self.grants or self.players)

    @property
    def asker(self) -> Asker:
        """The place of this session in a queue."""
        if not self.known:
            return Asker(self.sender, self.browser)
        return Asker(self.link, self.link, Rank.STAFF if self.grants else Rank.PLAYER)

    async def form(self) -> SentForm:
        """Return the submitted form; one with a large file counts as costly. Raises as `count`."""
        self._count_if_large()
        return await sent_form(self.request)

    async def body(self) -> bytes:
        """Return the body of a program's request; a large one counts as costly. Raises as `count`."""
        self._count_if_large()
        return await self.request.body()

    def _count_if_large(self) -> None:
        # A request without a length may be long.
        if length_of(self.request.headers, LARGEST_FORM + 1) > LARGEST_FORM:
            self.count(COSTLY)

    async def begin(
        self, kind: str, question: JsonObject, *, anew: bool = False, patience: float = 0.0, limit: Limit = COSTLY
    ) -> str:
        """Return the id of the job for a question, which is counted, and started if it is new; see `Jobs.ask`."""
        self.count(limit)
        return await self.application.jobs.ask(kind, question, self.asker, anew=anew, patience=patience)

    def page(
        self,
        template: str,
        *,
        failed: Failed | None = None,
        error: FloorjudgeError | None = None,
        status: int | None = None,
        **values: Any,  # noqa: ANN401 (whatever the template asks for)
    ) -> HTMLResponse:
        """Return a page; see `floorjudge.web.common.responses.page`.

        `failed` is the refused form on it, if there is one: the page shows the submitted values again. `error` is a
        problem of a page without such a form. Either determines the status, unless `status` is given.
        """
        wrong = error if failed is None else failed.error
        status = status or (200 if wrong is None else status_of(wrong))
        # Where an error concerns the page itself, such as a damaged backup, it is shown unchanged.
        error = None if error is None else for_visitors(self.request, error, status)
        return page(
            self.request,
            template,
            status=status,
            failed=failed,
            typed=partial(typed_again, failed),
            error=error,
            new_id=new_id,
            values_in=values_in,
            **values,
        )

    async def work_out(
        self,
        work: Callable[..., Any],
        *arguments: Any,  # noqa: ANN401 (whatever it takes)
        limits: Limits | None = None,
        limit: Limit = COSTLY,
    ) -> Any:  # noqa: ANN401 (whatever it returns)
        """Call a function of a module in another process and return its result, within a few seconds or within `limits`.

        The call is counted, by `limit`. Raises the errors of the function; as `count`; QueueFull; BadInput
        `takes_too_long` if it needs more time or memory than allowed.
        """
        self.count(limit)
        pool, most = self.application.quick, limits or QUICK
        try:
            return await pool.run(pool.enter(self.asker, most.seconds), work, *arguments, limits=most)
        except WorkerLost as lost:
            if lost.reason == "mistake":
                raise WentWrong from None
            raise TakesTooLong from None

    async def work_at_store(
        self,
        work: Callable[..., Any],
        *arguments: Any,  # noqa: ANN401 (whatever it takes after the store)
        limits: Limits = AT_THE_STORE,
    ) -> Any:  # noqa: ANN401 (whatever it returns)
        """Call a function of a module with the store and further arguments, and return its result, for much reading or writing.

        It runs in another process, which opens the same database; in a thread if events are in memory only.
        Raises as `work_out`.
        """
        self.count(COSTLY)
        application = self.application
        if application.settings.database is None:
            return await to_thread.run_sync(work, application.store, *arguments)
        try:
            return await self.work_out(_at_store, application.settings.database, work, *arguments, limits=limits)
        except NOT_WRITTEN as error:
            application.store.note_not_written(error)
            raise


def _at_store(place: str, work: Callable[..., Any], *arguments: Any) -> Any:  # noqa: ANN401 (see `work_at_store`)
    with closing(open_venue_store(place)) as store:
        return work(store, *arguments)


def keep_opened(response: Response, session: Session, opened: OpenedLinks) -> None:
    """Put opened links into the cookie of a response."""
    dated = msgspec.structs.replace(opened, day=today())
    value = URLSafeSerializer(session.application.key, salt=SALT).dumps(msgspec.to_builtins(dated))
    keep(response, session.request, SESSION_COOKIE, str(value), secret=True)


def today() -> int:
    """Return the days since 1970, for the age of cookies."""
    return int(time.time() // (24 * 3600))


def keep(response: Response, request: Request, name: str, value: str, *, secret: bool = False) -> None:
    """Put a cookie into a response, for a year; scripts cannot read `secret` ones."""
    secure = request.app.state.application.settings.https or request.url.scheme == "https"
    response.set_cookie(name, value, max_age=_YEAR, path="/", samesite="lax", httponly=secret, secure=secure)


def named(session: Session) -> Session:
    """Return the session with a name for its browser, so that browsers behind one address have separate places in a queue.

    The first request must already have the name: otherwise it could not be cancelled later.
    """
    return session if session.browser else msgspec.structs.replace(session, browser=secrets.token_hex(8))


def with_browser(session: Session, answer: Response) -> Response:
    """Put the name from `named` into a cookie of a response, and return it."""
    if not session.request.cookies.get(BROWSER_COOKIE):
        keep(answer, session.request, BROWSER_COOKIE, session.browser, secret=True)
    return answer


class CookieRenewal:
    """Renew the cookie of a browser's opened links, with any answer, once it is a month old."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application whose routes determine the session."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""

        async def with_cookie(message: Message) -> None:
            """Send a part of the answer, with a new cookie at its beginning if one is due."""
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
