"""The interface between a database of either kind and the event log, the grants and the backup."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol, TypeAlias

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as NoTurn

from floorjudge.errors import FloorjudgeError
from floorjudge.store import errors

# Called with an event's id and the number of its newest record.
Listener: TypeAlias = Callable[[str, int], None]


class Feed(Protocol):
    """Reports to its listeners which event has reached which record, whichever process or machine wrote the record.

    The numbers for a listener only grow, and some may be skipped: it reads the log from its own position.
    """

    def publish(self, event: str, number: int) -> None:
        """Report to the listeners at once that an event has reached this record; a repeated call is harmless."""
        ...

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call a function for every change from now on, and return the function that ends that."""
        ...

    def close(self) -> None:
        """End the feed; no listener is called after this."""
        ...


class Database(Protocol):
    """A database with today's tables. Safe for several threads."""

    @property
    def name(self) -> str:
        """The name that people know it by: a file or an address, without its password."""
        ...

    @property
    def patience(self) -> float:
        """How many seconds to wait for others."""
        ...

    @property
    def folder(self) -> Path:
        """Where this machine may keep files that belong to the database; it exists."""
        ...

    @property
    def last_write(self) -> LastWrite:
        """The result of the last write."""
        ...

    def reading(self) -> AbstractContextManager[Connection]:
        """Return a transaction that sees one moment, whatever is written meanwhile."""
        ...

    def writing(self) -> AbstractContextManager[Connection]:
        """Return a transaction that is durable, all or nothing, once its block ends without an error.

        Raises Unsettled if it is unknown whether the transaction is durable.
        """
        ...

    def alone(self, connection: Connection) -> None:
        """Wait, in a writing transaction, for a lock that one transaction at a time holds until it ends."""
        ...

    def is_known_command(self, error: IntegrityError) -> bool:
        """Return whether the database refused a record because its command is in the log already."""
        ...

    def note_head(self, key: int, number: int, hashed: str) -> None:
        """Note the end of a stored log elsewhere, so that a loss of records is noticed."""
        ...

    def scrub(self) -> None:
        """Overwrite removed data wherever the database's files still contain it."""
        ...

    def check_room(self) -> None:
        """Raise Refused or Damaged if there is no room for more records, or the disk failed to take the last one."""
        ...

    def is_durable(self) -> bool:
        """Return whether the database promises that acknowledged data is durable."""
        ...

    def feed(self) -> Feed:
        """Return a feed of the changes, in the way that this kind of database allows."""
        ...

    def close(self) -> None:
        """Close files and connections."""
        ...


@contextmanager
def translating_own_errors(name: str) -> Iterator[None]:
    """Turn errors raised before the first request to this database into a FloorjudgeError."""
    try:
        yield
    except NoTurn as error:
        raise errors.FileBusy(name) from error
    except UnicodeEncodeError as error:
        raise errors.NotUnicode from error


class LastWrite:
    """Whether the disk took the last record; if not, its error."""

    def __init__(self) -> None:
        self._refusal: FloorjudgeError | None = None

    @contextmanager
    def noticing(self) -> Iterator[None]:
        """Note whether the transaction in this block is written."""
        try:
            yield
        except errors.NOT_WRITTEN as error:
            self.remember(error)
            raise
        self._refusal = None

    def remember(self, error: FloorjudgeError) -> None:
        """Note that the disk did not take a record, until it takes one."""
        self._refusal = error

    def check(self) -> None:
        """Raise the disk's error if it did not take the last record."""
        if self._refusal is not None:
            raise self._refusal.with_traceback(None)


@contextmanager
def closed_on_error(database: Database) -> Iterator[None]:
    """Close a newly opened database if the first work on it raises."""
    try:
        yield
    except BaseException:
        database.close()
        raise
