"""Certifying a loop: a position, a body and a number of times in, a certificate out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import msgspec

from floorjudge.exact import digits
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.certifying.assumptions import assumptions, doubtful_cards
from floorjudge.magic.certifying.certificate_ruling import ruled
from floorjudge.magic.certifying.certificates import Certificate, Line, StoppedBy
from floorjudge.magic.certifying.following import course_of
from floorjudge.magic.certifying.maintaining import Keeping, choosing, corrected, keeping
from floorjudge.magic.certifying.recurrences import Law
from floorjudge.magic.certifying.trajectories import Course
from floorjudge.magic.phase.table import Table
from floorjudge.magic.phase.work import Work, WorkIsOver, units
from floorjudge.magic.playing.counter_names import Named, names_of
from floorjudge.magic.playing.iterating import Iteration, Loop, Moment, Stop, moment_of
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.state.abstraction import Resource
from floorjudge.texts import Text, text

BUDGET_SECONDS = 10.0
# What is begun may go on beyond the budget, up to so many times as much and so many seconds more.
_MOST_TIMES, _MOST_MORE = 2.0, 20.0
_SHARE_OF_OWN_END = 0.25
_NOBODY = Keeping((), by_choices=False, steps=(), could_act=())
_SHOWN_CHANGES = 3


def certify(
    case: LoopCase, library: CardLibrary, *, budget: float = BUDGET_SECONDS, within: Work | None = None
) -> Certificate:
    """Return the certificate of a loop.

    `budget` is how much the law is tried on the engine: the work that a usual machine does in so many seconds, counted,
    and also as a part of the work that it is done `within`. What a judge says of who keeps the loop going stands, and is recorded
    beside what was found. Raises BadInput for a position that cannot be set up, and for steps in `before` that are not possible;
    WorkIsOver when the clock has run out within other work, which then has no answer either.

    Clauses: MTR 4.4.1, MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.7, MTR 4.4.8, MTR 4.4.9
    """
    doubts = tuple(doubtful_cards(case.position, library))
    work = Work(units(budget), most=units(_MOST_TIMES * budget + _MOST_MORE), within=within)
    table = work.count(set_up(case.position, library))
    try:
        play_body(table, case.before, "before")
        return _certified(case, table, doubts, work)
    except WorkIsOver as over:
        if over.by_clock and within is not None:
            raise
        return _nothing_known(case, table.names, doubts, over)


def _certified(case: LoopCase, table: Table, doubts: tuple[Text, ...], work: Work) -> Certificate:
    start = moment_of(table)
    loop = Loop(table.engine, case.body, table.names)
    course = _only_ends(course_of(loop, start, case.times, work, table=table))
    found_keeps = _keeping(loop, course)
    keeps = found_keeps if case.maintained_by is None else corrected(found_keeps, case.maintained_by)
    own_end = _own_end(loop, start, course, keeps, case.times, work)
    found = ruled(loop, course, keeps, case.times, own_end)
    lines = tuple(_lines(course, loop.names))
    return Certificate(
        evidence=course.evidence,
        checked_to=course.checked_to,
        assumes=(*doubts, *assumptions(course, start)),
        times=case.times,
        iterations=course.done,
        warm_up=course.warm_up,
        lines=lines,
        knows_end=course.after is not None,
        stopped_by=None if course.stop is None else _stopped_by(course.stop, course),
        players=loop.names,
        maintained_by=keeps.maintained_by,
        mandatory=not keeps.maintained_by,
        draw=found.draw,
        verdict=found.verdict,
        clauses=found.clauses if case.maintained_by is None else tuple(dict.fromkeys((*found.clauses, "MTR 4.4.9"))),
        sentences=(*found.sentences, *_added(case, course, loop.names)),
        period=course.period,
        out=course.out,
        found_maintained_by=None if case.maintained_by is None else found_keeps.maintained_by,
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


def _only_ends(course: Course) -> Course:
    """Return a course of which nothing is claimed beyond a step that could not be played for another reason than the rules."""
    stop = course.stop
    if stop is None or stop.is_end:
        return course
    why = stop.said
    if stop.kind == "step" and stop.step is not None and stop.where is not None:
        why = text(
            "Step {step} of the body could not be played to its end in iteration {iteration} ({where}): {why}",
            step=stop.step + 1,
            iteration=digits((course.done or 0) + 1),
            where=stop.where,
            why=stop.said,
        )
    return msgspec.structs.replace(course, evidence="undecided", why=why)


def _keeping(loop: Loop, course: Course) -> Keeping:
    """Return who keeps the loop going, with the steps in one body."""
    if course.one is None:
        return _NOBODY
    if course.one.stop is not None:
        keeps = choosing(course.one)
    else:
        keeps = keeping(loop.repeated(course.period), course.base, course.one)
    return msgspec.structs.replace(keeps, steps=tuple(sorted({step % len(loop.body) for step in keeps.steps})))


def _added(case: LoopCase, course: Course, players: tuple[str, ...]) -> Iterator[Text]:
    """Yield what is worth saying beside the ruling."""
    for out in course.out:
        yield text(
            "{player} is out of the game with step {step} of iteration {iteration}.",
            player=players[out.seat],
            step=out.step + 1,
            iteration=digits(out.iteration),
        )
    if case.maintained_by is not None:
        yield text("Who keeps it going is what a judge has said.")
    if course.period > 1:
        yield text(
            "It comes round only every {period} iterations; the changes are those of {period} together.",
            period=course.period,
        )


def _own_end(loop: Loop, start: Moment, course: Course, keeps: Keeping, times: int | None, work: Work) -> Course | None:
    """Return where a loop that nobody keeps going leads when nobody counts; None where that is known or does not matter."""
    if (
        times is None
        or keeps.maintained_by
        or course.stop is not None
        or course.chance
        or course.evidence == "undecided"
    ):
        return None
    if moment_of(loop.table(start)).same != start.same:
        return None
    work.limit = max(work.limit, work.spent + round(work.limit * _SHARE_OF_OWN_END))
    return course_of(loop, start, None, work)


def _stopped_by(stop: Stop, course: Course) -> StoppedBy:
    """Return what ends a loop; a game that is over because lives have run out is about those lives, the last ones."""
    like = course.like
    if stop.kind != "game over" or like is None:
        return StoppedBy(stop.kind, stop.said, stop.step, stop.seat, stop.code, stop.where)
    dead = [seat for seat, player in enumerate(like.players) if player.life <= 0]
    if not dead:
        return StoppedBy("game over", stop.said, stop.step, stop.seat)
    if course.out:
        last = course.out[-1]
        dead = [each.seat for each in course.out if (each.iteration, each.step) == (last.iteration, last.step)]
    return StoppedBy("life", stop.said, stop.step, dead[0] if len(dead) == 1 else None)


def _lines(course: Course, players: tuple[str, ...]) -> Iterator[Line]:
    """Yield the lines of the loop, and then those that only the position in the end has."""
    in_the_end = (
        {} if course.like is None or course.after is None else dict(_amounts(course.like, course.after, players))
    )
    known = set()
    for named in names_of(course.base, players):
        known.add(named.key)
        change = _change(course.law, course, named)
        after = in_the_end.get(named.key)
        gone = course.after is not None and after is None
        if named.quiet and not change:
            continue
        yield Line(named.key, named.said, change, 0 if gone else after, named.part, named.quiet)
    if course.like is not None and course.after is not None and course.like is not course.base:
        for named in names_of(course.like, players):
            if named.key not in known and not named.quiet:
                yield Line(named.key, named.said, (), in_the_end[named.key], named.part)


def _amounts(moment: Moment, amounts: Mapping[Resource, int], players: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    for named in names_of(moment, players):
        yield named.key, sum(amounts[resource] for resource in named.counters)


def _change(law: Law | None, course: Course, named: Named) -> tuple[int, ...]:
    """Return what an iteration does to a line: one number, three first ones where it differs from iteration to iteration."""
    if law is not None:
        terms = [law.terms[resource] for resource in named.counters]
        at = [sum(term.term(index) for term in terms) for index in range(_SHOWN_CHANGES + 1)]
        changes = [after - before for before, after in pairwise(at)]
        if max(term.degree for term in terms) < 2:
            return (changes[0],) if changes[0] else ()
        return tuple(changes)
    return _one_change(course.one, course.base, named)


def _one_change(one: Iteration | None, base: Moment, named: Named) -> tuple[int, ...]:
    """Return what a single iteration did to a line, where both positions have the same piles."""
    if one is None or one.stop is not None or one.end.same != base.same:
        return ()
    change = sum(one.end.split.resources[name] - base.split.resources[name] for name in named.counters)
    return (change,) if change else ()
