"""SQLite as the database: one file, or memory."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError

from floorjudge.store import errors
from floorjudge.store.addresses import MEMORY
from floorjudge.store.place import BEGIN, connect, prepare
from floorjudge.store.trouble import said_plainly
from floorjudge.store.upgrade import bring_up_to_date

# So many threads look at a file at once; writers take turns instead of polling the locked file.
_CONNECTIONS = 4


def open_sqlite(path: Path | None, patience: float, name: str | None = None) -> "SqliteDatabase":
    """Open a file, or with None a new database in memory; see `floorjudge.store.open_log`.

    `name` is what errors call it, when people know it by another name than its path.
    """
    if path is not None:
        prepare(path)
    database = SqliteDatabase(path, patience, name or (MEMORY if path is None else str(path)))
    try:
        bring_up_to_date(database)
    except BaseException:
        database.close()
        raise
    return database


class SqliteDatabase:
    """See `floorjudge.store.database.Database`; `path` is None for memory."""

    def __init__(self, path: Path | None, patience: float, name: str) -> None:
        self.path = path
        self.name = name
        self.patience = patience
        self._identity = None if path is None else _identity(path)
        # Who reads does not wait until somebody else's record is on the disk. Memory is one connection.
        self._engine = connect(path, name, patience, 1 if path is None else _CONNECTIONS)
        self._writer = self._engine.execution_options(**{BEGIN: "BEGIN IMMEDIATE"})
        self._turn = threading.Lock()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Return a transaction that sees one moment."""
        with self._transaction(self._engine) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Return a transaction that is the only one that writes."""
        if not self._turn.acquire(timeout=self.patience):
            raise errors.FileBusy(self.name)
        try:
            with self._transaction(self._writer) as connection:
                yield connection
                # SQLite would go on writing to a file that nobody finds any more.
                if self.path is not None and _identity(self.path) != self._identity:
                    raise errors.FileGone(self.name)
        finally:
            self._turn.release()

    def alone(self, connection: Connection) -> None:
        """Do nothing: every writing transaction is alone."""

    def is_known_command(self, error: IntegrityError) -> bool:
        """Say whether a record was refused because its command is in the log already."""
        return getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_CONSTRAINT_UNIQUE

    def is_durable(self) -> bool:
        """Say whether there is a file; all that is written to one is on the disk when it is acknowledged."""
        return self.path is not None

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    @contextmanager
    def _transaction(self, engine: Engine) -> Iterator[Connection]:
        with said_plainly(self.name), engine.begin() as connection:
            yield connection


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from all others, whatever its name; None when there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
