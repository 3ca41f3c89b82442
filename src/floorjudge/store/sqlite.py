"""SQLite as the database: one file, or memory, set up to lose nothing."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import ConnectionPoolEntry

from floorjudge.errors import FloorjudgeError, reason_of
from floorjudge.store import errors
from floorjudge.store.database import LastWrite, closed_on_error, translating_own_errors
from floorjudge.store.feed import ChangeFeed
from floorjudge.store.heads import HeadsFile, KeptHead
from floorjudge.store.schema import APPLICATION, bring_up_to_date
from floorjudge.texts import Text

MEMORY = ":memory:"
# SQLite's result codes have the kind in the low byte and the detail above it.
_KIND = 0xFF
# The execution option for how a transaction begins, see `_begin`.
BEGIN = "floorjudge_begin"
_PRIVATE = 0o600
_AT_ONCE = 1 << 16
# A disk with less free space than this (in bytes) counts as full: a round of a large event takes some megabytes.
ROOM = 16_000_000
# So many threads read a file at once; writers take turns instead of polling the locked file.
_CONNECTIONS = 4


@contextmanager
def translating_errors(file: str) -> Iterator[None]:
    """Turn errors of SQLite and its driver about `file` into a FloorjudgeError.

    Errors in our own use of the driver are raised unchanged.
    """
    try:
        with translating_own_errors(file):
            yield
    except UnicodeDecodeError as error:
        # SQLite quotes the damaged part in its message.
        raise errors.DamagedFile(file, error.reason) from error
    except sqlite3.DatabaseError as error:
        raise _translated(error, file) from error
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.DatabaseError) and not isinstance(error.orig, sqlite3.ProgrammingError):
            raise _translated(error.orig, file) from error
        raise


def _translated(error: sqlite3.DatabaseError, file: str) -> FloorjudgeError:
    reason = str(error)
    # Text that is not UTF-8 has no code: the driver finds it, not SQLite.
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & _KIND:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return errors.FileBusy(file)
        case sqlite3.SQLITE_READONLY:
            return errors.ReadOnly(file)
        case sqlite3.SQLITE_FULL:
            return errors.DiskFull(file)
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return errors.CannotOpen(file, _why_not_opened(file, error))
        case sqlite3.SQLITE_IOERR:
            # SQLite reports a full disk only for the file and its journal, not for its shared-memory file beside them.
            return errors.DiskFull(file) if _is_full(Path(file).parent) else errors.DiskFailed(file, reason)
        case _:
            return errors.DamagedFile(file, reason)


def _why_not_opened(file: str, error: sqlite3.DatabaseError) -> Text:
    """Return the system's reason, which SQLite does not give; if the system opens the file, SQLite's own words."""
    try:
        Path(file).open("rb").close()
    except OSError as refusal:
        return reason_of(refusal)
    return reason_of(error)


def _is_full(folder: Path) -> bool:
    """Return whether a disk, or its quota, has no room for as much as SQLite adds to a file at once."""
    try:
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(bytes(_AT_ONCE))
    except OSError as error:
        return error.errno in {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}
    return False


def prepare(path: Path) -> None:
    """Create the file and its parent folders if missing, readable only by this user, since the file contains the seeds.

    Raises Refused if that fails, and Damaged if the file is gone but the journal of its newest changes is there: SQLite
    would throw the journal away.
    """
    journal = path.with_name(f"{path.name}-wal")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if _size(journal) and not _size(path):
            raise errors.LostFile(str(path), journal.name)
        if not path.exists():
            path.touch(_PRIVATE)
    except OSError as error:
        raise errors.CannotOpen(str(path), reason_of(error)) from error


def connect(path: Path | None, name: str, patience: float, connections: int) -> Engine:
    """Return an engine for the file, or for memory; the first transaction opens it.

    That transaction raises Refused, calls the file `name`, and changes nothing, if the file is another program's.

    The threads of a process share this many connections; logs in memory are one database only with one. `patience` (in
    seconds) applies to waiting for a connection and for other processes alike.
    """
    engine = create_engine(
        URL.create("sqlite", database=MEMORY if path is None else str(path)),
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=patience,
        connect_args={"timeout": patience, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
        """Check the owner of the file, and make a new connection write durably."""
        # The sqlite3 module would begin transactions by itself, and not before SELECT; `_begin` does it instead.
        connection.isolation_level = None
        _check_owner(connection, name)
        write_ahead(connection, patience)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # if fsync alone does not reach the disk (macOS)
        connection.execute("PRAGMA foreign_keys = ON")

    event.listen(engine, "begin", _begin)
    return engine


def write_ahead(connection: sqlite3.Connection, patience: float) -> None:
    """Switch a file to write-ahead logging, which costs one fsync a transaction.

    SQLite does not wait here when another process is switching the same new file, so we do.
    """
    until = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _check_owner(connection: sqlite3.Connection, name: str) -> None:
    # In this order, since another process may be claiming the file at this moment.
    is_empty = connection.execute("SELECT NOT EXISTS (SELECT 1 FROM sqlite_master)").fetchone()[0]
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    if owner != APPLICATION and not (owner == 0 and is_empty):
        raise errors.AnotherProgram(name)


def _begin(connection: Connection) -> None:
    """Begin as the transaction's options require: a writer locks at once, since it cannot after reading."""
    connection.exec_driver_sql(connection.get_execution_options().get(BEGIN, "BEGIN"))


def open_sqlite(
    path: Path | None, patience: float, name: str | None = None, *, with_heads: bool = False
) -> SqliteDatabase:
    """Open a file, or with None a new database in memory; see `floorjudge.store.open_log`.

    `name` is the file's name in errors, if people know it by another name than its path. `with_heads`: the ends of its
    logs are stored beside it, and compared now.
    Raises Damaged if a log has lost its end.
    """
    heads = HeadsFile(path.with_name(f"{path.name}.heads")) if with_heads and path is not None else None
    if path is not None:
        prepare(path)
    database = SqliteDatabase(path, patience, name or (MEMORY if path is None else str(path)), heads)
    with closed_on_error(database):
        bring_up_to_date(database)
        if heads is not None:
            heads.check(database)
    return database


class SqliteDatabase:
    """See `floorjudge.store.database.Database`; `path` is None for memory."""

    def __init__(self, path: Path | None, patience: float, name: str, heads: HeadsFile | None = None) -> None:
        self.path = path
        self.name = name
        self.patience = patience
        self._identity = None if path is None else _identity(path)
        # Readers do not wait until another writer's record is on the disk. Memory uses one connection.
        self._engine = connect(path, name, patience, 1 if path is None else _CONNECTIONS)
        self._writer = self._engine.execution_options(**{BEGIN: "BEGIN IMMEDIATE"})
        self._turn = threading.Lock()
        self._heads = heads
        self.last_write = LastWrite()

    @property
    def folder(self) -> Path:
        """The folder of the file."""
        return Path(tempfile.gettempdir()) if self.path is None else self.path.parent

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Return a transaction that sees one moment."""
        with self._transaction(self._engine) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Return a transaction that is the only writer."""
        if not self._turn.acquire(timeout=self.patience):
            raise errors.FileBusy(self.name)
        try:
            with self.last_write.noticing(), self._transaction(self._writer) as connection:
                yield connection
                # SQLite would continue to write to a file without a name.
                if self.path is not None and _identity(self.path) != self._identity:
                    raise errors.FileGone(self.name)
        finally:
            self._turn.release()

    def alone(self, connection: Connection) -> None:
        """Do nothing: every writing transaction is alone."""

    def is_known_command(self, error: IntegrityError) -> bool:
        """Return whether SQLite refused a record because its command is in the log already."""
        return getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_CONSTRAINT_UNIQUE

    def note_head(self, key: int, number: int, hashed: str) -> None:
        """Store the end of a log beside the file."""
        if self._heads is not None:
            self._heads.write(KeptHead(key, number, hashed))

    def scrub(self) -> None:
        """Rewrite the file without the removed data, and empty the journal.

        Raises Refused if there is no room, or if readers hold the old pages for too long.
        """
        if not self._turn.acquire(timeout=self.patience):
            raise errors.NotScrubbed(self.name)
        try:
            with translating_errors(self.name), self._engine.connect() as connection:
                driver = connection.connection.driver_connection
                if not isinstance(driver, sqlite3.Connection):
                    raise TypeError(driver)
                driver.execute("VACUUM")
                # It waits as long as every statement does.
                if driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                    raise errors.NotScrubbed(self.name)
        except (*errors.NOT_WRITTEN, errors.FileBusy) as error:
            raise errors.NotScrubbed(self.name) from error
        finally:
            self._turn.release()

    def check_room(self) -> None:
        """Raise Refused if the disk is nearly full, or the disk's error if it did not take the last record."""
        self.last_write.check()
        if self.path is not None and shutil.disk_usage(self.path.parent).free < ROOM:
            raise errors.DiskFull(self.name)

    def is_durable(self) -> bool:
        """Return whether there is a file; acknowledged data in a file is on the disk."""
        return self.path is not None

    def feed(self) -> ChangeFeed:
        """Return a feed that checks the file every second."""
        return ChangeFeed(self)

    def close(self) -> None:
        """Close the file."""
        self._engine.dispose()
        if self._heads is not None:
            self._heads.close()

    @contextmanager
    def _transaction(self, engine: Engine) -> Iterator[Connection]:
        with translating_errors(self.name), engine.begin() as connection:
            yield connection


def _identity(path: Path) -> tuple[int, int] | None:
    """Return a value that identifies a file whatever its name; None if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
