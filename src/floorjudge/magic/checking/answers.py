"""What the engine answers about the positions of a loop: it is asked each question once, and the answer is remembered by the position."""

from __future__ import annotations

from collections.abc import Mapping

from floorjudge.magic.phase.amounts import with_amounts
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.playing.iterating import Iteration, Loop, chance_matters, history_matters
from floorjudge.magic.state import CounterName


class Answers:
    """The engine's answers about one loop.

    Two trajectories that share them ask nothing twice, and where both do the same, they reach the very same positions. A position is
    known by its identity: comparing two would take longer than it saves.
    """

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self._iterations: dict[tuple[Snapshot, int, bool], Iteration] = {}
        self._put: dict[tuple[Snapshot, frozenset[tuple[CounterName, int]]], Snapshot] = {}
        self._by_chance: dict[Snapshot, bool] = {}
        self._by_history: dict[Snapshot, bool] = {}

    def performed(self, start: Snapshot) -> Iteration:
        """Return what an iteration does from a position, of which the engine's log is left out."""
        return self._iterated(start, start.without_log(), 0, listing=True)

    def iterated(self, start: Snapshot, period: int, *, listing: bool = True) -> Iteration:
        """Return what so many iterations, taken for one, do from a position; without `listing`, it is not known what else could be done."""
        return self._iterated(start, start, period, listing=listing)

    def _iterated(self, asked: Snapshot, start: Snapshot, period: int, *, listing: bool) -> Iteration:
        question = asked, period, listing
        if question not in self._iterations:
            self._iterations[question] = self.loop.repeated(period or 1).iterate(start, listing=listing)
        return self._iterations[question]

    def put(self, base: Snapshot, wanted: Mapping[CounterName, int]) -> Snapshot:
        """Return a position with other amounts, as the engine has it.

        Raises CannotHold where it cannot be made, and ValueError when the engine does not take it.
        """
        question = base, frozenset(wanted.items())
        if question not in self._put:
            self._put[question] = self.loop.table(with_amounts(base, wanted)).snapshot()
        return self._put[question]

    def chance_matters(self, start: Snapshot) -> bool:
        """Say whether chance decides how an iteration from a position ends."""
        if start not in self._by_chance:
            self._by_chance[start] = chance_matters(self.loop, start)
        return self._by_chance[start]

    def history_matters(self, start: Snapshot, one: Iteration) -> bool:
        """Say whether an iteration from a position, `one`, ends differently after another turn history."""
        if start not in self._by_history:
            self._by_history[start] = history_matters(self.loop, start, one)
        return self._by_history[start]
