"""Finding who maintains a loop: make each choice of an iteration differently, and examine the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.engine.actions import Action
from floorjudge.magic.engine.objects import HIDDEN_ZONES
from floorjudge.magic.engine.prompts import open_question, perform
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table
from floorjudge.magic.engine.work import WorkIsOver
from floorjudge.magic.playing.bodies import Step
from floorjudge.magic.playing.endings import replayed
from floorjudge.magic.playing.iterating import Iteration, Loop
from floorjudge.magic.playing.playing import Decision, play

# With more alternatives to one choice, or more kinds of positions, nothing is established.
_MOST_TRIED = 20
_MOST_KINDS = 8


class Maintainers(msgspec.Struct, frozen=True):
    """A loop's maintainers (seats), whether they only make unavoidable choices, and the players who could act but pass.

    `choose_at` has, for each player who maintains it only by choices, the step of the body (from 0) of the first of
    them.
    """

    seats: tuple[int, ...] = ()
    by_choices: bool = False
    could_act: tuple[int, ...] = ()
    choose_at: Mapping[int, int] = {}


def maintainers_of(loop: Loop, start: Snapshot, one: Iteration) -> Maintainers:
    """Return who maintains a loop; `one` is an iteration from `start`.

    A player who leaves an action out, such as to block or to pay, maintains nothing by that. In an iteration that came
    to its end, the maintainers are the players with a choice that does not lead to a position of the same kind, nor to
    one from which all choices lead to a few kinds of positions. In one that did not, they are the players who had a
    choice at all.

    Raises WorkIsOver if there are too many alternatives or kinds of positions to examine.
    Clauses: MTR 4.4.3, MTR 4.4.8, CR shortcuts.6
    """
    made = _choices(one)
    if one.stop is not None:
        chosen = (each for _, each in made if each.prompt != "OrderTriggers" and not each.chosen.declines)
        return Maintainers(_seats(chosen), by_choices=False, could_act=_could_act(start, one))
    by_action: set[int] = set()
    by_choice: dict[int, int] = {}
    # The choices of a player who maintains it by an action need no examination.
    for index, each in sorted(made, key=lambda choice: choice[1].prompt != "Priority"):
        if each.player in by_action or each.player in by_choice or each.chosen.declines:
            continue
        ends = (_otherwise(loop, start, one, index, other) for other in _others(each))
        if all(end is not None and _is_kept_up(loop, one.end, end, each.prompt) for end in ends):
            continue
        if each.prompt == "Priority":
            by_action.add(each.player)
        else:
            by_choice[each.player] = each.step
    seats = by_action | by_choice.keys()
    return Maintainers(tuple(sorted(seats)), bool(seats) and not by_action, _could_act(start, one), by_choice)


def corrected(found: Maintainers, seats: tuple[int, ...]) -> Maintainers:
    """Return the maintainers by a judge's word; the way they do it stays as found if the players are the same.

    Clauses: MTR 4.4.9
    """
    if set(seats) == set(found.seats):
        return found
    return msgspec.structs.replace(found, seats=seats, by_choices=False, choose_at={})


def _could_act(start: Snapshot, one: Iteration) -> tuple[int, ...]:
    """Return the players who visibly could act, but pass, block otherwise or leave an action out."""
    return _seats(
        each
        for each in one.decisions
        if each.chosen.declines
        or (each.is_pass and _sees(each, start))
        or (each.prompt == "DeclareBlockers" and each.others)
    )


def _seats(decisions: Iterable[Decision]) -> tuple[int, ...]:
    return tuple(sorted({each.player for each in decisions}))


def _others(made: Decision) -> Iterator[Action]:
    """Yield the alternatives to a choice, passing first."""
    others = made.alternatives
    yield from others[:_MOST_TRIED]
    if len(others) > _MOST_TRIED:
        raise WorkIsOver(by_clock=False)


def _sees(made: Decision, start: Snapshot) -> bool:
    """Return whether all players can see that a passing player could act: the action comes from a visible object."""
    sources = (start.objects.get(other.source) for other in made.alternatives if not other.is_pass)
    return any(thing is not None and thing.zone not in HIDDEN_ZONES for thing in sources)


def _choices(one: Iteration) -> list[tuple[int, Decision]]:
    """Return the decisions in an iteration with alternatives, each with its index among all."""
    return [(index, each) for index, each in enumerate(one.decisions) if each.is_choice]


def _is_kept_up(loop: Loop, end: Snapshot, other: Snapshot, prompt: str) -> bool:
    """Return whether the loop goes on from `other`, the result of another choice, as from the `end` of an iteration."""
    seen = {end.abstraction.shape}
    if prompt == "Priority":
        return other.abstraction.shape in seen
    to_look_at = [other]
    while to_look_at:
        position = to_look_at.pop()
        if position.abstraction.shape in seen:
            continue
        seen.add(position.abstraction.shape)
        if len(seen) > _MOST_KINDS:
            raise WorkIsOver(by_clock=False)
        for led_to in _all_ends(loop, position):
            if led_to is None:
                return False
            to_look_at.append(led_to)
    return True


def _all_ends(loop: Loop, position: Snapshot) -> Iterator[Snapshot | None]:
    """Yield the ends of an iteration for each possible choice in it, None for each that does not reach its end."""
    one = loop.iterate(position, listing=False)
    yield one.end if one.stop is None else None
    for index, made in _choices(one):
        if made.prompt != "Priority" and not made.chosen.declines:
            for other in _others(made):
                yield _otherwise(loop, position, one, index, other)


def _otherwise(loop: Loop, start: Snapshot, one: Iteration, index: int, instead: Action) -> Snapshot | None:
    """Return the end of an iteration with another choice at one place; None if it is not played to its end."""
    table, made = loop.table(start), one.decisions[index]
    if not replayed(table, one.decisions[:index], made.player, instead):
        return None
    try:
        if made.prompt != "Priority":
            _end_step(
                table, loop.body[made.step], [each for each in one.decisions[index + 1 :] if each.step == made.step]
            )
        for step in loop.body[made.step + 1 :]:
            play(table, step)
    except (FloorjudgeError, ValueError):
        return None
    return table.snapshot()


def _end_step(table: Table, step: Step, rest: list[Decision]) -> None:
    """Finish a step that lets the stack resolve, after another answer: the later answers stay with their prompts."""
    if step.do not in ("resolve", "resolve all"):
        return
    for made in (*(each for each in rest if not each.is_pass), None):
        if step.do == "resolve all" and open_question(table)[0] == "Priority" and table.stack():
            play(table, Step(do="resolve all"))
        if made is not None and open_question(table)[0] == made.prompt:
            perform(table, made.player, made.chosen)
