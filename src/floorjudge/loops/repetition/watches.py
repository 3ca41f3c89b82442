"""Watching a stream of positions for one that returns, exactly or in bounded memory; counting occurrences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any, Generic, NamedTuple, TypeVar

from floorjudge.errors import BadInput
from floorjudge.texts import text

LEAST_KEPT = 4
Key = TypeVar("Key", bound=Hashable)


class TooFewKept(BadInput):
    sentence = text("At least {least} positions must be kept.")
    least: int


class Repetition(NamedTuple):
    """A position that has been seen before; positions are counted from 0."""

    first: int
    now: int


class RepetitionWatch(Generic[Key]):
    """Remembers every position of a stream, and reports for each new one whether it has occurred before.

    A position is any value to compare: its hash finds candidates, and equality decides. Values that Python holds equal
    are one position (1 and True are); for positions in JSON use `json_line_key`, which tells them apart. Each position costs
    about the same time, however many there were, and some 120 bytes beside the value itself.
    """

    def __init__(self) -> None:
        self._first: dict[Key, int] = {}
        self._choices: list[Any] = []

    def see(self, position: Key, choice: object = None) -> Repetition | None:
        """Return the number of the position's first occurrence; None if it is new.

        `choice` is the choice that led here from the position before.
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
    """Counts the positions of a stream, for games whose rules speak of a third or a fifth occurrence.

    It remembers as `RepetitionWatch` does, and needs no more memory.
    """

    def __init__(self) -> None:
        self._watch = RepetitionWatch[Key]()
        self._again: Counter[int] = Counter()

    def see(self, position: Key) -> int:
        """Return how often the position has occurred by now, 1 for a new one."""
        repetition = self._watch.see(position)
        if repetition is None:
            return 1
        self._again[repetition.first] += 1
        return 1 + self._again[repetition.first]


class CheckpointWatch(Generic[Key]):
    """Remembers at most `most` positions of a stream, evenly spread, and compares each new one with all of them.

    Kept are the positions whose number is a multiple of a spacing. It is 1 at first; when there would be more than
    `most` of them, the spacing doubles and every other one is forgotten. What is reported is always true: the two
    positions are equal.

    The promise. Let a cycle of length c begin at position b: from b on, every position equals the one c later, for as
    long as the cycle is played. The exact watch reports every position from b + c on. This one reports at least one of
    the `spacing` positions from b + c on, if the cycle goes on for so long.

    Why. Among any `spacing` positions in a row there is one whose number is a multiple of it: let k be the first such
    from b on, so k < b + spacing. Position k was kept when it came (or an equal one was, whose number is a multiple of
    all powers of two of which k is one: see `see`). As the spacing has only doubled since, k was a multiple of every
    spacing until now, so it has never been forgotten. When the position k + c comes, it equals the kept one and is
    reported: k + c < b + c + spacing.

    How late that is. The spacing has last doubled, from s to 2s, at some position n when `most` different multiples of
    s below n were kept, so n > (most - 1) * s. So at position n the spacing is 1, or less than 2n / (most - 1): with 1
    000 kept, a cycle is noticed late by 0.2% of all positions. Put the other way round, a cycle is reported before
    position (b + c) * (most - 1) / (most - 3).

    A position that comes back once, without the play going on as before, may be missed; only the exact watch sees all.
    """

    def __init__(self, most: int) -> None:
        """Keep at most `most` positions, at least 4; raises BadInput for fewer."""
        if most < LEAST_KEPT:
            raise TooFewKept(LEAST_KEPT)
        self._most = most
        self._kept: dict[Key, int] = {}
        self._seen = 0
        self.spacing = 1

    def see(self, position: Key) -> Repetition | None:
        """Return the number of an earlier equal position, not always the first; None if none is remembered.

        Clauses: CR shortcuts.3, MTR 4.4.7
        """
        now = self._seen
        self._seen = now + 1
        before = self._kept.get(position)
        if before is None:
            self._keep(position, now)
            return None
        # Of two numbers for one position, the multiple of more powers of two is forgotten later.
        if before and now & -now > before & -before:
            self._kept[position] = now
        return Repetition(before, now)

    def _keep(self, position: Key, number: int) -> None:
        while number % self.spacing == 0:
            if len(self._kept) < self._most:
                self._kept[position] = number
                return
            self.spacing *= 2
            self._kept = {kept: at for kept, at in self._kept.items() if at % self.spacing == 0}
