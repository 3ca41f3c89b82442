"""What an event's log tells beyond its state: every record in words, and the deck lists as they were handed in."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from floorjudge.events.codec import read_event
from floorjudge.events.floor.explain import public_text, staff_text
from floorjudge.events.service.log import Record
from floorjudge.texts import Text


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


class _Step(msgspec.Struct):
    """As much of an event as says whose list it was."""

    event: str
    player: str | None = None
    list: str | None = None
    undone: str | None = None


_READ = msgspec.json.Decoder(_Step)
_UNDONE = "CommandUndone"
# What is taken back is the last event of one of these kinds that still stands; the log names it.
_ABOUT_LISTS = frozenset({"DeckSubmitted", "PlayerRegistered"})


def deck_lists(records: Iterable[Record]) -> dict[str, str]:
    """Return the list of each player who has handed one in, by name; what was taken back does not count."""
    standing: list[_Step] = []
    for record in records:
        step = _READ.decode(record.event)
        if step.event == _UNDONE:
            if step.undone in _ABOUT_LISTS and standing:
                standing.pop()
        elif step.event in _ABOUT_LISTS:
            standing.append(step)
    found: dict[str, str] = {}
    for step in standing:
        if step.player is None:
            continue
        # Who has left and comes back begins anew, without a list.
        found.pop(step.player, None)
        if step.list is not None:
            found[step.player] = step.list
    return found
