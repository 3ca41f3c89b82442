"""Who keeps a loop going, and who could do something else: found out by playing it without each choice.

A choice keeps the loop going when some other choice there does not lead back to a position of the same kind, nor to one of a few
kinds among which every choice in every iteration stays. Passing keeps nothing going. What a hand hides is not looked at: two
positions that look the same to everybody are judged the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.phase.actions import PASS, Action
from floorjudge.magic.phase.objects import HIDDEN_ZONES
from floorjudge.magic.phase.prompts import asked, perform
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.table import Table
from floorjudge.magic.phase.work import WorkIsOver
from floorjudge.magic.playing.bodies import Step
from floorjudge.magic.playing.endings import replayed
from floorjudge.magic.playing.iterating import Iteration, Loop
from floorjudge.magic.playing.playing import Decision, listed, play

# Of one choice so many other answers are tried, and so many kinds of positions are followed; whatever would take more is undecided.
_MOST_TRIED = 20
_MOST_KINDS = 8


class Maintainers(msgspec.Struct, frozen=True):
    """Who keeps a loop going (seats), and how.

    `by_choices`: all that keeps it going are choices that have to be made, one way or another (MTR 4.4.8); `steps` are
    the steps of the body in which that happens. `could_act` are those who only pass, although everybody can see that
    they could do something else.
    """

    maintained_by: tuple[int, ...]
    by_choices: bool
    steps: tuple[int, ...]
    could_act: tuple[int, ...]


def maintainers_of(loop: Loop, start: Snapshot, one: Iteration) -> Maintainers:
    """Return who keeps the loop going; `one` is an iteration of it from `start`.

    Raises WorkIsOver where too many answers or kinds of positions would have to be looked at.
    Clauses: MTR 4.4.3, MTR 4.4.4, MTR 4.4.8, CR shortcuts.6
    """
    seats: dict[int, bool] = {}
    steps: dict[int, None] = {}
    for index, decision in enumerate(one.decisions):
        settled = seats.get(decision.player, False) and decision.step in steps
        if settled or not _is_choice(decision):
            continue
        if any(not _goes_on(loop, start, one, index, other) for other in _others(decision)):
            action = decision.prompt == "Priority"
            seats[decision.player] = seats.get(decision.player, False) or action
            steps[decision.step] = None
    return Maintainers(
        tuple(sorted(seats)), bool(seats) and not any(seats.values()), tuple(steps), _could_act(start, one.decisions)
    )


def _is_choice(made: Decision) -> bool:
    return not (made.is_pass or made.forced or made.how == "only" or _declines(made))


def _declines(made: Decision) -> bool:
    """Say whether somebody does not do what something happens unless they do it; nobody can be made to, and it is no choice.

    Clauses: CR shortcuts.6
    """
    chosen = made.chosen
    return chosen.declines_to_pay


def choosers(start: Snapshot, one: Iteration) -> Maintainers:
    """Return who made a choice that was not forced, in an iteration from `start` that did not come to its end.

    Something has to be put on the stack first, and what differs in nothing is no choice: neither keeps anything going.
    """
    made = [each for each in one.decisions if not (each.is_pass or each.forced or _of_no_account(each))]
    seats = tuple(sorted({each.player for each in made}))
    steps = tuple(dict.fromkeys(each.step for each in made))
    return Maintainers(seats, by_choices=False, steps=steps, could_act=_could_act(start, one.decisions))


def _of_no_account(made: Decision) -> bool:
    return made.how == "only" or made.prompt == "OrderTriggers"


def corrected(found: Maintainers, seats: tuple[int, ...]) -> Maintainers:
    """Return who keeps the loop going as a judge says; how they do it stays as it was found, where the same players do.

    Clauses: MTR 4.4.9
    """
    if set(seats) == set(found.maintained_by):
        return found
    return Maintainers(seats, by_choices=False, steps=found.steps if seats else (), could_act=found.could_act)


def _others(made: Decision) -> Iterator[Action]:
    """Yield what is tried instead of a choice: to pass first, where that is possible. Raises WorkIsOver past the most."""
    for tried, other in enumerate(sorted(made.others or (), key=lambda other: other.kind != PASS)):
        if tried == _MOST_TRIED:
            raise WorkIsOver(by_clock=False)
        yield other


def _goes_on(loop: Loop, start: Snapshot, one: Iteration, index: int, instead: Action) -> bool:
    """Say whether the loop goes on with another choice at one place in the iteration `one` from `start`."""
    end = _led_to(loop, start, one, index, instead)
    if end is None or end.abstraction.shape == one.end.abstraction.shape:
        return end is not None
    return one.decisions[index].prompt != "Priority" and _stays(loop, end, one.end)


def _stays(loop: Loop, position: Snapshot, usual: Snapshot) -> bool:
    """Say whether iterations from a position, whatever is chosen in them, lead to a few kinds of positions only, `usual` among them."""
    kinds = {usual.abstraction.shape, position.abstraction.shape}
    waiting = [position]
    while waiting:
        for end in _ends(loop, waiting.pop()):
            if end is None:
                return False
            if end.abstraction.shape not in kinds:
                kinds.add(end.abstraction.shape)
                waiting.append(end)
                if len(kinds) > _MOST_KINDS:
                    raise WorkIsOver(by_clock=False)
    return True


def _ends(loop: Loop, start: Snapshot) -> Iterator[Snapshot | None]:
    """Yield where an iteration leads, and where it does with each other choice in it; None where it does not come to its end."""
    one = loop.iterate(start, listing=False)
    yield None if one.stop is not None else one.end
    for index, made in enumerate(one.decisions):
        if _is_choice(made) and made.prompt != "Priority":
            for other in _others(made):
                yield _led_to(loop, start, one, index, other)


def _led_to(loop: Loop, start: Snapshot, one: Iteration, index: int, instead: Action) -> Snapshot | None:
    """Return where the body leads with another choice at one place; None where it cannot be played to its end then."""
    table = loop.table(start)
    made = one.decisions[index]
    if not replayed(table, one.decisions[:index], made.player, instead):
        return None
    rest = [later for later in one.decisions[index + 1 :] if later.step == made.step]
    try:
        if made.prompt != "Priority":
            _finish(table, loop.body[made.step], rest)
        for step in loop.body[made.step + 1 :]:
            play(table, step)
    except (FloorjudgeError, ValueError):
        return None
    return table.snapshot()


def _finish(table: Table, step: Step, rest: Sequence[Decision]) -> None:
    """Bring a step in which the stack resolves to its end after another choice, with what was chosen later in it.

    Raises FloorjudgeError or ValueError when that is not possible.
    """
    if step.do not in ("resolve", "resolve all"):
        return
    for made in rest:
        if not made.is_pass:
            _resolve_on(table, step)
            if asked(table)[0] == made.prompt:
                perform(table, made.player, made.chosen)
    _resolve_on(table, step)


def _resolve_on(table: Table, step: Step) -> None:
    if step.do == "resolve all" and asked(table)[0] == "Priority" and table.stack():
        play(table, Step(do="resolve all"))


def _could_act(start: Snapshot, made: Sequence[Decision]) -> tuple[int, ...]:
    """Return those who pass, block otherwise than they could, or do not pay what would stop it, as far as everybody can see that.

    Clauses: MTR 4.4.2
    """
    return tuple(
        sorted(
            {
                each.player
                for each in made
                if _declines(each)
                or (each.is_pass and any(_is_seen(other, start) for other in listed(each)))
                or (each.prompt == "DeclareBlockers" and each.others)
            }
        )
    )


def _is_seen(act: Action, start: Snapshot) -> bool:
    """Say whether an action starts from something that lies open: passing does not, nor does a card in hand."""
    if act.kind == PASS:
        return False
    zones = {start.objects[number].zone for number in act.starts_from if number in start.objects}
    return bool(zones) and not zones & HIDDEN_ZONES
