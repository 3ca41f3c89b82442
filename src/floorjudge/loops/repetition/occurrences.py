"""How often a position has come up: what games ask whose own rule speaks of a third or a fifth time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Generic, TypeVar

from floorjudge.loops.repetition.exact import RepetitionWatch

Key = TypeVar("Key", bound=Hashable)


class Occurrences(Generic[Key]):
    """Counts the positions of a stream; it remembers as `RepetitionWatch` does, and needs no more."""

    def __init__(self) -> None:
        self._watch = RepetitionWatch[Key]()
        self._again: Counter[int] = Counter()

    def see(self, position: Key) -> int:
        """Return how often the position has come up by now, 1 for a new one."""
        repetition = self._watch.see(position)
        if repetition is None:
            return 1
        self._again[repetition.first] += 1
        return 1 + self._again[repetition.first]
