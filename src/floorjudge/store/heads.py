"""The ends of all logs of a database, kept a second time in a file of their own, so that a log that lost its end is noticed.

When a page of the write-ahead log is damaged or the file with it is gone, SQLite goes on without an error from an older
state: it cannot know that there was a newer one. A PostgreSQL server goes on as well when an older dump was restored or a
replica that lagged took over. So each log's newest record is written here, too, right after it is in the database: beside a
SQLite file, and for PostgreSQL on each machine that writes. What stands here may lag behind, and never runs ahead.
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

# A line for each log, at the place that its key gives, so that those of two processes do not mix.
_LINE = 96
# What stands there for a log that was deleted, whose last record has no hash.
DELETED = "0" * 64
_READ = re.compile(rb"(?P<key>\d+) (?P<number>\d+) (?P<hash>[0-9a-f]{64}) *")


class KeptHead(msgspec.Struct, frozen=True):
    """The end of a log: the key of its tournament, how many records there were, the hash of the last one."""

    key: int
    number: int
    hash: str


class HeadsFile:
    """A file that keeps the end of each log of a database. Safe for several threads and processes."""

    def __init__(self, path: Path) -> None:
        """Name the file; it is made with the first end."""
        self.path = path
        self._lock = threading.Lock()
        self._file: int | None = None

    def read(self) -> list[KeptHead]:
        """Return the ends that stand there; a line that cannot be read says nothing."""
        try:
            content = self.path.read_bytes()
        except OSError:
            return []
        # What was never written is zeros.
        lines = (content[place : place + _LINE].rstrip(b"\n") for place in range(0, len(content), _LINE))
        found = map(_READ.fullmatch, lines)
        return [KeptHead(int(line["key"]), int(line["number"]), line["hash"].decode()) for line in found if line]

    def write(self, head: KeptHead) -> None:
        """Keep the end of a log that is in the database now; what cannot be written now is written with the next."""
        line = f"{head.key} {head.number} {head.hash}".encode().ljust(_LINE - 1) + b"\n"
        with self._lock, suppress(OSError):
            if self._file is None:
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._file = os.open(self.path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
            os.lseek(self._file, (head.key - 1) * _LINE, os.SEEK_SET)
            os.write(self._file, line)

    def check(self, database: Database) -> None:
        """Compare the ends of the logs of a database with those that stand here.

        Raises Damaged for the first log that has lost its end, or has another one.
        """
        with database.reading() as connection:
            for kept in self.read():
                own = records.c.tournament == kept.key
                there = select(records.c.hash).where(own, records.c.number == kept.number)
                row = (
                    connection.execute(select(tournaments).where(tournaments.c.key == kept.key))
                    .mappings()
                    .one_or_none()
                )
                is_deleted = row is not None and row["deleted_at"] is not None and row["records"] >= kept.number
                if not is_deleted and connection.execute(there).scalar_one_or_none() == kept.hash:
                    continue
                # Counted: what the tournament says of its end may be as it was.
                newest = connection.execute(select(func.count()).where(own)).scalar_one()
                if is_deleted and newest == 0:
                    continue
                found = errors.LostEnd if newest < kept.number else errors.OtherEnd
                if kept.hash == DELETED:
                    found = errors.DeletionLost
                event_id = f"no. {kept.key}" if row is None else row["id"]
                raise found(database.name, event_id, newest, kept.number, str(self.path))

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._file is not None:
                os.close(self._file)
                self._file = None
