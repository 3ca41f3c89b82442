"""The comparison of players by whole numbers in place of fractions, which are slow to compare."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple


class Compared(NamedTuple):
    """The whole numbers of each player, the better ones greater; divided by `divisors` they are the ranking values."""

    numbers: Mapping[str, tuple[int, ...]]
    divisors: tuple[int, ...]

    def ranks(self) -> dict[str, int]:
        """Return the rank of each player, the best first; equal players share one, in their order here."""
        found: dict[str, int] = {}
        before, rank = None, 0
        for place, name in enumerate(sorted(self.numbers, key=self.numbers.__getitem__, reverse=True), 1):
            if self.numbers[name] != before:
                before, rank = self.numbers[name], place
            found[name] = rank
        return found

    def values(self, name: str) -> tuple[Fraction, ...]:
        """Return the ranking values of a player."""
        return tuple(map(_divided, self.numbers[name], self.divisors))


# A result changes the values of few players, and many players have equal ones.
@lru_cache(20_000)
def _divided(number: int, divisor: int) -> Fraction:
    return Fraction(number, divisor)
