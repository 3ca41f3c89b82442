"""The history of an event's draws: closed lists, starts, orders, and everything that was undone.

An undo removes a step, but not the fact that it happened: an organiser who closes the list, starts an event or draws an
order repeatedly could choose among the results, so the history is public.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace
from rpds import HashTrieMap

from floorjudge.events import events
from floorjudge.events.codec import kind_of_event
from floorjudge.events.draw import roster_digest
from floorjudge.events.service.log.records import Record, event_of
from floorjudge.formats.log import Ended, Left, StageMade, TournamentEvent


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A step of an event: its time (UTC) and author, and those of its undo, None for a step in force."""

    number: int
    at: str
    by: str | None
    undone_at: str | None = None
    undone_by: str | None = None


class Grouped(Step, frozen=True, kw_only=True):
    """A grouping.

    `start`: it was the first, with the public words; `roster_closed`: the list of players was closed before these were
    chosen.
    """

    round: int
    stage: str
    start: bool
    public: str | None
    roster_closed: bool


class Listed(Step, frozen=True, kw_only=True):
    """A moment that fixed the list of players: it was closed, or the event was started with an open one (`started`).

    `roster` is the digest of the names. `same`: it equals that of the first such moment; else `joined`, `left` and
    `renamed` are the differences since then, with the present names.
    """

    players: int
    roster: str
    started: bool
    same: bool
    joined: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    renamed: tuple[str, ...] = ()
    reopened_at: str | None = None
    reopened_by: str | None = None


class Ordered(Step, frozen=True, kw_only=True):
    """A random order; `again`: another order of the same things was already in force."""

    items: tuple[str, ...]
    reason: str
    order: tuple[str, ...]
    again: bool


class DrawHistory(msgspec.Struct, frozen=True):
    """Every fixed list, every start, and every grouping and order that was undone or repeated, in order.

    `renewals` are the moments of a new promise of a seed, `ends_undone` counts the undone ends.
    """

    lists: tuple[Listed, ...]
    starts: tuple[Grouped, ...]
    undone: tuple[Grouped, ...]
    orders: tuple[Ordered, ...]
    renewals: tuple[Step, ...]
    ends_undone: int

    @property
    def list_changed(self) -> bool:
        """Whether the list of players was fixed more than once, with different names."""
        return not all(each.same for each in self.lists)


def draw_history(records: Iterable[Record]) -> DrawHistory:
    """Return the history of an event's draws, from the records of its log."""
    reading = _Reading()
    for record in records:
        reading.take(record)
    return reading.history()


# The kinds of events that are read; of the others only the count matters.
_READ = (
    events.PlayerRegistered,
    Left,
    events.RosterClosed,
    events.RosterReopened,
    StageMade,
    events.OrderDrawn,
)


class _Standing(msgspec.Struct, frozen=True):
    """The state before a step, for an undo: the players by number, the step that closed the list (None while it is open), the orders.

    `registered` is the highest number so far, `grouped` is whether the event has started.
    """

    here: HashTrieMap[int, None] = HashTrieMap()
    registered: int = 0
    closed: int | None = None
    grouped: bool = False
    ordered: HashTrieMap[str, None] = HashTrieMap()


class _Reading:
    """One pass through the records of a log."""

    def __init__(self) -> None:
        self._lists: dict[int, Listed] = {}
        self._groupings: dict[int, Grouped] = {}
        self._orders: dict[int, Ordered] = {}
        self._renewals: list[Step] = []
        self._ends_undone = 0
        self._stack: list[tuple[int, type[events.Event], _Standing]] = []
        self._now = _Standing()
        # An undo does not change names: the present ones, and those on a fixed list.
        self._number_of: dict[str, int] = {}
        self._names: dict[int, str] = {}
        self._on_list: dict[int, str] = {}
        self._first: Mapping[int, str] = {}
        # The names of each list by number, by the record that fixed it.
        self._fixed: dict[int, Mapping[int, str]] = {}
        # For each list, the players who joined, left and were renamed since the first, by number.
        self._changes: dict[int, tuple[list[int], list[int], list[int]]] = {}

    def take(self, record: Record) -> None:
        """Read the next record."""
        kind = kind_of_event(record.event)
        if kind is events.CommandUndone:
            self._take_back(record)
        elif issubclass(kind, events.LASTING):
            self._take_lasting(record)
        elif issubclass(kind, TournamentEvent):
            self._stack.append((record.number, kind, self._now))
            if issubclass(kind, _READ):
                self._happen(record, event_of(record))

    def history(self) -> DrawHistory:
        """Return the history so far."""
        lists = []
        for number, each in self._lists.items():
            joined, left, renamed = (tuple(self._names[one] for one in some) for some in self._changes[number])
            lists.append(replace(each, joined=joined, left=left, renamed=renamed))
        return DrawHistory(
            lists=tuple(lists),
            starts=tuple(each for each in self._groupings.values() if each.start),
            undone=tuple(each for each in self._groupings.values() if each.undone_at is not None),
            orders=tuple(each for each in self._orders.values() if each.undone_at is not None or each.again),
            renewals=tuple(self._renewals),
            ends_undone=self._ends_undone,
        )

    def _take_back(self, record: Record) -> None:
        number, kind, self._now = self._stack.pop()
        self._ends_undone += issubclass(kind, Ended)
        if number in self._lists:
            self._lists[number] = replace(self._lists[number], undone_at=record.at, undone_by=record.by)
        if number in self._groupings:
            self._groupings[number] = replace(self._groupings[number], undone_at=record.at, undone_by=record.by)
        if number in self._orders:
            self._orders[number] = replace(self._orders[number], undone_at=record.at, undone_by=record.by)

    def _take_lasting(self, record: Record) -> None:
        event = event_of(record)
        if isinstance(event, events.SeedRenewed):
            self._renewals.append(Step(number=record.number, at=record.at, by=record.by))
        elif isinstance(event, events.PlayerRenamed) and event.player in self._number_of:
            number = self._number_of.pop(event.player)
            self._number_of[event.name] = number
            # After the start a list keeps its names, also if the start is undone.
            if not self._now.grouped and self._on_list[number] == self._names[number]:
                self._on_list[number] = event.name
            self._names[number] = event.name

    def _happen(self, record: Record, event: events.Event) -> None:
        now = self._now
        if isinstance(event, events.PlayerRegistered):
            number = self._register(event)
            registered = max(now.registered, number)
            self._now = replace(now, here=now.here.insert(number, None), registered=registered)
        elif isinstance(event, Left):
            # A player who leaves after the start is still on the list of the start.
            if not now.grouped and event.player in self._number_of:
                self._now = replace(now, here=now.here.discard(self._number_of[event.player]))
        elif isinstance(event, events.RosterClosed):
            self._fix(record, event.roster, started=False)
            self._now = replace(now, closed=record.number)
        elif isinstance(event, events.RosterReopened):
            if now.closed is not None:
                closed = self._lists[now.closed]
                self._lists[now.closed] = replace(closed, reopened_at=record.at, reopened_by=record.by)
            self._now = replace(now, closed=None)
        elif isinstance(event, StageMade):
            self._group(record, event)
        elif isinstance(event, events.OrderDrawn):
            self._order(record, event)

    def _register(self, event: events.PlayerRegistered) -> int:
        """Return the number of a registered player, and note the name; in older logs the number is the count."""
        known = self._number_of.get(event.player)
        counted = known if known is not None and known <= self._now.registered else self._now.registered + 1
        number = event.number or counted
        self._number_of[event.player] = number
        if number not in self._now.here and self._names.get(number) != event.player:
            self._names[number] = self._on_list[number] = event.player
        return number

    def _listed_now(self) -> dict[int, str]:
        return {number: self._on_list[number] for number in sorted(self._now.here)}

    def _fix(self, record: Record, roster: str, *, started: bool) -> None:
        """Note a fixed list of players, and its difference from the first one."""
        names = self._fixed[record.number] = self._listed_now()
        first = next(iter(self._lists.values()), None)
        if first is None:
            self._first = names
        both = names.keys() & self._first.keys()
        self._changes[record.number] = (
            [number for number in names if number not in both],
            [number for number in self._first if number not in both],
            [number for number in sorted(both) if names[number] != self._first[number]],
        )
        self._lists[record.number] = Listed(
            number=record.number,
            at=record.at,
            by=record.by,
            players=len(names),
            roster=roster,
            started=started,
            # The digest is one of numbers, or in older logs of names.
            same=first is None or (first.roster == roster and not self._changes[record.number][2]),
        )

    def _group(self, record: Record, event: StageMade) -> None:
        closed = None if self._now.closed is None else self._lists[self._now.closed]
        # An undo keeps names: after a renaming, undoing a reopening gives another list than the closed one.
        same = closed is not None and closed.roster == event.roster and self._fixed[closed.number] == self._listed_now()
        if event.roster is not None and not same:
            self._fix(record, event.roster, started=True)
        self._groupings[record.number] = Grouped(
            number=record.number,
            at=record.at,
            by=record.by,
            round=event.round,
            stage=event.stage,
            start=event.roster is not None,
            public=event.public,
            roster_closed=closed is not None and (event.roster is None or same),
        )
        self._now = replace(self._now, grouped=True)

    def _order(self, record: Record, event: events.OrderDrawn) -> None:
        things = roster_digest(event.items)
        self._orders[record.number] = Ordered(
            number=record.number,
            at=record.at,
            by=record.by,
            items=event.items,
            reason=event.reason,
            order=event.order,
            again=things in self._now.ordered,
        )
        self._now = replace(self._now, ordered=self._now.ordered.insert(things, None))
