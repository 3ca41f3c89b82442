"""One desk an event, taken in turns; what was seen last is kept for everybody who only looks.

Desks read and write the log, so they work in threads; a lock for each event keeps them one at a time. Looking costs
nothing while nobody writes: 2 000 viewers share one `Seen`.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import msgspec
from anyio import to_thread

from floorjudge.errors import Conflict, FloorjudgeError
from floorjudge.events.floor import Venue
from floorjudge.events.floor.codec import ALL_COMMAND_NAMES
from floorjudge.events.service import Answer, Desk, EventLog
from floorjudge.events.service.records import Record
from floorjudge.events.state import State
from floorjudge.texts import Language
from floorjudge.web.metrics import COMMANDS

DESKS_KEPT = 64
# Each round of a race has a winner, so losing this often takes as many busy processes.
TRIES = 8
_LOST_RACES = frozenset({"log_moved_on", "command_known"})


class Seen(msgspec.Struct, frozen=True):
    """An event as it stood at one record: `number` is that record's."""

    id: str
    state: State
    venue: Venue
    number: int
    log: Sequence[Record]

    def records(self, first: int = 1, last: int | None = None) -> Sequence[Record]:
        """Return the records from `first` to `last` (both counted), up to this moment when None."""
        # The list is shared and grows at its end: what came later is none of this moment's business.
        return self.log[first - 1 : self.number if last is None else min(last, self.number)]


Listener = Callable[[Seen], None]


class _Place:
    """A desk with its lock and what was seen last."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.desk: Desk | None = None
        self.seen: Seen | None = None
        self.log: list[Record] = []


class Desks:
    """All desks of this process. To be used from one event loop."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Have `listener` called with every new state of any event that this process sees."""
        self._listeners.append(listener)

    async def see(self, event_id: str, *, fresh: bool = False) -> Seen:
        """Return an event as it stands; `fresh` reads the log first, in case another process has written.

        Raises BadInput when there is no such event, Damaged when its log is not what was written.
        """
        place = self._place(event_id)
        if place.seen is not None and not fresh:
            return place.seen
        async with place.lock:
            await to_thread.run_sync(self._look, event_id, place)
            return self._note(event_id, place)

    async def take(
        self,
        event_id: str,
        given: Mapping[str, Any],
        language: Language,
        **on_behalf: Any,  # noqa: ANN401 (handed to the desk as it is)
    ) -> tuple[Answer, Seen]:
        """Take a command for an event and return its answer and the event after it; see `Desk.take`."""
        return await self._done_at(event_id, partial(_counted, given=given, language=language, on_behalf=on_behalf))

    async def take_all(
        self,
        event_id: str,
        given: Sequence[Mapping[str, Any]],
        **on_behalf: Any,  # noqa: ANN401 (handed to the desk as it is)
    ) -> tuple[Answer, Seen]:
        """Take several commands for an event, all or none; see `Desk.take_all`."""
        return await self._done_at(event_id, partial(_several_counted, given=given, on_behalf=on_behalf))

    async def _done_at(self, event_id: str, work: Callable[[Desk], Answer]) -> tuple[Answer, Seen]:
        """Have something done at the desk of an event when it is its turn."""
        place = self._place(event_id)
        async with place.lock:
            if place.desk is None:
                await to_thread.run_sync(self._look, event_id, place)
            desk = _desk_at(place)
            try:
                answer = await to_thread.run_sync(work, desk)
            finally:
                # A desk that was refused for a conflict has caught up, and everybody should see what it found.
                seen = self._note(event_id, place)
            return answer, seen

    async def open(
        self,
        given: Mapping[str, Any],
        language: Language,
        **on_behalf: Any,  # noqa: ANN401 (handed to the desk as it is)
    ) -> tuple[Answer, Seen]:
        """Take the command that opens an event, of several with one id the first; see `Desk.take`."""
        desk = Desk(self._log, once=True)
        answer = await to_thread.run_sync(partial(_counted, desk, given, language, on_behalf))
        if desk.event_id is None:
            raise RuntimeError
        if desk.event_id in self._places:
            # It was opened before, and who works there keeps working at the desk that it has.
            return answer, await self.see(desk.event_id, fresh=True)
        place = _Place()
        place.desk = desk
        self._keep(desk.event_id, place)
        return answer, self._note(desk.event_id, place)

    def numbers(self) -> dict[str, int]:
        """Return the newest record seen of each event whose desk is kept."""
        return {event_id: place.seen.number for event_id, place in self._places.items() if place.seen is not None}

    def _place(self, event_id: str) -> _Place:
        place = self._places.get(event_id)
        if place is None:
            place = _Place()
            self._keep(event_id, place)
        self._places.move_to_end(event_id)
        return place

    def _keep(self, event_id: str, place: _Place) -> None:
        self._places[event_id] = place
        idle = [name for name, kept in self._places.items() if not kept.lock.locked() and kept is not place]
        for name in idle[: max(0, len(self._places) - DESKS_KEPT)]:
            del self._places[name]

    def _look(self, event_id: str, place: _Place) -> Desk:
        """Open the desk, or have it read what is new; what is no event takes nobody's place."""
        if place.desk is None:
            try:
                place.desk = Desk(self._log, event_id)
            except FloorjudgeError:
                self._places.pop(event_id, None)
                raise
        else:
            place.desk.catch_up()
        return place.desk

    def _note(self, event_id: str, place: _Place) -> Seen:
        """Return the event as its desk has it, and tell the listeners when that is new."""
        desk = _desk_at(place)
        before = place.seen
        if before is not None and before.number == desk.number:
            return before
        place.log += desk.records_after(len(place.log))
        place.seen = Seen(event_id, desk.state, desk.venue, desk.number, place.log)
        for listener in self._listeners if before is not None else ():
            listener(place.seen)
        return place.seen


def _counted(desk: Desk, given: Mapping[str, Any], language: Language, on_behalf: Mapping[str, Any]) -> Answer:
    """Have a desk take a command, and count what became of it."""
    with _counting([given]):
        return _insisting(partial(desk.take, given, language, **on_behalf))


def _several_counted(desk: Desk, given: Sequence[Mapping[str, Any]], on_behalf: Mapping[str, Any]) -> Answer:
    """Have a desk take several commands, and count what became of them."""
    with _counting(given):
        return _insisting(partial(desk.take_all, given, **on_behalf))


@contextmanager
def _counting(commands: Sequence[Mapping[str, Any]]) -> Iterator[None]:
    outcome = "failed"
    try:
        yield
        outcome = "done"
    except FloorjudgeError as error:
        outcome = type(error).__name__.lower()
        raise
    finally:
        for given in commands:
            name = given.get("do")
            command = name if isinstance(name, str) and name in ALL_COMMAND_NAMES else "unknown"
            COMMANDS.labels(command, outcome).inc()


def _insisting(work: Callable[[], Answer]) -> Answer:
    """Have a desk do something; when another process was faster by a moment, look at what it did and decide again.

    Nothing was written then, so this does nothing twice; whoever sent it hears of a conflict only when there is one.
    """
    for _ in range(TRIES - 1):
        try:
            return work()
        except Conflict as lost:
            if lost.code not in _LOST_RACES:
                raise
    return work()


def _desk_at(place: _Place) -> Desk:
    """Return the desk of a place where one has been opened."""
    if place.desk is None:
        raise RuntimeError
    return place.desk
