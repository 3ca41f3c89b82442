"""The log of an event: its records, the chain of hashes that holds them together, and what the store that keeps them must offer.

It tells more than the state of the event: every record in words, and the deck lists as they were handed in.

A record's hash covers the hash before it, so a record that is changed, left out or put in breaks the chain at its
place. docs/log-format.md describes this for readers who check a log with another program.
`floorjudge.store` implements the protocol.
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
# What is asked for in numbers: a file of players, several who go home.
_SEVERAL = (PlayerRegistered, Admitted, Left)


# The fields of a record that the chain and a store hold.
STORED = ("number", "at", "command_id", "fingerprint", "event", "previous", "hash", "by")


class Record(msgspec.Struct, frozen=True, gc=False):
    """What happened, once: an event as JSON text, with what belongs to its writing rather than to the tournament.

    `number` counts from 1; `at` is the time in UTC (ISO 8601); `command_id` and `fingerprint` are the sender's id for the
    command and the SHA-256 of the command, so that sending it again is recognised; `event` is JSON text. `by` is who did
    it, in the words of the program that took the command (`judge Bo`); None if it does not know: the command line.

    Since version 2 a log holds `event` and `by` sealed, see `floorjudge.events.service.sealing`; `words` are those that come with
    the record. In a record that was opened, the sealed forms are `sealed` and `sealed_by`.
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
        """Return the fields that the chain and a store hold, by name; the words are kept apart."""
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
    """As much of the first event as says of which version a log is."""

    version: int | None = None


_OPENING = msgspec.json.Decoder(_Opening)


def is_sealed(first: Record) -> bool:
    """Return whether a log keeps what people are called and wrote beside its chain; `first` is its first record."""
    try:
        return _OPENING.decode(first.event).version is not None
    except msgspec.DecodeError:
        return False


def open_record(record: Record, book: Book) -> Record:
    """Return a record of a sealed log with its event and its author as they were; `book` has its words, too."""
    event, by = opened(record.event, record.by, record.number, book, record.words)
    return replace(record, event=event, by=by, sealed=record.event, sealed_by=record.by)


def opened_log(records: Sequence[Record]) -> list[Record]:
    """Return the records of a whole log as they were before they were sealed.

    Raises Damaged, naming the first record whose words are not those that were sealed.
    """
    if not records or not is_sealed(records[0]):
        return list(records)
    book = book_of(records)
    return [open_record(record, book) for record in records]


def book_of(records: Iterable[Record]) -> Book:
    """Return the words of the records of a log as a book."""
    return Book().with_words(word for record in records for word in record.words)


def check_chain(records: Iterable[Record], *, after: Record | None = None) -> None:
    """Check that records follow one another unbroken, from the start or from `after`.

    Raises Damaged, naming the first record that does not fit.
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
    # Logs that were written before there was a `by` keep their hashes.
    content = json.dumps(
        fields if record.by is None else [*fields, record.by], ensure_ascii=False, separators=(",", ":")
    )
    return hashlib.sha256(content.encode()).hexdigest()


class LogEntry(msgspec.Struct, frozen=True):
    """One record in words: its number, when (UTC) and by whom, the staff's sentence, and everybody's or None."""

    number: int
    at: str
    by: str | None
    staff: Text
    public: Text | None


def log_entry(record: Record) -> LogEntry:
    """Return a record of the log in words.

    Raises Damaged when it holds no event that is known.
    """
    event = read_event(record.event)
    return LogEntry(record.number, record.at, record.by, staff_text(event), public_text(event))


def as_called_now(records: Sequence[Record], first: int, last: int) -> list[Record]:
    """Return records `first` to `last` of a log with the names that players have after its newest record.

    For callers that need no earlier names.
    """
    now: dict[str, str] = {}
    found: list[Record] = []
    for record in reversed(records[first - 1 :]):
        event = read_event(record.event) if _RENAMED in record.event else None
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
    """Return how many of the newest steps that stand are taken back as one: registrations or leavings asked for together, or 1.

    The command ids of such steps are alike up to the last slash.
    """
    count, undone, first = 0, 0, None
    for record in reversed(records):
        event = read_event(record.event)
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
    """Return the renamings since the last step that an undo would take back, newest first, each player's as one.

    An undo takes no name back: who asks for one is to know that what they did last stays. Whoever has their old name again is
    not among them.
    """
    found: list[PlayerRenamed] = []
    undone = 0
    for record in reversed(records):
        event = read_event(record.event)
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
    """As much of an event as says whose list it was."""

    event: str
    player: str | None = None
    list: str | None = None
    undone: str | None = None
    name: str | None = None


_READ = msgspec.json.Decoder(_Step)
_UNDONE, _RENAMED = "CommandUndone", "PlayerRenamed"
# What is taken back is the last event of one of these kinds that still stands; the log names it.
_ABOUT_LISTS = frozenset({"DeckSubmitted", "PlayerRegistered"})
_ABOUT_NAMES = frozenset({"EventOpened", "EventDescribed"})


def deck_lists(records: Sequence[Record]) -> dict[str, str]:
    """Return the list of each player who has handed one in, by name; what was taken back does not count."""
    return DeckLists().at(records)


class DeckLists:
    """The deck lists of an event, read on from where they were read last. Safe for several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._read = 0
        self._standing: list[_Step] = []

    def at(self, records: Sequence[Record]) -> dict[str, str]:
        """Return what `deck_lists` does; `records` are those of the same event each time, from its first on."""
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
                # Who has left and comes back begins anew, without a list.
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
    """One tournament that the store keeps: its id (short, typeable), its name, when it was opened, how many records."""

    id: str
    name: str
    opened_at: str
    records: int


class Removal(msgspec.Struct, frozen=True):
    """What is removed beside a log: `words` take the place of those with their seals, and `redacted` gives a text without it."""

    words: tuple[Word, ...]
    redacted: Callable[[str], str]


class EventLog(Protocol):
    """Append-only logs, one a tournament. What `create` and `append` have returned from survives a crash."""

    def tournaments(self) -> list[StoredEvent]:
        """Return every tournament, the most recently opened one last."""
        ...

    def create(
        self, wanted: str, name: str, records: Sequence[Record], secret: str | None, *, once: bool = False
    ) -> str:
        """Start a log with its first records; return its id: `wanted`, or with a number behind it when that is taken.

        `secret` (the seed of the draws) is kept beside the log and never in it. `once`: when a log begins with the same
        command id already, nothing is started, and that one's id is returned.
        Raises BadInput when there are no records, Damaged when they are not a chain from its start.
        """
        ...

    def read(self, tournament: str, after: int = 0) -> list[Record]:
        """Return the records with numbers above `after`, in order, as they are stored: `check_chain` judges them.

        Of a log since version 2 they are sealed; `opened_log` opens them.

        Raises BadInput when there is no such tournament; Damaged when the log does not end where it was left, or the store
        cannot be read.
        """
        ...

    def append(
        self, tournament: str, *records: Record, secret: str | None = None, removal: Removal | None = None
    ) -> None:
        """Add records, one or more, durably: all of them or none; return only then.

        `secret` takes the place of the one given before: the seed that these records promise. `removal` is done with them;
        see `scrub`.
        Raises BadInput when there is no such tournament, or no record; Damaged when they are not a chain; Conflict when
        they do not follow the newest one that is stored, or a command is in the log already; Refused when the store
        cannot be written or is away.
        """
        ...

    def scrub(self) -> None:
        """Leave nothing of what was removed in any file of the database.

        Raises Refused when that cannot be done now.
        """
        ...

    def secret(self, tournament: str) -> str | None:
        """Return the secret given at `create`; None if there was none."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


def names_kept(log: EventLog, kept: StoredEvent) -> tuple[str, ...]:
    """Return the names that an event has had, the first one first; that of its opening when its log cannot be read."""
    try:
        return names_of(opened_log(log.read(kept.id))) or (kept.name,)
    except Damaged:
        return (kept.name,)
