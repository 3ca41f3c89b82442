"""The ends of all logs of a database, stored a second time in a separate file, to notice a log that lost its end.

If a page of the write-ahead log is damaged or the file with it is gone, SQLite goes on without an error from an older
state: it cannot know that there was a newer one. A PostgreSQL server goes on as well after an older dump was restored
or a lagging replica took over. So each log's newest record is written here, too, right after it is in the database:
beside a SQLite file, and for PostgreSQL on each machine that writes. This file may lag behind the database, and is
never ahead of it.
"""

from __future__ import annotations

import os
import re
import threading
from contextlib import suppress
from pathlib import Path

import msgspec
from sqlalchemy import func, select

from floorjudge.store import errors
from floorjudge.store.database import Database
from floorjudge.store.schema import records, tournaments

# One line for each log, at a place computed from its key, so that two processes do not mix their lines.
_LINE = 96
# The entry of a deleted log, whose last record has no hash.
DELETED = "0" * 64
_READ = re.compile(rb"(?P<key>\d+) (?P<number>\d+) (?P<hash>[0-9a-f]{64}) *")


class KeptHead(msgspec.Struct, frozen=True):
    """The end of a log: the key of its tournament, the number of records, the hash of the last one."""

    key: int
    number: int
    hash: str


class HeadsFile:
    """The file with the end of each log of a database. Safe for several threads and processes."""

    def __init__(self, path: Path) -> None:
        """Set the file's path; the first write creates it."""
        self.path = path
        self._lock = threading.Lock()
        self._file: int | None = None

    def read(self) -> list[KeptHead]:
        """Return the ends in the file; unreadable lines are ignored."""
        try:
            content = self.path.read_bytes()
        except OSError:
            return []
        # Lines never written are zeros.
        lines = (content[place : place + _LINE].rstrip(b"\n") for place in range(0, len(content), _LINE))
        matches = map(_READ.fullmatch, lines)
        return [KeptHead(int(line["key"]), int(line["number"]), line["hash"].decode()) for line in matches if line]

    def write(self, head: KeptHead) -> None:
        """Store the end of a log that is in the database now; if that fails, the next write includes it."""
        line = f"{head.key} {head.number} {head.hash}".encode().ljust(_LINE - 1) + b"\n"
        with self._lock, suppress(OSError):
            if self._file is None:
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._file = os.open(self.path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
            os.lseek(self._file, (head.key - 1) * _LINE, os.SEEK_SET)
            os.write(self._file, line)

    def check(self, database: Database) -> None:
        """Compare the ends of the logs of a database with those in the file.

        Raises Damaged for the first log that has lost its end, or has another one.
        """
        with database.reading() as connection:
            for stored in self.read():
                own = records.c.tournament == stored.key
                there = select(records.c.hash).where(own, records.c.number == stored.number)
                row = (
                    connection.execute(select(tournaments).where(tournaments.c.key == stored.key))
                    .mappings()
                    .one_or_none()
                )
                is_deleted = row is not None and row["deleted_at"] is not None and row["records"] >= stored.number
                if not is_deleted and connection.execute(there).scalar_one_or_none() == stored.hash:
                    continue
                # Counted, since the tournament's own number may be from the older state.
                newest = connection.execute(select(func.count()).where(own)).scalar_one()
                if is_deleted and newest == 0:
                    continue
                kind = errors.LostEnd if newest < stored.number else errors.OtherEnd
                if stored.hash == DELETED:
                    kind = errors.DeletionLost
                event_id = f"no. {stored.key}" if row is None else row["id"]
                raise kind(database.name, event_id, newest, stored.number, str(self.path))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._file is not None:
                os.close(self._file)
                self._file = None
