"""Recurrences: the changes of iterations, derived from the first of them, and the numbers reached on the way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from floorjudge.exact.sequences import PolynomialTerms, first_at, polynomial_through
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.state import COUNT, CounterName

# The number of positions in a row on one line, or on one polynomial of at most this low degree.
ON_LINE, ON_POLYNOMIAL, MOST_DEGREE = 4, 8, 3
# Among the iterations tried on the way to the last one, each is this many times as far as the one before it.
_SHORT_STEP, _LONG_STEP = 4, 100
# Numbers of the rules: no life, nothing left, poison, commander damage.
_OF_THE_RULES = (0, 1, 10, 21)


class Recurrence(msgspec.Struct, frozen=True):
    """The terms of each amount, one each `period` iterations, from `base` on: the position after `first` ones."""

    base: Snapshot
    first: int
    period: int
    terms: Mapping[CounterName, PolynomialTerms]

    def at(self, times: int) -> dict[CounterName, int]:
        """Return the amounts after this many times `period` iterations."""
        return {name: terms.term(times) for name, terms in self.terms.items()}

    @property
    def degree(self) -> int:
        """Return 0 if nothing changes, 1 if every change is the same, else the degree of the polynomials."""
        return max((terms.degree for terms in self.terms.values() if terms.degree > 0), default=0)

    @property
    def changing(self) -> tuple[CounterName, ...]:
        """Return the names of the amounts that change."""
        return tuple(name for name, terms in self.terms.items() if terms.degree > 0)

    @property
    def falling(self) -> tuple[CounterName, ...]:
        """Return the names of the amounts that decrease."""
        return tuple(name for name in self.changing if self.terms[name].differences[-1] < 0)

    @property
    def grows_in_objects(self) -> bool:
        """Return whether some class of objects changes its size: each further iteration then takes longer."""
        known = self.base.abstraction
        classes = (int(name[1]) for name in self.changing if name[0] == "class" and name[-1] == COUNT)
        return any(known.member(each).kind == "object" for each in classes)

    def iteration(self, times: int) -> int:
        """Return the number of iterations, from the beginning, up to so many times `period` of these."""
        return self.first + times * self.period

    @property
    def counts(self) -> bool:
        """Return whether some number of objects, or of cards in a library, changes."""
        return any(map(is_count, self.changing))

    def rungs(self, last: int) -> Iterator[int]:
        """Yield the times to try before the last one, in small steps if the recurrence counts objects."""
        step = _SHORT_STEP if self.counts else _LONG_STEP
        rung = (ON_LINE if self.degree < 2 else ON_POLYNOMIAL) - 2
        while (rung := rung * step + 1) < last:
            yield rung

    def last_within(self, limit: int, bounds: Mapping[CounterName, tuple[int, int]]) -> int:
        """Return the last time, up to `limit`, after which all these amounts lie within their bounds; -1 for none.

        The amounts only rise or only fall, so those times come first.
        """

        def is_past(times: int) -> bool:
            return not all(low <= self.terms[name].term(times) <= high for name, (low, high) in bounds.items())

        return max(first_at(is_past, -1, limit) - 1, -1) if is_past(limit) else limit

    def holds_in(self, position: Snapshot, amounts: Mapping[CounterName, int]) -> bool:
        """Return whether a position is of the kind of this recurrence, with these amounts."""
        known = position.abstraction
        return known.shape == self.base.abstraction.shape and known.counters == amounts


def recurrence_through(
    positions: Sequence[Snapshot], first: int, period: int, most: int | None = None
) -> Recurrence | None:
    """Return the recurrence by which each of some positions leads to the next, None if there is none.

    `most` is the highest degree of its polynomials; None for the highest that this number of positions can determine.
    """
    base, *others = (position.abstraction for position in positions)
    if any(each.shape != base.shape for each in others):
        return None
    if most is None:
        most = MOST_DEGREE if len(positions) >= ON_POLYNOMIAL else 1
    terms = terms_through([base.counters, *(each.counters for each in others)], most)
    return None if terms is None else Recurrence(positions[0], first, period, terms)


def terms_through(amounts: Sequence[Mapping[CounterName, int]], most: int) -> dict[CounterName, PolynomialTerms] | None:
    """Return each amount's polynomial of at most this degree; None if one has none, or both rises and falls."""
    found: dict[CounterName, PolynomialTerms] = {}
    for name in amounts[0]:
        terms = polynomial_through([each[name] for each in amounts], most)
        if terms is None or not terms.goes_one_way:
            return None
        found[name] = terms
    return found


class Reached(msgspec.Struct, frozen=True):
    """An amount that reaches a number after so many `times`, and not before.

    The `amount` is the sum of these; `number` is None if it becomes equal to another amount. `of_objects`: it counts
    objects, of which there cannot be as many elsewhere. `cards` are those with the number in their text, or that
    compare amounts.
    """

    times: int
    of_objects: bool
    number: int | None
    amount: tuple[CounterName, ...]
    cards: tuple[str, ...]


def passings(recurrence: Recurrence, last: int) -> list[int]:
    """Return the times before `last` at which an amount reaches a number in a card's condition, or is just before it."""
    reached = _reached(recurrence, dict.fromkeys(recurrence.base.wording.numbers, ()), 0, last)
    return sorted({near for each in reached for near in (each.times - 1, each.times) if 0 < near < last - 1})


def reached_beyond(recurrence: Recurrence, tried: int, last: int) -> list[Reached]:
    """Return the amounts that reach a printed number or one of the rules after `tried` and up to `last`, in order."""
    numbers: dict[int, tuple[str, ...]] = {**dict.fromkeys(_OF_THE_RULES, ()), **recurrence.base.wording.printed}
    return sorted(_reached(recurrence, numbers, tried, last), key=lambda each: (each.times, each.of_objects))


def _reached(recurrence: Recurrence, numbers: Mapping[int, tuple[str, ...]], low: int, high: int) -> Iterator[Reached]:
    """Yield where amounts reach a number, and where two become equal that a card may compare, as any of one object."""
    wording, counted = recurrence.base.wording, _counted(recurrence)
    for total, (amount, of_objects) in counted.items():
        for number, cards in numbers.items():
            if (at := PolynomialTerms(total).first_reaching(number, low, high)) is not None:
                yield Reached(at, of_objects, number, amount, cards)
    comparing = tuple(sorted({*wording.compares_amounts, *wording.asks_exactly}))
    for (one, (amount, objects)), (other, (others, more)) in combinations(counted.items(), 2):
        if comparing or (amount[0][0] == "class" and amount[0][:2] == others[0][:2]):
            difference = PolynomialTerms(one) - PolynomialTerms(other)
            if (at := difference.first_reaching(0, low, high)) is not None:
                yield Reached(at, objects or more, None, amount, comparing)


def _counted(recurrence: Recurrence) -> dict[tuple[int, ...], tuple[tuple[CounterName, ...], bool]]:
    """Return the sums that a card could count, by their differences: their amounts, and whether they count objects."""
    groups: dict[object, list[CounterName]] = defaultdict(list)
    for name in recurrence.terms:
        for key in (name, *_counted_among(recurrence.base, name)):
            groups[key].append(name)
    found: dict[tuple[int, ...], tuple[tuple[CounterName, ...], bool]] = {}
    for names in groups.values():
        total = sum((recurrence.terms[name] for name in names), PolynomialTerms(()))
        amount, of_objects = found.get(total.differences, (tuple(names), False))
        grow = any(is_count(name) and recurrence.terms[name].degree > 0 for name in names)
        found[total.differences] = amount, of_objects or grow
    return found


def is_count(name: CounterName) -> bool:
    """Return whether an amount counts objects, or cards of a library."""
    return name[-1] == COUNT or name[0] == "library"


def _counted_among(base: Snapshot, name: CounterName) -> Iterator[object]:
    """Yield the groups that include an amount: a library, a player's mana, a kind in a zone, tapped or not."""
    if name[0] == "library":
        yield name[:2]
    node = base.abstraction.member(int(name[1])) if name[0] == "class" and name[-1] == COUNT else None
    if node is None or node.kind not in ("mana", "object"):
        return
    if node.kind == "mana":
        yield ("mana", node.place[1])
        return
    thing = base.objects[node.number]
    kinds = ("", thing.name, *thing.supertypes, *thing.types, *thing.subtypes, *(["token"] if thing.is_token else []))
    for kind in kinds:
        yield from ((thing.zone, seat, kind) for seat in (thing.whose, None))
        yield (thing.zone, thing.whose, kind, thing.tapped)
