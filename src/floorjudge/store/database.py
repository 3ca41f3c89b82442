"""What the event log, the grants and the backup ask of a database, so that they are written once for both kinds."""

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
    """Tells its listeners which event has reached which record, whichever process or machine wrote the record.

    The numbers that a listener gets only grow, and it does not always get every one of them: it reads the log from where it is.
    """

    def publish(self, event: str, number: int) -> None:
        """Tell the listeners at once that an event has reached this record; to repeat that is harmless."""
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

    @property
    def last_write(self) -> LastWrite:
        """What became of the last record."""
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

    def scrub(self) -> None:
        """Overwrite what was removed from the database wherever its files still hold it."""
        ...

    def check_room(self) -> None:
        """Raise Refused or Damaged when there is no room for more records, or the disk did not take the last one."""
        ...

    def is_durable(self) -> bool:
        """Say whether the database promises to keep what it has acknowledged."""
        ...

    def feed(self) -> Feed:
        """Return a feed of the changes, made in the way that this kind of database allows."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


@contextmanager
def translating_own_errors(name: str) -> Iterator[None]:
    """Turn what is raised before a database of this name is asked at all into a FloorjudgeError."""
    try:
        yield
    except NoTurn as error:
        raise errors.FileBusy(name) from error
    except UnicodeEncodeError as error:
        raise errors.NotUnicode from error


class LastWrite:
    """Whether the disk took the last record; if not, what it said."""

    def __init__(self) -> None:
        self._refusal: FloorjudgeError | None = None

    @contextmanager
    def noticing(self) -> Iterator[None]:
        """Remember whether the transaction in this block is written."""
        try:
            yield
        except errors.NOT_WRITTEN as error:
            self.remember(error)
            raise
        self._refusal = None

    def remember(self, error: FloorjudgeError) -> None:
        """Remember that the disk did not take a record, until it takes one."""
        self._refusal = error

    def check(self) -> None:
        """Raise what the disk said when it did not take the last record."""
        if self._refusal is not None:
            raise self._refusal.with_traceback(None)


@contextmanager
def closed_on_error(database: Database) -> Iterator[None]:
    """Close a database that was just opened when what is done to it first raises."""
    try:
        yield
    except BaseException:
        database.close()
        raise
