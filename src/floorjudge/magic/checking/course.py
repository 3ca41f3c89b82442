"""The course of a loop, led on the engine: performed from the beginning, then put far ahead where the change leads and tried there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import pairwise, zip_longest

import msgspec

from floorjudge.magic.checking.documents import hash_of
from floorjudge.magic.phase.amounts import CannotHold, with_amounts
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.work import Work
from floorjudge.magic.playing.counter_names import names_of
from floorjudge.magic.playing.iterating import Iteration, Loop, Stop, chance_matters
from floorjudge.magic.state.abstraction import COUNT, CounterName
from floorjudge.texts import Text, text

# So many changes in a row must be the same, or so many amounts lie on one polynomial.
_SAME, _ON_POLYNOMIAL = 3, 8
_MOST_DEGREE = 3
_MOST_PERFORMED = 12
_LONGEST_PERIOD = 4
_MOST_TRIED = 24
# Where a number on a card is passed is tried so often, whatever it takes; more often only while there is work left.
_TRIED_ANYWAY = 6
# Numbers of the rules: no life, nothing left, poison, commander damage.
_OF_THE_RULES = (0, 1, 10, 21)
# Near by means with as many objects as in one of the first iterations; so many places are compared.
_NEAR, _NEAR_BY, _GO_ON = 61, 4, 2


class NotSo(Exception):
    """The engine does not do what is claimed; `said` is what it did."""

    def __init__(self, said: Text) -> None:
        super().__init__(said)
        self.said = said


class Law(msgspec.Struct, frozen=True):
    """From `base` on, every `period` iterations change the amounts by these differences: Newton's, the amount itself first."""

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
        if len(found) > most or len(row) < 2:
            return None
        found.append(row[0])
        row = [after - before for before, after in pairwise(row)]
    return tuple(found)


def fingerprint(position: Snapshot, *beside: object) -> str:
    """Return a hash of all that is compared of a position, and of JSON values beside it."""
    known = position.abstraction
    compared = known.shape, sorted(map(repr, known.counters.items()))
    return sha256(repr((compared, *map(hash_of, beside))).encode()).hexdigest()


class Ended(msgspec.Struct, frozen=True):
    """How iteration `number` (from 1) ended, performed near by, and the amounts that it leaves behind where it really is."""

    number: int
    start: Snapshot
    ran: Iteration
    after: Mapping[CounterName, int]


def _is(position: Snapshot, law: Law, amounts: Mapping[CounterName, int]) -> bool:
    known = position.abstraction
    return known.shape == law.base.abstraction.shape and known.counters == amounts


class Course:
    """One course of a loop from a position, as far as it was led.

    `positions` are those that were reached, by how many iterations lead there, `iterations` what the next one did there. `out` are those
    who left the game on the way: seat, iteration (from 1), step. `stop` is what stopped it after `stopped_after` whole iterations;
    `chance` says that chance decided something in the last iteration.
    """

    def __init__(self, loop: Loop, start: Snapshot, work: Work) -> None:
        self.loop, self._work = loop, work
        self.positions: dict[int, Snapshot] = {0: start}
        self.iterations: dict[int, Iteration] = {}
        self.out: list[tuple[int, int, int]] = []
        self.stop: Stop | None = None
        self.stopped_after: int | None = None
        self.chance = False

    @property
    def ended(self) -> bool:
        """Say whether nothing can follow."""
        return self.chance or self.stop is not None

    def perform(self, at: int) -> bool:
        """Perform the iteration that begins after `at` others, if it was not; say whether it led to a position."""
        if at in self.iterations or self.ended:
            return at + 1 in self.positions
        before = self.positions[at]
        ran = self.loop.iterate(before.without_log())
        self.iterations[at] = ran
        if ran.end.chance != before.chance and chance_matters(self.loop, before):
            self.chance = True
            return False
        self.out += [(gone.seat, at + 1, gone.step) for gone in ran.out]
        whole = ran.stop is None or (ran.stop.over and ran.stop.step == len(self.loop.body) - 1)
        if whole:
            self.positions[at + 1] = ran.end
        if ran.stop is not None:
            self.stop, self.stopped_after = ran.stop, at + whole
        return whole

    def perform_all(self, first: int, last: int) -> bool:
        """Perform the iterations from after `first` others to the one after which there are `last`; say whether all were."""
        return all(self.perform(at) for at in range(first, last))

    def law(self, first: int, left: int | None, period: int | None = None) -> Law | None:
        """Perform iterations after the `first` until they follow a law, or stop; None where no law was seen.

        `left` are all that there are to be, None for no end. With a `period` only a law of that period will do.
        """
        for each in range(1, _LONGEST_PERIOD + 1) if period is None else (period,):
            begin = first + (0 if left is None else left % each)
            for many in range(1, _MOST_PERFORMED + 1):
                if not self.perform_all(first, begin + many * each):
                    break
                if (found := self._seen(begin, many, each, _SAME + 1)) is not None:
                    return found
        return None

    def short_law(self, first: int, last: int) -> Law | None:
        """Return the law that the last iterations up to `last` follow, however few, the earliest one."""
        for begin in range(first, last):
            if (found := self._fits(begin, last - begin, 1, 1)) is not None:
                return found
        return None

    def _seen(self, begin: int, many: int, period: int, fewest: int) -> Law | None:
        for skipped in range(many):
            found = self._fits(begin + skipped * period, many - skipped, period, fewest)
            if found is not None:
                return found
        return None

    def _fits(self, first: int, many: int, period: int, fewest: int) -> Law | None:
        seen = [self.positions[first + index * period].abstraction for index in range(many + 1)]
        if len(seen) < fewest or any(each.shape != seen[0].shape for each in seen):
            return None
        found: dict[CounterName, tuple[int, ...]] = {}
        for name in seen[0].counters:
            amounts = [each.counters[name] for each in seen]
            differences = differences_of(amounts, 1)
            if differences is None and len(seen) >= _ON_POLYNOMIAL:
                differences = differences_of(amounts, _MOST_DEGREE)
            if differences is None:
                return None
            found[name] = differences
        return Law(self.positions[first], first, period, found)

    def follow(self, law: Law, last: int) -> None:
        """Lead the engine by a law to the position after `last` iterations, with tries on the way, each of which must hold.

        `last` is a whole number of the law's periods after its first position. Raises NotSo where a try does not hold, or the engine
        cannot be put there.
        """
        times = (last - law.first) // law.period
        if last in self.positions or times < 0:
            return
        if not law.degree:
            self.positions[last] = law.base
            return
        for each in self._worth_trying(law, times):
            self._try(law, each)
        self.positions[last] = self._try(law, times - 1).end

    def _try(self, law: Law, times: int) -> Iteration:
        """Put the engine where a law leads and perform one more there; both must be as the law says."""
        start = self._put(law, law.at(times))
        ran = self.loop.repeated(law.period).iterate(start)
        if ran.stop is not None or not _is(ran.end, law, law.at(times + 1)):
            at = law.first + (times + 1) * law.period
            raise NotSo(text("Iteration {number} does something else than those before it.", number=str(at)))
        return ran

    def near_by(self, law: Law, times: int, tried: int) -> Ended | None:
        """Perform an iteration far out with the life and the counters of then, and as many objects as in some of the first iterations.

        Returns how all of these ended, None where all went on by the law. `tried` is how many times ahead the engine could be put.
        Raises NotSo where neither is so, or the engine cannot be put there.
        """
        there, first = law.at(times), max(0, min(tried - 1, _NEAR + 3) - 3)
        body, begins, ends = self.loop.repeated(law.period), list[Snapshot](), list[Iteration]()
        goes_on = 0
        for objects in range(first, first + _NEAR_BY):
            here, then = law.at(objects), {name: terms[1] for name, terms in law.differences.items() if len(terms) > 1}
            wanted = {name: here[name] if is_count(name) else amount for name, amount in there.items()}
            start = self._put(law, wanted)
            ran = body.iterate(start)
            following = {name: amount + then.get(name, 0) for name, amount in wanted.items()}
            goes_on += ran.stop is None and _is(ran.end, law, following)
            begins.append(start)
            ends.append(ran)
            if goes_on == len(ends) == _GO_ON:
                return None
        named = [[(each.key, each.counters) for each in names_of(ran.end, self.loop.names)] for ran in ends]
        alike = all(ran.stop == ends[0].stop for ran in ends) and all(each == named[0] for each in named)
        left = {
            name: differences_of([ran.end.abstraction.counters[name] for ran in ends], 1)
            for name in (ends[0].end.abstraction.counters if alike else ())
        }
        if goes_on or not left or ends[0].stop is None or None in left.values():
            raise NotSo(text("After {count} iterations it is not known how it goes on.", count=str(law.first + times)))
        after = {name: amount_at(terms or (), times - first) for name, terms in left.items()}
        return Ended(law.first + times * law.period + 1, begins[0], ends[0], after)

    def _put(self, law: Law, wanted: Mapping[CounterName, int]) -> Snapshot:
        """Return the position of a law with other amounts, as the engine has it. Raises NotSo where it cannot be put there."""
        try:
            start = self.loop.table(with_amounts(law.base, wanted)).snapshot()
        except (CannotHold, ValueError):
            raise NotSo(text("The engine cannot be put into a later position of this loop.")) from None
        if not _is(start, law, wanted):
            raise NotSo(text("The engine cannot be put into a later position of this loop."))
        return start

    def _worth_trying(self, law: Law, times: int) -> Iterator[int]:
        """Yield how many times ahead a law is tried: where a number on a card is passed, and on the way up; not all when that takes too much."""
        passed = sorted({near for at in _passings(law, times) for near in (at - 1, at) if 0 < near < times - 1})
        ladder = {times // 100, times // 10, times // 2, times * 5 // 7}
        tried = [*passed[:_TRIED_ANYWAY], *sorted(ladder - set(passed))]
        spent = self._work.spent
        for index, each in enumerate((*tried, *passed[_TRIED_ANYWAY:_MOST_TRIED])):
            dearest = (self._work.spent - spent) // max(index, 1)
            if index >= _TRIED_ANYWAY and not self._work.has_room_for(dearest):
                return
            if 0 < each < times - 1:
                yield each


def _passings(law: Law, times: int) -> Iterator[int]:
    """Yield after how many times an amount that somebody could count reaches a number that stands in a condition of a card."""
    for total in _counted(law):
        yield from (at for number in law.base.wording.numbers if (at := _reaching(total, number, 0, times)) is not None)


def reached_beyond(law: Law, tried: int, last: int) -> Iterator[tuple[int, bool]]:
    """Yield after how many times, more than `tried` and up to `last`, an amount reaches a number that is printed or that the rules name.

    With each is said whether it is an amount of objects: those cannot be as many elsewhere.
    """
    for total, of_objects in _counted(law).items():
        for number in {*law.base.wording.printed, *_OF_THE_RULES}:
            at = _reaching(total, number, tried, last)
            if at is not None:
                yield at, of_objects


def _reaching(total: tuple[int, ...], number: int, low: int, high: int) -> int | None:
    """Return the first time after `low` and up to `high` at which an amount has reached a number, None where it has not, or had before."""
    direction = 1 if amount_at(total, high) > amount_at(total, low) else -1
    if direction * (amount_at(total, low) - number) >= 0 or direction * (amount_at(total, high) - number) < 0:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        reached = direction * (amount_at(total, middle) - number) >= 0
        low, high = (low, middle) if reached else (middle, high)
    return high


def _counted(law: Law) -> dict[tuple[int, ...], bool]:
    """Return the differences of what somebody could count and what changes, and whether objects are counted in it."""
    sums: dict[object, tuple[int, ...]] = {}
    for name, terms in law.differences.items():
        for key in (name, *_counted_among(law.base, name)):
            sums[key] = tuple(map(sum, zip_longest(sums.get(key, ()), terms, fillvalue=0)))
    found: dict[tuple[int, ...], bool] = {}
    for key, total in sums.items():
        if any(total[1:]):
            of_objects = not (isinstance(key, tuple) and key in law.differences) or is_count(key)
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
