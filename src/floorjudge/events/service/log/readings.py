"""What a log holds beyond the state of its event: each record in words, earlier names, the steps that an undo removes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from floorjudge.errors import Damaged
from floorjudge.events.codec import event_json
from floorjudge.events.events import (
    LASTING,
    CommandUndone,
    EventDescribed,
    EventOpened,
    PlayerRegistered,
    PlayerRenamed,
)
from floorjudge.events.explain import public_text, staff_text
from floorjudge.events.service.access.roles import Role, author_parts
from floorjudge.events.service.log.contract import EventLog, StoredEvent
from floorjudge.events.service.log.records import Record, event_of, opened_log
from floorjudge.events.service.log.sealing import with_other_names
from floorjudge.formats.log import Admitted, Left, TournamentEvent
from floorjudge.texts import Text

# The kinds of steps that one command may ask for several times: the players of a file, several departures.
_SEVERAL = (PlayerRegistered, Admitted, Left)
_NAMING = (EventOpened, EventDescribed)


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
        event = event_of(record) if PlayerRenamed.__name__ in record.event else None
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

    An undo changes no name back, so the organiser should know that the latest renaming stays. A player with their
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


def names_of(records: Sequence[Record]) -> tuple[str, ...]:
    """Return the names that an event has had, the first one first."""
    naming = (record for record in records if any(kind.__name__ in record.event for kind in _NAMING))
    read = map(event_of, naming)
    return tuple(event.name for event in read if isinstance(event, _NAMING) and event.name is not None)


def names_kept(log: EventLog, kept: StoredEvent) -> tuple[str, ...]:
    """Return the names that an event has had, the first one first; the one of its opening if its log cannot be read."""
    try:
        return names_of(opened_log(log.read(kept.id))) or (kept.name,)
    except Damaged:
        return (kept.name,)
