"""The ends of all logs of a SQLite file, kept a second time beside it, so that a log that lost its end is noticed.

When a page of the write-ahead log is damaged or the file with it is gone, SQLite goes on without an error from an older
state: it cannot know that there was a newer one. So each log's newest record is written here, too, right after it is in
the database. What stands here may lag behind a crash, and never runs ahead.
"""

from __future__ import annotations

import os
import re
import threading
from contextlib import suppress
from pathlib import Path

import msgspec

# A line for each log, at the place that its key gives, so that those of two processes do not mix.
_LINE = 96
_READ = re.compile(rb"(?P<key>\d+) (?P<number>\d+) (?P<hash>[0-9a-f]{64}) *")


class KeptHead(msgspec.Struct, frozen=True):
    """The end of a log: the key of its tournament, how many records there were, the hash of the last one."""

    key: int
    number: int
    hash: str


class HeadsFile:
    """The file beside a database that keeps the end of each log. Safe for several threads and processes."""

    def __init__(self, database: Path) -> None:
        """Name the file after the database; it is made with the first end."""
        self.path = database.with_name(f"{database.name}.heads")
        self._lock = threading.Lock()
        self._file: int | None = None

    def read(self) -> list[KeptHead]:
        """Return the ends that stand there; a line that cannot be read says nothing."""
        try:
            content = self.path.read_bytes()
        except OSError:
            return []
        found = map(_READ.fullmatch, content.split(b"\n"))
        return [KeptHead(int(line["key"]), int(line["number"]), line["hash"].decode()) for line in found if line]

    def write(self, head: KeptHead) -> None:
        """Keep the end of a log that is in the database now; what cannot be written now is written with the next."""
        line = f"{head.key} {head.number} {head.hash}".encode().ljust(_LINE - 1) + b"\n"
        with self._lock, suppress(OSError):
            if self._file is None:
                self._file = os.open(self.path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
            os.lseek(self._file, (head.key - 1) * _LINE, os.SEEK_SET)
            os.write(self._file, line)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._file is not None:
                os.close(self._file)
                self._file = None
