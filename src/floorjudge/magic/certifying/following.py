"""The trajectory of a repeated body: its first iterations, its recurrence, where it breaks, and what is known beyond.

The first iterations are performed. As soon as they follow a recurrence, the engine is put where it leads and tried there. Where the
recurrence breaks, the last iteration that follows it and the first that does not are both performed on the engine, and the
trajectory goes on from there: it has stopped, or a new segment begins with a recurrence of its own. Where only every second,
third or fourth iteration comes back to a position of the same kind, so many together are taken for one.

Nothing is taken for an end that the engine has not come to: life that has run out, an empty library, a number that is reached
only say where to look.
"""

from __future__ import annotations

import msgspec

from floorjudge.exact import digits
from floorjudge.magic.certifying.beginnings import Beginning
from floorjudge.magic.certifying.beyond import Beyond, ends_beyond
from floorjudge.magic.certifying.probing import Prober, room
from floorjudge.magic.certifying.recurrences import Recurrence
from floorjudge.magic.certifying.trajectories import (
    Trajectory,
    eliminations,
    over_after,
    performed,
    resting_on_chance,
    stepped,
)
from floorjudge.magic.checking.certificates import EVIDENCE, Elimination, Evidence
from floorjudge.magic.checking.recurrences import is_count
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.table import Table
from floorjudge.magic.phase.work import Work
from floorjudge.magic.playing.counter_names import names_of
from floorjudge.magic.playing.iterating import Loop, Stop, chance_matters, history_matters
from floorjudge.magic.state import CounterName
from floorjudge.texts import text

_MOST_SEGMENTS = 6
_FOR_EVER = 10**30
_NOT_TRIED = "not_tried"
_NEVER_NEGATIVE = frozenset({"counters", "player_counters", "energy", "poison_counters"})


def trajectory_of(
    loop: Loop,
    start: Snapshot,
    times: int | None,
    work: Work,
    *,
    table: Table | None = None,
    segments: int = _MOST_SEGMENTS,
) -> Trajectory:
    """Return the trajectory of a body that is repeated `times` times, or for ever with None.

    `work` bounds what is tried. `table` is one in the position `start`, if there is one; it is played on. At most so many
    `segments` with a recurrence of their own follow the first. Raises ValueError when the engine does not take a position, and
    WorkIsOver.
    """
    begun = Beginning(loop, start, table or loop.table(start))
    begun.perform(work)
    if begun.chance:
        return resting_on_chance(begun)
    in_periods = begun.recurrence is None and begun.stop is None and begun.period is not None
    if times is not None and times <= begun.done and not in_periods:
        return performed(begun, times, over_after(begun, times))
    return _further(begun, times, work, segments)


def _further(begun: Beginning, times: int | None, work: Work, segments: int) -> Trajectory:
    """Return the trajectory beyond the iterations that were performed."""
    loop = begun.loop
    if begun.stop is not None:
        return performed(begun, begun.done, begun.stop)
    if begun.recurrence is None:
        if (period := begun.period) is not None:
            return _in_periods(begun, period, times, work, segments)
        return stepped(begun, times, work)
    if history_matters(loop, begun.positions[begun.base], begun.iterations[begun.base]):
        why = text(
            "An iteration does something else when something else has happened earlier in the turn, although no card here says so: this "
            "is known only as far as it was performed."
        )
        return msgspec.structs.replace(stepped(begun, times, work), why=why)
    return _Segment(begun, begun.recurrence, times, work, segments).trajectory()


def _in_periods(begun: Beginning, period: int, times: int | None, work: Work, segments: int) -> Trajectory:
    """Return the trajectory of a loop that comes round only every few iterations.

    So many of them are one iteration of a longer body. What is left over of `times` is performed first, so that the rest is a
    whole number of longer ones.
    """
    loop = begun.loop
    over = 0 if times is None else times % period
    whole = None if times is None else times // period
    found = trajectory_of(loop.repeated(period), begun.positions[over], whole, work, segments=segments)
    inner, stop = _inner(loop, found.stop, period)
    return msgspec.structs.replace(
        found,
        period=found.period * period,
        warm_up=over + period * found.warm_up,
        checked_to=over + period * found.checked_to + inner,
        done=None if found.done is None else over + period * found.done + inner,
        stop=stop,
        breaks=tuple(over + period * each for each in found.breaks),
        out=(*eliminations(begun.iterations[:over]), *(_single(loop, each, over, period) for each in found.out)),
    )


def _single(loop: Loop, out: Elimination, over: int, period: int) -> Elimination:
    """Return in which single iteration somebody leaves who does so in one of several together."""
    whole, step = divmod(out.step, len(loop.body))
    return Elimination(out.seat, over + period * (out.iteration - 1) + whole + 1, step)


def _inner(loop: Loop, stop: Stop | None, period: int) -> tuple[int, Stop | None]:
    """Return how many whole iterations are not counted yet before a stop in several together, and the stop in the last one.

    A game that is over with the last step of an iteration was over after a whole one.
    """
    if stop is None or stop.step is None:
        return 0, stop
    whole, step = divmod(stop.step, len(loop.body))
    if stop.over and step == len(loop.body) - 1:
        whole = (whole + 1) % period
    where = None if stop.where is None else stop.where.replace(f"body[{stop.step}]", f"body[{step}]", 1)
    return whole, msgspec.structs.replace(stop, step=step, where=where)


class _Segment:
    """Iterations that follow one recurrence, from its base on; so many `segments` may follow."""

    def __init__(self, begun: Beginning, recurrence: Recurrence, times: int | None, work: Work, segments: int) -> None:
        self._begun, self._recurrence, self._work, self._segments = begun, recurrence, work, segments
        self._times = times
        self._base = begun.positions[begun.base]
        self._wanted = None if times is None else times - begun.base
        self._prober = Prober(begun.loop, self._base, recurrence, work)

    def trajectory(self) -> Trajectory:
        """Return the trajectory from the base of the recurrence on."""
        if self._recurrence.stands_still:
            checked = self._begun.done if self._times is None else max(self._times, self._begun.done)
            return self._known("certified", checked, self._wanted)
        last = self._last_by_recurrence()
        held = room(self._recurrence, last)
        first = self._begun.done - self._begun.base - 1
        good, bad = self._climbed(first, held, last)
        if good < 0:
            return self._not_extrapolated()
        if bad is not None and self._prober.probe(bad).finding == "cannot hold":
            bad = None
        if bad is not None:
            good, bad = self._prober.narrowed(good, bad)
        while (odd := self._prober.inner(first, good)) is not None:
            good, bad = self._prober.narrowed(first, odd)
        if bad is not None:
            return self._broken(good)
        if good == last:
            return self._at_the_end(good)
        return self._beyond(good, last)

    def _climbed(self, first: int, held: int, last: int) -> tuple[int, int | None]:
        """Return the last iteration that is known to be as predicted, and one that is known not to be.

        Where a player's life should run out, that is tried first.
        """
        death = self._recurrence.last_before(last + 1, self._lives())
        hinted = first < death - 1 < last and death - 1 <= held
        holds = hinted and self._prober.probe(first).finding == "holds" and self._has_work_for(first, death)
        holds = holds and self._prober.probe(death - 1).finding == "holds"
        if holds and self._prober.probe(death).finding == "fails":
            return death - 1, death
        return self._prober.climb(first, max(held, first), quickly=not any(map(is_count, self._recurrence.changing)))

    def _has_work_for(self, first: int, far: int) -> bool:
        """Say whether there is work left to try an iteration far out; where objects become more, it takes so much more."""
        known = self._base.abstraction
        counts = [name for name in self._recurrence.changing if name[0] == "class" and is_count(name)]
        grows = any(known.member(int(name[1])).kind == "object" for name in counts)
        return not grows or self._work.has_room_for(self._prober.dearest * (1 + far / max(first, 1)))

    def _last_by_recurrence(self) -> int:
        """Return the last iteration (from 0) that the recurrence allows: no class becomes empty in it, no counter is used up, and it is wanted."""
        wanted = _FOR_EVER if self._wanted is None else self._wanted
        most = 10 * _FOR_EVER * max(wanted, 1)
        bounds = {
            name: (1, most)
            for name in self._recurrence.falling
            if is_count(name) or not _NEVER_NEGATIVE.isdisjoint(name)
        }
        return self._recurrence.last_before(wanted, bounds) - 1

    def _known(self, evidence: Evidence, checked: int, whole: int | None, stop: Stop | None = None) -> Trajectory:
        base = self._begun.base
        return Trajectory(
            evidence=evidence,
            checked_to=checked,
            base=self._base,
            one=self._begun.iterations[base],
            warm_up=base,
            recurrence=self._recurrence,
            done=None if whole is None else base + whole,
            end=None if whole is None else (self._base, self._recurrence.at(whole)),
            stop=stop,
            out=eliminations(self._begun.iterations),
        )

    def _evidence(self) -> Evidence:
        return "certified" if self._recurrence.constant else "extended"

    def _at_the_end(self, good: int) -> Trajectory:
        """The engine has done the last iteration that is wanted, or that the recurrence allows."""
        if self._wanted is not None and good + 1 >= self._wanted:
            known = self._known(self._evidence(), self._begun.base + good + 1, self._wanted)
            held = self._prober.probe(good).ran
            if held is None:
                return known
            return msgspec.structs.replace(known, end=(held.end, self._recurrence.at(self._wanted)))
        return self._broken(good)

    def _beyond(self, good: int, last: int) -> Trajectory:
        """Go on by the recurrence alone, up to where something that is reached ends it, or may do so."""
        loop, checked = self._begun.loop, self._begun.base + good + 1
        found = ends_beyond(loop, self._base, self._recurrence, good, last, self._work)
        if found is not None and found.ended is not None:
            ran, after = found.ended.ran, found.ended.after
            known = self._known("extended", checked, found.iterations + loop.is_whole(ran.stop), ran.stop)
            return msgspec.structs.replace(known, end=(ran.end, after))
        if found is not None:
            return self._known("extended", checked, found.iterations, self._not_tried(found))
        if self._wanted is None and last + 1 >= _FOR_EVER:
            return self._known("extended", checked, None)
        if self._wanted is None or last + 1 < self._wanted:
            said = text("Something that every iteration uses up runs out. How it goes on then was not tried.")
            return self._known("extended", checked, last + 1, Stop("number", said, code=_NOT_TRIED))
        return self._known("extended", checked, last + 1)

    def _not_tried(self, found: Beyond) -> Stop:
        """Return the stop at a number from which on nothing is known."""
        names, reached = self._begun.loop.names, found.reached
        amount = next(
            (line.said for line in names_of(self._base, names) if set(line.counters) == set(reached.amount)),
            text("something that can be counted"),
        )
        iteration = digits(self._begun.base + found.iterations + 1)
        if reached.number is None:
            said = text(
                "In iteration {iteration} this becomes equal to another amount: {amount}. These compare amounts: {cards}. The engine "
                "was not brought there, so what happens from then on is not known.",
                iteration=iteration,
                amount=amount,
                cards=reached.cards,
            )
        elif reached.cards:
            said = text(
                "In iteration {iteration} this reaches or passes {number}: {amount}. That number is in the text of: {cards}. The engine was not "
                "brought there, so what happens from then on is not known.",
                iteration=iteration,
                number=digits(reached.number),
                amount=amount,
                cards=reached.cards,
            )
        else:
            said = text(
                "In iteration {iteration} this reaches or passes {number}: {amount}. The engine was not brought there, so what happens from then "
                "on is not known.",
                iteration=iteration,
                number=digits(reached.number),
                amount=amount,
            )
        return Stop("number", said, code=_NOT_TRIED)

    def _lives(self) -> dict[CounterName, tuple[int, int]]:
        most = 10 * _FOR_EVER * max(self._wanted or 1, 1) ** 4
        return {name: (1, most) for name in self._recurrence.falling if name[0] == "player" and name[-1] == "life"}

    def _broken(self, good: int) -> Trajectory:
        """Perform the first iteration that does not follow the recurrence, and go on from there."""
        held = self._prober.probe(good).ran
        before = self._base if held is None else held.end
        done = self._begun.base + good + 1
        ran = self._begun.loop.iterate(before)
        known = self._known(self._evidence(), done, good + 1)
        if ran.end.chance != before.chance and chance_matters(self._begun.loop, before):
            return msgspec.structs.replace(known, base=before, one=ran, chance=True)
        known = msgspec.structs.replace(known, out=(*known.out, *eliminations([ran], done)))
        if ran.stop is not None or (self._times is not None and done + 1 >= self._times):
            whole = done + self._begun.loop.is_whole(ran.stop)
            return msgspec.structs.replace(
                known, done=whole, checked_to=whole, end=(ran.end, ran.end.abstraction.counters), stop=ran.stop
            )
        if not self._segments:
            why = text("The loop takes a new turn again and again; each time, its iterations do something else.")
            return msgspec.structs.replace(known, evidence="undecided", why=why)
        left = None if self._times is None else self._times - done - 1
        rest = trajectory_of(self._begun.loop, ran.end, left, self._work, segments=self._segments - 1)
        return _joined(known, rest, done + 1)

    def _not_extrapolated(self) -> Trajectory:
        why = text(
            "The engine could not be put into a later position of this loop: what was performed is known, and nothing beyond."
        )
        trajectory = stepped(self._begun, self._times, self._work)
        return msgspec.structs.replace(trajectory, why=why)


def _joined(first: Trajectory, rest: Trajectory, done: int) -> Trajectory:
    """Return the trajectory of two segments, one after the other; what is said of an iteration is of the first."""
    return msgspec.structs.replace(
        first,
        evidence=first.evidence if rest.was_performed else max(first.evidence, rest.evidence, key=EVIDENCE.index),
        checked_to=done + rest.checked_to,
        done=None if rest.done is None else done + rest.done,
        end=rest.end,
        stop=rest.stop,
        why=rest.why,
        chance=rest.chance,
        breaks=(*first.breaks, done, *(done + each for each in rest.breaks)),
        out=(
            *first.out,
            *(msgspec.structs.replace(each, iteration=done + each.iteration) for each in rest.out),
        ),
    )
