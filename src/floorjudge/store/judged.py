"""Stored rows turned into records, and held against what the store knows about the end of the log."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeVar

import msgspec

from floorjudge.errors import Damaged
from floorjudge.events.service.errors import DamagedRecord
from floorjudge.events.service.records import Record, check_chain
from floorjudge.store import errors

# The fields of a record, of whatever type: SQLite itself takes any type in any column.
Row: TypeAlias = Sequence[object]
_T = TypeVar("_T")


class Head(msgspec.Struct, frozen=True):
    """A tournament's row: its key, how many records were written, the hash of the last one."""

    key: int
    records: int
    head: str


def checked(name: str, stored: object, kind: type[_T]) -> _T:
    """Return what was stored as what it should be.

    Raises Damaged, naming the database, when it is something else.
    """
    try:
        return msgspec.convert(stored, kind)
    except msgspec.ValidationError as error:
        raise errors.DamagedFile(name, str(error)) from None


def records_after(after: int, rows: Iterable[Row], head: Head) -> list[Record] | None:
    """Return the records with numbers above `after`; None when a row is no record or the end is not where it was left.

    `rows` begin with record `after` itself (0: with the first one), so that the end is seen even when nothing is new.
    """
    try:
        records = [_record(row) for row in rows]
    except msgspec.ValidationError:
        return None
    if not records or (records[-1].number, records[-1].hash) != (head.records, head.head):
        return None
    return [record for record in records if record.number > after]


def first_damage(rows: Iterable[Row], head: Head, after: int) -> Damaged:
    """Return the error that names the first bad record of a log that `records_after` has not accepted.

    `rows` are the whole log; `after` is how many records somebody has seen in it.
    """
    records: list[Record] = []
    found: Damaged
    try:
        for row in rows:
            records.append(_record(row))  # noqa: PERF401 (those before the bad one are looked at below)
    except msgspec.ValidationError:
        found = DamagedRecord(len(records) + 1)
    else:
        newest, written = len(records), max(head.records, after)
        if newest == written:
            found = DamagedRecord(newest)
        else:
            found = errors.WrongEnd(min(newest, written) + 1, newest, written)
    try:
        check_chain(records)
    except Damaged as earlier:
        return earlier
    return found


def _record(row: Row) -> Record:
    return msgspec.convert(dict(zip(Record.__struct_fields__, row, strict=True)), Record)
