"""Who comes next: staff of events, then players, then strangers; among these each address in turn, and there each session."""

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
    """Who waits behind whom: whoever has a link never waits for those who have none."""

    STRANGER = 0
    PLAYER = 1
    STAFF = 2


class Asker(msgspec.Struct, frozen=True):
    """Who asks for work: a network address, a session there (a browser), and their rank; whoever has a link is both by that."""

    address: str = ""
    session: str = ""
    rank: Rank = Rank.STRANGER


class Bounds(msgspec.Struct, frozen=True):
    """How many of one rank may wait: in all, strangers from one address, strangers or players from one session."""

    most: int = 60
    address: int = 30
    session: int = 6


class FairQueue(Generic[T]):
    """What waits for its turn. Each thing is in it once."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._turns: dict[Rank, _Turns[T]] = {rank: _Turns() for rank in sorted(Rank, reverse=True)}
        self._askers: dict[T, Asker] = {}

    def __len__(self) -> int:
        return len(self._askers)

    def add(self, what: T, asker: Asker, seconds: int) -> None:
        """Let something wait; `seconds` is about how long the queue takes until there is room again, for the refusal.

        Raises QueueFull or OwnQueueFull when no more may wait.
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
        """Let something wait among those of a higher rank, one of whom wants it too; nothing happens when it does not wait."""
        if what in self._askers and asker.rank > self._askers[what].rank:
            self.remove(what)
            self._put(what, asker)

    def highest(self) -> Rank | None:
        """Return the rank of what comes next, None when nothing waits."""
        return next((rank for rank, turns in self._turns.items() if turns), None)

    def take(self) -> T:
        """Return what comes next, which does not wait any more. Raises IndexError when nothing waits."""
        what = self._turns[self.highest() or Rank.STRANGER].take()
        del self._askers[what]
        return what

    def remove(self, what: T) -> None:
        """Let something wait no more; nothing happens when it does not."""
        asker = self._askers.pop(what, None)
        if asker is not None:
            self._turns[asker.rank].remove(what, asker)

    def order(self) -> Iterator[T]:
        """Yield everything that waits in the order in which it would be taken, if nobody else came."""
        return chain.from_iterable(turns.order() for turns in self._turns.values())


class _Turns(Generic[T]):
    """Round robin over addresses, and within each over sessions; whoever comes anew is last in the round."""

    def __init__(self) -> None:
        self._round: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._round)

    def add(self, what: T, asker: Asker) -> None:
        """Let something wait behind what its session has waiting already."""
        self._round.setdefault(asker.address, OrderedDict()).setdefault(asker.session, deque()).append(what)

    def take(self) -> T:
        """Return what comes next; its address and its session go to the end. Raises IndexError when nothing waits."""
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
        """Let something that waits wait no more; whoever has nothing left is out of the round."""
        sessions = self._round[asker.address]
        line = sessions[asker.session]
        line.remove(what)
        if not line:
            del sessions[asker.session]
        if not sessions:
            del self._round[asker.address]

    def order(self) -> Iterator[T]:
        """Yield what waits in the order in which it would be taken."""
        copy: _Turns[T] = _Turns()
        for address, sessions in self._round.items():
            copy._round[address] = OrderedDict((session, deque(line)) for session, line in sessions.items())
        while copy:
            yield copy.take()
