"""A backup is always one SQLite file with all that is kept at one moment, whatever database it was."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, insert, select

from floorjudge.events.service.records import check_chain
from floorjudge.store import errors
from floorjudge.store.database import Database
from floorjudge.store.logs import SqlLog
from floorjudge.store.schema import metadata, version
from floorjudge.store.sqlite import open_sqlite
from floorjudge.store.trouble import said_plainly

_AT_ONCE = 1000


def back_up(database: Database, path: Path) -> None:
    """Write a backup while others go on writing; the file appears when it is whole and has been checked.

    Raises Refused when there is such a file or it cannot be written, Damaged when what is kept is damaged.
    """
    path = path.absolute()
    with _beside(path) as part:
        with database.reading() as connection:
            _fill(connection, part, database.patience)
        with closing(open_sqlite(part, database.patience, str(path))) as copy:
            check_all(copy)
        _make_one_file(part)


def check_all(database: Database) -> None:
    """Read every log.

    Raises Damaged when one is not what was written.
    """
    log = SqlLog(database)
    for kept in log.tournaments():
        check_chain(log.read(kept.id))


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """Give a file that takes its place at `path` when all went well, and otherwise is gone."""
    part = path.with_name(f"{path.name}.part")
    try:
        if path.exists():
            raise errors.BackupExists(str(path))
        part.touch(0o600)
        yield part
        part.rename(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise errors.CannotOpen(str(path), error.strerror or str(error)) from error
    finally:
        for left in (part, part.with_name(f"{part.name}-wal"), part.with_name(f"{part.name}-shm")):
            with suppress(OSError):
                left.unlink()


def _fill(connection: Connection, part: Path, patience: float) -> None:
    source = connection.connection.driver_connection
    if not isinstance(source, sqlite3.Connection):
        _copy_tables(connection, part, patience)
        return
    with said_plainly(str(part)), closing(sqlite3.connect(part)) as target:
        source.backup(target)  # all pages in one step: one moment, and nobody who writes has to wait


def _copy_tables(connection: Connection, part: Path, patience: float) -> None:
    with closing(open_sqlite(part, patience)) as copy, copy.writing() as target:
        for table in metadata.sorted_tables:
            if table is not version:
                found = connection.execution_options(yield_per=_AT_ONCE).execute(select(table)).mappings()
                for rows in found.partitions():
                    target.execute(insert(table), [dict(row) for row in rows])


def _make_one_file(part: Path) -> None:
    """Bring everything into the file itself, and the file onto the disk."""
    with said_plainly(str(part)), closing(sqlite3.connect(part)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    with part.open("r+b") as file:
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Bring the new name onto the disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
