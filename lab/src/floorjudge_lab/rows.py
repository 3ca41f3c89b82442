"""The result of one combination: a row, a line of JSON in a file.

The file has one writer, which adds row by row, so that a kill costs only the row that is being written.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Literal, Protocol, Self, TypeAlias, TypeVar, get_args

import msgspec

from floorjudge.cli.errors import UnwritableFile
from floorjudge.errors import UnreadableFile, reason_of
from floorjudge_lab.errors import BadRow, RowsInUse

NAME = "rows.jsonl"

Verdict: TypeAlias = Literal[
    "certified", "played_out", "found_without_a_card", "undecided", "not_found", "not_set_up", "failed",
]  # fmt: skip
Reason: TypeAlias = Literal[
    "unknown_card", "engine_gap", "sentence_not_understood", "time", "depth", "exhausted", "certificate_undecided",
    "card_not_needed", "crash", "hang", "memory", "not_taken_by_engine", "engines_disagree",
]  # fmt: skip
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


class Unread(msgspec.Struct, frozen=True):
    """A sentence of a combination that is not understood: its place, such as `prerequisites[1]`, and its words."""

    where: str
    sentence: str


class Produced(msgspec.Struct, frozen=True):
    """A product of a loop: its kind for programs, and a phrase in English."""

    kind: str
    text: str


class Details(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Details of a row: every reason that holds, not only the one that the row names.

    `unread` are sentences that were not understood, `gaps` cards that the engine does not understand fully, `unknown`
    cards without a text, `unneeded` cards without which the loop goes on, `also_needs` what it needs beside what the
    combination grants, in English. `ended` is why the search ended. `message` is the last line of a process that failed,
    why the engine took no position, or why there is no certificate; `signal` names what ended the process.
    """

    unread: tuple[Unread, ...] = ()
    gaps: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    unneeded: tuple[str, ...] = ()
    also_needs: tuple[str, ...] = ()
    ended: str | None = None
    message: str | None = None
    signal: str | None = None


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a combination.

    `evidence` and `certificate_verdict` are the certificate's own words, `case` is the loop as `magic certify` reads
    it; in an undecided row, the first sequence that came back. `seconds` are those of computing, of the whole process;
    of a failed one, those by the clock. `second` is the opinion of a second engine, as in a certificate. The row was made
    with the versions `engine` and `floorjudge`, of the `combination` with this hash.
    """

    id: str
    cards: tuple[str, ...]
    verdict: Verdict
    reason: Reason | None = None
    evidence: str | None = None
    certificate_verdict: str | None = None
    produces: tuple[Produced, ...] = ()
    seconds: float = 0.0
    limit_seconds: float = 0.0
    limit_memory: int = 0
    details: Details = Details()
    engine: str = ""
    floorjudge: str = ""
    combination: str = ""
    case: dict[str, Any] | None = None
    second: dict[str, Any] | None = None


class _WithId(Protocol):
    @property
    def id(self) -> str: ...


RowT = TypeVar("RowT", bound=_WithId)


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


def write_whole(file: Path, content: bytes) -> None:
    """Write a file so that no reader ever finds half of it. Raises UnwritableFile."""
    partial = file.with_name(f".{file.name}.partial")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("wb") as opened:
            opened.write(content)
            os.fsync(opened.fileno())
        partial.replace(file)
    except OSError as error:
        raise UnwritableFile(str(file), reason_of(error)) from None


def written(row: object) -> bytes:
    """Return the line of a row, with its end."""
    return msgspec.json.encode(row) + b"\n"


class RowFile(Generic[RowT]):
    """The rows of a `kind` in a folder, in a file with a `name`, open for writing by one process at a time.

    Raises UnwritableFile if the folder cannot be written to, and RowsInUse if another process writes there.
    """

    def __init__(self, folder: Path, kind: type[RowT], name: str = NAME) -> None:
        import fcntl  # noqa: PLC0415 (no system has the engine without it; a report can be written anywhere)

        self.file, self._kind = folder / name, kind
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with ExitStack() as opened:
                lock = os.open(folder, os.O_RDONLY)
                opened.callback(os.close, lock)
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._lines = self.file.open("ab", buffering=0)
                self._repair()
                self._lock = opened.pop_all()
        except BlockingIOError:
            raise RowsInUse(str(folder)) from None
        except OSError as error:
            raise self._unwritable(error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lines.close()
        self._lock.close()

    def rows(self) -> tuple[RowT, ...]:
        """Return the valid rows. Raises UnreadableFile or BadRow if they cannot be read."""
        return read_rows(self.file, self._kind)

    def add(self, row: RowT) -> None:
        """Append a row and flush it to the disk. Raises UnwritableFile if that fails."""
        try:
            self._lines.write(written(row))
            os.fsync(self._lines.fileno())
        except OSError as error:
            raise self._unwritable(error) from None

    def settle(self, order: Sequence[str]) -> None:
        """Write the valid rows in the order of these ids, other rows after them; all at once, or none.

        A file already in order is not changed. Raises the errors of `rows` and `add`.
        """
        place = {identity: index for index, identity in enumerate(order)}
        rows = sorted(self.rows(), key=lambda row: (place.get(row.id, len(place)), row.id))
        whole = b"".join(map(written, rows))
        if whole == self.file.read_bytes():
            return
        write_whole(self.file, whole)
        try:
            self._lines.close()
            self._lines = self.file.open("ab", buffering=0)
        except OSError as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error: OSError) -> UnwritableFile:
        return UnwritableFile(str(self.file), reason_of(error))

    def _repair(self) -> None:
        """Cut off half a line at the end, left by a process that was killed while writing it."""
        content = self.file.read_bytes()
        if not content.endswith(b"\n") and content:
            self._lines.truncate(content.rfind(b"\n") + 1)
