"""Probing a recurrence on the engine: whether the next iteration is what it says, also far from where it was found.

A condition that holds at one number only leaves no trace before or after it. So the recurrence is tried just there, at the
thresholds: for every number in a condition, and every amount that somebody could count (life, the creatures of a player, the
cards in a hand).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Literal, TypeAlias

import msgspec

from floorjudge.exact.sequences import PolynomialTerms, first_at
from floorjudge.magic.certifying.recurrences import Recurrence
from floorjudge.magic.checking.recurrences import is_count
from floorjudge.magic.phase.amounts import CannotHold, with_amounts
from floorjudge.magic.phase.fields import LARGEST_AMOUNT
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
    """What one probe found, and the iteration that it `ran`; None where the engine could not be put there."""

    finding: Finding
    ran: Iteration | None = None


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
        return Probe("holds" if self._as_predicted(ran, iteration + 1) else "fails", ran)

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
        bad = first_at(lambda iteration: self.probe(iteration).finding != "holds", good, bad)
        return bad - 1, bad

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
    each_way = (recurrence.sum_of(each) for each in amounts_counted(recurrence, base))
    counted = list({terms.differences: terms for terms in each_way}.values())
    moving = (terms for terms in counted if terms.degree > 0)
    passed = [terms.first_reaching(number, 0, last) for terms in moving for number in wording.numbers]
    if wording.asks_exactly:
        passed += [_meeting(one, other, last) for index, one in enumerate(counted) for other in counted[:index]]
    found = {each for at in passed if at is not None for each in (at - 1, at)}
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


def _meeting(one: PolynomialTerms, other: PolynomialTerms, last: int) -> int | None:
    """Return the first iteration after which the other one of two amounts is the larger one; None where that is the same one up to `last`."""
    is_over = one.term(last) > other.term(last)
    if (one.term(0) > other.term(0)) == is_over:
        return None
    return first_at(lambda at: (one.term(at) > other.term(at)) == is_over, 0, last)
