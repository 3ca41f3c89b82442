"""The interface of a store of logs, which `floorjudge.store` implements."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from floorjudge.events.service.log.records import Record
from floorjudge.events.service.log.sealing import Word


class StoredEvent(msgspec.Struct, frozen=True):
    """A stored tournament: its id (short, typeable), its name, when it was opened, the number of its records."""

    id: str
    name: str
    opened_at: str
    records: int


class Removal(msgspec.Struct, frozen=True):
    """A removal beside a log: `words` replace those with their seals, and `redacted` returns a text without the removed part."""

    words: tuple[Word, ...]
    redacted: Callable[[str], str]


class EventLog(Protocol):
    """Append-only logs, one for each tournament. Once `create` or `append` has returned, the records survive a crash."""

    def tournaments(self) -> list[StoredEvent]:
        """Return every tournament, the latest opened one last."""
        ...

    def create(
        self, wanted: str, name: str, records: Sequence[Record], secret: str | None, *, once: bool = False
    ) -> str:
        """Start a log with its first records; return its id: `wanted`, or with a number behind it if that is taken.

        `secret` (the seed of the draws) is stored beside the log and never in it. `once`: if a log begins with the same
        command id already, nothing is started, and its id is returned.
        Raises BadInput without records, Damaged if they are no chain from its start.
        """
        ...

    def read(self, tournament: str, after: int = 0) -> list[Record]:
        """Return the records with numbers above `after`, in order, as they are stored: `check_chain` checks them.

        Records of a log since version 2 are sealed; `opened_log` opens them.
        Raises BadInput if there is no such tournament; Damaged if the log does not end at its last known record, or the
        store cannot be read.
        """
        ...

    def append(
        self, tournament: str, *records: Record, secret: str | None = None, removal: Removal | None = None
    ) -> None:
        """Append one record or more, durably: all of them or none; return only then.

        `secret` replaces the earlier one: the seed that these records promise. `removal` is done with them; see
        `scrub`.
        Raises BadInput if there is no such tournament, or no record; Damaged if they are no chain; Conflict if they do
        not follow the newest stored record, or a command is in the log already; Refused if the store cannot be written
        or reached.
        """
        ...

    def scrub(self) -> None:
        """Erase everything that was removed from all files of the database.

        Raises Refused if that is impossible now.
        """
        ...

    def secret(self, tournament: str) -> str | None:
        """Return the secret given at `create`; None if there was none."""
        ...

    def close(self) -> None:
        """Close files and connections."""
        ...


def event_id(name: str) -> str:
    """Return a short, typeable id from a name: `Café night` gives `cafe-night`."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "event"
