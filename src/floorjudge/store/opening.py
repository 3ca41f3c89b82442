"""Opening an address: the database, its event log, its grants, its feed of changes."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
from sqlalchemy import URL, delete, make_url, update
from sqlalchemy.exc import ArgumentError

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.access.links import GrantBook
from floorjudge.events.service.log.contract import EventLog
from floorjudge.events.service.log.export import check_readable
from floorjudge.store import errors
from floorjudge.store.backup import Check, LinksInBackup, Restored, back_up, links_in, restore
from floorjudge.store.database import Database
from floorjudge.store.grants import SqlGrants
from floorjudge.store.heads import DELETED
from floorjudge.store.jobs import SqlJobs
from floorjudge.store.logs import Head, SqlLog
from floorjudge.store.schema import REVISION, grants, records, secrets, tournaments, words
from floorjudge.store.sqlite import MEMORY, open_sqlite

_POSTGRESQL = ("postgresql", "postgres", "postgresql+psycopg")


def read_address(place: str | Path | None) -> URL | Path | None:
    """Return the address of a PostgreSQL database, or the absolute path of a file; None for memory.

    Raises BadInput if an address is of another kind.
    """
    if isinstance(place, str) and "://" in place:
        try:
            url = make_url(place)
        except (ArgumentError, ValueError):  # the latter for a port that is not a number
            raise errors.UnknownAddress(place.partition("://")[0] + "://") from None
        if url.drivername in _POSTGRESQL:
            return url.set(drivername="postgresql")
        if url != URL.create("sqlite", database=url.database):
            raise errors.UnknownAddress(url.render_as_string(hide_password=True))
        place = url.database
    return None if place is None or str(place) == MEMORY else Path(place).absolute()


def open_database(place: str | Path | None, patience: float) -> Database:
    """Open this database, with up-to-date tables; see `floorjudge.store.open_log`."""
    address = read_address(place)
    if not isinstance(address, URL):
        return open_sqlite(address, patience, with_heads=True)
    try:
        from floorjudge.store.postgres import open_postgres
    except ImportError:
        raise errors.NoDriver(address.render_as_string(hide_password=True)) from None
    return open_postgres(address, patience)


class Health(msgspec.Struct, frozen=True):
    """A database that answers: its kind and name (without a password), its tables' version, its number of events.

    `durable` is false if it does not promise that acknowledged data is durable: in memory, or if a PostgreSQL server is
    configured not to flush to its disk.
    """

    kind: str
    name: str
    revision: str
    events: int
    durable: bool


class Deleted(msgspec.Struct, frozen=True):
    """A deleted event, how many records it had, and the backup that still has it."""

    id: str
    records: int
    backup: Path


class VenueStore:
    """The event log, the grants, the feed and the jobs of one database; safe for several threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.feed = database.feed()
        self.log: EventLog = SqlLog(database)
        self.grants: GrantBook = SqlGrants(database)
        self.jobs = SqlJobs(database)

    def backup(self, path: Path) -> None:
        """Write everything at one moment into one new SQLite file, while others continue to write.

        Raises Refused if the file exists or cannot be written, Damaged if the stored data is damaged.
        """
        back_up(self._database, path)

    def delete(self, event: str, path: Path | None = None) -> Deleted:
        """Write a backup of everything, then delete an event with all links to it.

        `path` None: the backup is beside the database's file, or in this machine's data folder for a server's database.
        Raises BadInput if there is no such event, Refused or Damaged if the backup cannot be written, and Conflict if
        another process has added a record meanwhile: then nothing was deleted.
        """
        if path is None:
            at = datetime.now(UTC)
            path = self._database.folder / f"floorjudge-{at:%Y-%m-%d-%H%M%S}-before-deleting-{event}.db"
        with self._database.reading() as connection:
            seen = SqlLog(self._database).head(connection, event)
        self.backup(path)
        delete_event(self._database, event, seen)
        self.feed.publish(event, seen.records + 1)
        return Deleted(event, seen.records, path)

    def links_in(self, path: Path) -> LinksInBackup:
        """Return the links of a backup that would become valid here, too. Raises the errors of `restore`."""
        return links_in(self._database, path)

    def restore(self, path: Path, *, links: bool, check: Check = check_readable) -> list[Restored]:
        """Add everything from a backup; nothing that is already here is changed or lost.

        `links`: links in the backup become valid here, too. `check` is called with the records of each log.
        Raises Refused if there is no such file, Damaged if it is damaged; then nothing has been added.
        """
        restored = restore(self._database, path, links=links, check=check)
        for event in restored:
            with self._database.reading() as connection:
                head = SqlLog(self._database).head(connection, event.id)
            self._database.note_head(head.key, head.records, head.head)
            self.feed.publish(event.id, event.records)
        if any(event.how == "further" for event in restored):
            # The backup's newer records may have removed something.
            self._database.scrub()
        return restored

    def health(self) -> Health:
        """Query the database, and return its condition.

        Raises Refused if it is away or has no room for more, Damaged if it cannot be read.
        """
        with self._database.reading() as connection:
            kind = connection.dialect.name
        durable = self._database.is_durable()
        self._database.check_room()
        return Health(kind, self._database.name, REVISION, len(self.log.tournaments()), durable)

    def trouble(self) -> FloorjudgeError | None:
        """Return the disk's error on the last record, or that the disk is nearly full; None if all is well."""
        try:
            self._database.check_room()
        except FloorjudgeError as error:
            return error
        return None

    def note_not_written(self, error: FloorjudgeError) -> None:
        """Make `health` report another process's failed write, until the disk takes a record."""
        self._database.last_write.remember(error)

    def close(self) -> None:
        """Close the feed and the database."""
        self.feed.close()
        self._database.close()


def delete_event(database: Database, event: str, seen: Head) -> None:
    """Delete an event with its records, its seed and all staff links in one transaction; players' links become invalid.

    Raises BadInput if there is no such event, Conflict if it has changed since it was `seen` for the backup.
    A row without name and records remains. So no new event gets an id that players' links were signed for, and a
    deleted log is distinguished from a lost one. The deletion counts as one more record, so that listeners hear of it.
    """
    with database.writing() as connection:
        head = SqlLog(database).held(connection, event)
        if head != seen:
            raise errors.MovedOn(event, seen.records + 1, head.records)
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        gone = update(tournaments).where(tournaments.c.key == head.key)
        connection.execute(gone.values(name="", records=head.records + 1, deleted_at=at))
        for table in (records, words, secrets, grants):
            connection.execute(delete(table).where(table.c.tournament == head.key))
    database.note_head(head.key, head.records + 1, DELETED)
    database.scrub()
