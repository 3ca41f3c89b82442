"""Live updates: one broadcast for all who look at an event, as server-sent events that can be resumed.

Every viewer reads the same short history and remembers only how far they have come, so a slow phone holds up nobody and
2 000 viewers cost little more than one. `id:` is the number of a record. There are three ways to listen:

- plainly: told of every record, to fetch the page again;
- `?pieces`: told what changed on the live page, in the reader's language;
- `?watch=stage,t-3`: told only when one of these pieces of the live page changed, or what they can name besides
  (`floorjudge.web.calls_watch`).
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from starlette.responses import StreamingResponse

from floorjudge.texts import Language
from floorjudge.web.calls_watch import changed_around_tables
from floorjudge.web.desks import Seen
from floorjudge.web.pieces import Pieces, difference, pieces_of

HISTORY = 100
KEEP_ALIVE = 15.0
# Seconds by which the screens wait, so that whoever changed something has their answer first.
FIRST_THE_SENDER = 0.02
AT_A_TIME = 25
RETRY_MS = 1_500
_ALIVE = b": here\n\n"


class Wish(msgspec.Struct, frozen=True):
    """How somebody listens; see the module."""

    language: Language
    pieces: bool = False
    watch: frozenset[str] = frozenset()


class _News(msgspec.Struct):
    """One change of an event: from one record to another, made into bytes once for each language."""

    before: Seen
    after: Seen
    made: dict[tuple[Language, bool], bytes]
    changed: frozenset[str] | None = None


class Channel:
    """The live history of one event."""

    def __init__(self, seen: Seen) -> None:
        self.newest = seen
        self._history: deque[_News] = deque(maxlen=HISTORY)
        self._pieces: dict[Language, deque[Pieces]] = {}
        self._waiting: set[asyncio.Future[None]] = set()
        self._waking: asyncio.Task[None] | None = None
        self._ended = False
        self.viewers = 0

    def end(self) -> None:
        """Let every viewer go; their browsers come back by themselves."""
        self._ended = True
        for viewer in tuple(self._waiting):
            _wake(viewer)

    def tell(self, seen: Seen) -> None:
        """Let everybody know what the event is like now."""
        if seen.number <= self.newest.number:
            return
        self._history.append(_News(self.newest, seen, {}))
        self.newest = seen
        if self._waking is None or self._waking.done():
            self._waking = asyncio.create_task(self._wake_all())

    async def _wake_all(self) -> None:
        """Wake the viewers, some at a time: whoever sends a result meanwhile is answered before the last of them."""
        await asyncio.sleep(FIRST_THE_SENDER)
        told = None
        while told is not self.newest:
            told = self.newest
            waiting = list(self._waiting)
            for start in range(0, len(waiting), AT_A_TIME):
                for viewer in waiting[start : start + AT_A_TIME]:
                    _wake(viewer)
                await asyncio.sleep(0)

    def pieces(self, language: Language, seen: Seen | None = None) -> Pieces:
        """Return the live page at a moment (now when None), made once for each language."""
        wanted = self.newest if seen is None else seen
        kept = self._pieces.setdefault(language, deque(maxlen=2))
        found = next((pieces for pieces in kept if pieces.number == wanted.number), None)
        if found is None:
            found = pieces_of(wanted, language)
            kept.append(found)
        return found

    async def listen(self, wish: Wish, since: int) -> AsyncIterator[bytes]:
        """Yield what is new after record `since`, for ever, and a sign of life when there is nothing for a while."""
        self.viewers += 1
        try:
            yield f"retry: {RETRY_MS}\n\n".encode()
            while not self._ended:
                lines, since = self._after(since, wish)
                if lines:
                    yield lines
                if since == self.newest.number and not await self._news() and not self._ended:
                    yield _ALIVE
        finally:
            self.viewers -= 1

    async def moments(self, since: int) -> AsyncIterator[Seen | None]:
        """Yield the event each time it is beyond record `since` and what was yielded before; None after a quiet while."""
        self.viewers += 1
        try:
            while not self._ended:
                if since < self.newest.number:
                    since = self.newest.number
                    yield self.newest
                elif not await self._news() and not self._ended:
                    yield None
        finally:
            self.viewers -= 1

    async def _news(self) -> bool:
        """Wait for news, and say whether there are any; not longer than a connection can be quiet."""
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

    def _after(self, since: int, wish: Wish) -> tuple[bytes, int]:
        """Return what a viewer who knows record `since` is to be told, and what they know then."""
        newest = self.newest.number
        if since == newest:
            return b"", newest
        news = [item for item in self._history if item.before.number >= since]
        if since > newest or not news or news[0].before.number != since:
            # From before our history, or from another life of the event: the whole page, whatever it shows.
            return _event(newest, {"number": newest, "stale": True}), newest
        return b"".join(self._line(item, wish) for item in news), newest

    def _line(self, news: _News, wish: Wish) -> bytes:
        if wish.watch and not wish.watch & self._changed(news):
            return b""
        key = (wish.language, wish.pieces)
        made = news.made.get(key)
        if made is None:
            value: dict[str, Any] = {"number": news.after.number}
            if wish.pieces:
                patch = difference(self.pieces(wish.language, news.before), self.pieces(wish.language, news.after))
                value |= {"stale": True} if patch is None else {"patch": patch}
            made = news.made[key] = _event(news.after.number, value)
        return made

    def _changed(self, news: _News) -> frozenset[str]:
        """Return the pieces that a change has touched; all of them when the whole page is another."""
        if news.changed is None:
            before, after = self.pieces("en", news.before), self.pieces("en", news.after)
            if before.shape != after.shape:
                news.changed = frozenset(before.html) | frozenset(after.html)
            else:
                names = before.html.keys() | after.html.keys()
                news.changed = frozenset(name for name in names if before.html.get(name) != after.html.get(name))
            news.changed |= changed_around_tables(news.before.venue, news.after.venue)
        return news.changed


class Channels:
    """The channels of all events that anybody looks at. To be used from one event loop."""

    def __init__(self) -> None:
        self._channels: dict[str, Channel] = {}

    def of(self, seen: Seen) -> Channel:
        """Return the channel of an event, told of `seen`."""
        channel = self._channels.get(seen.id)
        if channel is None:
            channel = self._channels[seen.id] = Channel(seen)
        channel.tell(seen)
        return channel

    def tell(self, seen: Seen) -> None:
        """Tell those who look at the event, if anybody does."""
        channel = self._channels.get(seen.id)
        if channel is not None:
            channel.tell(seen)

    def end(self) -> None:
        """Let every viewer of every event go."""
        for channel in self._channels.values():
            channel.end()

    def viewers(self) -> int:
        """Return how many listen."""
        return sum(channel.viewers for channel in self._channels.values())


def _wake(viewer: asyncio.Future[None]) -> None:
    if not viewer.done():
        viewer.set_result(None)


def _event(number: int, value: dict[str, Any]) -> bytes:
    content = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f"id: {number}\nevent: changed\ndata: {content}\n\n".encode()


def as_stream(lines: AsyncIterator[bytes]) -> StreamingResponse:
    """Return server-sent events as a response that nothing on the way keeps or collects."""
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(lines, media_type="text/event-stream", headers=headers)
