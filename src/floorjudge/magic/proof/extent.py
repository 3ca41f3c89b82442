"""Determines how far a loop goes, along some claims: performed, led by its recurrence, and to its end.

These are the points 2 to 4 of docs/magic-certificates.md, “What the prover does”; the trajectory leads the engine.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from floorjudge.exact import numeral
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.endings import Final
from floorjudge.magic.playing.iterating import Iteration, Loop, PlayerInStep, Stop
from floorjudge.magic.proof.certificates import Claims, Evidence
from floorjudge.magic.proof.maintainers import Maintainers, corrected, maintainers_of
from floorjudge.magic.proof.recurrences import Recurrence
from floorjudge.magic.proof.trajectory import EndNearBy, NotSo, Trajectory
from floorjudge.magic.state import CounterName
from floorjudge.texts import text

# Up to so many iterations that follow a recurrence are certified as such.
_FEW = 12


class Extent(msgspec.Struct, frozen=True):
    """The extent of a loop on a trajectory: the evidence, the last iteration `checked`, and the number of `whole` ones.

    `claims` are the claims along which it was led. The loop begins with `recurrence` and goes on by `last` after the
    last checked iteration, if that is another one; beyond that, `ended` is its end. `not_tried` is a number reached
    there to which the engine was not brought.
    """

    claims: Claims
    trajectory: Trajectory
    evidence: Evidence
    checked: int
    whole: int | None
    recurrence: Recurrence | None = None
    last: Recurrence | None = None
    ended: EndNearBy | None = None
    not_tried: Stop | None = None

    @property
    def loop(self) -> Loop:
        """Return the loop."""
        return self.trajectory.loop

    @property
    def start(self) -> Snapshot:
        """Return the position in which the first iteration begins."""
        return self.trajectory.positions[0]

    @property
    def warm_up(self) -> int:
        """Return the number of iterations before the one whose changes the certificate gives."""
        if self.trajectory.chance:
            return self.checked
        if self.evidence == "undecided" and self.recurrence is None:
            return max(self.checked - 1, 0)
        return 0 if self.recurrence is None else self.recurrence.first

    @property
    def base(self) -> Snapshot:
        """Return the position in which that iteration begins."""
        return self.trajectory.positions[self.warm_up]

    @property
    def period(self) -> int:
        """Return the period, in iterations."""
        return 1 if self.recurrence is None else self.recurrence.period

    @property
    def followed(self) -> Recurrence | None:
        """Return the first recurrence, None if the loop was only observed."""
        return self.recurrence if self.evidence != "observed" else None

    @property
    def latest(self) -> Recurrence | None:
        """Return the recurrence by which the loop goes on after the last checked iteration."""
        return self.last or self.recurrence

    def one_iteration(self) -> Iteration | None:
        """Return the play of one period from the base on; None if it was not played."""
        if self.recurrence is None:
            return self.trajectory.iterations.get(self.warm_up)
        return self.trajectory.one(self.recurrence)

    def found_maintainers(self) -> Maintainers:
        """Return the maintainers of the loop that the engine shows; none if no iteration was played."""
        one, base, period = self.one_iteration(), self.base, self.period
        if one is None:
            return Maintainers()
        question = "maintainers", base, period
        return self.trajectory.ask(question, lambda: maintainers_of(self.loop.repeated(period), base, one))

    def maintainers(self) -> Maintainers:
        """Return the maintainers of the loop; a judge's decision takes precedence."""
        found, by_judge = self.found_maintainers(), self.claims.case.maintained_by
        return found if by_judge is None else corrected(found, by_judge)

    @property
    def stop(self) -> Stop | None:
        """Return what stopped the loop within the requested iterations."""
        if self.not_tried is not None:
            return self.not_tried
        led = self.trajectory
        stop = led.stop if led.stopped_after == self.whole else None
        in_the_next = self.whole in led.iterations
        if self.ended is not None:
            stop, in_the_next = self.ended.final.ran.stop, self.ended.final.iteration > (self.whole or 0)
        return None if self.whole == self.claims.case.times and in_the_next else stop

    def out(self) -> tuple[PlayerInStep, ...]:
        """Return the players who leave the game within the requested iterations."""
        out, last = self.trajectory.out, self.whole
        return tuple(each for each in out if self.stop is not None or last is None or each.iteration <= last)

    def last_played(self) -> list[Final]:
        """Return the last iterations, the latest first: the one that was played near by, or those of two periods."""
        if self.ended is not None:
            return [self.ended.final]
        led, many = self.trajectory, 2 * (1 if self.latest is None else self.latest.period)
        latest = sorted(led.iterations, reverse=True)[:many]
        return [Final(led.positions[at], led.iterations[at], at + 1) for at in latest]

    @property
    def end(self) -> tuple[Snapshot, Mapping[CounterName, int]] | None:
        """Return a position like the last one, and the last amounts; None if that is not known."""
        led, last = self.trajectory, self.latest
        if self.ended is not None:
            return self.ended.final.ran.end, self.ended.after
        if self.whole is None:
            return None
        there = led.positions.get(self.whole)
        if self.stop is not None and self.whole in led.iterations:
            there = led.iterations[self.whole].end
        if there is not None:
            return there, there.abstraction.counters
        return None if last is None else (last.base, last.at((self.whole - last.first) // last.period))


def extent_of(claims: Claims, trajectory: Trajectory, not_tried: Stop | None = None) -> Extent:
    """Lead the trajectory along some claims, and return the extent of the loop; see `prove` for `not_tried`."""
    if claims.evidence == "undecided":
        return _undecided(claims, trajectory, not_tried)
    if claims.evidence == "observed":
        return _observed(claims, trajectory)
    first = trajectory.recurrence(0, claims.case.times)
    if first is None or claims.iterations in trajectory.positions:
        return _performed(claims, trajectory, first)
    return _followed(claims, trajectory, first)


def _undecided(claims: Claims, trajectory: Trajectory, not_tried: Stop | None) -> Extent:
    """Return the extent if nothing is claimed: all is performed, or followed up to a number that was not tried."""
    done, times = claims.checked_to, claims.case.times
    first = last = None
    if claims.breaks or not_tried is not None:
        first = last = trajectory.recurrence(0, times)
    if last is not None and not_tried is not None:
        last = trajectory.over_breaks(last, claims.breaks, times)
    elif last is not None:
        last = trajectory.over_breaks(last, claims.breaks[:-1], times)
        trajectory.over(last, claims.breaks[-1])
        trajectory.perform_all(claims.breaks[-1], done)
    else:
        trajectory.perform_all(0, done)
    return Extent(claims, trajectory, "undecided", done, claims.iterations, first, last, None, not_tried)


def _observed(claims: Claims, trajectory: Trajectory) -> Extent:
    """Return the extent if only performed iterations are claimed; better evidence may be found for them."""
    asked = claims.iterations
    trajectory.perform_all(0, claims.checked_to + 1 if asked is None else asked + claims.stops)
    done = trajectory.farthest
    if trajectory.chance:
        return Extent(claims, trajectory, "observed", done, None)
    recurrence = trajectory.short_recurrence(done)
    known = recurrence
    if done > _FEW:
        known = trajectory.followed_all_along(max(claims.breaks, default=0), done)
    sure = known is not None and not trajectory.hangs_on_history(known)
    return Extent(claims, trajectory, _evidence(known) if sure else "observed", done, done, recurrence)


def _performed(claims: Claims, trajectory: Trajectory, recurrence: Recurrence | None) -> Extent:
    """Return the extent of a loop that stops, or reaches the requested times, while it is performed one by one."""
    if claims.stops and not trajectory.ended:
        # The recurrence was seen just before the end: the iteration that does not follow it is performed as well.
        trajectory.perform(trajectory.farthest)
    done, times = trajectory.farthest, claims.case.times
    whole = times if (times is not None and times <= done) or trajectory.stop is None else done
    recurrence = recurrence or trajectory.short_recurrence(whole, done, growing=True)
    if recurrence is None:
        raise NotSo(text("No iteration leads back to a position of the same kind."))
    return Extent(claims, trajectory, "certified", done, whole, recurrence)


def _followed(claims: Claims, trajectory: Trajectory, first: Recurrence) -> Extent:
    """Return the extent of a loop whose recurrence leads beyond the performed iterations, up to the last checked one."""
    times = claims.case.times
    if trajectory.hangs_on_history(first):
        raise NotSo(text("An iteration does something else when something else has happened earlier in the turn."))
    last = trajectory.over_breaks(first, claims.breaks, times)
    whole, checked = claims.iterations if claims.stops else times, claims.checked_to
    if whole is not None and whole <= checked:
        trajectory.arrive(last, whole, stops=claims.stops)
        return Extent(claims, trajectory, _evidence(first, last), whole, whole, first)
    trajectory.follow(last, checked)
    if checked not in trajectory.positions:
        raise NotSo(text("The engine cannot be put to where {count} iterations lead.", count=numeral(checked)))
    ended = trajectory.end_beyond(last, checked, whole) if claims.stops and whole is not None else None
    if ended is None:
        trajectory.check_beyond(last, checked, whole)
    evidence: Evidence = "extended" if last.degree else "certified"
    return Extent(claims, trajectory, evidence, checked, whole, first, last, ended)


def _evidence(*recurrences: Recurrence | None) -> Evidence:
    return "certified" if all(each is None or each.degree < 2 for each in recurrences) else "extended"
