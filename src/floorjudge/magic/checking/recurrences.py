"""Recurrences: what iterations change, read off the first of them, and which numbers are reached on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from floorjudge.exact.sequences import PolynomialTerms, polynomial_through
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.state import COUNT, CounterName

# So many positions in a row lie on one line, or so many on one polynomial of so low a degree.
ON_LINE, ON_POLYNOMIAL, _MOST_DEGREE = 4, 8, 3
# Numbers of the rules: no life, nothing left, poison, commander damage.
OF_THE_RULES = (0, 1, 10, 21)


class Recurrence(msgspec.Struct, frozen=True):
    """From `base` on, the position after `first` iterations, every `period` of them lead to the next of these terms of each amount."""

    base: Snapshot
    first: int
    period: int
    terms: Mapping[CounterName, PolynomialTerms]

    def at(self, times: int) -> dict[CounterName, int]:
        """Return the amounts after so many times `period` iterations."""
        return {name: terms.term(times) for name, terms in self.terms.items()}

    @property
    def degree(self) -> int:
        """Return 0 where nothing changes, 1 where every change is the same, else the degree of the polynomials."""
        return max((terms.degree for terms in self.terms.values() if terms.degree > 0), default=0)

    def holds_in(self, position: Snapshot, amounts: Mapping[CounterName, int]) -> bool:
        """Say whether a position is of the kind of this recurrence, with these amounts."""
        known = position.abstraction
        return known.shape == self.base.abstraction.shape and known.counters == amounts


def recurrence_through(
    positions: Sequence[Snapshot], first: int, period: int, most: int | None = None
) -> Recurrence | None:
    """Return the recurrence by which each of some positions leads to the next, None where there is none.

    `most` is the highest degree of its polynomials; None for what so many positions are enough for.
    """
    base, *others = (position.abstraction for position in positions)
    if any(each.shape != base.shape for each in others):
        return None
    if most is None:
        most = _MOST_DEGREE if len(positions) >= ON_POLYNOMIAL else 1
    found: dict[CounterName, PolynomialTerms] = {}
    for name, amount in base.counters.items():
        terms = polynomial_through([amount, *(each.counters[name] for each in others)], most)
        if terms is None or not terms.goes_one_way:
            return None
        found[name] = terms
    return Recurrence(positions[0], first, period, found)


def passings(recurrence: Recurrence, last: int) -> Iterator[int]:
    """Yield after how many times, up to `last`, an amount reaches a number that stands in a condition of a card."""
    return (at for at, _ in _reached(recurrence, recurrence.base.wording.numbers, 0, last))


def reached_beyond(recurrence: Recurrence, tried: int, last: int) -> Iterator[tuple[int, bool]]:
    """Yield after how many times, more than `tried` and up to `last`, an amount reaches a number that is printed or that the rules name.

    With each is said whether it is an amount of objects: those cannot be as many elsewhere.
    """
    return _reached(recurrence, {*recurrence.base.wording.printed, *OF_THE_RULES}, tried, last)


def _reached(recurrence: Recurrence, numbers: Iterable[int], low: int, high: int) -> Iterator[tuple[int, bool]]:
    wording, counted = recurrence.base.wording, _counted(recurrence)
    for total, of_objects in counted:
        for number in numbers:
            if (at := total.first_reaching(number, low, high)) is not None:
                yield at, of_objects
    if wording.compares_amounts or wording.asks_exactly:
        for (one, objects), (other, more) in combinations(counted, 2):
            if (at := (one - other).first_reaching(0, low, high)) is not None:
                yield at, objects or more


def _counted(recurrence: Recurrence) -> list[tuple[PolynomialTerms, bool]]:
    """Return what somebody could count and what changes, and whether objects are counted in it; each pair once."""
    sums: dict[object, PolynomialTerms] = {}
    for name, terms in recurrence.terms.items():
        for key in (name, *_counted_among(recurrence.base, name)):
            sums[key] = sums.get(key, PolynomialTerms(())) + terms
    found: dict[tuple[int, ...], bool] = {}
    for key, total in sums.items():
        if total.degree > 0:
            of_objects = not (isinstance(key, tuple) and key in recurrence.terms) or is_count(key)
            found[total.differences] = found.get(total.differences, False) or of_objects
    return [(PolynomialTerms(differences), of_objects) for differences, of_objects in found.items()]


def is_count(name: CounterName) -> bool:
    """Say whether an amount counts objects, or cards of a library."""
    return name[-1] == COUNT or name[0] == "library"


def _counted_among(base: Snapshot, name: CounterName) -> Iterator[object]:
    """Yield among what the objects of an amount are counted: all of a library, all of a kind that a player has in a zone, or anybody."""
    if name[0] == "library":
        yield name[:2]
    node = base.abstraction.member(int(name[1])) if name[0] == "class" and name[-1] == COUNT else None
    if node is not None and node.kind == "object":
        thing = base.objects[node.number]
        for word in ("", thing.name, *thing.supertypes, *thing.types, *thing.subtypes):
            yield from ((thing.zone, seat, word) for seat in (thing.whose, None))
