"""Probing a recurrence on the engine: whether the next iteration is what it says, also far from where it was found.

A condition that holds at one number only leaves no trace before or after it. So the recurrence is tried just there, at the
thresholds: for every number in a condition, and every amount that somebody could count (life, the creatures of a player, the
cards in a hand).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Literal, TypeAlias

import msgspec

from floorjudge.magic.certifying.recurrences import Recurrence, is_count
from floorjudge.magic.phase.amounts import LARGEST_AMOUNT, CannotHold, with_amounts
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.wording import Wording
from floorjudge.magic.phase.work import Work
from floorjudge.magic.playing.iterating import Iteration, Loop
from floorjudge.magic.state import COUNT, CounterName

Finding: TypeAlias = Literal["holds", "fails", "cannot hold"]
MOST_AMOUNT = LARGEST_AMOUNT - 10_000
# How many more objects than at the beginning one class may have.
MOST_OBJECTS = 500
MOST_THRESHOLDS = 160
INNER_PROBES = 3
MORE_INNER_PROBES = 12
_THRESHOLDS_ANYWAY = 6
_EXACT_THRESHOLDS_ANYWAY = 40
_DRAWN_ANYWAY = 2
_LADDER = 4
_ALWAYS = 64


class Probe(msgspec.Struct, frozen=True):
    """What one probe found; `start`, where it began, and `ran` are None where the engine could not be put there."""

    finding: Finding
    ran: Iteration | None = None
    start: Snapshot | None = None


class Prober:
    """Probes one recurrence; `base` is the position after its iteration 0. `work` bounds how much is tried."""

    def __init__(self, loop: Loop, base: Snapshot, recurrence: Recurrence, work: Work) -> None:
        self._loop, self._base, self._recurrence, self._work = loop, base, recurrence, work
        self._same = base.abstraction.shape
        self._seen: dict[int, Probe] = {}
        self.dearest = 0

    def probe(self, iteration: int) -> Probe:
        """Put the engine where `iteration` iterations should lead, do one more, and compare both with the recurrence."""
        if iteration not in self._seen:
            spent = self._work.spent
            self._seen[iteration] = self._probe(iteration)
            self.dearest = max(self.dearest, self._work.spent - spent)
        return self._seen[iteration]

    def _probe(self, iteration: int) -> Probe:
        wanted = self._recurrence.at(iteration)
        try:
            table = self._loop.table(with_amounts(self._base, wanted))
        except (CannotHold, ValueError):
            return Probe("cannot hold")
        start = table.snapshot()
        if start.abstraction.shape != self._same or start.abstraction.counters != wanted:
            return Probe("fails")
        ran = self._loop.iterate(start, listing=False)
        return Probe("holds" if self._as_predicted(ran, iteration + 1) else "fails", ran, start)

    def _as_predicted(self, ran: Iteration, iteration: int) -> bool:
        end = ran.end
        return (
            ran.stop is None
            and end.abstraction.shape == self._same
            and end.abstraction.counters == self._recurrence.at(iteration)
        )

    def climb(self, first: int, last: int, *, quickly: bool) -> tuple[int, int | None]:
        """Probe from `first` to `last`, in growing steps, while there is time; `quickly` goes to the last at once.

        Returns the last iteration that was as predicted (-1 for none), and the first probed one that was not. `last` is
        probed unless time runs out before.
        """
        good, rung = -1, min(first, last)
        while True:
            finding = self.probe(rung).finding
            if finding != "holds":
                return good, rung
            good = rung
            following = last if quickly else min(rung * _LADDER + 1, last)
            slower = 1 if quickly else 1 + following / max(rung, 1)
            late = not self._work.has_room_for(self.dearest * slower)
            if rung == last or (late and following > _ALWAYS):
                return good, None
            rung = following

    def narrowed(self, good: int, bad: int) -> tuple[int, int]:
        """Return neighbours of which the first is as predicted and the second is not."""
        while bad - good > 1:
            middle = (good + bad) // 2
            good, bad = (middle, bad) if self.probe(middle).finding == "holds" else (good, middle)
        return good, bad

    def inner(self, first: int, last: int) -> int | None:
        """Probe iterations in between; return one that is not as predicted.

        These are the ones at which an amount passes a number that a card compares with, and a few drawn by lot (but always
        the same ones), more of them where a card asks for an exact number. The first of both are tried however late it is.
        """
        wording = self._base.wording
        passed = thresholds(self._recurrence, self._base, wording, first, last)
        anyway = _EXACT_THRESHOLDS_ANYWAY if wording.asks_exactly else _THRESHOLDS_ANYWAY
        lot = Random(last)  # noqa: S311 (which iterations are tried need not be secret)
        many = MORE_INNER_PROBES if wording.asks_exactly else INNER_PROBES
        drawn = [lot.randrange(first + 1, last) for _ in range(many)] if last - first > 1 else []
        tried = [*passed[:anyway], *drawn[:_DRAWN_ANYWAY]]
        later = [*passed[anyway:], *drawn[_DRAWN_ANYWAY:]]
        for index, iteration in enumerate((*tried, *later)):
            if index >= len(tried) and not self._work.has_room_for(self.dearest):
                return None
            if self.probe(iteration).finding == "fails":
                return iteration
        return None


def room(recurrence: Recurrence, limit: int) -> int:
    """Return the last iteration up to `limit` whose position the engine can hold, as far as we let it; -1 for none."""
    bounds: dict[CounterName, tuple[int, int]] = {}
    for counter in recurrence.changing:
        most = recurrence.terms[counter].term(0) + MOST_OBJECTS if is_count(counter) else MOST_AMOUNT
        bounds[counter] = (0 if is_count(counter) else -most, most)
    return recurrence.last_before(limit, bounds)


def thresholds(recurrence: Recurrence, base: Snapshot, wording: Wording, first: int, last: int) -> tuple[int, ...]:
    """Return the iterations after `first` and before `last` in which an amount passes a number that a card names, in order.

    `base` is the position after iteration 0 of the recurrence. Where a card asks for an exact number, that may be another amount:
    then the iterations in which two amounts become equal are among them.
    """
    found: set[int] = set()
    each_way = {recurrence.sum_of(each).differences: each for each in amounts_counted(recurrence, base)}
    counted = list(each_way.values())
    for amounts in counted:
        for number in wording.numbers:
            found.update(_passing(recurrence, amounts, number, last))
    for index, amounts in enumerate(counted if wording.asks_exactly else ()):
        for others in counted[:index]:
            found.update(_meeting(recurrence, amounts, others, last))
    return tuple(sorted(each for each in found if first < each < last))[:MOST_THRESHOLDS]


def amounts_counted(recurrence: Recurrence, base: Snapshot) -> Iterable[Sequence[CounterName]]:
    """Return what somebody could count, each as the amounts that are added up in it."""
    groups: dict[tuple[str, ...], list[CounterName]] = defaultdict(list)
    for counter in recurrence.terms:
        if counter[0] == "class" and counter[-1] == COUNT:
            for group in _groups(base, int(counter[1])):
                groups[group].append(counter)
        elif counter[0] == "library":
            groups["library", str(counter[1])].append(counter)
        else:
            groups[tuple(map(str, counter))].append(counter)
    return groups.values()


def _groups(base: Snapshot, index: int) -> Iterator[tuple[str, ...]]:
    """Yield what an object of a class is counted among: what is like it, its name, its types, everything of a player there."""
    node = base.abstraction.member(index)
    yield ("class", str(index))
    if node.kind == "mana":
        yield ("mana", str(node.place[1]))
    if node.kind != "object":
        return
    thing = base.objects[node.number]
    zone, seat = thing.zone, str(thing.whose)
    words = (*thing.supertypes, *thing.types, *thing.subtypes)
    kinds = ["", thing.name, *words, *(["token"] if thing.is_token else [])]
    for kind in kinds:
        yield (zone, seat, kind)
        yield (zone, "all", kind)
        yield (zone, seat, kind, "tapped" if thing.tapped else "untapped")


def _passing(recurrence: Recurrence, amounts: Iterable[CounterName], number: int, last: int) -> Iterator[int]:
    """Yield the iterations that lead up to a number, or past it, and the one that begins there."""
    terms = recurrence.sum_of(amounts)
    if terms.degree < 1:
        return
    rising = terms.differences[-1] > 0

    def reached(at: int) -> bool:
        return terms.term(at) >= number if rising else terms.term(at) <= number

    if not reached(0) and reached(last):
        at = first_reached(reached, 0, last)
        yield from (at - 1, at)


def _meeting(
    recurrence: Recurrence, amounts: Iterable[CounterName], others: Iterable[CounterName], last: int
) -> Iterator[int]:
    one, other = recurrence.sum_of(amounts), recurrence.sum_of(others)
    over = one.term(last) > other.term(last)
    if (one.term(0) > other.term(0)) == over:
        return
    at = first_reached(lambda at: (one.term(at) > other.term(at)) == over, 0, last)
    yield from (at - 1, at)


def first_reached(reached: Callable[[int], bool], low: int, high: int) -> int:
    """Return the first iteration at which something is reached that is not at `low`, and is at `high`."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high
