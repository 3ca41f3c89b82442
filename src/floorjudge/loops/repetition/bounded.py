"""Watching a stream of positions of any length in bounded memory: no cycle is missed, some are noticed a little late."""

from __future__ import annotations

from typing import Generic

from floorjudge.errors import BadInput
from floorjudge.loops.repetition.exact import Key, Repetition
from floorjudge.texts import text

LEAST_KEPT = 4


class TooFewKept(BadInput):
    """A watch is to remember fewer positions than it needs."""

    code = "too_few_kept"
    sentence = text("At least {least} positions must be kept.")
    least: int


class CheckpointWatch(Generic[Key]):
    """Remembers at most `most` positions of a stream, evenly spread, and compares each new one with all of them.

    Kept are the positions whose number is a multiple of a spacing. It is 1 at first; when there would be more than `most` of
    them, the spacing doubles and every other one is forgotten. What is reported is always true: the two positions are equal.

    The promise. Let a cycle of length c begin at position b: from b on, every position equals the one c later, for as long as
    the cycle is played. The exact watch reports every position from b + c on. This one reports at least one of the `spacing`
    positions from b + c on, if the cycle goes on for so long.

    Why. Among any `spacing` positions in a row there is one whose number is a multiple of it: let k be the first such from b
    on, so k < b + spacing. Position k was kept when it came (or an equal one was, whose number is a multiple of all powers of
    two of which k is one: see `see`). As the spacing has only doubled since, k was a multiple of every spacing until now, so
    it has never been forgotten. When the position k + c comes, it equals the kept one and is reported: k + c < b + c + spacing.

    How late that is. The spacing has last doubled, from s to 2s, at some position n when `most` different multiples of s
    below n were kept, so n > (most - 1) * s. So at position n the spacing is 1, or less than 2n / (most - 1): with 1 000
    kept, a cycle is noticed late by 0.2% of all positions. Put the other way round, a cycle is reported before position
    (b + c) * (most - 1) / (most - 3).

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
        """Return where an equal position was seen before, not always the first one; None when none is remembered.

        Clauses: CR shortcuts.3, MTR 4.4.7
        """
        now = self._seen
        self._seen = now + 1
        before = self._kept.get(position)
        if before is None:
            self._keep(position, now)
            return None
        # Of two numbers for one position the one that is a multiple of more powers of two is forgotten later.
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
