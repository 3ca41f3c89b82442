"""The rows that a verification has written: one JSON object a line, the last one of each id counts."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from floorjudge.errors import UnreadableFile, reason_of
from floorjudge.magic.book.errors import BadRow

NAME = "rows.jsonl"


class _WithId(Protocol):
    @property
    def id(self) -> str: ...


RowT = TypeVar("RowT", bound=_WithId)


class SearchedRow(msgspec.Struct, frozen=True):
    """What decks need to know of a row: the hash of the combination that was searched, and what came of it."""

    id: str
    verdict: str
    combination: str = ""
    evidence: str | None = None


def read_rows(file: Path, kind: type[RowT]) -> tuple[RowT, ...]:
    """Return the rows in a file, the last one of each id, in the order of the lines that count.

    Half a line at the end, left by a process that was killed while writing, counts for nothing. Raises UnreadableFile
    when the file cannot be read, and BadRow when another line is no row.
    """
    try:
        lines = file.read_bytes().split(b"\n")
    except OSError as error:
        raise UnreadableFile(str(file), reason_of(error)) from None
    rows: dict[str, RowT] = {}
    for number, line in enumerate(lines[:-1], 1):
        if line.strip():
            row = _read(line, kind, str(file), number)
            rows.pop(row.id, None)
            rows[row.id] = row
    return tuple(rows.values())


def _read(line: bytes, kind: type[RowT], file: str, number: int) -> RowT:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadRow(file, number, str(error)) from None
