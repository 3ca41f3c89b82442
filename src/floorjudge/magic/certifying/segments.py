"""Stretches of a loop in which its iterations follow one law: how far it is known to hold, and what comes where it breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from floorjudge.magic.certifying.beginnings import Beginning, empty_library, finished, stop_at_empty_library
from floorjudge.magic.certifying.elimination import last_iteration
from floorjudge.magic.certifying.performed_trajectories import stepped
from floorjudge.magic.certifying.probing import Prober, room
from floorjudge.magic.certifying.recurrences import Law, is_count
from floorjudge.magic.certifying.trajectories import ORDER, Course, Evidence, leaving
from floorjudge.magic.phase.work import Work
from floorjudge.magic.playing.independence import chance_matters
from floorjudge.magic.playing.iterating import Iteration, Moment, Stop
from floorjudge.magic.state.abstraction import Resource
from floorjudge.texts import Text, text

_FOR_EVER = 10**30
Following: TypeAlias = Callable[[Moment, "int | None"], "Course | None"]
"""What comes after a position in so many more iterations; None when there have been too many stretches."""


class Stretch:
    """Iterations that follow one law, from its base on."""

    def __init__(self, begun: Beginning, law: Law, times: int | None, work: Work, following: Following) -> None:
        self._begun, self._law, self._work, self._following = begun, law, work, following
        self._times = times
        self._base = begun.moments[begun.base]
        self._wanted = None if times is None else times - begun.base
        self._prober = Prober(begun.loop, self._base, law, work)

    def course(self) -> Course:
        """Return the course from the base of the law on."""
        if self._law.stands_still:
            checked = self._begun.done if self._times is None else max(self._times, self._begun.done)
            return self._known("certified", checked, self._wanted)
        last = self._last_by_law()
        held = room(self._law, last)
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
        death = self._law.last_before(last + 1, self._lives())
        hinted = first < death - 1 < last and death - 1 <= held
        holds = hinted and self._prober.probe(first).finding == "holds" and self._has_time(first, death)
        holds = holds and self._prober.probe(death - 1).finding == "holds"
        if holds and self._prober.probe(death).finding == "fails":
            return death - 1, death
        return self._prober.climb(first, max(held, first), quickly=not any(map(is_count, self._law.changing)))

    def _has_time(self, first: int, far: int) -> bool:
        """Say whether there is time to try an iteration far out; where objects become more, it takes so much longer."""
        known = self._base.split
        piles = [known.piles[int(name[1])] for name in self._law.changing if name[0] == "class" and is_count(name)]
        grows = any(known.nodes[pile.members[0]].kind == "object" for pile in piles)
        return not grows or self._work.has_room_for(self._prober.dearest * (1 + far / max(first, 1)))

    def _last_by_law(self) -> int:
        """Return the last iteration (from 0) that the law allows: no pile becomes empty in it, and it is wanted."""
        wanted = _FOR_EVER if self._wanted is None else self._wanted
        bounds = {name: (1, 10 * _FOR_EVER * max(wanted, 1)) for name in self._law.falling if is_count(name)}
        return self._law.last_before(wanted, bounds) - 1

    def _known(self, evidence: Evidence, checked: int, whole: int | None, stop: Stop | None = None) -> Course:
        base = self._begun.base
        return Course(
            evidence=evidence,
            checked_to=checked,
            base=self._base,
            one=self._begun.iterations[base],
            warm_up=base,
            law=self._law,
            done=None if whole is None else base + whole,
            like=self._base,
            after=None if whole is None else self._law.at(whole),
            stop=stop,
            out=leaving(self._begun.iterations),
        )

    def _evidence(self) -> Evidence:
        return "certified" if self._law.constant else "extended"

    def _at_the_end(self, good: int) -> Course:
        """The engine has done the last iteration that is wanted, or that the law allows."""
        if self._wanted is not None and good + 1 >= self._wanted:
            return self._known(self._evidence(), self._begun.base + good + 1, self._wanted)
        return self._broken(good)

    def _beyond(self, good: int, last: int) -> Course:
        """Go on by the law alone, up to the place where it must break."""
        alive = self._law.last_before(last + 1, self._lives())
        if alive <= last:
            return self._dying(good, alive)
        whole: int | None = last + 1
        stop = None
        if self._wanted is None and last + 1 >= _FOR_EVER:
            whole = None
        elif (self._wanted is None or last + 1 < self._wanted) and (seat := self._emptied(last + 2)) is not None:
            whole, stop = last + 2, stop_at_empty_library(self._begun.loop, seat)
        elif self._wanted is None or last + 1 < self._wanted:
            stop = Stop("step", text("Something that every iteration uses up runs out."))
        return self._known("extended", self._begun.base + good + 1, whole, stop)

    def _dying(self, good: int, alive: int) -> Course:
        """Return the course when somebody is alive after so many iterations of the law, and dies in the next one."""
        loop, checked = self._begun.loop, self._begun.base + good + 1
        out = tuple(life for life in self._lives() if self._law.terms[life].term(alive + 1) <= 0)
        names = tuple(loop.names[int(life[1])] for life in out)
        found = last_iteration(loop, self._base, self._law, good, alive, tuple(self._lives()))
        if found is not None:
            done = alive + 1 if finished(found.ran, loop) else alive
            known = self._known("extended", checked, done, found.ran.stop)
            return msgspec.structs.replace(known, like=found.ran.end, after=found.after)
        seat = int(out[0][1])
        said = text("In the next iteration this life runs out: {players}.", players=names)
        if len(loop.names) - len(out) > 1:
            said = text(
                "In the next iteration this life runs out: {players}. What comes then was not tried.", players=names
            )
            return self._known("extended", checked, alive, Stop("life", said, None, seat, "not_tried"))
        return self._known("extended", checked, alive, Stop("life", said, None, seat))

    def _emptied(self, iterations: int) -> int | None:
        """Return whose library, one of equal cards, is just empty after so many iterations."""
        for name in self._law.falling:
            alone = name[0] == "library" and ("library", name[1], 1) not in self._law.terms
            if alone and self._law.terms[name].term(iterations) == 0:
                return int(name[1])
        return None

    def _lives(self) -> dict[Resource, tuple[int, int]]:
        most = 10 * _FOR_EVER * max(self._wanted or 1, 1) ** 4
        return {name: (1, most) for name in self._law.falling if name[0] == "player" and name[-1] == "life"}

    def _broken(self, good: int) -> Course:
        """Perform the first iteration that does not follow the law, and go on from there."""
        held = self._prober.probe(good).ran
        before = self._base if held is None else held.end
        done = self._begun.base + good + 1
        ran = self._begun.loop.iterate(before)
        known = self._known(self._evidence(), done, good + 1)
        if ran.end.chance != before.chance and chance_matters(self._begun.loop, before):
            return msgspec.structs.replace(known, base=before, one=ran, chance=True)
        known = msgspec.structs.replace(known, out=(*known.out, *leaving([ran], done)))
        if ran.stop is not None and not finished(ran, self._begun.loop):
            return _ending(known, ran, done, ran.stop)
        stop = ran.stop or empty_library(before, ran.end, self._begun.loop)
        wanted = self._times is not None and done + 1 >= self._times
        if stop is not None or wanted:
            return _ending(known, ran, done + 1, None if wanted and ran.stop is None else stop)
        rest = self._following(ran.end, None if self._times is None else self._times - done - 1)
        if rest is None:
            return msgspec.structs.replace(known, evidence="undecided", why=_too_many_stretches())
        return _joined(known, rest, done + 1)

    def _not_extrapolated(self) -> Course:
        why = text(
            "The engine could not be put into a later position of this loop: what was performed is known, and nothing beyond."
        )
        course = stepped(self._begun, self._times, self._work)
        return msgspec.structs.replace(course, why=why)


def _ending(known: Course, ran: Iteration, done: int, stop: Stop | None) -> Course:
    return msgspec.structs.replace(
        known, done=done, checked_to=done, like=ran.end, after=ran.end.split.resources, stop=stop
    )


def _joined(first: Course, rest: Course, done: int) -> Course:
    """Return the course of two stretches, one after the other; what is said of an iteration is of the first."""
    return msgspec.structs.replace(
        first,
        evidence=max(first.evidence, rest.evidence, key=ORDER.index),
        checked_to=done + rest.checked_to,
        done=None if rest.done is None else done + rest.done,
        like=rest.like,
        after=rest.after,
        stop=rest.stop,
        why=rest.why,
        chance=rest.chance,
        new_law=True,
        out=(
            *first.out,
            *(msgspec.structs.replace(each, iteration=done + each.iteration) for each in rest.out),
        ),
    )


def _too_many_stretches() -> Text:
    return text("The loop takes a new turn again and again; each time, its iterations do something else.")
