"""Exported events: JSON lines from which anyone can make the same log again.

A head line, a line for each record, and a last line with their number and the last hash, so that a truncated file is
recognised. Since version 2 the names and texts that are new in a record stand beside it. The seed is missing until the
event itself reveals it, and so are former names of players. docs/log-format.md describes the lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import replace

from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.events import evolve, verify
from floorjudge.events.draw import commitment
from floorjudge.events.errors import WrongSeed
from floorjudge.events.events import EventOpened
from floorjudge.events.service.log import errors
from floorjudge.events.service.log.contract import EventLog, event_id
from floorjudge.events.service.log.readings import log_entry
from floorjudge.events.service.log.records import (
    START_OF_CHAIN,
    Record,
    book_of,
    check_chain,
    event_of,
    is_sealed,
    opened_log,
)
from floorjudge.events.service.log.sealing import FINGERPRINTS, IDS, KEYS, Word, new_key
from floorjudge.events.state import State
from floorjudge.events.venue import Moment, is_readable
from floorjudge.events.verify import Verified
from floorjudge.texts import Text, text

# The versions of a log with names and texts in its records, and of one with these beside the chain.
PLAIN_VERSION, SEALED_VERSION = VERSIONS = 1, 2


_SEAL = re.compile("[0-9a-f]{64}")


class _Head(msgspec.Struct, forbid_unknown_fields=True):
    floorjudge: str
    version: int
    name: str


class _Word(msgspec.Struct, forbid_unknown_fields=True):
    seal: str
    player: int | None
    salt: str | None
    text: str | None


class _Line(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    number: int
    at: str
    id: str | None
    fingerprint: str | None
    event: str
    hash: str
    by: str | None = None
    words: tuple[_Word, ...] = ()


class _LastLine(msgspec.Struct, forbid_unknown_fields=True):
    records: int
    head: str


def export_lines(name: str, records: Sequence[Record]) -> Iterator[str]:
    """Return the lines of an export, without line ends; `name` is the name at the opening."""
    head = records[-1].hash if records else START_OF_CHAIN
    version = SEALED_VERSION if records and is_sealed(records[0]) else PLAIN_VERSION
    newest: dict[int | None, str | None] = {}
    all_words = [word for record in records for word in record.words if word.player != KEYS]
    for word in all_words:
        newest[word.player] = word.text
    # A reader with all names and texts learns nothing from the keys.
    with_keys = all(_is_shown(word, newest) for word in all_words)
    kept = (_line(record.as_kept(), newest, with_keys=with_keys) for record in records)
    for line in chain([_Head("event-log", version, name)], kept, [_LastLine(len(records), head)]):
        yield msgspec.json.encode(line).decode()


def _line(record: Record, newest: Mapping[int | None, str | None], *, with_keys: bool) -> _Line:
    """Return the line of a record with its words; of former names, only the seals."""
    words = tuple(
        _Word(word.seal, word.player, word.salt, word.text)
        if not word.player or _is_shown(word, newest)
        else _Word(word.seal, word.player, None, None)
        for word in record.words
        if with_keys or word.player != KEYS
    )
    return _Line(
        record.number, record.at, record.command_id, record.fingerprint, record.event, record.hash, record.by, words
    )


def _is_shown(word: Word, newest: Mapping[int | None, str | None]) -> bool:
    """Return whether a word is in an export as it was sealed."""
    return word.salt is not None and (not word.player or word.text == newest[word.player])


def read_export(lines: Iterable[bytes]) -> tuple[str, list[Record]]:
    """Return the event's name and its records; the chain is checked line by line, and the first wrong one ends it.

    The records are as before sealing.
    Raises BadInput if this is no export, Damaged for the first changed or missing record.
    """
    listed = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    (first, head_line), (number, line) = next(listed, (0, b"")), next(listed, (0, b""))
    if not number:
        raise errors.NoExport(text("it is too short."), where="line 1")
    head = _head(head_line, first)
    records: list[Record] = []
    last: _LastLine | None = None
    while number:
        following = next(listed, (0, b""))
        last = None if following[0] else _last_line(line)
        if last is None:
            records.append(_record(line, number, records[-1] if records else None))
        number, line = following
    if last is None or last.records != len(records) or not records or last.head != records[-1].hash:
        raise errors.CutOffExport(len(records), where=f"records[{len(records) + 1}]")
    as_they_were = opened_log(records)
    opening = event_of(as_they_were[0])
    if not isinstance(opening, EventOpened) or opening.name != head.name:
        raise errors.NoExport(text("its first line and its first record name different events."), where=f"line {first}")
    return head.name, as_they_were


def _head(line: bytes, number: int) -> _Head:
    """Return what the first line of an export states; raises BadInput if it is another kind of file, or of another version."""
    head: _Head = _decoded(line, number, _Head)
    if head.floorjudge != "event-log":
        raise errors.NoExport(text("it is of another kind."), where=f"line {number}")
    if head.version not in VERSIONS:
        raise errors.OtherVersion(head.version, tuple(map(str, VERSIONS)), where=f"line {number}")
    return head


def _record(line: bytes, number: int, before: Record | None) -> Record:
    """Return the record in a line of this number, which follows the one `before`."""
    read = _decoded(line, number, _Line)
    previous = START_OF_CHAIN if before is None else before.hash
    record = Record(read.number, read.at, read.id, read.fingerprint, read.event, previous, read.hash, read.by)
    words = (Word(word.seal, read.number, word.player, word.salt, word.text) for word in read.words)
    record = replace(record, words=tuple(words))
    check_chain([record], after=before)
    return record


def _last_line(line: bytes) -> _LastLine | None:
    """Return the last line of an export; None if the file ends before it."""
    try:
        return msgspec.json.decode(line, type=_LastLine)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def verify_records(records: Sequence[Record], seed: str | None = None) -> Verified:
    """Check the chain of records, and that every event is what the rules and the draw give; see `verify`.

    The events of the floor are decided again as well; times and authors must be in the form that the program writes.
    Raises Refused if `seed` is not the promised one, Damaged for the first wrong record.
    """
    check_chain(records)
    listed = [event_of(record) for record in records]
    removed = book_of(records).removed
    changed = frozenset(
        record.number for record in records if removed and not removed.isdisjoint(_SEAL.findall(record.sealed or ""))
    )
    if seed is not None and isinstance(listed[0], EventOpened) and commitment(seed) != listed[0].commitment:
        raise WrongSeed
    return verify(listed, seed, [Moment(record.at, record.by) for record in records], changed)


def check_readable(records: Sequence[Record]) -> None:
    """Check that pages can show an event of foreign records; `verify_records` checks that they are right.

    Raises Damaged for the first record that the program cannot have written.
    """
    state: State | None = None
    for record in opened_log(records):
        moment = Moment(record.at, record.by)
        try:
            state = evolve(state, event_of(record), moment)
            log_entry(record)
        except FloorjudgeError:
            raise
        except Exception:  # noqa: BLE001 (whatever breaks: no command made this event)
            raise errors.DamagedRecord(record.number) from None
        if not is_readable(moment):
            raise errors.DamagedRecord(record.number)


def import_event(log: EventLog, name: str, records: list[Record], seed: str | None) -> str:
    """Check an exported event, put it into a log, and return its id there; `seed` lets an unfinished event go on.

    Raises Damaged if the records are no tournament, Refused if the seed is not the promised one.
    """
    revealed = verify_records(records, seed).state.seed
    if is_sealed(records[0]) and book_of(records).key(IDS) is None:
        # The keys stayed where something was removed: commands that arrived there are not recognised here.
        keys = (new_key(IDS, len(records)), new_key(FINGERPRINTS, len(records)))
        records = [*records[:-1], replace(records[-1], words=(*records[-1].words, *keys))]
    return log.create(event_id(name), name, records, revealed or seed)


def seed_missing_text() -> Text:
    """Return what is impossible for an unfinished event that was imported without its seed."""
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
