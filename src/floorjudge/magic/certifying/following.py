"""The course of a repeated body: its first iterations, its law, where it breaks, and what is known beyond.

The first iterations are performed. As soon as they follow a law, the engine is put where the law leads and tried there.
Where the law breaks, the last iteration that follows it and the first that does not are both performed on the engine, and
the course goes on from there: it has stopped, or begins a new stretch with a law of its own. Where only every second, third or
fourth iteration comes back to a position of the same kind, so many together are taken for one.
"""

from __future__ import annotations

import msgspec

from floorjudge.magic.certifying.beginnings import Beginning
from floorjudge.magic.certifying.performed_trajectories import performed, resting_on_chance, stepped
from floorjudge.magic.certifying.segments import Stretch
from floorjudge.magic.certifying.trajectories import Course, Leaving, leaving
from floorjudge.magic.phase.table import Table
from floorjudge.magic.phase.work import Work
from floorjudge.magic.playing.independence import history_matters
from floorjudge.magic.playing.iterating import Loop, Moment, Stop
from floorjudge.texts import text

_MOST_STRETCHES = 6


def course_of(
    loop: Loop,
    start: Moment,
    times: int | None,
    work: Work,
    *,
    table: Table | None = None,
    stretches: int = _MOST_STRETCHES,
) -> Course:
    """Return the course of a body that is repeated `times` times, or for ever with None.

    `work` bounds what is tried. `table` is one in the position `start`, if there is one; it is played
    on. At most so many `stretches` with a law of their own follow the first. Raises ValueError when the engine does not
    take a position.
    """
    begun = Beginning(loop, start, table or loop.table(start))
    begun.perform(work)
    if begun.chance:
        return resting_on_chance(begun)
    if times is not None and times <= begun.done:
        return performed(begun, times)
    return _further(begun, times, work, stretches)


def _further(begun: Beginning, times: int | None, work: Work, stretches: int) -> Course:
    """Return the course beyond the iterations that were performed."""
    loop = begun.loop
    if begun.stop is not None:
        return performed(begun, begun.done, begun.stop)
    if begun.law is None:
        if (period := begun.period) is not None:
            return _in_periods(begun, period, times, work, stretches)
        return stepped(begun, times, work)
    if history_matters(loop, begun.moments[begun.base], begun.iterations[begun.base]):
        why = text(
            "An iteration does something else when something else has happened earlier in the turn, although no card here says so: this "
            "is known only as far as it was performed."
        )
        return msgspec.structs.replace(stepped(begun, times, work), why=why)

    def following(after: Moment, left: int | None) -> Course | None:
        return course_of(loop, after, left, work, stretches=stretches - 1) if stretches else None

    return Stretch(begun, begun.law, times, work, following).course()


def _in_periods(begun: Beginning, period: int, times: int | None, work: Work, stretches: int) -> Course:
    """Return the course of a loop that comes round only every few iterations.

    So many of them are one iteration of a longer body. What is left over of `times` is performed first, so that the rest is a
    whole number of longer ones.
    """
    loop = begun.loop
    over = 0 if times is None else times % period
    whole = None if times is None else times // period
    found = course_of(loop.repeated(period), begun.moments[over], whole, work, stretches=stretches)
    inner, stop = _inner(loop, found.stop, period)
    return msgspec.structs.replace(
        found,
        period=found.period * period,
        warm_up=over + period * found.warm_up,
        checked_to=over + period * found.checked_to + inner,
        done=None if found.done is None else over + period * found.done + inner,
        stop=stop,
        out=(*leaving(begun.iterations[:over]), *(_single(loop, each, over, period) for each in found.out)),
    )


def _single(loop: Loop, out: Leaving, over: int, period: int) -> Leaving:
    """Return in which single iteration somebody leaves who does so in one of several together."""
    whole, step = divmod(out.step, len(loop.body))
    return Leaving(out.seat, over + period * (out.iteration - 1) + whole + 1, step)


def _inner(loop: Loop, stop: Stop | None, period: int) -> tuple[int, Stop | None]:
    """Return how many whole iterations are not counted yet before a stop in several together, and the stop in the last one.

    A game that is over with the last step of an iteration was over after a whole one.
    """
    if stop is None or stop.step is None:
        return 0, stop
    whole, step = divmod(stop.step, len(loop.body))
    if stop.kind == "game over" and step == len(loop.body) - 1:
        whole = (whole + 1) % period
    where = None if stop.where is None else stop.where.replace(f"body[{stop.step}]", f"body[{step}]", 1)
    return whole, msgspec.structs.replace(stop, step=step, where=where)
