"""What a log tells about the draws of an event beside what they gave: how often it was started, what was taken back, by whom.

An undo takes a start back, but not that it happened: whoever starts an event again and again can choose among the groups,
and everybody should see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from floorjudge.events import events
from floorjudge.events.codec import kind_of_event, read_event
from floorjudge.events.service.log import Record


class Grouped(msgspec.Struct, frozen=True):
    """A grouping that was made: when (UTC) and by whom, and when and by whom it was taken back, None while it stands.

    `start`: it was the first, with the public words; `roster_closed`: the list of players was closed before they were said.
    """

    number: int
    round: int
    stage: str
    at: str
    by: str | None
    start: bool
    public: str | None
    roster_closed: bool
    undone_at: str | None = None
    undone_by: str | None = None


class DrawHistory(msgspec.Struct, frozen=True):
    """Every start and every grouping that was taken back, and when the end was taken back, in order."""

    starts: tuple[Grouped, ...]
    undone: tuple[Grouped, ...]
    ends_undone: int


def draw_history(records: Iterable[Record]) -> DrawHistory:
    """Return how the draws of an event came about, from the records of its log."""
    made: dict[int, Grouped] = {}
    standing: list[tuple[int, type[events.Event]]] = []
    ends_undone = 0
    for record in records:
        kind = kind_of_event(record.event)
        if kind is events.CommandUndone:
            number, undone = standing.pop()
            ends_undone += undone is events.EventFinished
            if number in made:
                made[number] = replace(made[number], undone_at=record.at, undone_by=record.by)
        elif issubclass(kind, events.TournamentEvent) and not issubclass(kind, events.LASTING):
            if kind is events.RoundGrouped:
                made[record.number] = _grouped(record, roster_closed=_roster_closed(standing))
            standing.append((record.number, kind))
    groupings = tuple(made.values())
    return DrawHistory(
        starts=tuple(each for each in groupings if each.start),
        undone=tuple(each for each in groupings if each.undone_at is not None),
        ends_undone=ends_undone,
    )


def _grouped(record: Record, *, roster_closed: bool) -> Grouped:
    """Return a grouping from its record."""
    event = read_event(record.event)
    if not isinstance(event, events.RoundGrouped):
        raise TypeError(event)
    return Grouped(
        number=record.number,
        round=event.round,
        stage=event.stage,
        at=record.at,
        by=record.by,
        start=event.roster is not None,
        public=event.public,
        roster_closed=roster_closed,
    )


def _roster_closed(standing: Sequence[tuple[int, type[events.Event]]]) -> bool:
    """Say whether the list of players is closed after the events that stand."""
    closing = (events.RosterClosed, events.RosterReopened)
    last = next((kind for _, kind in reversed(standing) if kind in closing), None)
    return last is events.RosterClosed
