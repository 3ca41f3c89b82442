"""Exported events: JSON lines that anybody may have, from which the same log can be made again.

A head line, a line for each record, and a last line with their number and the last hash, so that a file that was cut
off is recognised. The seed is not in it before the event itself reveals it. docs/log-format.md describes the lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import msgspec

from floorjudge.errors import BadInput
from floorjudge.events import verify
from floorjudge.events.codec import read_event
from floorjudge.events.draw import commitment
from floorjudge.events.errors import WrongSeed
from floorjudge.events.events import EventOpened
from floorjudge.events.floor.state import Moment
from floorjudge.events.service import errors
from floorjudge.events.service.log import START_OF_CHAIN, EventLog, Record, check_chain
from floorjudge.events.service.service import event_id
from floorjudge.events.verify import Verified
from floorjudge.texts import Text, text

VERSION = 1


class _Head(msgspec.Struct, forbid_unknown_fields=True):
    floorjudge: str
    version: int
    name: str


class _Line(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    number: int
    at: str
    id: str | None
    fingerprint: str | None
    event: str
    hash: str
    by: str | None = None


class _LastLine(msgspec.Struct, forbid_unknown_fields=True):
    records: int
    head: str


def export_lines(name: str, records: Sequence[Record]) -> Iterator[str]:
    """Return the lines of an export, without line ends; `name` is the one under which the event was opened."""
    head = records[-1].hash if records else START_OF_CHAIN
    kept = (
        _Line(each.number, each.at, each.command_id, each.fingerprint, each.event, each.hash, each.by)
        for each in records
    )
    for line in chain([_Head("event-log", VERSION, name)], kept, [_LastLine(len(records), head)]):
        yield msgspec.json.encode(line).decode()


def read_export(lines: Iterable[bytes]) -> tuple[str, list[Record]]:
    """Return the event's name and its records, with their chain checked, line by line: the first wrong one ends it.

    Raises BadInput when this is no export, Damaged with the first record that was changed or is missing.
    """
    listed = filter(bytes.strip, lines)
    first, line = next(listed, None), next(listed, None)
    if first is None or line is None:
        raise errors.NoExport(text("it is too short."))
    head = _decoded(first, 1, _Head)
    if head.floorjudge != "event-log" or head.version != VERSION:
        raise errors.NoExport(text("it is of another kind or version."))
    records: list[Record] = []
    last: _LastLine | None = None
    while line is not None:
        following = next(listed, None)
        last = _last_line(line) if following is None else None
        if last is None:
            records.append(_record(line, len(records) + 2, records[-1] if records else None))
        line = following
    if last is None or last.records != len(records) or not records or last.head != records[-1].hash:
        raise errors.CutOffExport(len(records), where=f"records[{len(records) + 1}]")
    opened = read_event(records[0].event)
    if not isinstance(opened, EventOpened) or opened.name != head.name:
        raise errors.NoExport(text("its first line and its first record name different events."))
    return head.name, records


def _record(line: bytes, number: int, before: Record | None) -> Record:
    """Return the record in a line of this number, which follows the one `before`."""
    read = _decoded(line, number, _Line)
    previous = START_OF_CHAIN if before is None else before.hash
    record = Record(read.number, read.at, read.id, read.fingerprint, read.event, previous, read.hash, read.by)
    check_chain([record], after=before)
    return record


def _last_line(line: bytes) -> _LastLine | None:
    """Return the last line of an export, None when the file ends before it."""
    try:
        return msgspec.json.decode(line, type=_LastLine)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def verify_records(records: Sequence[Record], seed: str | None = None) -> Verified:
    """Check the chain of records, and that every event is what the rules and the draw give; see `verify`.

    What happened on the floor is decided again as well, and when and by whom must be such as the program writes it.
    Raises Refused when `seed` is not the one promised, Damaged with the first record that is wrong.
    """
    check_chain(records)
    listed = [read_event(record.event) for record in records]
    if seed is not None and isinstance(listed[0], EventOpened) and commitment(seed) != listed[0].commitment:
        raise WrongSeed
    return verify(listed, seed, [Moment(record.at, record.by) for record in records])


def import_event(log: EventLog, name: str, records: list[Record], seed: str | None) -> str:
    """Check an exported event, put it into a log, and return its id there; `seed` lets an unfinished event go on.

    Raises Damaged when the records are not a tournament, Refused when the seed is not the one promised.
    """
    revealed = verify_records(records, seed).state.seed
    return log.create(event_id(name), name, records, revealed or seed)


def seed_missing_text() -> Text:
    """Say what cannot be done with an unfinished event that was imported without its seed."""
    return text(
        "The seed of this event is not here: results can be entered and corrected, but nothing more can be drawn. To go on, "
        "import the export once more with the seed, or restore a backup, which holds it."
    )


def _decoded(line: bytes, number: int, kind: type[Any]) -> Any:  # noqa: ANN401 (the type that was asked for)
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        error: BadInput = errors.NoExport(text("line {number} cannot be read.", number=number))
        raise error.at(f"line {number}") from None
