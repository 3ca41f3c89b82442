"""Recurrences: how the amounts of a position develop from iteration to iteration, read off the first ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from floorjudge.exact.sequences import PolynomialTerms, first_at, polynomial_through
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.state import CounterName

SAME_CHANGES = 3
MOST_DEGREE = 3
_FOR_POLYNOMIALS = 8
_TO_GROW = 4


class Recurrence(msgspec.Struct, frozen=True):
    """Every amount as a polynomial in the number of iterations; all of them only rise, or only fall, or stay."""

    terms: Mapping[CounterName, PolynomialTerms]

    def at(self, iteration: int) -> dict[CounterName, int]:
        """Return the amounts after so many iterations (0 or more, of any size)."""
        return {counter: terms.term(iteration) for counter, terms in self.terms.items()}

    @property
    def constant(self) -> bool:
        """Say whether every iteration changes the amounts in the same way."""
        return all(terms.degree < 2 for terms in self.terms.values())

    @property
    def stands_still(self) -> bool:
        """Say whether nothing changes at all."""
        return not self.changing

    @property
    def changing(self) -> tuple[CounterName, ...]:
        """Return what changes."""
        return tuple(counter for counter, terms in self.terms.items() if terms.degree > 0)

    @property
    def falling(self) -> tuple[CounterName, ...]:
        """Return what becomes less."""
        return tuple(counter for counter in self.changing if self.terms[counter].differences[-1] < 0)

    def sum_of(self, counters: Iterable[CounterName], less: Iterable[CounterName] = ()) -> PolynomialTerms:
        """Return how the sum of some amounts, less others, develops; where some rise and others fall, the sum may do both."""
        nothing = PolynomialTerms(())
        return sum((self.terms[each] for each in counters), nothing) - sum((self.terms[each] for each in less), nothing)

    def last_before(self, limit: int, allowed: Mapping[CounterName, tuple[int, int]]) -> int:
        """Return the last iteration, up to `limit`, after which all these amounts lie within their bounds; -1 for none.

        The amounts rise or fall all the time, so those iterations come first.
        """

        def is_past(iteration: int) -> bool:
            return not all(low <= self.terms[name].term(iteration) <= high for name, (low, high) in allowed.items())

        return max(first_at(is_past, -1, limit) - 1, -1) if is_past(limit) else limit


def amounts_of(positions: Sequence[Snapshot]) -> list[Mapping[CounterName, int]]:
    """Return the amounts of some positions of one kind; none where they are of several."""
    kind = positions[0].abstraction.shape
    is_one = all(position.abstraction.shape == kind for position in positions)
    return [position.abstraction.counters for position in positions] if is_one else []


def recurrence_of(amounts: Sequence[Mapping[CounterName, int]]) -> Recurrence | None:
    """Return the recurrence that these amounts, one after each iteration, follow; None when they are too few or follow none.

    A constant change must have been seen three times; a polynomial must be confirmed by as many terms as made it.
    """
    if len(amounts) <= SAME_CHANGES:
        return None
    return _through(amounts, MOST_DEGREE if len(amounts) >= _FOR_POLYNOMIALS else 1)


def short_recurrence_of(amounts: Sequence[Mapping[CounterName, int]]) -> Recurrence | None:
    """Return the recurrence of amounts that are all there are: two or more that change alike, or four or more that grow evenly.

    Nothing follows from it for any further iteration.
    """
    return _through(amounts, 2 if len(amounts) >= _TO_GROW else 1)


def _through(amounts: Sequence[Mapping[CounterName, int]], most: int) -> Recurrence | None:
    """Return the recurrence by polynomials of a degree up to `most`, None where there is none; all of them must go one way."""
    terms: dict[CounterName, PolynomialTerms] = {}
    for counter in amounts[0] if amounts else ():
        found = polynomial_through([each[counter] for each in amounts], most)
        if found is None or not found.goes_one_way:
            return None
        terms[counter] = found
    return Recurrence(terms) if amounts else None
