"""Courses of loops that were performed, one iteration after the other: to their end, or as far as there was time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from floorjudge.magic.certifying.beginnings import Beginning
from floorjudge.magic.certifying.recurrences import Law, law_of
from floorjudge.magic.certifying.trajectories import Course, leaving
from floorjudge.magic.phase.work import Work
from floorjudge.magic.playing.iterating import Moment, Stop
from floorjudge.magic.state.abstraction import Resource
from floorjudge.texts import Text, text


def resting_on_chance(begun: Beginning) -> Course:
    """Return the course of a loop in which chance decides something."""
    return Course(
        evidence="observed", checked_to=begun.done, base=begun.moments[-1], one=begun.iterations[-1], chance=True
    )


def performed(begun: Beginning, done: int, stop: Stop | None = None) -> Course:
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
        out=leaving(begun.iterations[: done + unfinished]),
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


def stepped(begun: Beginning, times: int | None, work: Work) -> Course:
    """Go on performing one by one where no law is seen, as long as there is work left."""
    while times is not None and begun.done < times and not work.is_done:
        spent = work.spent
        if not begun.step():
            break
        if begun.explodes and not work.has_room_for(2 * (work.spent - spent)):
            break
    if begun.chance:
        return resting_on_chance(begun)
    reached = times is not None and begun.done >= times
    if reached or begun.stop is not None:
        course = performed(
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
        out=leaving(begun.iterations),
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
