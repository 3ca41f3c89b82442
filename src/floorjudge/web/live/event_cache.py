"""One `EventService` for each event, and its last snapshot, which all readers share.

Services read and write the log, so they work in threads; a lock for each event runs one at a time. Reading is free
while no command arrives: 2 000 viewers share one `EventSnapshot`.
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
from floorjudge.events.service.decks import CardTexts, DeckLists, no_card_texts
from floorjudge.events.service.log.records import Record
from floorjudge.events.state import State
from floorjudge.events.venue import Venue
from floorjudge.store.errors import UnknownTournament
from floorjudge.texts import Language
from floorjudge.web.common.monitoring import COMMANDS

EVENTS_KEPT = 64
# Seconds that a long read leaves to other requests, after each step of some milliseconds.
PAUSE = 0.005


class EventSnapshot(msgspec.Struct, frozen=True):
    """An event at one record, whose number is `number`.

    `life` counts how often all records were read again after a removal: no earlier page is valid any more.
    """

    id: str
    state: State
    number: int
    log: Sequence[Record]
    lists: DeckLists = msgspec.field(default_factory=DeckLists)
    life: int = 0

    @property
    def venue(self) -> Venue:
        """The state around the tables at that record."""
        return self.state.venue

    def records(self, first: int = 1, last: int | None = None) -> Sequence[Record]:
        """Return the records from `first` to `last` (both included); without `last`, all up to this snapshot."""
        # The list is shared and grows at its end; later records do not belong to this snapshot.
        return self.log[first - 1 : self.number if last is None else min(last, self.number)]

    def deck_lists(self) -> dict[str, str]:
        """Return the deck list of each player, by name. Reads the log: to be called in a thread."""
        return self.lists.at(self.records())


Listener = Callable[[EventSnapshot], object]


class _Entry:
    """The service of an event with its lock, and the last snapshot."""

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
        """Take the log, and `publish`, which tells other processes (in a thread) the newest record of an event.

        `card_texts` as in `EventService`.
        """
        self._log = log
        self._card_texts = card_texts
        self._publish = publish or (lambda _event, _number: None)
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._listeners: list[Listener] = []
        self._when_deleted: list[Callable[[str], None]] = []

    def listen(self, listener: Listener) -> None:
        """Have `listener` called with every snapshot of any event in this process, the first one included."""
        self._listeners.append(listener)

    def listen_for_deleted(self, listener: Callable[[str], None]) -> None:
        """Have `listener` called with the id of every known event that was found deleted."""
        self._when_deleted.append(listener)

    async def newest(self, count: int) -> list[str]:
        """Return the ids of the newest events, newest first; none if the log cannot be read."""
        with suppress(FloorjudgeError):
            return [kept.id for kept in (await to_thread.run_sync(self._log.tournaments))[::-1][:count]]
        return []

    async def read(self, event_ids: Sequence[str]) -> None:
        """Read events in advance; an error is left to the first reader."""
        for event_id in event_ids:
            with suppress(FloorjudgeError):
                await self.see(event_id)

    async def see(self, event_id: str, *, fresh: bool = False) -> EventSnapshot:
        """Return the snapshot of an event; `fresh` reads the log first, in case another process has written.

        Raises BadInput if there is no such event, Damaged if its log was changed.
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
        **on_behalf: Any,  # noqa: ANN401 (handed to the service unchanged)
    ) -> Answer:
        """Take a command for an event; see `EventService.take`."""
        return await self._in_turn(event_id, [given], lambda service: service.take(given, language, **on_behalf))

    async def take_all(
        self,
        event_id: str,
        given: Sequence[Mapping[str, Any]],
        **on_behalf: Any,  # noqa: ANN401 (handed to the service unchanged)
    ) -> Answer:
        """Take several commands for an event, all or none; see `EventService.take_all`."""
        return await self._in_turn(event_id, given, lambda service: service.take_all(given, **on_behalf))

    async def written_elsewhere(self, event_id: str) -> EventSnapshot:
        """Return the snapshot of an event after another process has written to it, and publish it."""
        seen = await self.see(event_id, fresh=True)
        await to_thread.run_sync(self._publish, event_id, seen.number)
        return seen

    async def _in_turn(
        self, event_id: str, given: Sequence[Mapping[str, Any]], work: Callable[[EventService], Answer]
    ) -> Answer:
        """Take commands when it is their turn."""
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
                # After a conflict a service has read new records, which all viewers should see.
                seen = self._note(event_id, entry, service)
        await to_thread.run_sync(self._publish, event_id, seen.number)
        return answer

    async def open(
        self,
        given: Mapping[str, Any],
        language: Language,
        **on_behalf: Any,  # noqa: ANN401 (handed to the service unchanged)
    ) -> tuple[Answer, EventSnapshot]:
        """Take the command that opens an event, and return the event, too; of several commands with one id the first opens it; see `EventService.take`."""
        service = EventService(self._log, once=True, between=partial(time.sleep, PAUSE), card_texts=self._card_texts)
        answer = await to_thread.run_sync(_counted, [given], lambda: service.take(given, language, **on_behalf))
        if service.event_id is None:
            raise RuntimeError("opening an event gave it no id")
        if service.event_id in self._entries:
            # The event was opened before; other requests keep using its present service.
            seen = await self.see(service.event_id, fresh=True)
        else:
            entry = _Entry(service)
            self._keep(service.event_id, entry)
            seen = self._note(service.event_id, entry, service)
        await to_thread.run_sync(self._publish, seen.id, seen.number)
        return answer, seen

    def numbers(self) -> dict[str, int]:
        """Return the newest known record of each cached event."""
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
        """Read an event, or its new records; an id without an event gets no entry in the cache."""
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
        """Return the snapshot of a service, and give it to the listeners if it is new."""
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
    """Count the commands in its body, and their results."""
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
