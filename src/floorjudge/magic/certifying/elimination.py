"""The iteration in which a life runs out far beyond what was tried: in which step that is, and how everything stands then.

The engine cannot be put there, but near the last place where it was: with the life that is left then, everything else as it is
here. What the last iteration leaves behind in a few such places follows a law of its own, which leads to the end.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from floorjudge.magic.certifying.recurrences import SAME_CHANGES, Law, law_of
from floorjudge.magic.phase.amounts import CannotHold, with_amounts
from floorjudge.magic.playing.iterating import Iteration, Loop, Moment
from floorjudge.magic.state.abstraction import Resource

_FARTHEST = 64


class LastOne(msgspec.Struct, frozen=True):
    """The iteration in which somebody dies, as performed near by, and the amounts that it leaves behind where it really is."""

    ran: Iteration
    after: Mapping[Resource, int]


def last_iteration(
    loop: Loop, base: Moment, law: Law, tried: int, alive: int, lives: tuple[Resource, ...]
) -> LastOne | None:
    """Return what happens after `alive` iterations of a law, when these `lives` run out; None where that cannot be found out.

    `tried` is an iteration up to which the engine has followed the law. The same must happen in several places.
    """
    if not law.constant:
        return None
    first = max(0, min(tried, _FARTHEST) - SAME_CHANGES)
    left = {life: law.terms[life].term(alive) for life in lives}
    ends: list[Iteration] = []
    for iteration in range(first, first + SAME_CHANGES + 1):
        wanted = law.at(iteration) | left
        try:
            ends.append(loop.iterate(with_amounts(base, wanted)))
        except (CannotHold, ValueError):
            return None
    stops = {(ran.stop.kind, ran.stop.step, ran.stop.seat) for ran in ends if ran.stop is not None}
    alike = all(ran.end.same == ends[0].end.same and ran.stop is not None for ran in ends)
    if not alike or len(stops) != 1 or next(iter(stops))[0] != "game over":
        return None
    course = law_of([ran.end.split.resources for ran in ends])
    return None if course is None else LastOne(ends[0], course.at(alive - first))
