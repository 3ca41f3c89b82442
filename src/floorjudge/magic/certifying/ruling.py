"""What the rules make of a loop whose trajectory is known: MTR 4.4, from the first question to the last answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from floorjudge.exact import digits
from floorjudge.loops import Case, Ruling, Waiting, rule
from floorjudge.loops.game.judging import is_drawn
from floorjudge.loops.mtr.asking import paragraph_for
from floorjudge.loops.mtr.cases import Step as RuledStep
from floorjudge.magic.certifying.certificates import Verdict
from floorjudge.magic.certifying.maintaining import Maintainers
from floorjudge.magic.certifying.trajectories import Trajectory
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.playing.bodies import Step
from floorjudge.magic.playing.iterating import Loop, Stop, steps_of_chance
from floorjudge.magic.state.abstraction import COUNT, CounterName
from floorjudge.texts import Text, text


class Ruled(NamedTuple):
    """A verdict with the clauses it rests on and its sentences; `draw` speaks of the loop itself."""

    verdict: Verdict
    clauses: tuple[str, ...]
    sentences: tuple[Text, ...]
    draw: bool = False


def ruled(
    loop: Loop, trajectory: Trajectory, maintainers: Maintainers, times: int | None, own_end: Trajectory | None
) -> Ruled:
    """Return what becomes of a loop.

    `times` is what the players who keep it going have named, all of them, and everybody else agrees. `own_end` is the
    trajectory without a number of times; None where it has not been looked for.

    Clauses: MTR 4.4.1, MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.7, MTR 4.4.8, CR shortcuts.4, CR shortcuts.5
    """
    if trajectory.chance:
        return _of_case(_case(loop, trajectory, maintainers, random=True), "refused")
    if trajectory.evidence == "undecided":
        why = (trajectory.why,) if trajectory.why is not None else ()
        return Ruled("undecided", ("MTR 4.4.9",), (*why, text("A judge decides.")))
    if crosses_turns(trajectory) and _changes_meaningfully(loop, trajectory):
        return _of_case(_case(loop, trajectory, maintainers), "refused")
    if trajectory.stop is not None:
        return _ends(trajectory.stop, trajectory, maintainers, loop)
    if maintainers.maintained_by:
        return _maintained(loop, trajectory, maintainers, times)
    return _mandatory(trajectory, maintainers, own_end, loop)


def _ends(stop: Stop, trajectory: Trajectory, maintainers: Maintainers, loop: Loop) -> Ruled:
    """Say where a loop ends; a game that is over with the last step of an iteration was over after a whole one.

    Clauses: MTR 4.4.3, MTR 4.4.4, CR shortcuts.4
    """
    done = trajectory.done or 0
    if stop.step is None or (stop.over and stop.step == len(loop.body) - 1):
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
    verdict: Verdict = "draw" if stop.is_drawn else "ends"
    if not maintainers.maintained_by:
        return Ruled(verdict, ("CR shortcuts.4",), (said, stop.said), draw=stop.is_drawn)
    clauses = _clauses(maintainers, _case(loop, trajectory, maintainers))
    on_the_way = tuple(_on_the_way(maintainers, loop)) if stop.over else ()
    return Ruled(verdict, clauses, (said, *on_the_way, stop.said), draw=stop.is_drawn)


def _on_the_way(maintainers: Maintainers, loop: Loop) -> Iterator[Text]:
    """Yield what the others may do before a game is over.

    Clauses: MTR 4.4.3
    """
    yield text(
        "Before that, everybody else may name a smaller number of times and then do something: respond, block, choose another target."
    )
    others = tuple(loop.names[seat] for seat in maintainers.could_act if seat not in maintainers.maintained_by)
    if others:
        yield text("As far as everybody can see, these could: {players}.", players=others)
    yield text("If nobody does:")


def _mandatory(trajectory: Trajectory, maintainers: Maintainers, own_end: Trajectory | None, loop: Loop) -> Ruled:
    """Nobody keeps the loop going: it ends by itself, is a draw, or somebody could act.

    Clauses: MTR 4.4.2, CR shortcuts.4, CR shortcuts.5
    """
    known = own_end or trajectory
    ends = known.stop is not None and known.stop.is_end and known.done is not None
    stands_still = known.recurrence is not None and known.recurrence.stands_still
    comparing = () if stands_still else known.base.wording.asks_exactly
    endless = None if comparing or not (known.for_ever or stands_still) else True
    if not is_drawn(mandatory=True, endless=False if ends else endless):
        return _not_drawn(known, comparing)
    said = (
        text("Everything in it is mandatory, and the position comes back exactly.")
        if stands_still
        else text("Everything in it is mandatory, and nothing that it changes ever ends it.")
    )
    names = tuple(loop.names[seat] for seat in maintainers.could_act)
    if not names:
        asked = text("Unless somebody acts to break it, the game is a draw.")
        return Ruled("draw", ("CR shortcuts.4", "MTR 4.4.2"), (said, asked), draw=True)
    asked = text(
        "These could act, and nobody can be made to: {players}. Everybody is asked after how many times they will, or not at all; when "
        "nobody will, the game is a draw.",
        players=names,
    )
    return Ruled("draw", ("CR shortcuts.4", "CR shortcuts.5", "MTR 4.4.2"), (said, asked), draw=True)


def _not_drawn(known: Trajectory, comparing: tuple[str, ...]) -> Ruled:
    """Say that a mandatory loop ends by itself, or why that is not known."""
    if known.stop is not None and known.stop.is_end and known.done is not None:
        said = (
            text("It ends by itself after 1 whole iteration.")
            if known.done == 1
            else text("It ends by itself after {done} whole iterations.", done=digits(known.done))
        )
        drawn = known.stop.is_drawn
        return Ruled("draw" if drawn else "ends", ("CR shortcuts.4",), (said, known.stop.said), draw=drawn)
    said = text("Everything in it is mandatory, and whether it ever ends by itself is not known. A judge decides.")
    if known.for_ever and comparing:
        said = text(
            "Everything in it is mandatory and it did not end as far as it was tried, but these ask for an exact number, a half, or "
            "whether a number is even: {cards}. A judge decides whether one of them ends it.",
            cards=comparing,
        )
    return Ruled("undecided", ("MTR 4.4.9",), (said,))


def _maintained(loop: Loop, trajectory: Trajectory, maintainers: Maintainers, times: int | None) -> Ruled:
    """Those who keep the loop going have named a number, and the others agree.

    Clauses: MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.8
    """
    case = _case(loop, trajectory, maintainers)
    if times is None or (times == 0 and len(maintainers.maintained_by) == 1):
        names = tuple(loop.names[seat] for seat in maintainers.maintained_by)
        said = text("It is kept going by: {players}. They name a number of times first.", players=names)
        answer = rule(case)
        if isinstance(answer, Ruling):
            return _of_ruling(answer)
        return Ruled("undecided" if times is None else "advance", _clauses(maintainers, case), (said,))
    return _of_case(case, "advance", times)


def _clauses(maintainers: Maintainers, case: Case) -> tuple[str, ...]:
    paragraph = paragraph_for(len(maintainers.maintained_by), across_turns=case.span == "turns")
    return (paragraph, "MTR 4.4.8") if maintainers.by_choices else (paragraph,)


def _of_case(case: Case, verdict: Verdict, times: int | None = None) -> Ruled:
    """Let everybody say their number, or agree, until there is a ruling."""
    answer = rule(case)
    while isinstance(answer, Waiting):
        maintainers = answer.player in case.maintained_by or "agree" not in answer.may_say
        number = times if times is not None else 1
        case = case.declared(answer.player, number if maintainers else "agree")
        answer = rule(case)
    found = _of_ruling(answer)
    return found if found.verdict != "advance" else Ruled(verdict, found.clauses, found.sentences)


def _of_ruling(ruling: Ruling) -> Ruled:
    outcomes: dict[str, Verdict] = {"advance": "advance", "draw": "draw", "refused": "refused"}
    verdict = outcomes.get(ruling.outcome, "undecided")
    return Ruled(verdict, ruling.clauses, ruling.sentences, draw=verdict == "draw")


def _case(loop: Loop, trajectory: Trajectory, maintainers: Maintainers, *, random: bool = False) -> Case:
    """Return the loop as it is put to a judge."""
    active = trajectory.base.active
    order = (*loop.names[active:], *loop.names[:active])
    crosses = crosses_turns(trajectory)
    by_chance = steps_of_chance(loop, trajectory.base) if random else ()
    steps = tuple(
        RuledStep(_words(step), random=index in by_chance or (random and not by_chance))
        for index, step in enumerate(loop.body)
    )
    return Case(
        order,
        tuple(loop.names[seat] for seat in maintainers.maintained_by),
        span="turns" if crosses else "turn",
        sustained_by="choices" if maintainers.by_choices else "actions",
        meaningful_change=crosses and _changes_meaningfully(loop, trajectory),
        body=steps,
    )


def crosses_turns(trajectory: Trajectory) -> bool:
    """Say whether an iteration goes on into another turn."""
    return trajectory.one is not None and trajectory.one.end.turn != trajectory.base.turn


def _changes_meaningfully(loop: Loop, trajectory: Trajectory) -> bool:
    """Say whether anything changes from one turn cycle to the next but where the cards are that sustain the loop.

    These are the cards that are cast, played or activated in the body; drawing them is no change.
    Clauses: MTR 4.4.5
    """
    if trajectory.recurrence is None:
        return True
    sustain = {step.source.words for step in loop.body if step.source is not None}
    return not all(
        set(_cards_counted(trajectory.base, counter)) <= sustain for counter in trajectory.recurrence.changing
    )


def _cards_counted(base: Snapshot, counter: CounterName) -> Iterator[str]:
    """Yield the names of the cards that an amount counts outside the battlefield; nothing that sustains a loop for any other amount."""
    known = base.abstraction
    things: list[int] = []
    if counter[0] == "library":
        seat, run = int(counter[1]), int(counter[2])
        first = sum(known.counters["library", seat, before] for before in range(run))
        things = [base.players[seat].library[first]]
    elif counter[0] == "class" and counter[-1] == COUNT:
        things = [known.member(int(counter[1])).number]
    names = [base.objects[each].name for each in things if each in base.objects]
    hidden = [base.objects[each].zone != "Battlefield" for each in things if each in base.objects]
    yield from names if names and all(hidden) else ("",)


def _words(step: Step) -> str:
    source: Any = step.source.words if step.source is not None else ""
    return " ".join(filter(None, (step.do, source, step.step)))
