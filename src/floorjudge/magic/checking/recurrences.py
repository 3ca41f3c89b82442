"""Recurrences: what iterations change, read off the first of them, and which numbers are reached on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, zip_longest

import msgspec

from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.state import COUNT, CounterName

# So many positions in a row lie on one line, or so many on one polynomial of so low a degree.
ON_LINE, _ON_POLYNOMIAL, _MOST_DEGREE = 4, 8, 3
# Numbers of the rules: no life, nothing left, poison, commander damage.
_OF_THE_RULES = (0, 1, 10, 21)


class Recurrence(msgspec.Struct, frozen=True):
    """From `base` on, the position after `first` iterations, every `period` of them change the amounts by these differences.

    They are Newton's: the amount itself, its first change, how that changes, and so on.
    """

    base: Snapshot
    first: int
    period: int
    differences: Mapping[CounterName, tuple[int, ...]]

    def at(self, times: int) -> dict[CounterName, int]:
        """Return the amounts after so many times `period` iterations."""
        return {name: amount_at(terms, times) for name, terms in self.differences.items()}

    @property
    def degree(self) -> int:
        """Return 0 where nothing changes, 1 where every change is the same, else the degree of the polynomials."""
        return max((len(terms) - 1 for terms in self.differences.values()), default=0)

    def holds_in(self, position: Snapshot, amounts: Mapping[CounterName, int]) -> bool:
        """Say whether a position is of the kind of this recurrence, with these amounts."""
        known = position.abstraction
        return known.shape == self.base.abstraction.shape and known.counters == amounts


def amount_at(differences: Sequence[int], times: int) -> int:
    """Return a term of a sequence that begins with these differences: the sum of each by its binomial."""
    total, binomial = 0, 1
    for index, difference in enumerate(differences):
        total += difference * binomial
        binomial = binomial * (times - index) // (index + 1)
    return total


def differences_of(amounts: Sequence[int], most: int) -> tuple[int, ...] | None:
    """Return the differences of a sequence that is a polynomial of a degree up to `most`, None where it is none."""
    row, found = list(amounts), list[int]()
    while any(row):
        if len(found) > most:
            return None
        found.append(row[0])
        row = [after - before for before, after in pairwise(row)]
    return tuple(found)


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
        most = _MOST_DEGREE if len(positions) >= _ON_POLYNOMIAL else 1
    found: dict[CounterName, tuple[int, ...]] = {}
    for name, amount in base.counters.items():
        differences = differences_of([amount, *(each.counters[name] for each in others)], most)
        if differences is None or not _one_way(differences[1:]):
            return None
        found[name] = differences
    return Recurrence(positions[0], first, period, found)


def _one_way(changes: Sequence[int]) -> bool:
    return min(changes, default=0) >= 0 or max(changes, default=0) <= 0


def passings(recurrence: Recurrence, last: int) -> Iterator[int]:
    """Yield after how many times, up to `last`, an amount reaches a number that stands in a condition of a card."""
    return (at for at, _ in _reached(recurrence, recurrence.base.wording.numbers, 0, last))


def reached_beyond(recurrence: Recurrence, tried: int, last: int) -> Iterator[tuple[int, bool]]:
    """Yield after how many times, more than `tried` and up to `last`, an amount reaches a number that is printed or that the rules name.

    With each is said whether it is an amount of objects: those cannot be as many elsewhere.
    """
    return _reached(recurrence, {*recurrence.base.wording.printed, *_OF_THE_RULES}, tried, last)


def _reached(recurrence: Recurrence, numbers: Iterable[int], low: int, high: int) -> Iterator[tuple[int, bool]]:
    wording, counted = recurrence.base.wording, _counted(recurrence)
    for total, of_objects in counted.items():
        for number in numbers:
            if (at := _first_at(total, number, low, high)) is not None:
                yield at, of_objects
    if wording.compares_amounts or wording.asks_exactly:
        for (one, objects), (other, more) in combinations(counted.items(), 2):
            less = tuple(a - b for a, b in zip_longest(one, other, fillvalue=0))
            if (at := _first_at(less, 0, low, high)) is not None:
                yield at, objects or more


def _first_at(total: Sequence[int], number: int, low: int, high: int) -> int | None:
    """Return the first time after `low` and up to `high` at which an amount has reached a number, None where it has not, or had before."""
    direction = 1 if amount_at(total, high) > amount_at(total, low) else -1
    if direction * (amount_at(total, low) - number) >= 0 or direction * (amount_at(total, high) - number) < 0:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        reached = direction * (amount_at(total, middle) - number) >= 0
        low, high = (low, middle) if reached else (middle, high)
    return high


def _counted(recurrence: Recurrence) -> dict[tuple[int, ...], bool]:
    """Return the differences of what somebody could count and what changes, and whether objects are counted in it."""
    sums: dict[object, tuple[int, ...]] = {}
    for name, terms in recurrence.differences.items():
        for key in (name, *_counted_among(recurrence.base, name)):
            sums[key] = tuple(map(sum, zip_longest(sums.get(key, ()), terms, fillvalue=0)))
    found: dict[tuple[int, ...], bool] = {}
    for key, total in sums.items():
        if any(total[1:]):
            of_objects = not (isinstance(key, tuple) and key in recurrence.differences) or is_count(key)
            found[total] = found.get(total, False) or of_objects
    return found


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
