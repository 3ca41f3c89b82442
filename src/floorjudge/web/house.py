"""What all pages share: the settings, the store, the desks, the live channels, the key that signs cookies."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from anyio import CapacityLimiter

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.links import PlayerLinks
from floorjudge.store.opening import VenueStore
from floorjudge.web.desks import Desks
from floorjudge.web.kept_pages import KeptPages
from floorjudge.web.live import Channels
from floorjudge.web.rates import Rates
from floorjudge.web.reckoning import Reckoner
from floorjudge.web.settings import Settings

_KEY = "session-key"


class House:
    """One running application. Made inside the event loop that serves it."""

    def __init__(self, settings: Settings, store: VenueStore) -> None:
        self.settings = settings
        self.store = store
        self.key = store.grants.setting(_KEY, lambda: secrets.token_hex(32))
        self.player_links = PlayerLinks(store.grants)
        self.desks = Desks(store.log)
        self.channels = Channels()
        self.rates = Rates()
        self.kept_pages = KeptPages()
        self.reckoner = Reckoner()
        # Held while an event is opened by a program, so that sending it twice at once opens one.
        self.opening = asyncio.Lock()
        # Who asks whether the database answers must not take the threads of those who work.
        self.errands_for_the_operator = CapacityLimiter(2)
        self._errands: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        self.desks.listen(self.channels.tell)
        self._stop_listening: Callable[[], None] = store.feed.listen(self._heard)

    def _heard(self, event: str, number: int) -> None:
        """Take note of what the feed says, from whatever thread it says it."""
        self._loop.call_soon_threadsafe(self._look_again, event, number)

    def _look_again(self, event: str, number: int) -> None:
        if 0 < self.desks.numbers().get(event, 0) < number:
            errand = asyncio.create_task(self._catch_up(event))
            self._errands.add(errand)
            errand.add_done_callback(self._errands.discard)

    async def _catch_up(self, event: str) -> None:
        try:
            await self.desks.see(event, fresh=True)
        except FloorjudgeError:
            # Whoever opens a page of this event is told; there is nobody here who could be.
            return

    def close(self) -> None:
        """Let go of everything."""
        self._stop_listening()
        for errand in self._errands:
            errand.cancel()
        self.store.close()
