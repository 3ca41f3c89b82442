"""Who is asking, and at which event.

A browser keeps the staff links and player links that were opened on it in a signed cookie. It names what was opened and
holds no token: whoever reads it cannot open the link elsewhere.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Any

import msgspec
from anyio import to_thread
from itsdangerous import URLSafeSerializer
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.floor.call_history import has_result, is_answered, open_calls
from floorjudge.events.floor.errors import NoSuchCall
from floorjudge.events.service.errors import NotYours
from floorjudge.events.service.links import Grant
from floorjudge.events.service.log import Record
from floorjudge.events.service.marks import log_mark, spoken_mark, whole_mark
from floorjudge.events.service.roles import Role
from floorjudge.events.service.roles import author as author_of
from floorjudge.events.state import State
from floorjudge.events.venue import WAITING, Call, CallState, Venue
from floorjudge.formats.competition import Phase
from floorjudge.formats.players import Player
from floorjudge.store import open_venue_store
from floorjudge.store.errors import NOT_WRITTEN
from floorjudge.texts import Language, Text, text
from floorjudge.web.common.languages import style_of
from floorjudge.web.common.responses import page
from floorjudge.web.error_pages import for_visitors, status_of
from floorjudge.web.errors import NoSuchPlayerHere, TakesTooLong, WentWrong
from floorjudge.web.forms import Failed, SentForm, new_id, sent_form, typed_again
from floorjudge.web.given import values_in
from floorjudge.web.jobs.kept import JsonObject
from floorjudge.web.jobs.pool import Limits, WorkerLost
from floorjudge.web.jobs.queue import Asker, Rank
from floorjudge.web.live.channels import Channel
from floorjudge.web.live.event_cache import EventSnapshot
from floorjudge.web.security import COSTLY, LARGEST_FORM, SESSION_COOKIE, Limit, length_of
from floorjudge.web.shared import QUICK, Application

_YEAR = 365 * 24 * 3600
_MOST_KEPT = 12
# What is done with all records of an event, or of all: a list of 9,000 names taken back is the longest.
AT_THE_STORE = Limits(seconds=60.0)
SALT = "floorjudge.session"
# Tells the browsers behind one address apart, which wait in one queue; it is no secret and opens nothing.
BROWSER_COOKIE = "browser"
RANKS: Sequence[Role] = (
    Role.ANYBODY, Role.PLAYER, Role.SCOREKEEPER, Role.JUDGE, Role.HEAD_JUDGE, Role.ORGANISER, Role.OWNER,
)  # fmt: skip
# Who works where; the pages of a room check it, and the tabs show only what opens.
ROOMS: Mapping[str, frozenset[Role]] = {
    "judge": frozenset({Role.OWNER, Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE}),
    "desk": frozenset({Role.OWNER, Role.ORGANISER, Role.HEAD_JUDGE, Role.SCOREKEEPER}),
}


class OpenedLinks(msgspec.Struct, frozen=True):
    """What was opened on this device: hashes of staff tokens; (event, player number, serial) of player links.

    `former` are players (event, number) whose the device was before it switched to another one; `day` is when the browser
    was given this, as days since 1970.
    """

    staff: tuple[str, ...] = ()
    players: tuple[tuple[str, int, int], ...] = ()
    former: tuple[tuple[str, int], ...] = ()
    day: int = 0

    def __bool__(self) -> bool:
        return bool(self.staff or self.players or self.former)

    def with_staff(self, hashed: str, owner: str | None = None) -> OpenedLinks:
        """Return the links with one more for the staff, the oldest dropped when there are too many, but not the `owner`'s."""
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
    """Who is asking, and how: their request, language and theme, the grants and player links that are good now.

    `players` are the registration numbers of the players this device belongs to, by event; `owner` is the hash in `opened`
    that makes this device the owner's; `browser` tells browsers without any link apart, as far as they say who they are.
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
        """Count this request, once, as one attempt of whoever has this session; strangers by their address, all together.

        So no device behind the same address can use up what a person with a link may send.
        Raises Refused (429 on the web) when there were too many within a minute.
        """
        counted: set[Limit] = self.request.scope.setdefault("floorjudge.counted", set())
        if what not in counted:
            counted.add(what)
            # Whoever holds several players' links cannot count by one after the other of their combinations.
            for sender in (f"grant {self.grants[-1].id}",) if self.grants else self._as_players or (self.sender,):
                self.application.rates.count(what, sender)

    @property
    def link(self) -> str:
        """By which link who asks is known; empty for a stranger."""
        if self.grants:
            return f"grant {self.grants[-1].id}"
        return min(self._as_players, default="")

    @property
    def _as_players(self) -> tuple[str, ...]:
        """The player links of this device, one of each event."""
        return tuple(f"player {each}" for each in self.players.items())

    def needs_owner(self) -> None:
        """Go on only for the owner of the installation; raises Refused (403 on the web) for all others."""
        if self.role(None) is not Role.OWNER:
            raise NotYours

    def label(self, event: str | None) -> str | None:
        """Return the note of the giver of the highest link on whom it is for, None for readers without a link."""
        role = self.role(event)
        fitting = [grant for grant in self.grants if grant.event in {None, event} and Role(grant.role) is role]
        return fitting[-1].label if fitting else None

    @property
    def known(self) -> bool:
        """Whether any link of this device is good."""
        return bool(self.grants or self.players)

    @property
    def asker(self) -> Asker:
        """Who waits in a queue for what this session asks for."""
        if not self.known:
            return Asker(self.sender, self.browser)
        return Asker(self.link, self.link, Rank.STAFF if self.grants else Rank.PLAYER)

    async def form(self) -> SentForm:
        """Return the form that was sent; one that holds a large file is counted as costly. Raises as `count`."""
        self._count_if_large()
        return await sent_form(self.request)

    async def body(self) -> bytes:
        """Return what was sent, by a program; what is large is counted as costly. Raises as `count`."""
        self._count_if_large()
        return await self.request.body()

    def _count_if_large(self) -> None:
        # What does not say how long it is may be long.
        if length_of(self.request.headers, LARGEST_FORM + 1) > LARGEST_FORM:
            self.count(COSTLY)

    async def begin(
        self, kind: str, question: JsonObject, *, anew: bool = False, patience: float = 0.0, limit: Limit = COSTLY
    ) -> str:
        """Return the id of the job for a question, which is counted, and begun unless it is known; see `Jobs.ask`."""
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

        `failed` is the form on it that was refused, if one was: what was typed stands there again. `error` is why another
        page than a form's is not as it should be. Either decides the status, where none is given.
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
        """Return what a function of a module returns in another process, in a few seconds at most, or within `limits`.

        It is counted, by `limit`. Raises what it raises; as `count`; QueueFull; BadInput `takes_too_long` when it needs more
        time or memory than there is.
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
        """Return what a function of a module returns that takes the store first and reads or writes much there.

        That is done in another process, which opens the same database; in a thread where events end with this process.
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


class Tab(msgspec.Struct, frozen=True):
    """A page of an event in its navigation; `key` names it in the code, `waiting` is how many wait there.

    `shown` is where: `always` in the row, `roomy` there but in the menu on phones, `wide` there on wide screens only, `menu`
    always in the menu.
    """

    key: str
    address: str
    said: Text
    shown: str = "always"
    waiting: int = 0


class EventSession(msgspec.Struct, frozen=True):
    """Who is asking, and the event they ask about."""

    session: Session
    snapshot: EventSnapshot

    @property
    def request(self) -> Request:
        """What was asked."""
        return self.session.request

    @property
    def application(self) -> Application:
        """What all pages share."""
        return self.session.application

    @property
    def event(self) -> str:
        """The id of the event."""
        return self.snapshot.id

    @property
    def number(self) -> int:
        """The number of the record at which the event is seen."""
        return self.snapshot.number

    @property
    def state(self) -> State:
        """The state of the tournament."""
        return self.snapshot.state

    @property
    def venue(self) -> Venue:
        """What happens around the tables."""
        return self.snapshot.venue

    @property
    def language(self) -> Language:
        """The language of the reader."""
        return self.session.language

    @property
    def role(self) -> Role:
        """The role at this event."""
        return self.session.role(self.event)

    @property
    def me(self) -> Player | None:
        """The player this device belongs to; None if it is no player's."""
        number = self.session.players.get(self.event)
        return None if number is None else player_of(self.state, number)

    @property
    def author(self) -> str:
        """Who a record will say has done something: `organiser Marie`, `player Ana`, `self-registration`."""
        if self.role is Role.PLAYER:
            return author_of(self.role, None if self.me is None else self.me.name)
        return author_of(self.role, self.session.label(self.event))

    @property
    def trouble(self) -> FloorjudgeError | None:
        """What is wrong with the disk of the server, for the staff; see `VenueStore.trouble`."""
        is_staff = self.may_see("judge") or self.may_see("desk")
        return self.application.store.trouble() if is_staff else None

    @property
    def waiting_calls(self) -> list[Call]:
        """The calls to which no judge has gone yet, appeals first; for the staff, else none."""
        if not (self.may_see("judge") or self.may_see("desk")):
            return []
        waiting = [call for call in open_calls(self.state) if call.state in WAITING]
        return sorted(waiting, key=lambda call: (call.state is not CallState.APPEALED, call.number))

    def answered(self, call: Call) -> bool:
        """Return whether the result of its table answers a call."""
        return is_answered(self.state, call)

    def over(self, call: Call) -> bool:
        """Return whether the game at the table of a call is over."""
        return has_result(self.state, call)

    @property
    def tabs(self) -> list[Tab]:
        """The pages of the event that who asks may open, in the order of the navigation."""
        staff = self.may_see("judge") or self.may_see("desk")
        rest = "menu" if staff else "wide"
        desk, judging, organiser = self.may_see("desk"), self.may_see("judge"), self.at_least(Role.ORGANISER)
        listed = (
            (self.me is not None, Tab("me", "/me", text("My page"))),
            (desk, Tab("desk", "/desk", text("Desk"))),
            (judging, Tab("judge", "/judge", text("Calls"), waiting=len(self.waiting_calls))),
            (desk, Tab("results", "/desk/results", text("Results"), "wide")),
            (organiser, Tab("players", "/desk/players", text("Players"), "roomy")),
            (True, Tab("event", "", text("Live"), "roomy" if desk else "always")),
            (
                self.state.phase is Phase.FINISHED,
                Tab("places", "/places", text("Places"), "roomy" if desk else "always"),
            ),
            (self.at_least(Role.HEAD_JUDGE), Tab("print", "/desk/print", text("Print"), "wide")),
            (organiser, Tab("staff", "/desk/staff", text("Staff"), "wide")),
            (organiser, Tab("settings", "/desk/event", text("Settings"), "wide")),
            (self.venue.decks_published, Tab("decks", "/decks", text("Deck lists"), rest)),
            (True, Tab("log", "/log", text("Log"), rest)),
            (True, Tab("draw", "/draw", text("Draw"), rest)),
            (True, Tab("screen", "/screen", text("Big screen"), rest)),
        )
        return [msgspec.structs.replace(tab, address=f"/e/{self.event}{tab.address}") for open_, tab in listed if open_]

    @property
    def channel(self) -> Channel:
        """The live channel of the event."""
        return self.application.channels.of(self.snapshot)

    @property
    def mark(self) -> str:
        """The mark of the log as the page shows it, for whatever is printed or shown of it."""
        return log_mark(self.records(self.number)[-1])

    @property
    def spoken_mark(self) -> str:
        """The first digits of the mark, to read aloud; what shows it shows a code or a link with the whole one, too."""
        return spoken_mark(self.records(self.number)[-1])

    @property
    def comparison(self) -> str:
        """The path of the page that compares the whole mark of the log on the page with the log at the time of reading."""
        return f"/e/{self.event}/draw?mark={whole_mark(self.records(self.number)[-1])}"

    @property
    def kept_by(self) -> Hashable:
        """What a public page of the event depends on: it is the same for all who have the same here."""
        style = style_of(self.request, self.language)
        return (
            self.event,
            self.mark,
            self.language,
            style,
            self.session.theme,
            self.role,
            self.me is None,
            self.session.known,
            None if (trouble := self.trouble) is None else trouble.code,
        )

    def records(self, first: int = 1, last: int | None = None) -> Sequence[Record]:
        """Return the records from `first` to `last` (both counted), all up to `number` when None."""
        return self.snapshot.records(first, last)

    def page(self, template: str, **values: Any) -> HTMLResponse:  # noqa: ANN401 (as `Session.page` takes them)
        """Return a page of the event, with what happens there as `at`; see `Session.page`."""
        return self.session.page(template, at=self, **values)

    async def now(self, *, fresh: bool = False) -> EventSession:
        """Return the same with the event as it stands now; `fresh` reads the log first, see `EventCache.see`."""
        return EventSession(self.session, await self.application.events.see(self.event, fresh=fresh))

    def at_least(self, role: Role) -> bool:
        """Return whether the role is `role` or above it (a head judge is above a judge, an organiser above both)."""
        return RANKS.index(self.role) >= RANKS.index(role)

    def may_see(self, room: str) -> bool:
        """Return whether who asks has business in a room of the staff: `judge` or `desk`."""
        return self.role in ROOMS[room]

    def needs(self, role: Role) -> None:
        """Go on only when the role is `role` or above it; raises Refused (403 on the web) for all others."""
        if not self.at_least(role):
            raise NotYours

    def numbered_player(self, number: int) -> Player:
        """Return the player of a registration number; raises BadInput (404 on the web) when there is none."""
        player = player_of(self.state, number)
        if player is None:
            raise NoSuchPlayerHere(number)
        return player

    def numbered_call(self, number: int) -> Call:
        """Return a call for a judge; raises BadInput (404 on the web) when there is none of this number."""
        calls = self.venue.calls
        if number not in calls:
            raise NoSuchCall(number, len(calls))
        return calls[number]


def player_of(state: State, number: int) -> Player | None:
    """Return the player of a registration number; None if there is none."""
    if not 1 <= number <= state.registered:
        return None
    return next((player for player in state.all_players() if player.number == number), None)


def keep_opened(response: Response, session: Session, opened: OpenedLinks) -> None:
    """Put opened links into the cookie of the answer."""
    dated = msgspec.structs.replace(opened, day=today())
    value = URLSafeSerializer(session.application.key, salt=SALT).dumps(msgspec.to_builtins(dated))
    keep(response, session.request, SESSION_COOKIE, str(value), secret=True)


def today() -> int:
    """Return the days since 1970, by which browsers are given their cookie anew in time."""
    return int(time.time() // (24 * 3600))


def keep(response: Response, request: Request, name: str, value: str, *, secret: bool = False) -> None:
    """Put a cookie into the answer, for a year; `secret` ones are out of reach of scripts."""
    secure = request.app.state.application.settings.https or request.url.scheme == "https"
    response.set_cookie(name, value, max_age=_YEAR, path="/", samesite="lax", httponly=secret, secure=secure)


def named(session: Session) -> Session:
    """Return the session of a browser with a name for it alone, so that those behind one address wait in turn.

    What it asks for is asked for by that name from the first time on: otherwise it could not be cancelled afterwards.
    """
    return session if session.browser else msgspec.structs.replace(session, browser=secrets.token_hex(8))


def with_browser(session: Session, answer: Response) -> Response:
    """Let a browser keep the name that `named` gave it, and return the answer."""
    if not session.request.cookies.get(BROWSER_COOKIE):
        keep(answer, session.request, BROWSER_COOKIE, session.browser, secret=True)
    return answer
