"""What the event log, the grants and the backup ask of a database, so that they are written once for both kinds."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

if TYPE_CHECKING:
    from floorjudge.store.feed import ChangeFeed


class Database(Protocol):
    """A database with today's tables. Safe for several threads."""

    @property
    def name(self) -> str:
        """What people know it by: a file or an address, without its password."""
        ...

    @property
    def patience(self) -> float:
        """How many seconds to wait for others."""
        ...

    @property
    def folder(self) -> Path:
        """Where this machine may keep files that belong to the database; it exists."""
        ...

    def reading(self) -> AbstractContextManager[Connection]:
        """Return a transaction that sees one moment, whatever is written meanwhile."""
        ...

    def writing(self) -> AbstractContextManager[Connection]:
        """Return a transaction that is durable, all or nothing, when its block is left without an error.

        Raises Unsettled when nobody can say whether it is.
        """
        ...

    def alone(self, connection: Connection) -> None:
        """Wait, in a writing transaction, until no other one has asked the same; holds until the transaction ends."""
        ...

    def is_known_command(self, error: IntegrityError) -> bool:
        """Say whether a record was refused because its command is in the log already."""
        ...

    def note_head(self, key: int, number: int, hashed: str) -> None:
        """Keep the end of a log, which is in the database, where it is found when the database has lost it."""
        ...

    def check_room(self) -> None:
        """Raise Refused or Damaged when there is no room for more records, or the disk did not take the last one."""
        ...

    def is_durable(self) -> bool:
        """Say whether the database promises to keep what it has acknowledged."""
        ...

    def feed(self) -> ChangeFeed:
        """Return what tells of the changes, in the way that this kind of database allows."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...
