"""What the application asks of a place that keeps event logs; `floorjudge.store` implements it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from floorjudge.events.service.records import Record


class Kept(msgspec.Struct, frozen=True):
    """One tournament that the store keeps: its id (short, typeable), its name, when it was opened, how many records."""

    id: str
    name: str
    opened_at: str
    records: int


class EventLog(Protocol):
    """Append-only logs, one a tournament. What `create` and `append` have returned from survives a crash."""

    def tournaments(self) -> list[Kept]:
        """Return every tournament, the most recently opened one last."""
        ...

    def create(
        self, wanted: str, name: str, records: Sequence[Record], secret: str | None, *, once: bool = False
    ) -> str:
        """Start a log with its first records; return its id: `wanted`, or with a number behind it when that is taken.

        `secret` (the seed of the draws) is kept beside the log and never in it. `once`: when a log begins with the same
        command id already, nothing is started, and that one's id is returned.
        """
        ...

    def read(self, tournament: str, after: int = 0) -> list[Record]:
        """Return the records with numbers above `after`, in order, as they are stored: `check_chain` judges them.

        Raises Damaged when the store cannot be read as one, or the newest records are gone.
        """
        ...

    def append(self, tournament: str, *records: Record) -> None:
        """Add records, one or more, durably: all of them or none; return only then.

        Raises Conflict when they do not follow the newest record that is stored.
        """
        ...

    def secret(self, tournament: str) -> str | None:
        """Return the secret given at `create`, None when there was none."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...
