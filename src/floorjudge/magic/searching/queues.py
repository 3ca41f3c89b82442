"""What is still to be tried, the cheapest first; now and then it is the turn of the starting position that was looked at least."""

from __future__ import annotations

import heapq
from collections import Counter
from itertools import count
from typing import Generic, TypeVar

T = TypeVar("T")


class Queues(Generic[T]):
    """A queue for each starting position, by its number.

    Every so many times (`turns`) something is taken from the queue of which least was taken; None always takes the cheapest of all.
    """

    def __init__(self, turns: int | None) -> None:
        self._turns = turns
        self._heaps: dict[int, list[tuple[float, int, T]]] = {}
        self._taken: Counter[int] = Counter()
        self._order = count()
        self._pops = 0

    def __bool__(self) -> bool:
        return bool(self._heaps)

    def put(self, root: int, price: float, what: T) -> None:
        """Keep something for later."""
        heapq.heappush(self._heaps.setdefault(root, []), (price, next(self._order), what))

    def take(self) -> tuple[float, T]:
        """Return what is tried next, with its price. Raises ValueError when there is nothing."""
        self._pops += 1
        if self._turns is not None and self._pops % self._turns == 0:
            root = min(self._heaps, key=lambda each: (self._taken[each], each))
        else:
            root = min(self._heaps, key=lambda each: self._heaps[each][0][:2])
        price, _, what = heapq.heappop(self._heaps[root])
        if not self._heaps[root]:
            del self._heaps[root]
        self._taken[root] += 1
        return price, what
