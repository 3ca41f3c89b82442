"""The objects that all pages share: the settings, the store, the events, the live channels, the key that signs cookies."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from contextlib import suppress
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread

from floorjudge import __version__
from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.access.links import PlayerLinks
from floorjudge.store.opening import VenueStore
from floorjudge.web.common.responses import PageCache
from floorjudge.web.common.settings import Settings
from floorjudge.web.errors import CardsBeingPrepared
from floorjudge.web.finder import work
from floorjudge.web.finder.decks import installed_texts
from floorjudge.web.jobs.kept import Jobs, Kind
from floorjudge.web.jobs.pool import Limits, Pool
from floorjudge.web.jobs.queue import Asker, Rank
from floorjudge.web.live.channels import Channels
from floorjudge.web.live.event_cache import EventCache
from floorjudge.web.security import Rates
from floorjudge.web.stopping import Requests

T = TypeVar("T")
_KEY = "session-key"
# The number of events to read at the start, usually those that are played now.
READ_AT_START = 8
# Limits for work during which a reader waits. The processor time is counted: on a shared machine, seconds of computing
# take many by the clock, which only ends a process that hangs.
QUICK = Limits(seconds=5.0, patience=12.0, tasks=1_000)
# Limits for jobs: their work is counted, and the clock only ends a process that hangs.
LONG = Limits(seconds=900.0)
# The number of cached answers for all readers: of a few events, for a few moments.
MOST_KEPT = 20
# How long a reader waits for the card texts, in seconds, before the page reports it.
PATIENCE_FOR_CARDS = 20.0


class Application:
    """One running application. Made inside the event loop that serves it."""

    def __init__(self, settings: Settings, store: VenueStore) -> None:
        self.settings = settings
        self.store = store
        self.read_keys()
        self.events = EventCache(store.log, store.feed.publish, installed_texts)
        self.channels = Channels()
        self.requests = Requests()
        self.rates = Rates()
        self.page_cache = PageCache()
        # A backup that waits until its owner has decided about its links.
        self.held_backups: dict[str, bytes] = {}
        self.quick = Pool(2, QUICK)
        # A reader who saves a result does not wait for a search, nor does one who asks for a known loop: certifying it
        # again takes a second or two, and never waits behind a search.
        self.long = Pool(os.cpu_count() or 1, LONG, gives_way=True)
        self.brief = Pool(1, LONG)
        kinds = {
            "search": Kind(work.search, self.long, work.seconds_of),
            "certify": Kind(work.certify, self.brief),
            "known": Kind(work.known, self.brief),
        }
        self.jobs = Jobs(store.jobs, kinds, __version__)
        self._once: OrderedDict[Hashable, asyncio.Future[Any]] = OrderedDict()
        self._cards: asyncio.Task[None] | None = None
        # Held while a program opens an event, so that sending the command twice at once opens one.
        self.opening = asyncio.Lock()
        # Health checks must not use the threads of other requests.
        self.operator_threads = CapacityLimiter(2)
        self._tasks: set[asyncio.Task[None]] = set()
        self._heard_of: set[str] = set()
        self._loop = asyncio.get_running_loop()
        self.events.listen(self.channels.of)
        self.events.listen_for_deleted(self.channels.end_of)
        self._stop_listening: Callable[[], None] = store.feed.listen(self._heard)

    def read_keys(self) -> None:
        """Read the keys that sign cookies and players' links: a restored backup may have brought others.

        Raises Refused if the database is away. Reads: to be called in a thread.
        """
        self.key = self.store.grants.setting(_KEY, lambda: secrets.token_hex(32))
        self.player_links = PlayerLinks(self.store.grants)

    async def start(self) -> None:
        """Read the newest events, so that the sender of the first command does not wait for that."""
        # Listed once: an event that is opened later is read at its first request, when it has its players.
        newest = await self.events.newest(READ_AT_START)
        await self.events.read(newest[:1])
        self._in_background(self.events.read(newest[1:]))

    def prepare_cards(self) -> asyncio.Task[None]:
        """Return a task that ends when the card texts are ready; the first caller starts it, in another process.

        That process is then ready for typed names, and for answers on known loops.
        """
        last = self._cards
        if last is None or (last.done() and (last.cancelled() or last.exception() is not None)):
            ticket = self.quick.enter(Asker(rank=Rank.STAFF))
            self._cards = asyncio.create_task(self.quick.run(ticket, work.get_ready, limits=LONG))
            return self._cards
        return last

    async def cards_prepared(self) -> None:
        """Wait until the card texts are ready.

        Raises Refused `cards_being_prepared` after some time, instead of leaving the caller waiting.
        """
        prepared = self.prepare_cards()
        await asyncio.wait({prepared}, timeout=PATIENCE_FOR_CARDS)
        if not prepared.done():
            raise CardsBeingPrepared
        prepared.result()

    async def once(self, key: Hashable, work: Callable[[], Awaitable[T]]) -> T:
        """Return the result of `work`; callers with the same `key` at the same time or soon after get the same one."""
        asked = self._once.get(key)
        if asked is None or (asked.done() and (asked.cancelled() or asked.exception() is not None)):
            asked = self._once[key] = asyncio.ensure_future(work())
            while len(self._once) > MOST_KEPT:
                self._once.popitem(last=False)
        self._once.move_to_end(key)
        # If one caller hangs up, the others still wait for it.
        found: T = await asyncio.shield(asked)
        return found

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _heard(self, event: str, number: int) -> None:
        """Handle a message of the feed, from any thread."""
        self._loop.call_soon_threadsafe(self._look_again, event, number)

    def _look_again(self, event: str, number: int) -> None:
        if event not in self._heard_of:
            # It may have been restored, by any process.
            self._heard_of.add(event)
            self._in_background(self._read_keys_again())
        if 0 < self.events.numbers().get(event, 0) < number:
            self._in_background(self._catch_up(event))

    async def _read_keys_again(self) -> None:
        with suppress(FloorjudgeError):
            await to_thread.run_sync(self.read_keys)

    async def _catch_up(self, event: str) -> None:
        # A page of this event shows the error to its reader; here there is no reader.
        with suppress(FloorjudgeError):
            await self.events.see(event, fresh=True)

    def end(self) -> None:
        """Prepare to stop: end the streams of all viewers, and soon the requests that take long."""
        self.channels.end()
        self.requests.end()

    async def close(self) -> None:
        """Release all resources."""
        begun = [*self._once.values(), *([] if self._cards is None else [self._cards])]
        for future in begun:
            future.cancel()
        # Their results are taken, too, or asyncio would report an error that no reader waits for any more.
        await asyncio.gather(*begun, return_exceptions=True)
        await self.jobs.close()
        await self.long.close()
        await self.brief.close()
        await self.quick.close()
        self._stop_listening()
        for task in self._tasks:
            task.cancel()
        self.store.close()
