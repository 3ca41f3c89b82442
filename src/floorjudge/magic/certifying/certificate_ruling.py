"""What the rules make of a loop whose course is known: MTR 4.4, from the first question to the last answer."""

from __future__ import annotations

from typing import Any, NamedTuple

from floorjudge.exact import digits
from floorjudge.loops import Case, Ruling, Waiting, rule
from floorjudge.loops.mtr.cases import Step as RuledStep
from floorjudge.magic.certifying.certificates import Verdict
from floorjudge.magic.certifying.maintaining import Keeping
from floorjudge.magic.certifying.trajectories import Course
from floorjudge.magic.playing.bodies import Step
from floorjudge.magic.playing.independence import steps_of_chance
from floorjudge.magic.playing.iterating import Loop, Stop
from floorjudge.texts import Text, text


class Ruled(NamedTuple):
    """A verdict with the clauses it rests on and its sentences; `draw` speaks of the loop itself."""

    verdict: Verdict
    clauses: tuple[str, ...]
    sentences: tuple[Text, ...]
    draw: bool = False


def ruled(loop: Loop, course: Course, keeps: Keeping, times: int | None, own_end: Course | None) -> Ruled:
    """Return what becomes of a loop.

    `times` is what the players who keep it going have named, all of them, and everybody else agrees. `own_end` is the
    course without a number of times; None where it has not been looked for.

    Clauses: MTR 4.4.1, MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.7, MTR 4.4.8, CR shortcuts.4, CR shortcuts.5
    """
    if course.chance:
        return _of_case(_case(loop, course, keeps, random=True), "refused")
    if course.evidence == "undecided":
        why = (course.why,) if course.why is not None else ()
        return Ruled("undecided", ("MTR 4.4.9",), (*why, text("A judge decides.")))
    if _crosses_turns(course) and _cards_are_drawn(course):
        return _of_case(_case(loop, course, keeps), "refused")
    if course.stop is not None:
        return _ends(course.stop, course.done or 0, loop)
    if keeps.maintained_by:
        return _maintained(loop, course, keeps, times)
    return _mandatory(course, keeps, own_end, loop)


def _ends(stop: Stop, done: int, loop: Loop) -> Ruled:
    """Say where a loop ends; a game that is over with the last step of an iteration was over after a whole one."""
    if stop.kind == "life" and stop.step is None:
        said = (
            text("It goes on for 1 whole iteration.")
            if done == 1
            else text("It goes on for {done} whole iterations.", done=digits(done))
        )
    elif stop.step is None or (stop.kind == "game over" and stop.step == len(loop.body) - 1):
        said = (
            text("It goes on for 1 whole iteration and stops there.")
            if done == 1
            else text("It goes on for {done} whole iterations and stops there.", done=digits(done))
        )
    elif done == 1:
        said = text("It goes on for 1 whole iteration and stops at step {step} of the next one.", step=stop.step + 1)
    else:
        said = text(
            "It goes on for {done} whole iterations and stops at step {step} of the next one.",
            done=digits(done),
            step=stop.step + 1,
        )
    return Ruled("ends", ("CR shortcuts.4",), (said, stop.said))


def _mandatory(course: Course, keeps: Keeping, own_end: Course | None, loop: Loop) -> Ruled:
    """Nobody keeps the loop going: it ends by itself, is a draw, or somebody could act.

    Clauses: MTR 4.4.2, CR shortcuts.4, CR shortcuts.5
    """
    known = own_end or course
    if known.stop is not None and known.stop.is_end and known.done is not None:
        said = (
            text("It ends by itself after 1 whole iteration.")
            if known.done == 1
            else text("It ends by itself after {done} whole iterations.", done=digits(known.done))
        )
        return Ruled("ends", ("CR shortcuts.4",), (said, known.stop.said))
    if not known.for_ever and not (known.law is not None and known.law.stands_still):
        said = text("Everything in it is mandatory, and whether it ever ends by itself is not known. A judge decides.")
        return Ruled("undecided", ("MTR 4.4.9",), (said,))
    if known.law is not None and not known.law.stands_still and (cards := known.base.wording.compares_amounts):
        said = text(
            "Everything in it is mandatory and it did not end as far as it was tried, but these compare amounts: {cards}. A judge "
            "decides whether one of them ends it.",
            cards=cards,
        )
        return Ruled("undecided", ("MTR 4.4.9",), (said,))
    said = (
        text("Everything in it is mandatory, and the position comes back exactly.")
        if known.law is not None and known.law.stands_still
        else text("Everything in it is mandatory, and nothing that it changes ever ends it.")
    )
    names = tuple(loop.names[seat] for seat in keeps.could_act)
    if not names:
        asked = text("Unless somebody acts to break it, the game is a draw.")
        return Ruled("draw", ("CR shortcuts.4", "MTR 4.4.2"), (said, asked), draw=True)
    asked = text(
        "These could act, and nobody can be made to: {players}. Everybody is asked after how many times they will, or not at all; when "
        "nobody will, the game is a draw.",
        players=names,
    )
    return Ruled("draw", ("CR shortcuts.4", "CR shortcuts.5", "MTR 4.4.2"), (said, asked), draw=True)


def _maintained(loop: Loop, course: Course, keeps: Keeping, times: int | None) -> Ruled:
    """Those who keep the loop going have named a number, and the others agree.

    Clauses: MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.8
    """
    case = _case(loop, course, keeps)
    if times is None or (times == 0 and len(keeps.maintained_by) == 1):
        names = tuple(loop.names[seat] for seat in keeps.maintained_by)
        said = text("It is kept going by: {players}. They name a number of times first.", players=names)
        answer = rule(case)
        if isinstance(answer, Ruling):
            return _of_ruling(answer)
        return Ruled("undecided" if times is None else "advance", _clauses(keeps, case), (said,))
    return _of_case(case, "advance", times)


def _clauses(keeps: Keeping, case: Case) -> tuple[str, ...]:
    paragraph = "MTR 4.4.3" if len(keeps.maintained_by) == 1 else "MTR 4.4.5" if case.span == "turns" else "MTR 4.4.4"
    return (paragraph, "MTR 4.4.8") if keeps.by_choices else (paragraph,)


def _of_case(case: Case, verdict: Verdict, times: int | None = None) -> Ruled:
    """Let everybody say their number, or agree, until there is a ruling."""
    answer = rule(case)
    while isinstance(answer, Waiting):
        keeps = answer.player in case.maintained_by or "agree" not in answer.may_say
        number = times if times is not None else 1
        case = case.declared(answer.player, number if keeps else "agree")
        answer = rule(case)
    found = _of_ruling(answer)
    return found if found.verdict != "advance" else Ruled(verdict, found.clauses, found.sentences)


def _of_ruling(ruling: Ruling) -> Ruled:
    outcomes: dict[str, Verdict] = {"advance": "advance", "draw": "draw", "refused": "refused"}
    verdict = outcomes.get(ruling.outcome, "undecided")
    return Ruled(verdict, ruling.clauses, ruling.sentences, draw=verdict == "draw")


def _case(loop: Loop, course: Course, keeps: Keeping, *, random: bool = False) -> Case:
    """Return the loop as it is put to a judge."""
    active = course.base.active
    order = (*loop.names[active:], *loop.names[:active])
    crosses = _crosses_turns(course)
    by_chance = steps_of_chance(loop, course.base) if random else ()
    steps = tuple(
        RuledStep(_words(step), sustains=index in keeps.steps, random=index in by_chance or (random and not by_chance))
        for index, step in enumerate(loop.body)
    )
    return Case(
        order,
        tuple(loop.names[seat] for seat in keeps.maintained_by),
        span="turns" if crosses else "turn",
        sustained_by="choices" if keeps.by_choices else "actions",
        meaningful_change=crosses and _cards_are_drawn(course),
        body=steps,
    )


def _crosses_turns(course: Course) -> bool:
    return course.one is not None and course.one.end.turn != course.base.turn


def _cards_are_drawn(course: Course) -> bool:
    """Say whether a library changes from one iteration to the next.

    Clauses: MTR 4.4.5
    """
    return course.law is not None and any(resource[0] == "library" for resource in course.law.changing)


def _words(step: Step) -> str:
    source: Any = step.source.words if step.source is not None else ""
    return " ".join(filter(None, (step.do, source, step.step)))
