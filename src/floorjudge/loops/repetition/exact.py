"""Watching a stream of positions for one that comes back, at once and exactly; and counting how often each has come up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any, Generic, NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)


class Repetition(NamedTuple):
    """A position that has been seen before; positions are counted from 0."""

    first: int
    now: int


class RepetitionWatch(Generic[Key]):
    """Remembers every position of a stream, and says of each new one whether it has been there before.

    A position is any value to compare: its hash finds candidates, and equality decides. Values that Python holds equal are
    one position (1 and True are); for positions in JSON use `json_key`, which tells them apart. Each position costs about
    the same time, however many there were, and some 120 bytes beside the value itself.
    """

    def __init__(self) -> None:
        self._first: dict[Key, int] = {}
        self._choices: list[Any] = []

    def see(self, position: Key, choice: object = None) -> Repetition | None:
        """Return where the position was first seen; None when it is new.

        `choice` is what was played to come here from the position before.
        Clauses: CR shortcuts.3, MTR 4.4.7
        """
        now = len(self._choices)
        self._choices.append(choice)
        first = self._first.setdefault(position, now)
        return None if first == now else Repetition(first, now)

    def played(self, repetition: Repetition) -> tuple[Any, ...]:
        """Return the choices that led from the first position of a repetition to the last, in order."""
        return tuple(self._choices[repetition.first + 1 : repetition.now + 1])


class Occurrences(Generic[Key]):
    """Counts the positions of a stream, for games whose own rule speaks of a third or a fifth time.

    It remembers as `RepetitionWatch` does, and needs no more.
    """

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
