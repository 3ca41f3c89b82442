"""From a file's path to a connection: the file made, SQLite set up to lose nothing."""

import sqlite3
import time
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from floorjudge.store import errors
from floorjudge.store.addresses import MEMORY
from floorjudge.store.dialects import APPLICATION

# The execution option that says how a transaction begins, see `_begin`.
BEGIN = "floorjudge_begin"
_PRIVATE = 0o600


def prepare(path: Path) -> None:
    """Make the file and the folders above it when they are missing; nobody else may read it, for it holds the seeds.

    Raises Refused when that cannot be done, Damaged when the file is gone but the journal of its newest changes is
    there: SQLite would throw the journal away.
    """
    journal = path.with_name(f"{path.name}-wal")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if _size(journal) and not _size(path):
            raise errors.LostFile(str(path), journal.name)
        if not path.exists():
            path.touch(_PRIVATE)
    except OSError as error:
        raise errors.CannotOpen(str(path), error.strerror or str(error)) from error


def connect(path: Path | None, name: str, patience: float, connections: int) -> Engine:
    """Return an engine for the file, or for memory; nothing is opened before its first transaction.

    That raises Refused, calls the file `name`, and changes nothing, when it is another program's.

    The threads of a process take turns at so many connections; logs in memory are one database only with one.
    `patience` (in seconds) holds for the turn and for other processes alike.
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
        # The sqlite3 module would begin transactions by itself, and not before SELECT; `_begin` does it instead.
        connection.isolation_level = None
        _check_owner(connection, name)
        write_ahead(connection, patience)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # where fsync alone does not reach the disk (macOS)
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
    # In this order, for another process may be making the file ours at this moment.
    is_empty = connection.execute("SELECT NOT EXISTS (SELECT 1 FROM sqlite_master)").fetchone()[0]
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    if owner != APPLICATION and not (owner == 0 and is_empty):
        raise errors.AnotherProgram(name)


def _begin(connection: Connection) -> None:
    """Begin as the transaction's options say: a writer takes the lock at once, for it cannot be had after reading."""
    connection.exec_driver_sql(connection.get_execution_options().get(BEGIN, "BEGIN"))
