"""The log of an event: its records, the chain of their hashes, and the interface of a store.

It tells more than the state of the event: every record in words, and the deck lists as they were handed in.

A record's hash covers the hash before it, so a changed, missing or inserted record breaks the chain at its place.
docs/log-format.md describes this for readers who check a log with another program. `floorjudge.store` implements the
interface.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from floorjudge.errors import Damaged
from floorjudge.events.codec import event_json, read_event
from floorjudge.events.events import (
    LASTING,
    CommandUndone,
    Event,
    PlayerRegistered,
    PlayerRenamed,
)
from floorjudge.events.explain import public_text, staff_text
from floorjudge.events.service import errors
from floorjudge.events.service.roles import Role
from floorjudge.events.service.sealing import Book, Sealed, Word, author_parts, opened, with_other_names
from floorjudge.formats.log import Admitted, Left, TournamentEvent
from floorjudge.texts import Text

START_OF_CHAIN = "0" * 64
# The kinds of steps that one command may ask for several times: the players of a file, several departures.
_SEVERAL = (PlayerRegistered, Admitted, Left)


# The fields of a record that the chain and a store hold.
STORED = ("number", "at", "command_id", "fingerprint", "event", "previous", "hash", "by")


class Record(msgspec.Struct, frozen=True, gc=False):
    """One record: an event as JSON text, with the circumstances of its writing.

    `number` counts from 1; `at` is the time in UTC (ISO 8601); `command_id` and `fingerprint` are the sender's id for
    the command and the SHA-256 of the command, by which a repetition is recognised; `event` is JSON text. `by` is the
    author, in the words of the program that took the command (`judge Bo`); None if it does not know one: the command
    line.

    Since version 2 a log holds `event` and `by` sealed, see `floorjudge.events.service.sealing`; `words` are those that
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


class LogEntry(msgspec.Struct, frozen=True):
    """One record in words: its number, time (UTC) and author, the staff's sentence, and the public one or None."""

    number: int
    at: str
    by: str | None
    staff: Text
    public: Text | None


def log_entry(record: Record) -> LogEntry:
    """Return a record of the log in words.

    Raises Damaged if it holds no known event.
    """
    event = event_of(record)
    return LogEntry(record.number, record.at, record.by, staff_text(event), public_text(event))


def as_called_now(records: Sequence[Record], first: int, last: int) -> list[Record]:
    """Return records `first` to `last` of a log with the players' present names.

    For callers that need no earlier names.
    """
    now: dict[str, str] = {}
    found: list[Record] = []
    for record in reversed(records[first - 1 :]):
        event = event_of(record) if _RENAMED in record.event else None
        if isinstance(event, PlayerRenamed):
            after = now.pop(event.name, event.name)
            if record.number <= last:
                found.append(replace(record, event=event_json(PlayerRenamed(after, after))))
            now[event.player] = after
        elif record.number <= last:
            found.append(_with_names(record, now) if now else record)
    return found[::-1]


def _with_names(record: Record, names: Mapping[str, str]) -> Record:
    value = with_other_names(msgspec.json.decode(record.event), names)
    role, name = author_parts(record.by or "")
    is_renamed = role == Role.PLAYER.value and name is not None and name in names
    by = f"{role} {names[name]}" if is_renamed and name is not None else record.by
    return replace(record, event=msgspec.json.encode(value).decode(), by=by)


def steps_together(records: Sequence[Record]) -> int:
    """Return how many of the newest steps in force one undo removes: registrations or departures made together, or 1.

    The command ids of such steps are equal up to the last slash.
    """
    count, undone, first = 0, 0, None
    for record in reversed(records):
        event = event_of(record)
        if isinstance(event, CommandUndone):
            undone += 1
            continue
        if not isinstance(event, TournamentEvent) or isinstance(event, LASTING):
            continue
        if undone:
            undone -= 1
            continue
        asked = (type(event), (record.command_id or "").rpartition("/")[0])
        if not isinstance(event, _SEVERAL) or not asked[1] or first not in (None, asked):
            break
        count, first = count + 1, asked
    return max(1, count)


def renamed_since(records: Sequence[Record]) -> list[PlayerRenamed]:
    """Return the renamings since the last step that an undo would remove, newest first, each player's as one.

    An undo changes no name back, so the organiser should know that the latest renaming stays. A player who has their
    old name again is not among them.
    """
    found: list[PlayerRenamed] = []
    undone = 0
    for record in reversed(records):
        event = event_of(record)
        if isinstance(event, PlayerRenamed):
            found.append(event)
        elif isinstance(event, CommandUndone):
            undone += 1
        elif isinstance(event, TournamentEvent) and not isinstance(event, LASTING):
            if not undone:
                break
            undone -= 1
    first_names: dict[str, str] = {}
    for event in reversed(found):
        first = first_names.pop(event.player, event.player)
        if first != event.name:
            first_names[event.name] = first
    return [PlayerRenamed(first, name) for name, first in reversed(first_names.items())]


class _Step(msgspec.Struct):
    """The part of an event that tells whose list it was."""

    event: str
    player: str | None = None
    list: str | None = None
    undone: str | None = None
    name: str | None = None


_READ = msgspec.json.Decoder(_Step)
_UNDONE, _RENAMED = "CommandUndone", "PlayerRenamed"
# An undo removes the last event of one of these kinds in force, which the log names.
_ABOUT_LISTS = frozenset({"DeckSubmitted", "PlayerRegistered"})
_ABOUT_NAMES = frozenset({"EventOpened", "EventDescribed"})


def deck_lists(records: Sequence[Record]) -> dict[str, str]:
    """Return the latest deck list of each player, by name, without the undone ones."""
    return DeckLists().at(records)


class DeckLists:
    """The deck lists of an event, read on from the last record read. Safe for several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._read = 0
        self._standing: list[_Step] = []

    def at(self, records: Sequence[Record]) -> dict[str, str]:
        """Return the same as `deck_lists`; `records` are those of the same event each time, from its first on."""
        with self._lock:
            if self._read > len(records):
                self._read, self._standing = 0, []
            for record in records[self._read :]:
                self._take(_READ.decode(record.event))
            self._read = len(records)
            found: dict[str, str] = {}
            for step in self._standing:
                if step.player is None:
                    continue
                # A player who has left and comes back begins without a list.
                found.pop(step.player, None)
                if step.list is not None:
                    found[step.player] = step.list
        return found

    def _take(self, step: _Step) -> None:
        if step.event == _UNDONE:
            if step.undone in _ABOUT_LISTS and self._standing:
                self._standing.pop()
        elif step.event == _RENAMED:
            for each in self._standing:
                each.player = step.name if each.player == step.player else each.player
        elif step.event in _ABOUT_LISTS:
            self._standing.append(step)


def names_of(records: Sequence[Record]) -> tuple[str, ...]:
    """Return the names that an event has had, the first one first."""
    naming = (record.event for record in records if any(f'"{kind}"' in record.event for kind in _ABOUT_NAMES))
    steps = map(_READ.decode, naming)
    return tuple(step.name for step in steps if step.event in _ABOUT_NAMES and step.name is not None)


class StoredEvent(msgspec.Struct, frozen=True):
    """A stored tournament: its id (short, typeable), its name, when it was opened, the number of its records."""

    id: str
    name: str
    opened_at: str
    records: int


class Removal(msgspec.Struct, frozen=True):
    """A removal beside a log: `words` replace those with their seals, and `redacted` returns a text without the removed part."""

    words: tuple[Word, ...]
    redacted: Callable[[str], str]


class EventLog(Protocol):
    """Append-only logs, one for each tournament. Once `create` or `append` has returned, the records survive a crash."""

    def tournaments(self) -> list[StoredEvent]:
        """Return every tournament, the latest opened one last."""
        ...

    def create(
        self, wanted: str, name: str, records: Sequence[Record], secret: str | None, *, once: bool = False
    ) -> str:
        """Start a log with its first records; return its id: `wanted`, or with a number behind it if that is taken.

        `secret` (the seed of the draws) is stored beside the log and never in it. `once`: if a log begins with the same
        command id already, nothing is started, and its id is returned.
        Raises BadInput without records, Damaged if they are no chain from its start.
        """
        ...

    def read(self, tournament: str, after: int = 0) -> list[Record]:
        """Return the records with numbers above `after`, in order, as they are stored: `check_chain` checks them.

        Records of a log since version 2 are sealed; `opened_log` opens them.
        Raises BadInput if there is no such tournament; Damaged if the log does not end at its last known record, or the
        store cannot be read.
        """
        ...

    def append(
        self, tournament: str, *records: Record, secret: str | None = None, removal: Removal | None = None
    ) -> None:
        """Append one record or more, durably: all of them or none; return only then.

        `secret` replaces the earlier one: the seed that these records promise. `removal` is done with them; see
        `scrub`.
        Raises BadInput if there is no such tournament, or no record; Damaged if they are no chain; Conflict if they do
        not follow the newest stored record, or a command is in the log already; Refused if the store cannot be written
        or reached.
        """
        ...

    def scrub(self) -> None:
        """Erase everything that was removed from all files of the database.

        Raises Refused if that is impossible now.
        """
        ...

    def secret(self, tournament: str) -> str | None:
        """Return the secret given at `create`; None if there was none."""
        ...

    def close(self) -> None:
        """Close files and connections."""
        ...


def names_kept(log: EventLog, kept: StoredEvent) -> tuple[str, ...]:
    """Return the names that an event has had, the first one first; the one of its opening if its log cannot be read."""
    try:
        return names_of(opened_log(log.read(kept.id))) or (kept.name,)
    except Damaged:
        return (kept.name,)
