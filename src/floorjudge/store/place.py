"""From what the user names to a connection: the address read, the file made, SQLite set up to lose nothing."""

import sqlite3
import time
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry

from floorjudge.store import refusals

MEMORY = ":memory:"
# Stands in the header of every file of ours ("fjud"), so that no other program's database is ever written to.
APPLICATION = 0x666A7564
# The execution option that says how a transaction begins, see `_begin`.
BEGIN = "floorjudge_begin"
_PRIVATE = 0o600


def path_of(place: str | Path | None) -> Path | None:
    """Return the file that is named, as an absolute path; None for logs in memory.

    Raises BadInput when an address is not SQLite's.
    """
    if isinstance(place, str) and "://" in place:
        place = _database(place)
    if place is None or str(place) == MEMORY:
        return None
    return Path(place).absolute()


def prepare(path: Path) -> None:
    """Make the file and the folders above it when they are missing; nobody else may read it, for it holds the seeds.

    Raises Refused when that cannot be done, Damaged when the file is gone but the journal of its newest changes is
    there: SQLite would throw the journal away.
    """
    journal = path.with_name(f"{path.name}-wal")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if _size(journal) and not _size(path):
            raise refusals.lost_file(str(path), journal.name)
        if not path.exists():
            path.touch(_PRIVATE)
    except OSError as error:
        raise refusals.cannot_open(str(path), error.strerror or str(error)) from error


def connect(path: Path | None, patience: float) -> Engine:
    """Return an engine for the file, or for memory; nothing is opened before its first transaction.

    That raises Refused, and changes nothing, when the file is another program's.

    There is one connection: the threads of a process take turns at it instead of polling a locked file, and logs in
    memory are one database. `patience` (in seconds) holds for the turn and for other processes alike.
    """
    file = MEMORY if path is None else str(path)
    engine = create_engine(
        URL.create("sqlite", database=file),
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=0,
        pool_timeout=patience,
        connect_args={"timeout": patience, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
        # The sqlite3 module would begin transactions by itself, and not before SELECT; `_begin` does it instead.
        connection.isolation_level = None
        _check_owner(connection, file)
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


def _database(address: str) -> str | None:
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        raise refusals.unknown_address(address.partition("://")[0] + "://") from None
    if url != URL.create("sqlite", database=url.database):
        raise refusals.unknown_address(url.render_as_string(hide_password=True))
    return url.database


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _check_owner(connection: sqlite3.Connection, file: str) -> None:
    # In this order, for another process may be making the file ours at this moment.
    is_empty = connection.execute("SELECT NOT EXISTS (SELECT 1 FROM sqlite_master)").fetchone()[0]
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    if owner != APPLICATION and not (owner == 0 and is_empty):
        raise refusals.another_program(file)


def _begin(connection: Connection) -> None:
    """Begin as the transaction's options say: a writer takes the lock at once, for it cannot be had after reading."""
    connection.exec_driver_sql(connection.get_execution_options().get(BEGIN, "BEGIN"))
