"""One `EventService` for each event, used in turns; what was seen last is kept for everybody who only looks.

Services read and write the log, so they work in threads; a lock for each event keeps them one at a time. Looking costs
nothing while nobody writes: 2 000 viewers share one `EventSnapshot`.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import msgspec
from anyio import to_thread

from floorjudge.errors import BadInput, Conflict, Damaged, FloorjudgeError, Refused
from floorjudge.events.codec import COMMAND_NAMES
from floorjudge.events.service import Answer, EventLog, EventService
from floorjudge.events.service.decks import CardTexts, no_card_texts
from floorjudge.events.service.log import DeckLists, Record
from floorjudge.events.state import State
from floorjudge.events.venue import Venue
from floorjudge.store.errors import UnknownTournament
from floorjudge.texts import Language
from floorjudge.web.common.monitoring import COMMANDS

EVENTS_KEPT = 64
# Seconds that whoever reads many records leaves to those who are served, after each step of some milliseconds.
PAUSE = 0.005


class EventSnapshot(msgspec.Struct, frozen=True):
    """An event as it stood at one record: `number` is that record's.

    `life` counts how often everything was read anew, because something had been removed: nothing of before is shown any more.
    """

    id: str
    state: State
    number: int
    log: Sequence[Record]
    lists: DeckLists = msgspec.field(default_factory=DeckLists)
    life: int = 0

    @property
    def venue(self) -> Venue:
        """What happened around the tables by then."""
        return self.state.venue

    def records(self, first: int = 1, last: int | None = None) -> Sequence[Record]:
        """Return the records from `first` to `last` (both counted), up to this moment when None."""
        # The list is shared and grows at its end: what came later is none of this moment's business.
        return self.log[first - 1 : self.number if last is None else min(last, self.number)]

    def deck_lists(self) -> dict[str, str]:
        """Return the deck list of each player who has handed one in, by name. Reads on in the log: belongs in a thread."""
        return self.lists.at(self.records())


Listener = Callable[[EventSnapshot], object]


class _Entry:
    """The service of an event with its lock, and what was seen last."""

    def __init__(self, service: EventService | None = None) -> None:
        self.lock = asyncio.Lock()
        self.service = service
        self.seen: EventSnapshot | None = None
        self.log: list[Record] = []
        self.lists = DeckLists()


class EventCache:
    """The events that this process has read. To be used from one event loop."""

    def __init__(
        self,
        log: EventLog,
        publish: Callable[[str, int], None] | None = None,
        card_texts: CardTexts = no_card_texts,
    ) -> None:
        """Take the log, and what tells other processes in a thread which record an event has reached, if there are any.

        `card_texts` as in `EventService`.
        """
        self._log = log
        self._card_texts = card_texts
        self._publish = publish or (lambda _event, _number: None)
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._listeners: list[Listener] = []
        self._when_deleted: list[Callable[[str], None]] = []

    def listen(self, listener: Listener) -> None:
        """Have `listener` called with every state of any event that this process sees, the first one included."""
        self._listeners.append(listener)

    def listen_for_deleted(self, listener: Callable[[str], None]) -> None:
        """Have `listener` called with the id of every event that this process knew and finds deleted."""
        self._when_deleted.append(listener)

    async def newest(self, count: int) -> list[str]:
        """Return the ids of the newest events, newest first; none when the log cannot say."""
        with suppress(FloorjudgeError):
            return [kept.id for kept in (await to_thread.run_sync(self._log.tournaments))[::-1][:count]]
        return []

    async def read(self, event_ids: Sequence[str]) -> None:
        """Read events before anybody asks for them; one that cannot be read is left to whoever does."""
        for event_id in event_ids:
            with suppress(FloorjudgeError):
                await self.see(event_id)

    async def see(self, event_id: str, *, fresh: bool = False) -> EventSnapshot:
        """Return an event as it stands; `fresh` reads the log first, in case another process has written.

        Raises BadInput when there is no such event, Damaged when its log is not what was written.
        """
        entry = self._entry(event_id)
        if entry.seen is not None and not fresh:
            return entry.seen
        async with entry.lock:
            return self._note(event_id, entry, await self._read_in_thread(event_id, entry))

    async def take(
        self,
        event_id: str,
        given: Mapping[str, Any],
        language: Language,
        **on_behalf: Any,  # noqa: ANN401 (handed to the service as it is)
    ) -> Answer:
        """Take a command for an event; see `EventService.take`."""
        return await self._in_turn(event_id, [given], lambda service: service.take(given, language, **on_behalf))

    async def take_all(
        self,
        event_id: str,
        given: Sequence[Mapping[str, Any]],
        **on_behalf: Any,  # noqa: ANN401 (handed to the service as it is)
    ) -> Answer:
        """Take several commands for an event, all or none; see `EventService.take_all`."""
        return await self._in_turn(event_id, given, lambda service: service.take_all(given, **on_behalf))

    async def written_elsewhere(self, event_id: str) -> EventSnapshot:
        """Return an event to which another process has written, as it stands, and tell all others, too."""
        seen = await self.see(event_id, fresh=True)
        await to_thread.run_sync(self._publish, event_id, seen.number)
        return seen

    async def _in_turn(
        self, event_id: str, given: Sequence[Mapping[str, Any]], work: Callable[[EventService], Answer]
    ) -> Answer:
        """Have commands taken when it is their turn."""
        entry = self._entry(event_id)
        async with entry.lock:
            service = entry.service
            if service is None:
                service = await self._read_in_thread(event_id, entry)
            try:
                answer = await to_thread.run_sync(_counted, given, partial(work, service))
            except UnknownTournament:
                self._forget(event_id)
                raise
            finally:
                # A service that was refused for a conflict has caught up, and everybody should see what it found.
                seen = self._note(event_id, entry, service)
        await to_thread.run_sync(self._publish, event_id, seen.number)
        return answer

    async def open(
        self,
        given: Mapping[str, Any],
        language: Language,
        **on_behalf: Any,  # noqa: ANN401 (handed to the service as it is)
    ) -> tuple[Answer, EventSnapshot]:
        """Take the command that opens an event, of several with one id the first, and return the event, too; see `EventService.take`."""
        service = EventService(self._log, once=True, between=partial(time.sleep, PAUSE), card_texts=self._card_texts)
        answer = await to_thread.run_sync(_counted, [given], lambda: service.take(given, language, **on_behalf))
        if service.event_id is None:
            raise RuntimeError("opening an event gave it no id")
        if service.event_id in self._entries:
            # It was opened before, and who works there keeps working with the service that it has.
            seen = await self.see(service.event_id, fresh=True)
        else:
            entry = _Entry(service)
            self._keep(service.event_id, entry)
            seen = self._note(service.event_id, entry, service)
        await to_thread.run_sync(self._publish, seen.id, seen.number)
        return answer, seen

    def numbers(self) -> dict[str, int]:
        """Return the newest record seen of each event that is kept."""
        return {event_id: entry.seen.number for event_id, entry in self._entries.items() if entry.seen is not None}

    def _entry(self, event_id: str) -> _Entry:
        entry = self._entries.get(event_id)
        if entry is None:
            entry = _Entry()
            self._keep(event_id, entry)
        self._entries.move_to_end(event_id)
        return entry

    def _keep(self, event_id: str, entry: _Entry) -> None:
        self._entries[event_id] = entry
        idle = [name for name, kept in self._entries.items() if not kept.lock.locked() and kept is not entry]
        for name in idle[: max(0, len(self._entries) - EVENTS_KEPT)]:
            del self._entries[name]

    async def _read_in_thread(self, event_id: str, entry: _Entry) -> EventService:
        """Read the event, or what is new of it; what is no event, or no longer, takes nobody's place."""
        try:
            return await to_thread.run_sync(self._read, event_id, entry)
        except FloorjudgeError as error:
            if entry.service is None or isinstance(error, UnknownTournament):
                self._forget(event_id)
            raise

    def _read(self, event_id: str, entry: _Entry) -> EventService:
        if entry.service is None:
            entry.service = EventService(
                self._log, event_id, between=partial(time.sleep, PAUSE), card_texts=self._card_texts
            )
        else:
            entry.service.catch_up()
        return entry.service

    def _forget(self, event_id: str) -> None:
        entry = self._entries.pop(event_id, None)
        for listener in self._when_deleted if entry is not None and entry.seen is not None else ():
            listener(event_id)

    def _note(self, event_id: str, entry: _Entry, service: EventService) -> EventSnapshot:
        """Return the event as its service has it, and give it to the listeners when it is new."""
        before = entry.seen
        if before is not None and before.number == service.number:
            return before
        if before is not None and before.life != service.lives:
            entry.log, entry.lists = [], DeckLists()
        entry.log += service.records_after(len(entry.log))
        entry.seen = EventSnapshot(event_id, service.state, service.number, entry.log, entry.lists, service.lives)
        for listener in self._listeners:
            listener(entry.seen)
        return entry.seen


def _counted(commands: Sequence[Mapping[str, Any]], work: Callable[[], Answer]) -> Answer:
    with counting(commands):
        return work()


@contextmanager
def counting(commands: Sequence[Mapping[str, Any]]) -> Iterator[None]:
    """Have commands taken in its body, and count what became of them."""
    outcome = "failed"
    try:
        yield
        outcome = "done"
    except FloorjudgeError as error:
        families = (BadInput, Refused, Conflict, Damaged)
        outcome = next((family.__name__.lower() for family in families if isinstance(error, family)), outcome)
        raise
    finally:
        for given in commands:
            name = given.get("do")
            command = name if isinstance(name, str) and name in COMMAND_NAMES else "unknown"
            COMMANDS.labels(command, outcome).inc()
