"""The first iterations of a loop, performed one after the other until they follow a recurrence or stop."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import pairwise

from floorjudge.magic.certifying.recurrences import SAME_CHANGES, Recurrence, amounts_of, recurrence_of
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.table import Table
from floorjudge.magic.phase.work import Work
from floorjudge.magic.playing.iterating import Iteration, Loop, Stop, chance_matters

_MOST_PERFORMED = 12
_LONGEST_PERIOD = 4
_PERFORMED_ANYWAY = 9
# So many rounds in a row, each with at least twice as many new objects as the one before: no polynomial of low degree does that.
_DOUBLINGS = 4


class Beginning:
    """The first iterations, performed until they follow a recurrence or stop."""

    def __init__(self, loop: Loop, start: Snapshot, table: Table) -> None:
        self.loop = loop
        self._table = table
        self.positions = [start]
        self.iterations: list[Iteration] = []
        self.stop: Stop | None = None
        self.chance = False
        # The kinds of positions from which chance was tried.
        self._by_chance: set[Hashable] = set()
        self.base = 0
        self.recurrence: Recurrence | None = None

    @property
    def done(self) -> int:
        """Return how many whole iterations have been performed."""
        return len(self.positions) - 1

    @property
    def period(self) -> int | None:
        """Return after how many iterations, 2 to 4, the loop comes round, seen three times in a row; None where it does not."""
        for period in range(2, _LONGEST_PERIOD + 1):
            seen = self.positions[::-period][: SAME_CHANGES + 1][::-1]
            if len(seen) > SAME_CHANGES and recurrence_of(amounts_of(seen)) is not None:
                return period
        return None

    def perform(self, work: Work) -> None:
        """Perform iterations until a recurrence is seen, most of them only while there is work left."""
        for done in range(_MOST_PERFORMED):
            spent = work.spent
            if (done >= _PERFORMED_ANYWAY and work.is_done) or not self.step() or self._found_recurrence():
                return
            if self.explodes and not work.has_room_for(2 * (work.spent - spent)):
                return

    @property
    def explodes(self) -> bool:
        """Say whether objects become more and more, so that every iteration takes about twice as long as the one before."""
        many = [len(position.objects) for position in self.positions[-_DOUBLINGS - 2 :]]
        new = [later - earlier for earlier, later in pairwise(many)]
        return len(new) > _DOUBLINGS and all(0 < 2 * earlier <= later for earlier, later in pairwise(new))

    def step(self) -> bool:
        """Perform one more iteration; say whether another can follow."""
        before = self.positions[-1]
        ran = self.loop.iterate_on(self._table, before)
        self.iterations.append(ran)
        if ran.end.chance != before.chance and before.abstraction.shape not in self._by_chance:
            self._by_chance.add(before.abstraction.shape)
            self.chance = chance_matters(self.loop, before)
            if self.chance:
                return False
        self.stop = ran.stop
        if not self.loop.is_whole(ran.stop):
            return False
        self.positions.append(ran.end)
        if self.stop is None:
            self._table = _lighter(self.loop, ran.end, self._table)
        return self.stop is None

    def _found_recurrence(self) -> bool:
        for first in range(self.done):
            recurrence = recurrence_of(amounts_of(self.positions[first:]))
            if recurrence is not None:
                self.base, self.recurrence = first, recurrence
                return True
        return False


def _lighter(loop: Loop, position: Snapshot, table: Table) -> Table:
    """Return a table in the same position without the log of the engine; this table, where one like it cannot be had.

    A game that is loaded again may have lost what the engine writes and does not take back; that is compared.
    """
    again = loop.table(position.without_log())
    loaded = again.snapshot()
    same = (
        loaded.abstraction.shape == position.abstraction.shape
        and loaded.abstraction.counters == position.abstraction.counters
    )
    return again if same else table
