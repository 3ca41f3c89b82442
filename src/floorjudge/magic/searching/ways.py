"""The ways in which one choice can go, played one at a time, the cheapest first: an answer that nobody expects waits for its turn."""

from __future__ import annotations

import heapq
from collections.abc import Callable

import msgspec

from floorjudge.magic.playing.bodies import Step
from floorjudge.magic.playing.recording import Option
from floorjudge.magic.searching.moves import MOST_MOVES, RESOLVE, Move, Mover, Spot, Todo


class Way(msgspec.Struct, frozen=True):
    """A move, and the price of the choice with the answers in it."""

    move: Move
    price: float


class Ways:
    """The ways of a choice from a position, None being to let the top of the stack resolve.

    `price` is what the choice costs; `dearer` says how much an answer adds, where there are several.
    """

    def __init__(self, spot: Spot, option: Option | None, price: float, dearer: Callable[[Step], float]) -> None:
        self._spot = spot
        self._dearer = dearer
        self._asked = 0
        first: Todo = ([RESOLVE], [RESOLVE], 1) if option is None else ([option.act], [option.step], 1)
        self._heap: list[tuple[float, int, int, Todo]] = [(price, 0, 0, first)]
        self._left = MOST_MOVES

    @property
    def price(self) -> float | None:
        """Return the least that a way which was not played yet costs; None when there is none."""
        return self._heap[0][0] if self._heap and self._left else None

    def next(self, mover: Mover) -> Way | None:
        """Play the cheapest way for as long as no other one is cheaper; return it when that was to its end, None when not."""
        price, _, _, todo = heapq.heappop(self._heap)
        mover.rank = self._dearer
        line = mover.played(self._spot, *todo)
        while line is not None:
            answers = mover.question(line)
            if answers is None:
                return None
            if not answers:
                self._left -= 1
                return Way(mover.finished(line, self._spot), price)
            self._keep(answers, price)
            # Of equal ways the one that is being played goes on, as the engine stands there already.
            if self._heap[0][1] != -self._asked:
                return None
            price, _, _, (doing, steps, line.choices) = heapq.heappop(self._heap)
            line = line if mover.does(line, doing[-1], steps[-1]) else None
        return None

    def _keep(self, answers: list[Todo], price: float) -> None:
        self._asked += 1
        for index, todo in enumerate(answers):
            dearer = self._dearer(todo[1][-1]) if len(answers) > 1 else 0.0
            heapq.heappush(self._heap, (price + dearer, -self._asked, index, todo))
