"""Recurrences: how the amounts of a position develop from iteration to iteration, read off the first ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise, zip_longest

import msgspec

from floorjudge.exact.sequences import PolynomialTerms, terms_from
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.state import COUNT, CounterName

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
        every = [self.terms[counter].differences for counter in counters]
        every += [tuple(-each for each in self.terms[counter].differences) for counter in less]
        total = [sum(each) for each in zip_longest(*every, fillvalue=0)]
        while total and not total[-1]:
            total.pop()
        return PolynomialTerms(tuple(total))

    def last_before(self, limit: int, allowed: Mapping[CounterName, tuple[int, int]]) -> int:
        """Return the last iteration, up to `limit`, after which all these amounts lie within their bounds; -1 for none.

        The amounts rise or fall all the time, so those iterations come first.
        """

        def is_past(iteration: int) -> bool:
            return not all(low <= self.terms[name].term(iteration) <= high for name, (low, high) in allowed.items())

        return max(first_at(is_past, -1, limit) - 1, -1) if is_past(limit) else limit


def first_reaching(terms: PolynomialTerms, number: int, low: int, high: int) -> int | None:
    """Return the first iteration after `low` at which a number is reached or passed; None where it is at `low`, or is not by `high`."""
    direction = 1 if terms.term(high) > terms.term(low) else -1

    def is_reached(iteration: int) -> bool:
        return direction * (terms.term(iteration) - number) >= 0

    return None if is_reached(low) or not is_reached(high) else first_at(is_reached, low, high)


def first_at(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Return the first iteration at which something holds that does not at `low`, and does at `high`."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def amounts_of(positions: Sequence[Snapshot]) -> list[Mapping[CounterName, int]]:
    """Return the amounts of some positions of one kind; none where they are of several."""
    kind = positions[0].abstraction.shape
    is_one = all(position.abstraction.shape == kind for position in positions)
    return [position.abstraction.counters for position in positions] if is_one else []


def recurrence_of(amounts: Sequence[Mapping[CounterName, int]]) -> Recurrence | None:
    """Return the recurrence that these amounts, one after each iteration, follow; None when they are too few or follow none.

    A constant change must have been seen three times; a polynomial must be confirmed by as many terms as made it.
    """
    if not amounts:
        return None
    terms: dict[CounterName, PolynomialTerms] = {}
    for counter in amounts[0]:
        found = _terms([each[counter] for each in amounts])
        if found is None:
            return None
        terms[counter] = found
    return Recurrence(terms)


def _terms(values: Sequence[int]) -> PolynomialTerms | None:
    changes = {after - before for before, after in pairwise(values)}
    if len(values) > SAME_CHANGES and len(changes) == 1:
        change = changes.pop()
        return PolynomialTerms((values[0], change) if change else (values[0],) if values[0] else ())
    if len(values) < _FOR_POLYNOMIALS:
        return None
    found = terms_from(values)
    if not isinstance(found, PolynomialTerms) or found.degree > MOST_DEGREE:
        return None
    follows = all(found.term(index) == value for index, value in enumerate(values))
    return found if _one_way(found.differences[1:]) and follows else None


def short_recurrence_of(amounts: Sequence[Mapping[CounterName, int]]) -> Recurrence | None:
    """Return the recurrence of amounts that are all there are: two or more that change alike, or four or more that grow evenly.

    Nothing follows from it for any further iteration.
    """
    if not amounts:
        return None
    terms: dict[CounterName, PolynomialTerms] = {}
    for counter in amounts[0]:
        differences, row = list[int](), [each[counter] for each in amounts]
        while any(row):
            differences.append(row[0])
            row = [after - before for before, after in pairwise(row)]
        if len(differences) > (2 if len(amounts) < _TO_GROW else 3) or not _one_way(differences[1:]):
            return None
        terms[counter] = PolynomialTerms(tuple(differences))
    return Recurrence(terms)


def _one_way(changes: Sequence[int]) -> bool:
    return all(each >= 0 for each in changes) or all(each <= 0 for each in changes)


def is_count(counter: CounterName) -> bool:
    """Say whether an amount counts objects: a class, or a run of cards in a library."""
    return counter[-1] == COUNT or counter[0] == "library"
