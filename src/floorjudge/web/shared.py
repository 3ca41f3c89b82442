"""What all pages share: the settings, the store, the events, the live channels, the key that signs cookies."""

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
from floorjudge.events.service.links import PlayerLinks
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

T = TypeVar("T")
_KEY = "session-key"
# So many events, as a rule those that are played now.
READ_AT_START = 8
# What is worked out while a reader looks at a page that waits for it. Its work is counted: on a machine that others use,
# seconds of computing take many by the clock, which only ends what hangs.
QUICK = Limits(seconds=5.0, patience=12.0, tasks=1_000)
# What is kept: its work is counted, and the clock is only for what has gone wrong.
LONG = Limits(seconds=900.0)
# So many answers that all look at are kept: of a few events, for a few moments.
MOST_KEPT = 20
# How long a reader waits for the card texts, in seconds, before the page says so.
PATIENCE_FOR_CARDS = 20.0


class Application:
    """One running application. Made inside the event loop that serves it."""

    def __init__(self, settings: Settings, store: VenueStore) -> None:
        self.settings = settings
        self.store = store
        self.read_keys()
        self.events = EventCache(store.log, store.feed.publish, installed_texts)
        self.channels = Channels()
        self.rates = Rates()
        self.page_cache = PageCache()
        # A backup that waits until its owner has said whether its links are wanted.
        self.held_backups: dict[str, bytes] = {}
        self.quick = Pool(2, QUICK)
        # Whoever saves a result does not wait for whoever searches a loop, nor does whoever asks for a loop that is known:
        # certifying it again takes a second or two, and never waits behind a search.
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
        # Held while an event is opened by a program, so that sending it twice at once opens one.
        self.opening = asyncio.Lock()
        # Who asks whether the database answers must not take the threads of those who work.
        self.operator_threads = CapacityLimiter(2)
        self._tasks: set[asyncio.Task[None]] = set()
        self._heard_of: set[str] = set()
        self._loop = asyncio.get_running_loop()
        self.events.listen(self.channels.of)
        self.events.listen_for_deleted(self.channels.end_of)
        self._stop_listening: Callable[[], None] = store.feed.listen(self._heard)

    def read_keys(self) -> None:
        """Read the keys that sign cookies and players' links: a backup that was restored may have brought others.

        Raises Refused when the database is away. Reads: belongs in a thread.
        """
        self.key = self.store.grants.setting(_KEY, lambda: secrets.token_hex(32))
        self.player_links = PlayerLinks(self.store.grants)

    async def start(self) -> None:
        """Read the newest events, so that whoever sends the first command does not wait for that."""
        # Listed once: an event that is opened from now on is read by whoever asks for it first, when it has its players.
        newest = await self.events.newest(READ_AT_START)
        await self.events.read(newest[:1])
        self._in_background(self.events.read(newest[1:]))

    def prepare_cards(self) -> asyncio.Task[None]:
        """Return what is done when the card texts can be used quickly; begun by whoever asks first, in another process.

        That process is then ready for the names that are typed, and for the answers on known loops.
        """
        last = self._cards
        if last is None or (last.done() and (last.cancelled() or last.exception() is not None)):
            ticket = self.quick.enter(Asker(rank=Rank.STAFF))
            self._cards = asyncio.create_task(self.quick.run(ticket, work.get_ready, limits=LONG))
            return self._cards
        return last

    async def cards_prepared(self) -> None:
        """Wait until the card texts can be used quickly.

        Raises Refused `cards_being_prepared` when that takes long, instead of leaving the caller waiting.
        """
        prepared = self.prepare_cards()
        await asyncio.wait({prepared}, timeout=PATIENCE_FOR_CARDS)
        if not prepared.done():
            raise CardsBeingPrepared
        prepared.result()

    async def once(self, key: Hashable, work: Callable[[], Awaitable[T]]) -> T:
        """Return what `work` returns, which whoever asks for the same `key` at the same time or soon after gets, too."""
        asked = self._once.get(key)
        if asked is None or (asked.done() and (asked.cancelled() or asked.exception() is not None)):
            asked = self._once[key] = asyncio.ensure_future(work())
            while len(self._once) > MOST_KEPT:
                self._once.popitem(last=False)
        self._once.move_to_end(key)
        # Whoever hangs up leaves it to the others.
        found: T = await asyncio.shield(asked)
        return found

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _heard(self, event: str, number: int) -> None:
        """Take note of what the feed says, from whatever thread it says it."""
        self._loop.call_soon_threadsafe(self._look_again, event, number)

    def _look_again(self, event: str, number: int) -> None:
        if event not in self._heard_of:
            # Perhaps it was restored, by whatever process.
            self._heard_of.add(event)
            self._in_background(self._read_keys_again())
        if 0 < self.events.numbers().get(event, 0) < number:
            self._in_background(self._catch_up(event))

    async def _read_keys_again(self) -> None:
        with suppress(FloorjudgeError):
            await to_thread.run_sync(self.read_keys)

    async def _catch_up(self, event: str) -> None:
        # A page of this event says what is wrong to its reader; here there is no reader.
        with suppress(FloorjudgeError):
            await self.events.see(event, fresh=True)

    async def close(self) -> None:
        """Let go of everything."""
        if self._cards is not None:
            self._cards.cancel()
            await asyncio.wait({self._cards})
        await self.jobs.close()
        await self.long.close()
        await self.brief.close()
        await self.quick.close()
        self._stop_listening()
        for task in self._tasks:
            task.cancel()
        self.store.close()
