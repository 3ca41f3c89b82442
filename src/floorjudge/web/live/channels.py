"""Live updates: one broadcast for all viewers of an event, as server-sent events that can be resumed.

Every viewer reads the same short history and only stores a position in it, so a slow phone delays no other and 2 000
viewers cost little more than one. `id:` is the number of a record. A viewer can listen in four ways:

- without a parameter: every record is sent, to fetch the page again; - `?pieces`: the changed fragments of the live
page are named, in the reader's language; - `?watch=stage,t-3`: only changes about one of these topics are sent, see
`topics`, to fetch the page again; - `?player=12`, in addition: also changes about player 12, to fetch the page again,
and the changes on that player's page by other   games, as pieces of it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, TypeAlias

import msgspec
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import StreamingResponse

from floorjudge.formats.errors import FormatFailed
from floorjudge.texts import Language
from floorjudge.web.live.event_cache import EVENTS_KEPT, EventSnapshot
from floorjudge.web.live.fragments import Fragments, LivePage, difference, fragments_of, live_page, own_pieces
from floorjudge.web.live.topics import topics
from floorjudge.web.live.views import places_are_public, standings_view

HISTORY = 100
KEEP_ALIVE = 15.0
# Seconds before screens are updated, so that the author of a change has the answer first.
FIRST_THE_SENDER = 0.02
AT_A_TIME = 25
RETRY = b"retry: 1500\n\n"
ALIVE = b": here\n\n"
_LONGEST_NUMBER = 13


# Returns whether the link of a viewer is still valid.
StillGood: TypeAlias = Callable[[], Awaitable[bool]]


class Subscription(msgspec.Struct, frozen=True):
    """How a viewer listens; see the module."""

    language: Language
    fragments: bool = False
    watch: frozenset[str] = frozenset()
    player: int | None = None


class _Change(msgspec.Struct):
    """One change of an event: from one record to another, encoded once for each language.

    `topics` are its subjects. `players` are the names, by number, of those whose page may change although they are no
    subject.
    """

    before: EventSnapshot
    after: EventSnapshot
    made: dict[tuple[Language, bool], bytes]
    topics: frozenset[str] | None = None
    players: dict[int, str] = {}

    def look(self) -> None:
        """Compute the topics. In a large hall that takes a while, and so do the standings, which viewers need next."""
        then, now = self.before.state, self.after.state
        if any(getattr(then, part) is not getattr(now, part) for part in _MOVING):
            for snapshot in (self.before, self.after):
                standings_view(snapshot.state, with_places=places_are_public(snapshot.state))
            self.players = {player.number: player.name for player in now.all_players()}
        self.topics = topics(then, now)


# The parts that a player's line of the standings and next steps depend on.
_MOVING = ("players", "results", "past", "memory")


class Channel:
    """The live history of one event."""

    def __init__(self, snapshot: EventSnapshot) -> None:
        self.newest = snapshot
        self._history: deque[_Change] = deque(maxlen=HISTORY)
        self._pages: deque[LivePage] = deque(maxlen=2)
        self._fragments: dict[Language, deque[Fragments]] = {}
        self._making = asyncio.Lock()
        self._waiting: set[asyncio.Future[None]] = set()
        self._waking: asyncio.Task[None] | None = None
        self._ended = False
        self._revoked = 0
        self.viewers = 0

    def end(self) -> None:
        """End the stream of every viewer; their browsers connect again by themselves."""
        self._ended = True
        for viewer in tuple(self._waiting):
            _wake(viewer)

    def recheck(self) -> None:
        """Have every viewer with a link check that it is still valid, because one was revoked."""
        self._revoked += 1
        for viewer in tuple(self._waiting):
            _wake(viewer)

    def publish(self, snapshot: EventSnapshot) -> None:
        """Send the present event to all viewers."""
        if snapshot.number <= self.newest.number:
            return
        if snapshot.life != self.newest.life:
            # A name was removed that earlier pages show: all viewers fetch the whole page.
            self._history.clear()
            self._pages.clear()
            self._fragments.clear()
        else:
            self._history.append(_Change(self.newest, snapshot, {}))
        self.newest = snapshot
        if self._waking is None or self._waking.done():
            self._waking = asyncio.create_task(self._wake_all())

    async def _wake_all(self) -> None:
        """Wake the viewers, some at a time: a result that arrives meanwhile is answered before the last of them."""
        await asyncio.sleep(FIRST_THE_SENDER)
        published = None
        while published is not self.newest:
            published = self.newest
            waiting = list(self._waiting)
            for start in range(0, len(waiting), AT_A_TIME):
                for viewer in waiting[start : start + AT_A_TIME]:
                    _wake(viewer)
                await asyncio.sleep(0)

    async def fragments(self, language: Language, snapshot: EventSnapshot) -> Fragments:
        """Return the live page at a moment, rendered once for each language."""
        kept = self._fragments.setdefault(language, deque(maxlen=2))
        async with self._making:
            found = next((fragments for fragments in kept if fragments.number == snapshot.number), None)
            if found is None:
                # In a large hall that takes a while.
                made = await to_thread.run_sync(self._page, snapshot)
                found = await fragments_of(made, language, kept[-1] if kept else None)
                kept.append(found)
        return found

    def _page(self, snapshot: EventSnapshot) -> LivePage:
        found = next((page for page in self._pages if page.snapshot.number == snapshot.number), None)
        if found is None:
            found = live_page(snapshot)
            self._pages.append(found)
        return found

    async def listen(
        self, subscription: Subscription, since: int, still: StillGood | None = None
    ) -> AsyncIterator[bytes]:
        """Yield the news after record `since`, without end, and a keep-alive line after a quiet while.

        The stream ends when `still`, called at every revocation and keep-alive, returns that the viewer's link is no
        longer valid.
        """
        yield RETRY
        async with aclosing(self.moments(since, still)) as moments:
            async for seen in moments:
                if seen is None:
                    yield ALIVE
                    continue
                lines, since = await self._after(since, subscription)
                if lines:
                    yield lines

    async def moments(self, since: int, still: StillGood | None) -> AsyncGenerator[EventSnapshot | None]:
        """Yield the event each time it is not at record `since` or at the last yielded record; None after a quiet while.

        `still` as in `listen`.
        """
        self.viewers += 1
        asked = self._revoked
        try:
            while not self._ended:
                if asked != self._revoked:
                    asked = self._revoked
                    if still is not None and not await still():
                        return
                if since != self.newest.number:
                    since = self.newest.number
                    yield self.newest
                elif not await self._news() and not self._ended:
                    asked = -1
                    yield None
        finally:
            self.viewers -= 1

    async def _news(self) -> bool:
        """Wait for a change, and return whether there is one; not longer than a connection can be quiet."""
        loop = asyncio.get_running_loop()
        woken: asyncio.Future[None] = loop.create_future()
        quiet = loop.call_later(KEEP_ALIVE, _wake, woken)
        before = self.newest
        self._waiting.add(woken)
        try:
            await woken
        finally:
            quiet.cancel()
            self._waiting.discard(woken)
        return self.newest is not before

    async def _after(self, since: int, subscription: Subscription) -> tuple[bytes, int]:
        """Return the lines for a viewer who knows record `since`, and the record that the viewer knows then."""
        newest = self.newest.number
        if since == newest:
            return b"", newest
        changes = [change for change in self._history if change.before.number >= since]
        if since > newest or not changes or changes[0].before.number != since:
            # From before the history, or from before a removal: the whole page, whatever it shows.
            return _event(newest, {"number": newest, "stale": True}), newest
        return b"".join([await self._line(change, subscription) for change in changes]), newest

    async def _line(self, change: _Change, subscription: Subscription) -> bytes:
        """Return the line for a change; if the format cannot show it, fetching the whole page shows why."""
        try:
            return await self._news_of(change, subscription)
        except FormatFailed:
            return _event(change.after.number, {"number": change.after.number, "stale": True})

    async def _news_of(self, change: _Change, subscription: Subscription) -> bytes:
        language, number = subscription.language, change.after.number
        if subscription.watch or subscription.player is not None:
            if await self._topics(change) & {*subscription.watch, f"me-{subscription.player}"}:
                return _event(number, {"number": number})
            name = change.players.get(subscription.player or 0)
            pieces = {} if name is None else own_pieces(change.before, change.after, name, language)
            moved = {"pieces": pieces, "moves": {}, "gone": []}
            return _event(number, {"number": number, "patch": moved}) if pieces else b""
        key = (language, subscription.fragments)
        if key not in change.made:
            value: dict[str, Any] = {"number": number}
            if subscription.fragments:
                before = await self.fragments(language, change.before)
                after = await self.fragments(language, change.after)
                # Another task may have rendered it meanwhile.
                if key in change.made:
                    return change.made[key]
                patch = difference(before, after)
                value |= {"stale": True} if patch is None else {"patch": patch}
            change.made[key] = _event(number, value)
        return change.made[key]

    async def _topics(self, change: _Change) -> frozenset[str]:
        async with self._making:
            if change.topics is None:
                await to_thread.run_sync(change.look)
        return change.topics or frozenset()


class Channels:
    """The channels of the latest events, and of all that have viewers. To be used from one event loop.

    A channel begins when a page of its event is made, not when the first viewer listens: changes between the two are
    sent to that viewer, too.
    """

    def __init__(self) -> None:
        self._channels: OrderedDict[str, Channel] = OrderedDict()

    def of(self, snapshot: EventSnapshot) -> Channel:
        """Return the channel of an event, updated to `snapshot`."""
        channel = self._channels.get(snapshot.id)
        if channel is None:
            channel = self._channels[snapshot.id] = Channel(snapshot)
            unheard = [event for event, other in self._channels.items() if not other.viewers and other is not channel]
            for event in unheard[: max(0, len(self._channels) - EVENTS_KEPT)]:
                del self._channels[event]
        self._channels.move_to_end(snapshot.id)
        channel.publish(snapshot)
        return channel

    def end(self) -> None:
        """End the streams of all events."""
        for channel in self._channels.values():
            channel.end()

    def end_of(self, event: str) -> None:
        """End the streams of a deleted event."""
        channel = self._channels.pop(event, None)
        if channel is not None:
            channel.end()

    def recheck(self, event: str | None) -> None:
        """Have every viewer of an event (None: of any) with a link check that it is still valid."""
        for name, channel in self._channels.items():
            if event in {None, name}:
                channel.recheck()

    def viewers(self) -> int:
        """Return the number of viewers."""
        return sum(channel.viewers for channel in self._channels.values())


def _wake(viewer: asyncio.Future[None]) -> None:
    if not viewer.done():
        viewer.set_result(None)


def _event(number: int, value: dict[str, Any]) -> bytes:
    return b"id: %d\nevent: changed\ndata: %b\n\n" % (number, msgspec.json.encode(value))


def last_known(request: Request, since: int | None, newest: int) -> int:
    """Return the last record that a viewer knows: `Last-Event-ID`, else `since`, else the newest."""
    last = request.headers.get("last-event-id", "")
    if last.isascii() and last.isdecimal() and len(last) <= _LONGEST_NUMBER:
        return int(last)
    return newest if since is None else since


def as_stream(lines: AsyncIterator[bytes]) -> StreamingResponse:
    """Return server-sent events as a response that no proxy stores or buffers."""
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(lines, media_type="text/event-stream", headers=headers)
