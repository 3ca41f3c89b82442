"""The record of one command in an event's log, and the chain of hashes that holds the records together.

A record's hash covers the hash before it, so a record that is changed, left out or put in breaks the chain at its
place. docs/log-format.md describes this for somebody who wants to check a log with their own program.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

import msgspec

from floorjudge.events.service import errors

START_OF_CHAIN = "0" * 64
LONGEST_AUTHOR = 200


class Record(msgspec.Struct, frozen=True, gc=False):
    """What happened, once: an event as JSON text, with what belongs to its writing rather than to the tournament.

    `number` counts from 1; `at` is the time in UTC (ISO 8601); `command_id` and `fingerprint` are the sender's id for the
    command and the SHA-256 of the command, so that sending it again is recognised; `event` is JSON text. `by` is who did
    it, in the words of the program that took the command (`judge Bo`), None when it does not know: the command line.
    """

    number: int
    at: str
    command_id: str | None
    fingerprint: str | None
    event: str
    previous: str
    hash: str
    by: str | None = None


def is_author(by: str) -> bool:
    """Say whether a text can be the `by` of a record: 1 to 200 visible characters."""
    return 0 < len(by) <= LONGEST_AUTHOR and by.isprintable()


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
    number = previous.number + 1 if previous else 1
    before = previous.hash if previous else START_OF_CHAIN
    return Record(
        number=number,
        at=at,
        command_id=command_id,
        fingerprint=fingerprint,
        event=event,
        previous=before,
        hash=_hash([before, number, at, command_id, fingerprint, event], by),
        by=by,
    )


def check_chain(records: Iterable[Record], *, after: Record | None = None) -> None:
    """Check that records follow one another unbroken, from the start or from `after`.

    Raises Damaged, naming the first record that does not fit.
    """
    for record in records:
        expected = seal(
            after,
            at=record.at,
            event=record.event,
            command_id=record.command_id,
            fingerprint=record.fingerprint,
            by=record.by,
        )
        if record != expected:
            raise errors.DamagedRecord(expected.number)
        after = record


def _hash(fields: list[str | int | None], by: str | None) -> str:
    # Logs that were written before there was a `by` keep their hashes.
    content = json.dumps(fields if by is None else [*fields, by], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()
