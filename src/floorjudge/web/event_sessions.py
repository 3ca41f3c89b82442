"""A session at one event: the role there, the pages that it opens, and the event as the reader sees it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse

from floorjudge.errors import FloorjudgeError
from floorjudge.events.floor.call_history import has_result, is_answered, open_calls
from floorjudge.events.floor.errors import NoSuchCall
from floorjudge.events.service.access.errors import NotYours
from floorjudge.events.service.access.roles import Role
from floorjudge.events.service.access.roles import author as author_of
from floorjudge.events.service.log.marks import log_mark, spoken_mark, whole_mark
from floorjudge.events.service.log.records import Record
from floorjudge.events.state import State
from floorjudge.events.venue import WAITING, Call, CallState, Venue
from floorjudge.formats.competition import Phase
from floorjudge.formats.players import Player
from floorjudge.texts import Language, Text, text
from floorjudge.web.common.languages import style_of
from floorjudge.web.errors import NoSuchPlayerHere
from floorjudge.web.live.channels import Channel
from floorjudge.web.live.event_cache import EventSnapshot
from floorjudge.web.sessions import RANKS, Session
from floorjudge.web.shared import Application

# The roles that work in each room: its pages check them, and only their tabs show it.
ROOMS: Mapping[str, frozenset[Role]] = {
    "judge": frozenset({Role.OWNER, Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE}),
    "desk": frozenset({Role.OWNER, Role.ORGANISER, Role.HEAD_JUDGE, Role.SCOREKEEPER}),
}


class Tab(msgspec.Struct, frozen=True):
    """A page of an event in its navigation; `key` names it in the code, `waiting` is the number of open requests there.

    `shown` is the place of its tab: `always` in the row, `roomy` there but in the menu on phones, `wide` there on wide
    screens only, `menu` always in the menu.
    """

    key: str
    address: str
    label: Text
    shown: str = "always"
    waiting: int = 0


class EventSession(msgspec.Struct, frozen=True):
    """A session, and the event that its request concerns."""

    session: Session
    snapshot: EventSnapshot

    @property
    def request(self) -> Request:
        """The request."""
        return self.session.request

    @property
    def application(self) -> Application:
        """The objects that all pages share."""
        return self.session.application

    @property
    def event(self) -> str:
        """The id of the event."""
        return self.snapshot.id

    @property
    def number(self) -> int:
        """The number of the newest record in this view of the event."""
        return self.snapshot.number

    @property
    def state(self) -> State:
        """The state of the tournament."""
        return self.snapshot.state

    @property
    def venue(self) -> Venue:
        """The state around the tables."""
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
        """The player to whom this device belongs; None for no player."""
        number = self.session.players.get(self.event)
        return None if number is None else player_of(self.state, number)

    @property
    def author(self) -> str:
        """The author in a record of this session: `organiser Marie`, `player Ana`, `self-registration`."""
        if self.role is Role.PLAYER:
            return author_of(self.role, None if self.me is None else self.me.name)
        return author_of(self.role, self.session.label(self.event))

    @property
    def trouble(self) -> FloorjudgeError | None:
        """The problem with the disk of the server, for the staff; see `VenueStore.trouble`."""
        is_staff = self.may_see("judge") or self.may_see("desk")
        return self.application.store.trouble() if is_staff else None

    @property
    def waiting_calls(self) -> list[Call]:
        """The calls to which no judge has gone yet, appeals first; empty for readers outside the staff."""
        if not (self.may_see("judge") or self.may_see("desk")):
            return []
        waiting = [call for call in open_calls(self.state) if call.state in WAITING]
        return sorted(waiting, key=lambda call: (call.state is not CallState.APPEALED, call.number))

    def answered(self, call: Call) -> bool:
        """Return whether the result of the table answers a call."""
        return is_answered(self.state, call)

    def over(self, call: Call) -> bool:
        """Return whether the game at the table of a call is over."""
        return has_result(self.state, call)

    @property
    def tabs(self) -> list[Tab]:
        """The tabs that this session may open, in the order of the navigation."""
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
        """The mark of the log as this page shows it, for a print or a display."""
        return log_mark(self.records(self.number)[-1])

    @property
    def spoken_mark(self) -> str:
        """The first digits of the mark, to read aloud; beside them stands a code or a link with the whole one."""
        return spoken_mark(self.records(self.number)[-1])

    @property
    def comparison(self) -> str:
        """The path of the page that compares the whole mark of the log on this page with the log at the time of reading."""
        return f"/e/{self.event}/draw?mark={whole_mark(self.records(self.number)[-1])}"

    @property
    def kept_by(self) -> Hashable:
        """The key by which a public page of the event is cached: it is the same page for all sessions with an equal one."""
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
        """Return the records from `first` to `last` (both included); without `last`, all up to `number`."""
        return self.snapshot.records(first, last)

    def page(self, template: str, **values: Any) -> HTMLResponse:  # noqa: ANN401 (as `Session.page` takes them)
        """Return a page of the event, which gets this session as `at`; see `Session.page`."""
        return self.session.page(template, at=self, **values)

    async def now(self, *, fresh: bool = False) -> EventSession:
        """Return the same session with the present event; `fresh` reads the log first, see `EventCache.see`."""
        return EventSession(self.session, await self.application.events.see(self.event, fresh=fresh))

    def at_least(self, role: Role) -> bool:
        """Return whether the role is `role` or above it (a head judge is above a judge, an organiser above both)."""
        return RANKS.index(self.role) >= RANKS.index(role)

    def may_see(self, room: str) -> bool:
        """Return whether the session may open a room of the staff: `judge` or `desk`."""
        return self.role in ROOMS[room]

    def needs(self, role: Role) -> None:
        """Check that the role is `role` or above it; raises Refused (403 on the web) otherwise."""
        if not self.at_least(role):
            raise NotYours

    def numbered_player(self, number: int) -> Player:
        """Return the player with a registration number; raises BadInput (404 on the web) if there is none."""
        player = player_of(self.state, number)
        if player is None:
            raise NoSuchPlayerHere(number)
        return player

    def numbered_call(self, number: int) -> Call:
        """Return the call with this number; raises BadInput (404 on the web) if there is none."""
        calls = self.venue.calls
        if number not in calls:
            raise NoSuchCall(number, len(calls))
        return calls[number]


def player_of(state: State, number: int) -> Player | None:
    """Return the player with a registration number; None if there is none."""
    if not 1 <= number <= state.registered:
        return None
    return next((player for player in state.all_players() if player.number == number), None)
