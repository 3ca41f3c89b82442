"""The course of a repeated body: its first iterations, its law, where it breaks, and what is known beyond.

The first iterations are performed. As soon as they follow a law, the engine is put where the law leads and tried there.
Where the law breaks, the last iteration that follows it and the first that does not are both performed on the engine, and
the course goes on from there: it has stopped, or begins a new stretch with a law of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from time import monotonic
from typing import Literal, TypeAlias

import msgspec

from floorjudge.games.magic.beginnings import Beginning, empty_library, finished, stop_at_empty_library
from floorjudge.games.magic.chance import chance_matters
from floorjudge.games.magic.iterating import Iteration, Loop, Moment, Stop
from floorjudge.games.magic.laws import Law, is_count, law_of
from floorjudge.games.magic.probing import Prober, room
from floorjudge.games.magic.state_split import Resource
from floorjudge.games.magic.table import Table
from floorjudge.texts import Text, text

Evidence: TypeAlias = Literal["certified", "extended", "observed", "undecided"]
ORDER: tuple[Evidence, ...] = ("certified", "extended", "observed", "undecided")
_MOST_STRETCHES = 6
_FOR_EVER = 10**30


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of `times` iterations from a position.

    `done` whole iterations lead to the amounts `after` in a position of the shape of `like`; all three are None when
    nothing is known of that place, `done` alone when the loop never stops and no number was asked for. `checked_to` is
    up to where the engine itself has said so, beyond it holds the `law`. `base` is the position after `warm_up` iterations, from
    which on the law holds, and `one` what an iteration does there. `new_law`: later on another law holds. `chance`: an
    iteration depends on chance, and nothing else is known.
    """

    evidence: Evidence
    checked_to: int
    base: Moment
    one: Iteration | None
    warm_up: int = 0
    law: Law | None = None
    done: int | None = None
    like: Moment | None = None
    after: Mapping[Resource, int] | None = None
    stop: Stop | None = None
    why: Text | None = None
    chance: bool = False
    new_law: bool = False

    @property
    def for_ever(self) -> bool:
        """Say whether nothing stops the loop, as far as is known, and no number of times was asked for."""
        return self.done is None and self.evidence in ("certified", "extended")


def course_of(
    loop: Loop,
    start: Moment,
    times: int | None,
    until: float,
    *,
    table: Table | None = None,
    stretches: int = _MOST_STRETCHES,
) -> Course:
    """Return the course of a body that is repeated `times` times, or for ever with None.

    `until` is when to be done, a time of `monotonic`. `table` is one in the position `start`, if there is one; it is played
    on. Raises ValueError when the engine does not take a position.
    """
    begun = Beginning(loop, start, table or loop.table(start))
    begun.perform(until)
    if begun.chance:
        return _resting_on_chance(begun)
    if times is not None and times <= begun.done:
        return _performed(begun, times)
    if begun.stop is not None:
        return _performed(begun, begun.done, begun.stop)
    if begun.law is None:
        return _stepped(begun, times, until)
    return _Stretch(begun, begun.law, times, until, stretches).course()


def _resting_on_chance(begun: Beginning) -> Course:
    return Course(
        evidence="observed", checked_to=begun.done, base=begun.moments[-1], one=begun.iterations[-1], chance=True
    )


def _performed(begun: Beginning, done: int, stop: Stop | None = None) -> Course:
    """Return the course when every iteration that was asked for has been performed, or all that there are."""
    base, law = begun.base, begun.law
    if law is None:
        base, law = _alike(begun.moments)
    constant = law is not None and law.constant
    unfinished = stop is not None and len(begun.iterations) > begun.done
    like = begun.iterations[-1].end if unfinished else begun.moments[done]
    return Course(
        evidence="certified" if constant else "extended" if law is not None else "observed",
        checked_to=begun.done,
        base=begun.moments[base],
        one=begun.iterations[base] if base < len(begun.iterations) else None,
        warm_up=base,
        law=law,
        done=done,
        like=like,
        after=like.split.resources,
        stop=stop,
    )


def _alike(moments: Sequence[Moment]) -> tuple[int, Law | None]:
    """Return where the last iterations, however few, begin to change the amounts in the same way, and the law of that."""
    for first in range(len(moments) - 1):
        rest = moments[first:]
        if all(moment.same == rest[0].same for moment in rest):
            changes = [_change(one, other) for one, other in pairwise(rest)]
            if all(change == changes[0] for change in changes):
                last = rest[-1].split.resources
                padded = [moment.split.resources for moment in rest]
                while len(padded) <= 3:
                    last = {name: amount + changes[0][name] for name, amount in last.items()}
                    padded.append(last)
                return first, law_of(padded)
    return 0, None


def _change(one: Moment, other: Moment) -> dict[Resource, int]:
    return {name: amount - one.split.resources[name] for name, amount in other.split.resources.items()}


def _stepped(begun: Beginning, times: int | None, until: float) -> Course:
    """Go on performing one by one where no law is seen, as long as there is time."""
    while times is not None and begun.done < times and monotonic() < until:
        if not begun.step():
            break
    if begun.chance:
        return _resting_on_chance(begun)
    reached = times is not None and begun.done >= times
    if reached or begun.stop is not None:
        course = _performed(
            begun, times if reached and times is not None else begun.done, None if reached else begun.stop
        )
        return msgspec.structs.replace(course, evidence="observed", law=None, warm_up=0, why=no_law(begun))
    return Course(
        evidence="undecided",
        checked_to=begun.done,
        base=begun.moments[-2],
        one=begun.iterations[-1],
        done=begun.done,
        like=begun.moments[-1],
        after=begun.moments[-1].split.resources,
        why=no_law(begun),
    )


def no_law(begun: Beginning) -> Text:
    """Say why no law was found in the iterations that were performed."""
    before, after = begun.moments[-2:] if begun.done > 1 else (begun.moments[0], begun.iterations[-1].end)
    kept = after.split.kept_for
    if before.same == after.same:
        return text(
            "The iterations differ: what changes in them follows no constant change and no polynomial of low degree."
        )
    if kept:
        return text(
            "No iteration leads back to a position of the same kind. What happened earlier in the turn is compared too, because these "
            "may look it up: {cards}.",
            cards=kept,
        )
    if after.split.keeps_ledgers:
        return text(
            "No iteration leads back to a position of the same kind. What happened earlier in the turn is compared too, because a card "
            "here may look it up."
        )
    return text("No iteration leads back to a position of the same kind: this is not a loop, or not yet.")


class _Stretch:
    """Iterations that follow one law, from its base on."""

    def __init__(self, begun: Beginning, law: Law, times: int | None, until: float, stretches: int) -> None:
        self._begun, self._law, self._until, self._stretches = begun, law, until, stretches
        self._times = times
        self._base = begun.moments[begun.base]
        self._wanted = None if times is None else times - begun.base
        self._prober = Prober(begun.loop, self._base, law, until)

    def course(self) -> Course:
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
        holds = hinted and all(self._prober.probe(each).finding == "holds" for each in (first, death - 1))
        if holds and self._prober.probe(death).finding == "fails":
            return death - 1, death
        return self._prober.climb(first, max(held, first), quickly=not any(map(is_count, self._law.changing)))

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
        whole: int | None = min(alive, last + 1)
        stop = None
        if alive <= last:
            stop = Stop("life", text("A player has no life left."))
        elif self._wanted is None and last + 1 >= _FOR_EVER:
            whole = None
        elif (self._wanted is None or last + 1 < self._wanted) and (seat := self._emptied(last + 2)) is not None:
            whole, stop = last + 2, stop_at_empty_library(self._begun.loop, seat)
        elif self._wanted is None or last + 1 < self._wanted:
            stop = Stop("step", text("Something that every iteration uses up runs out."))
        return self._known("extended", self._begun.base + good + 1, whole, stop)

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
        if ran.stop is not None and not finished(ran, self._begun.loop):
            return _ending(known, ran, done, ran.stop)
        stop = ran.stop or empty_library(before, ran.end, self._begun.loop)
        wanted = self._times is not None and done + 1 >= self._times
        if stop is not None or wanted:
            return _ending(known, ran, done + 1, None if wanted and ran.stop is None else stop)
        if not self._stretches:
            return msgspec.structs.replace(known, evidence="undecided", why=_too_many_stretches())
        left = None if self._times is None else self._times - done - 1
        rest = course_of(self._begun.loop, ran.end, left, self._until, stretches=self._stretches - 1)
        return _joined(known, rest, done + 1)

    def _not_extrapolated(self) -> Course:
        why = text(
            "The engine could not be put into a later position of this loop: what was performed is known, and nothing beyond."
        )
        course = _stepped(self._begun, self._times, self._until)
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
    )


def _too_many_stretches() -> Text:
    return text("The loop takes a new turn again and again; each time, its iterations do something else.")
