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
        self._known: dict[Hashable, Any] = {}

    def ask(self, question: Hashable, answer: Callable[[], Answer]) -> Answer:
        """Return the answer to a question, computing it only the first time."""
        if question not in self._known:
            self._known[question] = answer()
        known: Answer = self._known[question]
        return known

    def performed(self, start: Snapshot) -> Iteration:
        """Return the result of an iteration from a position, without the engine's log."""
        return self.ask(("performed", start), lambda: self.loop.iterate(start.without_log()))

    def iterated(self, start: Snapshot, period: int, *, listing: bool = True) -> Iteration:
        """Return the result of `period` iterations, taken as one; without `listing`, the alternatives are not known."""
        question = "iterated", start, period, listing
        return self.ask(question, lambda: self.loop.repeated(period).iterate(start, listing=listing))

    def put(self, base: Snapshot, wanted: Mapping[CounterName, int]) -> Snapshot:
        """Return a position with other amounts, as the engine represents it.

        Raises CannotHold if it cannot be made, and ValueError if the engine does not accept it.
        """
        question = "put", base, frozenset(wanted.items())
        return self.ask(question, lambda: self.loop.table(with_amounts(base, wanted)).snapshot())

    def chance_matters(self, start: Snapshot) -> bool:
        """Return whether chance decides how an iteration from a position ends."""
        return self.ask(("chance", start), lambda: chance_matters(self.loop, start))

    def history_matters(self, start: Snapshot, period: int, one: Iteration) -> bool:
        """Return whether these iterations, taken as `one`, end differently after another turn history."""
        return self.ask(("history", start, period), lambda: history_matters(self.loop.repeated(period), start, one))
