"""The engine's answers about the positions of a loop: each question is computed once, and stored by the position."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from floorjudge.magic.engine.amounts import with_amounts
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.iterating import Iteration, Loop, chance_matters, history_matters
from floorjudge.magic.state import CounterName

Answer = TypeVar("Answer")


class Answers:
    """The engine's answers about one loop.

    Two trajectories that share them compute nothing twice, and if both do the same, they reach identical positions. A
    position is identified by its object identity: comparing two would take longer than it saves.
    """

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self._iterations: dict[tuple[Snapshot, int, bool], Iteration] = {}
        self._put: dict[tuple[Snapshot, frozenset[tuple[CounterName, int]]], Snapshot] = {}
        self._others: dict[Hashable, Any] = {}

    def performed(self, start: Snapshot) -> Iteration:
        """Return the result of an iteration from a position, without the engine's log."""
        return self._iterated(start, start.without_log(), 0, listing=True)

    def iterated(self, start: Snapshot, period: int, *, listing: bool = True) -> Iteration:
        """Return the result of `period` iterations, taken as one; without `listing`, the alternatives are not known."""
        return self._iterated(start, start, period, listing=listing)

    def _iterated(self, asked: Snapshot, start: Snapshot, period: int, *, listing: bool) -> Iteration:
        question = asked, period, listing
        if question not in self._iterations:
            self._iterations[question] = self.loop.repeated(period or 1).iterate(start, listing=listing)
        return self._iterations[question]

    def put(self, base: Snapshot, wanted: Mapping[CounterName, int]) -> Snapshot:
        """Return a position with other amounts, as the engine represents it.

        Raises CannotHold if it cannot be made, and ValueError if the engine does not accept it.
        """
        question = base, frozenset(wanted.items())
        if question not in self._put:
            self._put[question] = self.loop.table(with_amounts(base, wanted)).snapshot()
        return self._put[question]

    def chance_matters(self, start: Snapshot) -> bool:
        """Return whether chance decides how an iteration from a position ends."""
        return self.ask(("chance", start), lambda: chance_matters(self.loop, start))

    def history_matters(self, start: Snapshot, period: int, one: Iteration) -> bool:
        """Return whether these iterations, taken as `one`, end differently after another turn history."""
        return self.ask(("history", start, period), lambda: history_matters(self.loop.repeated(period), start, one))

    def ask(self, question: Hashable, answer: Callable[[], Answer]) -> Answer:
        """Return the answer to a question, computing it only the first time."""
        if question not in self._others:
            self._others[question] = answer()
        known: Answer = self._others[question]
        return known
