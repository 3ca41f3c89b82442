"""What all pages share: the settings, the store, the events, the live channels, the key that signs cookies."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from anyio import CapacityLimiter

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.links import PlayerLinks
from floorjudge.store.opening import VenueStore
from floorjudge.web.common.limits import Rates, Workers
from floorjudge.web.common.responses import PageCache
from floorjudge.web.common.settings import Settings
from floorjudge.web.live.channels import Channels
from floorjudge.web.live.event_cache import EventCache

_KEY = "session-key"


class Application:
    """One running application. Made inside the event loop that serves it."""

    def __init__(self, settings: Settings, store: VenueStore) -> None:
        self.settings = settings
        self.store = store
        self.key = store.grants.setting(_KEY, lambda: secrets.token_hex(32))
        self.player_links = PlayerLinks(store.grants)
        self.events = EventCache(store.log)
        self.channels = Channels()
        self.rates = Rates()
        self.page_cache = PageCache()
        self.workers = Workers()
        # Held while an event is opened by a program, so that sending it twice at once opens one.
        self.opening = asyncio.Lock()
        # Who asks whether the database answers must not take the threads of those who work.
        self.operator_threads = CapacityLimiter(2)
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        self.events.listen(self.channels.publish)
        self._stop_listening: Callable[[], None] = store.feed.listen(self._heard)

    def _heard(self, event: str, number: int) -> None:
        """Take note of what the feed says, from whatever thread it says it."""
        self._loop.call_soon_threadsafe(self._look_again, event, number)

    def _look_again(self, event: str, number: int) -> None:
        if 0 < self.events.numbers().get(event, 0) < number:
            task = asyncio.create_task(self._catch_up(event))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, event: str) -> None:
        try:
            await self.events.see(event, fresh=True)
        except FloorjudgeError:
            # Whoever opens a page of this event is told; there is nobody here who could be.
            return

    def close(self) -> None:
        """Let go of everything."""
        self._stop_listening()
        for task in self._tasks:
            task.cancel()
        self.store.close()
