"""The file of rows while it is being written: one writer, row by row, so that a kill costs the row that is being written."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from floorjudge.magic.collections import refusals
from floorjudge.magic.collections.rows import NAME, Row, read_rows, written


class RowFile:
    """The rows in a folder, open for writing; nobody else writes to the folder meanwhile.

    Raises BadInput when the folder cannot be written to, somebody else writes there, or what lies there is no file of rows.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(folder, os.O_RDONLY)
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._lines = self.file.open("ab", buffering=0)
                self._repair()
            except BaseException:
                os.close(self._lock)
                raise
        except BlockingIOError:
            raise refusals.rows_in_use(str(folder)) from None
        except OSError as error:
            raise refusals.unwritable_rows(str(self.file), error.strerror or str(error)) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lines.close()
        os.close(self._lock)

    def rows(self) -> tuple[Row, ...]:
        """Return the rows that count. Raises BadInput when a line is no row."""
        return read_rows(self.file)

    def add(self, row: Row) -> None:
        """Write a row behind the others; when this returns, it is on the disk. Raises BadInput when the disk is full."""
        try:
            self._lines.write(written(row))
            os.fsync(self._lines.fileno())
        except OSError as error:
            raise refusals.unwritable_rows(str(self.file), error.strerror or str(error)) from None

    def settle(self, order: Sequence[str]) -> None:
        """Write the rows that count in the order of these ids, those of others behind; at once, or not at all.

        Nothing is written when the file is as it should be. Raises BadInput as `rows` and `add` do.
        """
        place = {identity: index for index, identity in enumerate(order)}
        rows = sorted(self.rows(), key=lambda row: (place.get(row.id, len(place)), row.id))
        whole = b"".join(map(written, rows))
        if whole == self.file.read_bytes():
            return
        partial = self.file.with_name(f".{NAME}.partial")
        try:
            with partial.open("wb") as lines:
                lines.write(whole)
                os.fsync(lines.fileno())
            partial.replace(self.file)
            self._lines.close()
            self._lines = self.file.open("ab", buffering=0)
        except OSError as error:
            raise refusals.unwritable_rows(str(self.file), error.strerror or str(error)) from None

    def _repair(self) -> None:
        """Cut off half a line at the end, which somebody has left who was killed while writing it."""
        content = self.file.read_bytes()
        if not content.endswith(b"\n") and content:
            self._lines.truncate(content.rfind(b"\n") + 1)
