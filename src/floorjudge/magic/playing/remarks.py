"""Remarks of a watcher on play that differs from the rules, and the interface of such a watcher."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from floorjudge.magic.engine.actions import Event
from floorjudge.magic.engine.objects import GameObject
from floorjudge.magic.engine.snapshot import Snapshot


class Remark(NamedTuple):
    """The kind of mistake, the name of the card, and the words of the card that it concerns."""

    mistake: str
    card: str
    words: str


class Watcher(Protocol):
    """Examines the events of an iteration, in order."""

    def remarks(self, events: Sequence[Event]) -> Iterator[Remark]:
        """Yield a remark on each of some events that differs from the rules."""
        ...


Watch: TypeAlias = Callable[[Snapshot, Callable[[int], GameObject | None]], Watcher]
"""Begins to watch in a position; the second argument returns the current state of an object."""
