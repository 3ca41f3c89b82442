"""The records of an event's log, and the chain of their hashes.

A record's hash covers the hash before it, so a changed, missing or inserted record breaks the chain at its place.
docs/log-format.md describes this for readers who check a log with another program.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from floorjudge.errors import Damaged
from floorjudge.events.codec import read_event
from floorjudge.events.events import (
    Event,
)
from floorjudge.events.service.log import errors
from floorjudge.events.service.log.sealing import Book, Sealed, Word, opened

START_OF_CHAIN = "0" * 64


# The fields of a record that the chain and a store hold.
STORED = ("number", "at", "command_id", "fingerprint", "event", "previous", "hash", "by")


class Record(msgspec.Struct, frozen=True, gc=False):
    """One record: an event as JSON text, with the circumstances of its writing.

    `number` counts from 1; `at` is the time in UTC (ISO 8601); `command_id` and `fingerprint` are the sender's id for
    the command and the SHA-256 of the command, by which a repetition is recognised; `event` is JSON text. `by` is the
    author, in the words of the program that took the command (`judge Bo`); None if it does not know one: the command
    line.

    Since version 2 a log holds `event` and `by` sealed, see `floorjudge.events.service.log.sealing`; `words` are those that
    come with the record. In a record that was opened, the sealed forms are `sealed` and `sealed_by`.
    """

    number: int
    at: str
    command_id: str | None
    fingerprint: str | None
    event: str
    previous: str
    hash: str
    by: str | None = None
    words: tuple[Word, ...] = ()
    sealed: str | None = None
    sealed_by: str | None = None

    def row(self) -> dict[str, Any]:
        """Return the fields for the chain and a store, by name; the words are stored separately."""
        kept = self.as_kept()
        return {name: getattr(kept, name) for name in STORED}

    def as_kept(self) -> Record:
        """Return the record in the form that the log holds and the chain covers."""
        if self.sealed is None:
            return self
        return replace(self, event=self.sealed, by=self.sealed_by, sealed=None, sealed_by=None)


def seal(
    previous: Record | None,
    *,
    at: str,
    event: str,
    command_id: str | None = None,
    fingerprint: str | None = None,
    by: str | None = None,
) -> Record:
    """Return the record that follows `previous` (None at the start), with its hash."""
    number, before = _next_link(previous)
    record = Record(number, at, command_id, fingerprint, event, before, "", by)
    return replace(record, hash=_hash(record))


def kept_as(record: Record, kept: Sealed) -> Record:
    """Return a record with its sealed form, and with the hash of that."""
    record = replace(record, words=kept.words, sealed=kept.event, sealed_by=kept.by)
    return replace(record, hash=_hash(record))


class _Opening(msgspec.Struct):
    """The part of the first event that tells the version of a log."""

    version: int | None = None


_OPENING = msgspec.json.Decoder(_Opening)


def is_sealed(first: Record) -> bool:
    """Return whether a log stores names and texts beside its chain; `first` is its first record."""
    try:
        return _OPENING.decode(first.event).version is not None
    except msgspec.DecodeError:
        return False


def open_record(record: Record, book: Book) -> Record:
    """Return a record of a sealed log with its opened event and author; `book` has its words, too."""
    event, by = opened(record.event, record.by, record.number, book, record.words)
    return replace(record, event=event, by=by, sealed=record.event, sealed_by=record.by)


def opened_log(records: Sequence[Record]) -> list[Record]:
    """Return the records of a whole log as before sealing.

    Raises Damaged for the first record whose words differ from the sealed ones.
    """
    if not records or not is_sealed(records[0]):
        return list(records)
    book = book_of(records)
    return [open_record(record, book) for record in records]


def book_of(records: Iterable[Record]) -> Book:
    """Return the words of the records of a log as a book."""
    return Book().with_words(word for record in records for word in record.words)


def event_of(record: Record) -> Event:
    """Return the event of a record.

    Raises Damaged, with the place of the record, if it holds none that this version knows.
    """
    try:
        return read_event(record.event)
    except Damaged as error:
        raise error.at(f"records[{record.number}]") from None


def check_chain(records: Iterable[Record], *, after: Record | None = None) -> None:
    """Check that records follow one another without a gap, from the start or from `after`.

    Raises Damaged for the first record that does not fit.
    """
    for record in records:
        number, before = _next_link(after)
        if (record.number, record.previous, record.hash) != (number, before, _hash(record)):
            raise errors.DamagedRecord(number)
        after = record


def _next_link(previous: Record | None) -> tuple[int, str]:
    """Return the number of the record that follows, and the hash before it."""
    return (1, START_OF_CHAIN) if previous is None else (previous.number + 1, previous.hash)


def _hash(record: Record) -> str:
    record = record.as_kept()
    fields = [record.previous, record.number, record.at, record.command_id, record.fingerprint, record.event]
    # Logs from before the field `by` keep their hashes.
    content = json.dumps(
        fields if record.by is None else [*fields, record.by], ensure_ascii=False, separators=(",", ":")
    )
    return hashlib.sha256(content.encode()).hexdigest()
