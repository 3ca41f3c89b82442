"""Counted work: what the engine is asked to do, in units that are the same on every machine.

Whoever limits a search or a certificate by its work gets the same answer on a slow and on a busy computer. The clock is only
a safety net, far away: past it, there is no answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from floorjudge.magic.phase.table import Table

if TYPE_CHECKING:
    from phase import Engine, Game

# Measured on boards of a dozen cards: as much as one 2 GHz core does in a second, what is around the engine included.
UNITS_PER_SECOND = 1_000
LOAD, EXPORT, LISTING, ACTION = 4, 4, 2, 1
# How much longer than expected something may take before the clock ends it, in times and in seconds more.
SLOWEST, GRACE = 10.0, 30.0


class Work:
    """How much may be asked of the engine, and how much was.

    `limit` is in units, 0 or more; `spent` as well. Where work is a part of other work, the other one counts it too.
    """

    def __init__(
        self, limit: int, *, within: Work | None = None, clock: Callable[[], float] = time.process_time
    ) -> None:
        self.limit = limit
        self.spent = 0
        self._within = within
        self._clock = clock
        self._ends = clock() + limit / UNITS_PER_SECOND * SLOWEST + GRACE

    @classmethod
    def of_seconds(cls, seconds: float, *, within: Work | None = None) -> Work:
        """Return the work that a usual machine does in so many seconds of computing."""
        return cls(units(seconds), within=within)

    @property
    def is_done(self) -> bool:
        """Say whether as much was asked as may be, here or in the work that this is a part of."""
        return self.spent >= self.limit or (self._within is not None and self._within.is_done)

    @property
    def is_overdue(self) -> bool:
        """Say whether the clock has run out, long after the work should have been done: what was found says nothing then."""
        return self._clock() > self._ends or (self._within is not None and self._within.is_overdue)

    def spend(self, cost: int) -> None:
        """Count something, in units; it is never refused."""
        self.spent += cost
        if self._within is not None:
            self._within.spend(cost)

    def count(self, table: Table) -> Table:
        """Return a table in the same position, of which everything that is asked from now on is counted."""
        engine: Any = table.engine
        game: Any = table.game
        if isinstance(engine, CountedEngine):
            engine, game = engine.engine, game.game
        counted: Any = CountedEngine(engine, self)
        return Table(counted, counted.counted(game), table.labels, table.names, table.board)


def units(seconds: float) -> int:
    """Return how many units of work a usual machine does in so many seconds of computing."""
    return round(seconds * UNITS_PER_SECOND)


class CountedEngine:
    """The engine, with everything counted that its games are asked."""

    def __init__(self, engine: Engine, work: Work) -> None:
        self.engine, self.work = engine, work

    def load_game(self, state: Mapping[str, Any] | str) -> CountedGame:
        """Load a game as the engine does, counted."""
        self.work.spend(LOAD)
        return self.counted(self.engine.load_game(state))

    def counted(self, game: Game) -> CountedGame:
        """Return a game of this engine of which everything that is asked is counted."""
        return CountedGame(game, self.work)


class CountedGame:
    """A game of the engine: everything that takes it long is counted, all else is the game's own."""

    def __init__(self, game: Game, work: Work) -> None:
        self.game, self.work = game, work

    def state(self) -> Any:  # noqa: ANN401 (the engine's)
        """Export the game as the engine does, counted."""
        self.work.spend(EXPORT)
        return self.game.state()

    def actions(self) -> Any:  # noqa: ANN401 (the engine's)
        """List what may be done as the engine does, counted."""
        self.work.spend(LISTING)
        return self.game.actions()

    def apply(self, *arguments: Any, **named: Any) -> Any:  # noqa: ANN401 (the engine's)
        """Do something as the engine does, counted."""
        self.work.spend(ACTION)
        return self.game.apply(*arguments, **named)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (the engine's)
        return getattr(self.game, name)
