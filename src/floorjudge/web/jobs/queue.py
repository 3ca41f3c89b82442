"""The order of waiting jobs: staff, then players, then strangers; shorter jobs first; among these each address and session in turn."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict, deque
from collections.abc import Iterator
from enum import IntEnum
from itertools import chain
from typing import Generic, TypeVar

import msgspec

from floorjudge.web.errors import OwnQueueFull, QueueFull

T = TypeVar("T")


class Rank(IntEnum):
    """The rank of an asker: those with a link never wait for those without."""

    STRANGER = 0
    PLAYER = 1
    STAFF = 2


class Asker(msgspec.Struct, frozen=True):
    """A job's origin: a network address, a session there (a browser), and a rank; a link replaces both."""

    address: str = ""
    session: str = ""
    rank: Rank = Rank.STRANGER


class Bounds(msgspec.Struct, frozen=True):
    """How many of one rank may wait: in all, strangers from one address, strangers or players from one session."""

    most: int = 60
    address: int = 30
    session: int = 6


# Up to how many seconds of work a job is short, and up to how many it is usual; the others are long.
_SHORT, _USUAL = 6.0, 30.0


class Place(msgspec.Struct, frozen=True, order=True):
    """A place in the order: those of a higher rank first (`behind` is lower), of these the shorter jobs."""

    behind: int
    length: int

    @classmethod
    def of(cls, rank: Rank, seconds: float) -> Place:
        """Return the place of a job that may work for so many seconds.

        There are three lengths only, so that askers of about the same take turns, whoever asks for a little less.
        """
        return cls(Rank.STAFF - rank, bisect_left((_SHORT, _USUAL), seconds))

    @property
    def rank(self) -> Rank:
        """The rank of the askers at this place."""
        return Rank(Rank.STAFF - self.behind)


class FairQueue(Generic[T]):
    """The queue of waiting items. Each item is in it once."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._turns: dict[Place, _Turns[T]] = {}
        self._waiting: dict[T, tuple[Asker, float]] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, what: T, asker: Asker, room_in: int, work: float = 0.0) -> None:
        """Add an item that may `work` for so many seconds.

        `room_in` is about how many seconds pass until there is room again, for the refusal. Raises QueueFull or
        OwnQueueFull if no more may wait.
        """
        waiting = [each for each, _ in self._waiting.values() if each.rank is asker.rank]
        mine = sum(each == asker for each in waiting)
        if asker.rank is not Rank.STAFF and mine >= self._bounds.session:
            raise OwnQueueFull(mine)
        near = sum(each.address == asker.address for each in waiting)
        if len(waiting) >= self._bounds.most or (asker.rank is Rank.STRANGER and near >= self._bounds.address):
            raise QueueFull(len(self), max(1, -(-room_in // 60)))
        self._put(what, asker, work)

    def _put(self, what: T, asker: Asker, work: float) -> None:
        self._waiting[what] = asker, work
        self._turns.setdefault(Place.of(asker.rank, work), _Turns()).add(what, asker)

    def raise_to(self, what: T, asker: Asker) -> None:
        """Move an item to a higher rank, as an asker of that rank wants it too; do nothing if it does not wait."""
        waiting = self._waiting.get(what)
        if waiting is not None and asker.rank > waiting[0].rank:
            self.remove(what)
            self._put(what, asker, waiting[1])

    def highest(self) -> Rank | None:
        """Return the rank of the next item, None if the queue is empty."""
        return min(self._turns).rank if self._turns else None

    def take(self) -> T:
        """Remove and return the next item. Raises IndexError if the queue is empty."""
        if not self._turns:
            raise IndexError("nothing waits")
        place = min(self._turns)
        what = self._turns[place].take()
        del self._waiting[what]
        self._drop_empty(place)
        return what

    def remove(self, what: T) -> None:
        """Remove an item; do nothing if it does not wait."""
        waiting = self._waiting.pop(what, None)
        if waiting is not None:
            place = Place.of(waiting[0].rank, waiting[1])
            self._turns[place].remove(what, waiting[0])
            self._drop_empty(place)

    def _drop_empty(self, place: Place) -> None:
        if not self._turns[place]:
            del self._turns[place]

    def order(self) -> Iterator[T]:
        """Yield all items in the order in which they would be taken, if no others came."""
        return chain.from_iterable(self._turns[place].order() for place in sorted(self._turns))


class _Turns(Generic[T]):
    """Round robin over addresses, and within each over sessions; a new one is last in the round."""

    def __init__(self) -> None:
        self._round: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._round)

    def add(self, what: T, asker: Asker) -> None:
        """Add an item behind those of its session."""
        self._round.setdefault(asker.address, OrderedDict()).setdefault(asker.session, deque()).append(what)

    def take(self) -> T:
        """Remove and return the next item; its address and session go to the end."""
        address, sessions = self._round.popitem(last=False)
        session, line = sessions.popitem(last=False)
        what = line.popleft()
        if line:
            sessions[session] = line
        if sessions:
            self._round[address] = sessions
        return what

    def remove(self, what: T, asker: Asker) -> None:
        """Remove an item; remove its session and address from the round if they have no more."""
        sessions = self._round[asker.address]
        line = sessions[asker.session]
        line.remove(what)
        if not line:
            del sessions[asker.session]
        if not sessions:
            del self._round[asker.address]

    def order(self) -> Iterator[T]:
        """Yield the items in the order in which they would be taken."""
        copy: _Turns[T] = _Turns()
        for address, sessions in self._round.items():
            copy._round[address] = OrderedDict((session, deque(line)) for session, line in sessions.items())
        while copy:
            yield copy.take()
