"""Notifying listeners of changed events, whoever wrote them: the part common to both databases, and SQLite's way.

Each way compares the numbers of the newest records of all events, and reports those that have grown. SQLite sends no
notifications, so a thread checks its file every second; the threads of the writing process hear at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeAlias

from sqlalchemy import select

from floorjudge.errors import FloorjudgeError
from floorjudge.store.database import Database, Listener
from floorjudge.store.logs import checked
from floorjudge.store.schema import tournaments

EVERY = 1.0
_HEADS = select(tournaments.c.key, tournaments.c.id, tournaments.c.records)
# By the key of each event: its id and the number of its newest record.
Heads: TypeAlias = dict[int, tuple[str, int]]


class ChangeFeed:
    """A feed with its own thread, which starts with the first listener and runs until the feed is closed.

    Listeners are called from that thread or from the caller of `publish`; they must return at once and must not raise.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        # Held during the calls, so that all listeners receive an event's records in order.
        self._lock = threading.RLock()
        self._told: dict[str, int] = {}
        self._listeners: dict[object, Listener] = {}
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()
        self._ended = threading.Event()

    def publish(self, event: str, number: int) -> None:
        """Report at once that an event has reached this record, after appending it; a repeated call is harmless.

        Listeners also hear of the record without this call, but perhaps later.
        """
        with self._lock:
            if number <= self._told.get(event, 0):
                return
            self._told[event] = number
            for listener in list(self._listeners.values()):
                listener(event, number)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call a function for every change from now on; the returned function ends that."""
        with self._starting:
            if self._thread is None and not self._ended.is_set():
                self._look()  # Calls no listener, since there is none yet.
                self._thread = threading.Thread(target=self._run, name="floorjudge feed", daemon=True)
                self._thread.start()
        sign = object()
        with self._lock:
            self._listeners[sign] = listener

        def leave() -> None:
            with self._lock:
                self._listeners.pop(sign, None)

        return leave

    def close(self) -> None:
        """End the thread; no listener is called after this."""
        self._ended.set()
        with self._starting:
            if self._thread is not None:
                self._thread.join()

    def _run(self) -> None:
        """Check every second; after a failed check, the next one finds the changes."""
        while not self._ended.wait(EVERY):
            try:
                self._look()
            except FloorjudgeError:
                continue

    def _look(self) -> Heads:
        """Report the changes, and return the current state."""
        heads = self._heads()
        for event, number in heads.values():
            self.publish(event, number)
        return heads

    def _heads(self) -> Heads:
        with self._database.reading() as connection:
            rows = [tuple(row) for row in connection.execute(_HEADS)]
        known = checked(self._database.name, rows, list[tuple[int, str, int]])
        return {key: (event, number) for key, event, number in known}
