"""Beyond what the engine can hold: what happens at the numbers that are reached there, tried near by.

A recurrence leads to positions that the engine cannot hold, mostly because of too many objects. What might end it there is a number:
one that is printed on a card, that the rules name, or that another amount meets. At each of them the engine plays the iteration
with life and counters as they are then, and as many objects as there are in some early iterations. Where all of these end alike, so
does the loop; where all follow the recurrence, it goes on; and where this cannot be tried, nothing is known from there on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from floorjudge.magic.certifying.probing import amounts_counted
from floorjudge.magic.certifying.recurrences import SAME_CHANGES, Recurrence, recurrence_of
from floorjudge.magic.checking.recurrences import OF_THE_RULES, is_count
from floorjudge.magic.phase.amounts import CannotHold, with_amounts
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.work import Work
from floorjudge.magic.playing.counter_names import names_of
from floorjudge.magic.playing.iterating import Iteration, Loop
from floorjudge.magic.state import CounterName

_FARTHEST_NEAR_BY = 64
_TRIED_ANYWAY = 16
_TRIED_TO_FOLLOW = 2
_MOST_STEPS_BACK = 40


class Reached(msgspec.Struct, frozen=True):
    """An amount that reaches a number after so many iterations of a recurrence, and not before.

    `amount` are the counters that are added up in it. `number` is None where another amount is met; `cards` are those on which the
    number stands, or that compare amounts. `near_by`: other positions than the one that is meant tell what happens there.
    """

    iteration: int
    amount: tuple[CounterName, ...]
    number: int | None
    cards: tuple[str, ...]
    near_by: bool


class EndedNearBy(msgspec.Struct, frozen=True):
    """An iteration that ends a loop, as it was played near by, and the amounts `after` it where it really is."""

    ran: Iteration
    after: Mapping[CounterName, int]


class Beyond(msgspec.Struct, frozen=True):
    """Where a recurrence ends, or is not known to go on: after so many iterations of it.

    `ended` is how the next one ends it; None where the engine cannot be brought to what is `reached`.
    """

    iterations: int
    reached: Reached
    ended: EndedNearBy | None = None


def ends_beyond(loop: Loop, base: Snapshot, recurrence: Recurrence, tried: int, last: int, work: Work) -> Beyond | None:
    """Return where a recurrence ends after iteration `tried`, up to which the engine has followed it, and up to iteration `last`.

    None where nothing that is reached on the way ends it.
    """
    near = _NearBy(loop, base, recurrence, tried, work)
    follows = tried
    for reached in reached_beyond(recurrence, base, tried, last):
        for iteration in (reached.iteration - 1, reached.iteration):
            if iteration <= follows:
                continue
            found = near.at(iteration) if reached.near_by else None
            if found is True:
                follows = iteration
                continue
            if found is not None:
                iteration, found = near.first(follows, iteration)  # noqa: PLW2901
            if isinstance(found, EndedNearBy):
                return Beyond(iteration, reached, found)
            return Beyond(iteration, reached)
    return None


def reached_beyond(recurrence: Recurrence, base: Snapshot, tried: int, last: int) -> list[Reached]:
    """Return what is reached after iteration `tried` and up to the end of iteration `last`, in order."""
    each_way = {
        (recurrence.sum_of(each).differences, _tells_near_by(recurrence, each)): tuple(each)
        for each in amounts_counted(recurrence, base)
    }
    amounts = list(each_way.values())
    found = [*_numbers(recurrence, base, amounts, tried, last), *_meetings(recurrence, base, amounts, tried, last)]
    return sorted(found, key=lambda each: (each.iteration, each.near_by))


def _numbers(
    recurrence: Recurrence, base: Snapshot, amounts: Sequence[tuple[CounterName, ...]], tried: int, last: int
) -> Iterator[Reached]:
    """Yield where an amount reaches a number that is printed, or that the rules name."""
    printed = base.wording.printed
    for amount in amounts:
        terms = recurrence.sum_of(amount)
        for number in {*printed, *OF_THE_RULES}:
            if (at := terms.first_reaching(number, tried + 1, last + 1)) is not None:
                yield Reached(at, amount, number, printed.get(number, ()), _tells_near_by(recurrence, amount))


def _meetings(
    recurrence: Recurrence, base: Snapshot, amounts: Sequence[tuple[CounterName, ...]], tried: int, last: int
) -> Iterator[Reached]:
    """Yield where two amounts become equal, as far as a card may compare them; those of one object may always be compared."""
    cards = tuple(sorted({*base.wording.compares_amounts, *base.wording.asks_exactly}))
    for one, other in combinations(amounts, 2):
        if cards or (one[0][0] == "class" and one[0][:2] == other[0][:2]):
            at = recurrence.sum_of(one, less=other).first_reaching(0, tried + 1, last + 1)
            if at is not None:
                near_by = _tells_near_by(recurrence, one) and _tells_near_by(recurrence, other)
                yield Reached(at, one, None, cards, near_by)


def _tells_near_by(recurrence: Recurrence, amount: Sequence[CounterName]) -> bool:
    return recurrence.constant and not any(is_count(name) and recurrence.terms[name].degree > 0 for name in amount)


class _NearBy:
    """Iterations far out, played with the numbers of objects of some early ones."""

    def __init__(self, loop: Loop, base: Snapshot, recurrence: Recurrence, tried: int, work: Work) -> None:
        self._loop, self._base, self._recurrence, self._work = loop, base, recurrence, work
        self._first = max(0, min(tried, _FARTHEST_NEAR_BY) - SAME_CHANGES)
        self._seen: dict[int, EndedNearBy | bool] = {}
        self._cost = 0

    def at(self, iteration: int) -> EndedNearBy | bool:
        """Return whether an iteration follows the recurrence, or how it ends; False where that is not known."""
        if iteration not in self._seen:
            spent = self._work.spent
            late = len(self._seen) >= _TRIED_ANYWAY and not self._work.has_room_for(self._cost)
            self._seen[iteration] = not late and self._tried(iteration)
            self._cost = max(self._cost, self._work.spent - spent)
        return self._seen[iteration]

    def first(self, follows: int, ends: int) -> tuple[int, EndedNearBy | bool]:
        """Return the first iteration that ends, after one that follows the recurrence and up to one that ends."""
        back = 1
        for _ in range(_MOST_STEPS_BACK):
            if ends - follows <= 1:
                return ends, self.at(ends)
            tried = max(follows + 1, ends - back) if back else (follows + ends) // 2
            if self.at(tried) is True:
                follows, back = tried, 0
            else:
                ends, back = tried, 2 * back
        return ends, False

    def _tried(self, iteration: int) -> EndedNearBy | bool:
        there = self._recurrence.at(iteration)
        ends: list[Iteration] = []
        follow: list[bool] = []
        for objects in range(self._first, self._first + SAME_CHANGES + 1):
            here = self._recurrence.at(objects)
            wanted = {name: here[name] if is_count(name) else amount for name, amount in there.items()}
            try:
                table = self._loop.table(with_amounts(self._base, wanted))
            except (CannotHold, ValueError):
                return False
            start = table.snapshot()
            if not self._is(start, wanted):
                return False
            ends.append(self._loop.iterate_on(table, start, listing=False))
            follow.append(ends[-1].stop is None and self._is(ends[-1].end, self._following(wanted)))
            if len(follow) == _TRIED_TO_FOLLOW and all(follow):
                return True
        return not any(follow) and self._ended(iteration, ends)

    def _is(self, position: Snapshot, wanted: Mapping[CounterName, int]) -> bool:
        known = position.abstraction
        return known.shape == self._base.abstraction.shape and known.counters == wanted

    def _following(self, amounts: Mapping[CounterName, int]) -> Mapping[CounterName, int]:
        now, then = self._recurrence.at(0), self._recurrence.at(1)
        return {name: amount + then[name] - now[name] for name, amount in amounts.items()}

    def _names(self, ran: Iteration) -> tuple[tuple[str, tuple[CounterName, ...]], ...]:
        return tuple((each.key, each.counters) for each in names_of(ran.end, self._loop.names))

    def _ended(self, iteration: int, ends: Sequence[Iteration]) -> EndedNearBy | bool:
        # In the middle of a combat the engine tells creatures apart by its own numbers: the shapes differ, the names do not.
        stop, named = ends[0].stop, self._names(ends[0])
        alike = all(ran.stop == stop and self._names(ran) == named for ran in ends)
        if not alike or stop is None or not stop.is_end:
            return False
        left_behind = recurrence_of([ran.end.abstraction.counters for ran in ends])
        if left_behind is None:
            return False
        return EndedNearBy(ends[0], left_behind.at(iteration - self._first))
