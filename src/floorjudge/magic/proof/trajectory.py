"""The trajectory of a loop on the engine: performed at first, then put far ahead along a recurrence and tried there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import count
from typing import Any, TypeVar

import msgspec

from floorjudge.exact import numeral
from floorjudge.exact.sequences import polynomial_through
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.doubt.auditing import activated_again
from floorjudge.magic.doubt.doubts import PLAYED_OTHERWISE, Doubt, doubt
from floorjudge.magic.doubt.zones import KeptOut
from floorjudge.magic.engine.amounts import CannotHold, with_amounts
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table
from floorjudge.magic.engine.work import Work
from floorjudge.magic.playing.counter_names import names_of
from floorjudge.magic.playing.endings import Final
from floorjudge.magic.playing.iterating import (
    SEEDS,
    Iteration,
    Loop,
    PlayerInStep,
    Stop,
    chance_matters,
    history_matters,
)
from floorjudge.magic.playing.naming import activated_by
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.recurrences import (
    ON_LINE,
    Recurrence,
    is_count,
    passings,
    reached_beyond,
    recurrence_through,
)
from floorjudge.magic.state import CounterName
from floorjudge.texts import Text, text

Answer = TypeVar("Answer")
MOST_PERFORMED, LONGEST_PERIOD = 12, 4
# Where an amount passes a number on a card, so many tries are made at any cost, and more within a share of the work.
_TRIED_ANYWAY, _EXACT_TRIED_ANYWAY, _MOST_TRIED = 6, 40, 160
_SHARE_OF_TRIES = 0.3
# So many periods up to a break or a stop are performed one by one.
_NEAR_THE_LAST = 3
# Near by: with as many objects as after at most so many iterations; the number of places compared, and of those that must go on.
_NEAR, _NEAR_BY, _GO_ON = 16, 4, 2
# Of fewer iterations, a single one determines what each changes.
_VERY_FEW = 4
FOR_EVER = 10**30
# The most additional objects that are put there: a forged claim of more could keep the engine busy for hours.
_MOST_MORE = 2_000


class NotSo(Exception):
    """The engine does not do what is claimed.

    `sentence` describes what it did instead, `misplayed` lists differences from the rules, `stopped` the causes of a stop
    there.
    """

    def __init__(self, sentence: Text, misplayed: tuple[Doubt, ...] = (), stopped: tuple[Text, ...] = ()) -> None:
        super().__init__(sentence)
        self.sentence, self.misplayed, self.stopped = sentence, misplayed, stopped


_NOT_PUT = text("The engine cannot be put into a later position of this loop.")


class CannotBePut(NotSo):
    """The engine has no room for a position, or does not take it."""


class EndNearBy(msgspec.Struct, frozen=True):
    """The `final` iteration of a loop, played near by, and the amounts `after` the real one.

    It began with the life and the counters of the real iteration, and as many objects as after the first of the
    iterations `objects_after`; with the numbers of the others, it ended alike.
    """

    final: Final
    objects_after: tuple[int, ...]
    after: Mapping[CounterName, int]


class Trajectory:
    """The trajectory of a loop from a position, as far as the engine was led, which is counted as `work`.

    No question is put to the engine twice: trajectories of the same loop share its answers, and reach
    identical positions if they do the same. A position is identified by its object identity: comparing two would take
    longer than it saves.

    `positions` has the reached positions by the number of iterations that lead there, `iterations` the next iteration
    from each, `out` the players who left the game on the way, `segments` the recurrences after breaks. `stop` is the
    cause of the stop after `stopped_after` whole iterations; `chance` is true if chance decided something in the last
    iteration. `cost` is the work of the last iteration performed, `dearest` that of the dearest one that was tried ahead.
    """

    def __init__(self, loop: Loop, start: Snapshot, work: Work, known: dict[Hashable, Any] | None = None) -> None:
        self.loop, self.work = loop, work
        self._known: dict[Hashable, Any] = {} if known is None else known
        self.positions: dict[int, Snapshot] = {0: start}
        self.iterations: dict[int, Iteration] = {}
        self.out: list[PlayerInStep] = []
        self.segments: dict[int, Recurrence] = {}
        self.stop: Stop | None = None
        self.stopped_after: int | None = None
        self.chance = False
        self.cost = self.dearest = 0
        # The kinds of positions from which other seeds were tried.
        self._chance_tried: set[Hashable] = set()

    @property
    def ended(self) -> bool:
        """Return whether nothing can follow."""
        return self.chance or self.stop is not None

    @property
    def farthest(self) -> int:
        """Return the number of iterations that lead to the last position reached."""
        return max(self.positions)

    def performed(self, first: int = 0) -> int:
        """Return the number of iterations, from the `first` on performed one by one, that led to a position."""
        return next(at for at in count(first) if at not in self.positions) - 1

    # Performing, one by one.

    def anew(self) -> Trajectory:
        """Return an unled trajectory from the same position, which shares the answers of this one."""
        return Trajectory(self.loop, self.positions[0], self.work, self._known)

    def ask(self, question: Hashable, answer: Callable[[], Answer]) -> Answer:
        """Return the answer to a question, computing it only the first time."""
        if question not in self._known:
            self._known[question] = answer()
        known: Answer = self._known[question]
        return known

    def _iterated(self, start: Snapshot, period: int, *, listing: bool = False, shows_end: bool = True) -> Iteration:
        """Return the result of `period` iterations, taken as one; `listing` and `shows_end` are as in `Loop.iterate_on`."""
        loop = self.loop.repeated(period)

        def iterated() -> Iteration:
            table = self._known.pop(("table", start), None) or loop.table(start)
            return loop.iterate_on(table, start, listing=listing, shows_end=shows_end)

        return _in_place(self.ask(("iterated", start, period, listing, shows_end), iterated))

    def perform(self, at: int) -> bool:
        """Perform the iteration after `at` others, unless it was performed; return whether it led to a position."""
        if at in self.iterations or self.ended:
            return at + 1 in self.positions
        before = self.positions[at]
        spent = self.work.spent
        ran = _in_place(self.ask(("performed", before), lambda: self.loop.iterate(before)))
        if again := tuple(doubt(*each) for each in activated_again(before, ran.end)):
            raise NotSo(PLAYED_OTHERWISE, again)
        self.iterations[at] = ran
        kind = before.abstraction.shape
        if ran.end.chance != before.chance and kind not in self._chance_tried:
            self._chance_tried.add(kind)
            # What cannot be finished is not begun.
            self.work.require(SEEDS * (self.work.spent - spent))
            self.chance = self.ask(("chance", before), lambda: chance_matters(self.loop, before))
            if self.chance:
                return False
        self.out += [msgspec.structs.replace(gone, iteration=at + 1) for gone in ran.out]
        whole = self.loop.is_whole(ran.stop)
        if whole:
            self.positions[at + 1] = ran.end
        if ran.stop is not None:
            self.stop, self.stopped_after = ran.stop, at + whole
        self.cost = self.work.spent - spent
        return whole

    def perform_all(self, first: int, last: int) -> bool:
        """Perform the iterations from number `first` + 1 to number `last`; return whether all led to a position."""
        return all(self.perform(at) for at in range(first, last))

    def recurrence(
        self, first: int, left: int | None, may_perform: Callable[[int, int], bool] = lambda _first, _at: True
    ) -> Recurrence | None:
        """Perform iterations after the `first` until they follow a recurrence, or stop; return None if none is seen.

        `left` is the number of iterations requested, None for no end. `may_perform` returns whether the iteration after
        another one may be performed. A longer period is only tried if the last positions come round in it.
        """
        for period in range(1, LONGEST_PERIOD + 1):
            last = self.performed(first)
            seen = last - (ON_LINE - 1) * period
            if period > 1 and (seen < first or self.through(seen, last, period) is None):
                continue
            begin = first + (0 if left is None else left % period)
            for end in range(begin + period, begin + MOST_PERFORMED * period + 1, period):
                if period == 1 and not may_perform(first, end - 1):
                    break
                # After the iteration with which the game is over, no position comes back.
                if not self.perform_all(first, end) or self.ended:
                    break
                for start in range(begin, end + 1 - (ON_LINE - 1) * period, period):
                    if (found := self.through(start, end, period)) is not None:
                        return found
        return None

    def short_recurrence(self, *ends: int | None, growing: bool = False) -> Recurrence | None:
        """Return the earliest recurrence that the last iterations follow: two of them, or one of very few.

        They are those up to the first of these ends that has a recurrence. Three iterations or more may also be
        `growing`: each changes the amounts by a constant more than the one before.
        """
        for last in (each for each in ends if each in self.positions):
            for begin in range(last if last < _VERY_FEW else last - 1):
                most = 2 if growing and last - begin >= ON_LINE - 1 else 1
                if (found := self.through(begin, last, 1, most)) is not None:
                    return found
        return None

    def followed_all_along(self, first: int, last: int) -> Recurrence | None:
        """Return the recurrence that begins soon after `first` iterations and holds up to `last`.

        Return None if there is none, or if the engine does not follow it when put where it leads.
        """
        for period in range(1, LONGEST_PERIOD + 1):
            for begin in range(first, min(first + MOST_PERFORMED, last) + 1 - (ON_LINE - 1) * period):
                found = self.through(begin, last - (last - begin) % period, period, 1)
                if found is not None and self.follows(found, 1):
                    return found
        return None

    def through(self, first: int, last: int, period: int, most: int | None = None) -> Recurrence | None:
        """Return the recurrence of every `period`-th position after `first` to `last` iterations, None for none.

        `most` is as in `recurrence_through`.
        """
        return recurrence_through([self.positions[at] for at in range(first, last + 1, period)], first, period, most)

    def one(self, recurrence: Recurrence) -> Iteration:
        """Return one iteration that follows a recurrence, or a whole period taken as one."""
        if recurrence.period == 1 and recurrence.first in self.iterations:
            return self.iterations[recurrence.first]
        return self._iterated(recurrence.base, recurrence.period, listing=True)

    def hangs_on_history(self, recurrence: Recurrence) -> bool:
        """Return whether an iteration ends differently after another turn history, which is not compared."""
        base, period, one = recurrence.base, recurrence.period, self.one(recurrence)
        return self.ask(("history", base, period), lambda: history_matters(self.loop.repeated(period), base, one))

    # Led by a recurrence. All of this raises NotSo if the engine does something else, or cannot be put there.

    def follow(self, recurrence: Recurrence, last: int) -> None:
        """Lead the engine by a recurrence to after `last` iterations, with tries on the way, each of which must hold.

        `last` is a whole number of periods after the first position of the recurrence.
        """
        times, over = divmod(last - recurrence.first, recurrence.period)
        if last in self.positions or times < 0:
            return
        if over:
            raise _does_not_go_on(last)
        if not recurrence.degree:
            self.positions[last] = recurrence.base
            return
        if (other := self.differing(recurrence, times)) is not None:
            self.tried(recurrence, other)
        self.positions[last] = self.tried(recurrence, times - 1).end

    def over_breaks(self, recurrence: Recurrence, breaks: Sequence[int], times: int | None) -> Recurrence:
        """Lead the engine over breaks, given as numbers of iterations, and return the recurrence after the last one."""
        for at in breaks:
            self.over(recurrence, at)
            found = self.recurrence(at, None if times is None else times - at)
            if found is None and self.stop is None:
                raise NotSo(text("After {count} iterations nothing comes round any more.", count=numeral(at)))
            if found is not None:
                self.segments[at] = found
            recurrence = found or Recurrence(self.positions[at], at, 1, {})
        return recurrence

    def leading_to(self, whole: int, breaks: Sequence[int], times: int | None) -> Recurrence | None:
        """Return the recurrence that leads, over earlier breaks, to the position after `whole` iterations.

        Return None if that position was performed. Raises NotSo if nothing leads there.
        """
        recurrence = self.recurrence(0, times)
        if whole in self.positions:
            return None
        if recurrence is None or whole < recurrence.first:
            raise _does_not_go_on(whole)
        recurrence = self.over_breaks(recurrence, [each for each in breaks if each <= whole], times)
        return None if whole in self.positions else recurrence

    def ahead(self, recurrence: Recurrence, times: int, over: int) -> Table:
        """Return a table put so many periods of a recurrence ahead, on which `over` more iterations are played."""
        table = self.loop.table(self.put(recurrence, recurrence.at(times)))
        for _ in range(over):
            play_body(table, self.loop.body)
        return table

    def approach(self, recurrence: Recurrence, last: int) -> None:
        """Lead the engine by a recurrence to near the position after `last` iterations, and perform those up to it."""
        near = recurrence.iteration(max(0, (last - recurrence.first) // recurrence.period - _NEAR_THE_LAST))
        self.follow(recurrence, near)
        self.perform_all(near, last)

    def over(self, recurrence: Recurrence, at: int) -> None:
        """Lead the engine by a recurrence to the break after `at` iterations."""
        self.approach(recurrence, at)
        if at <= recurrence.first or at not in self.positions or self.ended:
            raise _does_not_go_on(at)

    def arrive(self, recurrence: Recurrence, whole: int, *, stops: bool) -> None:
        """Lead the engine to after `whole` iterations, and to the stop after them."""
        self.approach(recurrence, whole + stops)
        if self.chance or whole not in self.positions or (stops and self.stopped_after not in (None, whole)):
            raise _does_not_go_on(whole)

    def check_beyond(self, recurrence: Recurrence, checked: int, whole: int | None) -> None:
        """Check for every number reached after `checked` iterations that the loop is known to go on there."""
        tried = (checked - recurrence.first) // recurrence.period
        last = FOR_EVER if whole is None else (whole - recurrence.first) // recurrence.period
        reached = reached_beyond(recurrence, tried, last)
        if reached and (recurrence.degree > 1 or any(each.of_objects for each in reached)):
            raise NotSo(text("A number is reached on the way, where the engine was not tried."))
        for near in sorted({near for each in reached for near in (each.times - 1, each.times) if tried <= near < last}):
            if self.near_by(recurrence, near, tried) is not None:
                raise NotSo(text("A number that is reached on the way ends the loop."))

    def end_beyond(self, recurrence: Recurrence, checked: int, whole: int) -> EndNearBy:
        """Return how the loop ends after `whole` iterations, where the engine can only be put near by."""
        # An iteration in whose last step the game ends counts as whole, so the one before is tried first.
        for at in (whole - 1, whole):
            times, over = divmod(at - recurrence.first, recurrence.period)
            if over or recurrence.degree > 1:
                break
            self.check_beyond(recurrence, checked, at)
            found = self.near_by(recurrence, times, (checked - recurrence.first) // recurrence.period)
            stop = None if found is None else found.final.ran.stop
            if found is not None and stop is not None and (at < whole) == self.loop.is_whole(stop):
                return found
        raise _does_not_go_on(whole)

    def near_by(self, recurrence: Recurrence, times: int, tried: int) -> EndNearBy | None:
        """Perform a distant iteration with its life and counters, and as many objects as in some of the first ones.

        Return how all of these ended, None if all followed the recurrence. `tried` is the number of times ahead that
        the engine was put.
        """
        number = recurrence.first + times * recurrence.period + 1
        there, now, then = recurrence.at(times), recurrence.at(0), recurrence.at(1)
        first = max(0, min(tried - 4, _NEAR))
        places = range(first, first + _NEAR_BY)
        begins, ends, goes_on = list[Snapshot](), list[Iteration](), 0
        for objects in places:
            here = recurrence.at(objects)
            wanted = {name: here[name] if is_count(name) else amount for name, amount in there.items()}
            begins.append(self.put(recurrence, wanted))
            ends.append(self._iterated(begins[-1], recurrence.period))
            following = {name: amount + then[name] - now[name] for name, amount in wanted.items()}
            goes_on += ends[-1].stop is None and recurrence.holds_in(ends[-1].end, following)
            if goes_on == len(ends) == _GO_ON:
                return None
        after = {} if goes_on else self._left_behind(ends, times - first)
        if not after:
            raise NotSo(text("After {count} iterations it is not known how it goes on.", count=numeral(number - 1)))
        shown = tuple(recurrence.first + each * recurrence.period for each in places)
        return EndNearBy(Final(begins[0], ends[0], number), shown, after)

    def _left_behind(self, ends: Sequence[Iteration], times: int) -> dict[CounterName, int]:
        """Return the amounts so many `times` after the first of some iterations that end the loop; none if they differ."""
        named = [[(each.key, each.counters) for each in names_of(ran.end, self.loop.names)] for ran in ends]
        alike = all(ran.stop == ends[0].stop for ran in ends) and all(each == named[0] for each in named)
        after: dict[CounterName, int] = {}
        for name in ends[0].end.abstraction.counters if alike and ends[0].stop is not None else ():
            terms = polynomial_through([ran.end.abstraction.counters[name] for ran in ends], 1)
            if terms is None:
                return {}
            after[name] = terms.term(times)
        return after

    def tried(self, recurrence: Recurrence, times: int) -> Iteration:
        """Put the engine where a recurrence leads and perform one more iteration; both must be as predicted."""
        there = self.put(recurrence, recurrence.at(times))
        ran = self._iterated(there, recurrence.period, shows_end=False)
        if ran.stop is not None or not recurrence.holds_in(ran.end, recurrence.at(times + 1)):
            number = numeral(recurrence.first + (times + 1) * recurrence.period)
            raise NotSo(text("Iteration {number} does something else than those before it.", number=number))
        return ran

    def put(self, recurrence: Recurrence, wanted: Mapping[CounterName, int]) -> Snapshot:
        """Return the position of a recurrence with other amounts, as the engine represents it."""
        base = recurrence.base
        held = base.abstraction.counters
        if any(is_count(name) and amount > held[name] + _MOST_MORE for name, amount in wanted.items()):
            raise CannotBePut(_NOT_PUT)
        try:
            start = self.ask(("put", base, frozenset(wanted.items())), lambda: self._put(with_amounts(base, wanted)))
        except (CannotHold, ValueError):
            raise CannotBePut(_NOT_PUT) from None
        if not recurrence.holds_in(start, wanted):
            raise NotSo(_NOT_PUT)
        return start

    def _put(self, position: Snapshot) -> Snapshot:
        """Return a position as the engine represents it, and keep the table for the iteration from there."""
        table = self.loop.table(position)
        there = table.snapshot()
        self._known["table", there] = table
        return there

    def differing(self, recurrence: Recurrence, times: int) -> int | None:
        """Return the first tried time, before the last of `times`, at which an iteration does not follow; None for none."""
        question = "differing", recurrence.base, recurrence.period, times
        return self.ask(question, lambda: self._differing(recurrence, times))

    def _differing(self, recurrence: Recurrence, times: int) -> int | None:
        exact = bool(recurrence.base.wording.asks_exactly)
        passed = passings(recurrence, times)
        anyway = _EXACT_TRIED_ANYWAY if exact else _TRIED_ANYWAY
        rungs = [each for each in recurrence.rungs(times - 1) if each not in passed]
        tried = (*passed[:anyway], *rungs, *passed[anyway:_MOST_TRIED])
        begun, dearest = self.work.spent, 0
        for index, each in enumerate(tried):
            spent = self.work.spent
            if index >= anyway + len(rungs) and spent - begun + dearest > self.work.limit * _SHARE_OF_TRIES:
                return None
            if not self.follows(recurrence, each):
                return each
            dearest = max(dearest, self.work.spent - spent)
        return None

    def follows(self, recurrence: Recurrence, times: int) -> bool:
        """Return whether one more iteration, so many times ahead, follows the recurrence."""
        spent = self.work.spent
        try:
            self.tried(recurrence, times)
        except NotSo as otherwise:
            if otherwise.misplayed:
                raise
            return False
        finally:
            self.dearest = max(self.dearest, self.work.spent - spent)
        return True


def trajectory_of(case: LoopCase, library: CardLibrary, work: Work) -> Trajectory:
    """Return the trajectory of a case before its first iteration. Raises the errors of `set_up` and `play_body`."""
    table = set_up(case.position, library).counted_in(work)
    play_body(table, case.before, "before")
    start = table.snapshot().activating(activated_by(case.body, table.labels))
    return Trajectory(Loop(table.engine, case.body, table.names, KeptOut), start, work)


def _in_place(ran: Iteration) -> Iteration:
    """Return an iteration in which every object is in a zone that its card allows; raises NotSo for any other."""
    if ran.remarks:
        raise NotSo(PLAYED_OTHERWISE, tuple(doubt(*each) for each in ran.remarks))
    return ran


def _does_not_go_on(count: int) -> NotSo:
    return NotSo(text("The loop does not go on for {count} iterations.", count=numeral(count)))
