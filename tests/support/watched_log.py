"""A log that does something before it writes: the disk is full, or another process is faster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from floorjudge.events.service import EventLog
from floorjudge.events.service.log.contract import Removal
from floorjudge.events.service.log.records import Record


class WatchedLog:
    """A log that does something before it writes: the disk is full, or somebody else is faster."""

    def __init__(self, inner: EventLog, before_writing: Callable[[], object] = lambda: None) -> None:
        self.inner = inner
        self.before_writing = before_writing

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def create(
        self, wanted: str, name: str, records: Sequence[Record], secret: str | None, *, once: bool = False
    ) -> str:
        self.before_writing()
        return self.inner.create(wanted, name, records, secret, once=once)

    def read(self, tournament: str, after: int = 0) -> list[Record]:
        return self.inner.read(tournament, after)

    def append(
        self, tournament: str, *records: Record, secret: str | None = None, removal: Removal | None = None
    ) -> None:
        self.before_writing()
        self.inner.append(tournament, *records, removal=removal)
