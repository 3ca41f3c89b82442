"""Probing a law on the engine: whether the next iteration is what it says, also far from where it was found."""

from __future__ import annotations

from random import Random
from typing import Literal, TypeAlias

import msgspec

from floorjudge.magic.certifying.recurrences import Law, is_count
from floorjudge.magic.certifying.thresholds import landmarks
from floorjudge.magic.phase.amounts import LARGEST_AMOUNT, CannotHold, with_amounts
from floorjudge.magic.phase.work import Work
from floorjudge.magic.playing.iterating import Iteration, Loop, Moment
from floorjudge.magic.state.abstraction import Resource

Finding: TypeAlias = Literal["holds", "fails", "cannot hold"]
MOST_AMOUNT = LARGEST_AMOUNT - 10_000
MOST_OBJECTS = 500
INNER_PROBES = 3
MORE_INNER_PROBES = 12
_LANDMARKS_ANYWAY = 6
_EXACT_LANDMARKS_ANYWAY = 40
_DRAWN_ANYWAY = 2
_LADDER = 4
_ALWAYS = 64


class Probe(msgspec.Struct, frozen=True):
    """What one probe found; `start` and `ran` are None where the engine could not be put there."""

    finding: Finding
    start: Moment | None = None
    ran: Iteration | None = None


class Prober:
    """Probes one law; `base` is the position after its iteration 0. `work` bounds how much is tried."""

    def __init__(self, loop: Loop, base: Moment, law: Law, work: Work) -> None:
        self._loop, self._base, self._law, self._work = loop, base, law, work
        self._same = base.same
        self._seen: dict[int, Probe] = {}
        self.dearest = 0

    def probe(self, iteration: int) -> Probe:
        """Put the engine where `iteration` iterations should lead, do one more, and compare both with the law."""
        if iteration not in self._seen:
            spent = self._work.spent
            self._seen[iteration] = self._probe(iteration)
            self.dearest = max(self.dearest, self._work.spent - spent)
        return self._seen[iteration]

    def _probe(self, iteration: int) -> Probe:
        wanted = self._law.at(iteration)
        try:
            table = self._loop.table(with_amounts(self._base, wanted))
        except (CannotHold, ValueError):
            return Probe("cannot hold")
        start = table.snapshot()
        if start.same != self._same or start.split.resources != wanted:
            return Probe("fails")
        ran = self._loop.iterate(start)
        return Probe("holds" if self._as_predicted(ran, iteration + 1) else "fails", start, ran)

    def _as_predicted(self, ran: Iteration, iteration: int) -> bool:
        end = ran.end
        return ran.stop is None and end.same == self._same and end.split.resources == self._law.at(iteration)

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
        passed = landmarks(self._law, self._base, wording, first, last)
        anyway = _EXACT_LANDMARKS_ANYWAY if wording.asks_exactly else _LANDMARKS_ANYWAY
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


def room(law: Law, limit: int, most_objects: int = MOST_OBJECTS) -> int:
    """Return the last iteration up to `limit` whose position the engine can hold, as far as we let it; -1 for none.

    `most_objects` is how many more objects than at the beginning one pile may have.
    """
    bounds: dict[Resource, tuple[int, int]] = {}
    for resource in law.changing:
        most = law.terms[resource].term(0) + most_objects if is_count(resource) else MOST_AMOUNT
        bounds[resource] = (0 if is_count(resource) else -most, most)
    return law.last_before(limit, bounds)
