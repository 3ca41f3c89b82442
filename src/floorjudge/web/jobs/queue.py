"""The order of waiting jobs: staff, then players, then strangers; among these each address and session in turn."""

from __future__ import annotations

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


class FairQueue(Generic[T]):
    """The queue of waiting items. Each item is in it once."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._turns: dict[Rank, _Turns[T]] = {rank: _Turns() for rank in sorted(Rank, reverse=True)}
        self._askers: dict[T, Asker] = {}

    def __len__(self) -> int:
        return len(self._askers)

    def add(self, what: T, asker: Asker, seconds: int) -> None:
        """Add an item; `seconds` is about how long the queue takes until there is room again, for the refusal.

        Raises QueueFull or OwnQueueFull if no more may wait.
        """
        waiting = [each for each in self._askers.values() if each.rank is asker.rank]
        mine = sum(each == asker for each in waiting)
        if asker.rank is not Rank.STAFF and mine >= self._bounds.session:
            raise OwnQueueFull(mine)
        near = sum(each.address == asker.address for each in waiting)
        if len(waiting) >= self._bounds.most or (asker.rank is Rank.STRANGER and near >= self._bounds.address):
            raise QueueFull(len(self), max(1, -(-seconds // 60)))
        self._put(what, asker)

    def _put(self, what: T, asker: Asker) -> None:
        self._askers[what] = asker
        self._turns[asker.rank].add(what, asker)

    def raise_to(self, what: T, asker: Asker) -> None:
        """Move an item to a higher rank, as an asker of that rank wants it too; do nothing if it does not wait."""
        if what in self._askers and asker.rank > self._askers[what].rank:
            self.remove(what)
            self._put(what, asker)

    def highest(self) -> Rank | None:
        """Return the rank of the next item, None if the queue is empty."""
        return next((rank for rank, turns in self._turns.items() if turns), None)

    def take(self) -> T:
        """Remove and return the next item. Raises IndexError if the queue is empty."""
        what = self._turns[self.highest() or Rank.STRANGER].take()
        del self._askers[what]
        return what

    def remove(self, what: T) -> None:
        """Remove an item; do nothing if it does not wait."""
        asker = self._askers.pop(what, None)
        if asker is not None:
            self._turns[asker.rank].remove(what, asker)

    def order(self) -> Iterator[T]:
        """Yield all items in the order in which they would be taken, if no others came."""
        return chain.from_iterable(turns.order() for turns in self._turns.values())


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
        """Remove and return the next item; its address and session go to the end. Raises IndexError if empty."""
        if not self._round:
            raise IndexError("nothing waits")
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
