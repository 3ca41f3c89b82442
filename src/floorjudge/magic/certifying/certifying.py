"""Certifying a loop: a position, a body and a number of times in, a certificate out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import msgspec

from floorjudge.errors import BadInput
from floorjudge.exact import digits
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.certifying.assumptions import assumptions, doubtful_cards
from floorjudge.magic.certifying.certificates import Certificate, Line, StoppedBy
from floorjudge.magic.certifying.following import trajectory_of
from floorjudge.magic.certifying.maintaining import Maintainers, choosers, corrected, maintainers_of
from floorjudge.magic.certifying.recurrences import Recurrence
from floorjudge.magic.certifying.ruling import ruled
from floorjudge.magic.certifying.trajectories import Trajectory
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.table import Table
from floorjudge.magic.phase.work import Work, WorkIsOver, units
from floorjudge.magic.playing.counter_names import Named, names_of
from floorjudge.magic.playing.errors import DoesNotEnd
from floorjudge.magic.playing.iterating import Iteration, Loop, Stop
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.state.abstraction import CounterName
from floorjudge.texts import Text, text

BUDGET_SECONDS = 10.0
# What is begun may go on beyond the budget, up to so many times as much and so many seconds more.
_MOST_TIMES, _MOST_MORE = 2.0, 20.0
_SHARE_OF_OWN_END = 0.25
_NOBODY = Maintainers((), by_choices=False, steps=(), could_act=())
_SHOWN_CHANGES = 3


class BodyNotPlayed(BadInput):
    """A step of a body is not possible or not clear, the very first time; `step` counts from 1."""

    code = "body_not_played"
    sentence = text(
        "Step {step} of the body could not be played, and it was the first time round: so this is not a loop yet. {why} “floorjudge "
        "magic play” shows step by step what can be done."
    )
    step: int
    why: Text


def certify(
    case: LoopCase, library: CardLibrary, *, budget: float = BUDGET_SECONDS, within: Work | None = None
) -> Certificate:
    """Return the certificate of a loop.

    `budget` is how much is tried on the engine: the work that a usual machine does in so many seconds, 0 or more. It is counted,
    also as a part of the work that it is done `within`, so that the answer does not depend on the machine. What a judge says of who keeps the loop going stands, and is recorded
    beside what was found. Raises BadInput for a position that cannot be set up, for steps in `before` that are not possible, and
    for a body that cannot be played once; WorkIsOver when the clock has run out `within` other work, which then has no answer either.

    Clauses: MTR 4.4.1, MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.7, MTR 4.4.8, MTR 4.4.9
    """
    work = Work(units(budget), most=units(_MOST_TIMES * budget + _MOST_MORE), within=within)
    table = work.count(set_up(case.position, library))
    doubts = tuple(doubtful_cards(case.position, library))
    try:
        play_body(table, case.before, "before")
        return _certified(case, table, doubts, work)
    except WorkIsOver as over:
        if over.by_clock and within is not None:
            raise
        return _nothing_known(case, table.names, doubts, over)


def _certified(case: LoopCase, table: Table, doubts: tuple[Text, ...], work: Work) -> Certificate:
    start = table.snapshot()
    loop = Loop(table.engine, case.body, table.names)
    trajectory = _only_ends(trajectory_of(loop, start, case.times, work, table=table))
    _check_played_once(trajectory)
    found_maintainers = _maintainers(loop, trajectory)
    maintainers = found_maintainers if case.maintained_by is None else corrected(found_maintainers, case.maintained_by)
    own_end = _own_end(loop, start, trajectory, maintainers, case.times, work)
    found = ruled(loop, trajectory, maintainers, case.times, own_end)
    lines = tuple(_lines(trajectory, loop.names))
    return Certificate(
        evidence=trajectory.evidence,
        checked_to=trajectory.checked_to,
        assumes=(*doubts, *assumptions(trajectory, start)),
        times=case.times,
        iterations=trajectory.done,
        warm_up=trajectory.warm_up,
        lines=lines,
        knows_end=trajectory.after is not None,
        stopped_by=None if trajectory.stop is None else _stopped_by(trajectory.stop, trajectory),
        players=loop.names,
        maintained_by=maintainers.maintained_by,
        mandatory=not maintainers.maintained_by,
        draw=found.draw,
        verdict=found.verdict,
        clauses=found.clauses if case.maintained_by is None else tuple(dict.fromkeys((*found.clauses, "MTR 4.4.9"))),
        sentences=(*found.sentences, *_added(case, trajectory, loop.names)),
        period=trajectory.period,
        out=trajectory.out,
        found_maintained_by=None if case.maintained_by is None else found_maintainers.maintained_by,
    )


def _nothing_known(case: LoopCase, players: tuple[str, ...], doubts: tuple[Text, ...], over: WorkIsOver) -> Certificate:
    """Return the certificate of a loop for which all the work that is allowed, or far too much time, was not enough."""
    why = (
        text("It takes far too long on this computer: nothing is claimed.")
        if over.by_clock
        else text("The rules engine would have to do more than is allowed for this loop: nothing is claimed.")
    )
    return Certificate(
        evidence="undecided",
        checked_to=0,
        assumes=doubts,
        times=case.times,
        iterations=None,
        warm_up=0,
        lines=(),
        knows_end=False,
        stopped_by=None,
        players=players,
        maintained_by=(),
        mandatory=False,
        draw=False,
        verdict="undecided",
        clauses=("MTR 4.4.9",),
        sentences=(why, text("A judge decides.")),
    )


def _check_played_once(trajectory: Trajectory) -> None:
    """Raise BodyNotPlayed when a step is not possible before the body has come round once: what was typed is not a loop."""
    stop = trajectory.stop
    if stop is None or stop.kind != "step" or stop.step is None or trajectory.done != 0:
        return
    if stop.code != DoesNotEnd.code:
        raise BodyNotPlayed(stop.step + 1, stop.said, where=f"body[{stop.step}]")


def _only_ends(trajectory: Trajectory) -> Trajectory:
    """Return a trajectory of which nothing is claimed beyond a step that could not be played for another reason than the rules."""
    stop = trajectory.stop
    if stop is None or stop.is_end:
        return trajectory
    why = stop.said
    if stop.kind == "step" and stop.step is not None and stop.where is not None:
        why = text(
            "Step {step} of the body could not be played to its end in iteration {iteration} ({where}): {why}",
            step=stop.step + 1,
            iteration=digits((trajectory.done or 0) + 1),
            where=stop.where,
            why=stop.said,
        )
    return msgspec.structs.replace(trajectory, evidence="undecided", why=why)


def _maintainers(loop: Loop, trajectory: Trajectory) -> Maintainers:
    """Return who keeps the loop going, with the steps in one body."""
    if trajectory.one is None:
        return _NOBODY
    if trajectory.one.stop is not None:
        maintainers = choosers(trajectory.one)
    else:
        maintainers = maintainers_of(loop.repeated(trajectory.period), trajectory.base, trajectory.one)
    return msgspec.structs.replace(
        maintainers, steps=tuple(sorted({step % len(loop.body) for step in maintainers.steps}))
    )


def _added(case: LoopCase, trajectory: Trajectory, players: tuple[str, ...]) -> Iterator[Text]:
    """Yield what is worth saying beside the ruling."""
    for out in trajectory.out:
        yield text(
            "{player} is out of the game with step {step} of iteration {iteration}.",
            player=players[out.seat],
            step=out.step + 1,
            iteration=digits(out.iteration),
        )
    if case.maintained_by is not None:
        yield text("Who keeps it going is what a judge has said.")
    if trajectory.period > 1:
        yield text(
            "It comes round only every {period} iterations; the changes are those of {period} together.",
            period=trajectory.period,
        )


def _own_end(
    loop: Loop, start: Snapshot, trajectory: Trajectory, maintainers: Maintainers, times: int | None, work: Work
) -> Trajectory | None:
    """Return where a loop that nobody keeps going leads when nobody counts; None where that is known or does not matter."""
    if (
        times is None
        or maintainers.maintained_by
        or trajectory.stop is not None
        or trajectory.chance
        or trajectory.evidence == "undecided"
    ):
        return None
    if loop.table(start).snapshot().abstraction.shape != start.abstraction.shape:
        return None
    work.limit = max(work.limit, work.spent + round(work.limit * _SHARE_OF_OWN_END))
    return trajectory_of(loop, start, None, work)


def _stopped_by(stop: Stop, trajectory: Trajectory) -> StoppedBy:
    """Return what ends a loop; a game that is over because lives have run out is about those lives, the last ones."""
    like = trajectory.like
    if stop.kind != "game over" or like is None:
        return StoppedBy(stop.kind, stop.said, stop.step, stop.seat, stop.code, stop.where)
    dead = [seat for seat, player in enumerate(like.players) if player.life <= 0]
    if not dead:
        return StoppedBy("game over", stop.said, stop.step, stop.seat)
    if trajectory.out:
        last = trajectory.out[-1]
        dead = [each.seat for each in trajectory.out if (each.iteration, each.step) == (last.iteration, last.step)]
    return StoppedBy("life", stop.said, stop.step, dead[0] if len(dead) == 1 else None)


def _lines(trajectory: Trajectory, players: tuple[str, ...]) -> Iterator[Line]:
    """Yield the lines of the loop, and then those that only the position in the end has."""
    in_the_end = (
        {}
        if trajectory.like is None or trajectory.after is None
        else dict(_amounts(trajectory.like, trajectory.after, players))
    )
    known = set()
    for named in names_of(trajectory.base, players):
        known.add(named.key)
        change = _change(trajectory.recurrence, trajectory, named)
        after = in_the_end.get(named.key)
        gone = trajectory.after is not None and after is None
        if named.quiet and not change:
            continue
        yield Line(named.key, named.said, change, 0 if gone else after, named.part, named.quiet)
    if trajectory.like is not None and trajectory.after is not None and trajectory.like is not trajectory.base:
        for named in names_of(trajectory.like, players):
            if named.key not in known and not named.quiet:
                yield Line(named.key, named.said, (), in_the_end[named.key], named.part)


def _amounts(
    position: Snapshot, amounts: Mapping[CounterName, int], players: tuple[str, ...]
) -> Iterator[tuple[str, int]]:
    for named in names_of(position, players):
        yield named.key, sum(amounts[counter] for counter in named.counters)


def _change(recurrence: Recurrence | None, trajectory: Trajectory, named: Named) -> tuple[int, ...]:
    """Return what an iteration does to a line: one number, three first ones where it differs from iteration to iteration."""
    if recurrence is not None:
        terms = [recurrence.terms[counter] for counter in named.counters]
        at = [sum(term.term(index) for term in terms) for index in range(_SHOWN_CHANGES + 1)]
        changes = [after - before for before, after in pairwise(at)]
        if max(term.degree for term in terms) < 2:
            return (changes[0],) if changes[0] else ()
        return tuple(changes)
    return _one_change(trajectory.one, trajectory.base, named)


def _one_change(one: Iteration | None, base: Snapshot, named: Named) -> tuple[int, ...]:
    """Return what a single iteration did to a line, where both positions have the same classes."""
    if one is None or one.stop is not None or one.end.abstraction.shape != base.abstraction.shape:
        return ()
    change = sum(one.end.abstraction.counters[name] - base.abstraction.counters[name] for name in named.counters)
    return (change,) if change else ()
