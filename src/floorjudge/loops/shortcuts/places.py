"""Places in a sequence: paths to one choice out of all that would be made, however many these are.

A place is a path of numbers: the index of an item; inside a repeat the whole iterations done before, then the index in its
body; and so on down to a choice. So every choice that would be made has exactly one place, and paths compared number by
number stand in the order in which the choices would be made: an earlier item, else fewer iterations, else an earlier item
within the body. Nothing has to be brought into a common form, and nothing is unrolled.
"""

from __future__ import annotations

from typing import TypeAlias

from floorjudge.loops.shortcuts import refusals
from floorjudge.loops.shortcuts.sequence import Choice, Repeat, Steps, count_choices

Place: TypeAlias = tuple[int, ...]


def choice_at(steps: Steps, place: Place, where: str = "place") -> Choice:
    """Return the choice at a place.

    `where` names the place for the error. Raises BadInput when the path leads to no choice of this sequence.
    Clauses: CR shortcuts.2b
    """
    depth = 0
    while depth < len(place):
        if not 0 <= place[depth] < len(steps):
            raise refusals.no_such_item(f"{where}[{depth}]", len(steps))
        step = steps[place[depth]]
        if isinstance(step, Choice):
            if len(place) > depth + 1:
                raise refusals.nothing_inside(f"{where}[{depth + 1}]")
            return step
        if len(place) > depth + 1 and not 0 <= place[depth + 1] < step.times:
            raise refusals.no_such_iteration(f"{where}[{depth + 1}]", step.times)
        steps = step.body
        depth += 2
    raise refusals.ends_at_a_repeat(where)


def before(steps: Steps, place: Place) -> Steps:
    """Return what is left of a sequence that ends before a choice; `place` leads to one of its choices.

    Clauses: CR shortcuts.2b
    """
    index, inside = place[0], place[1:]
    step = steps[index]
    if isinstance(step, Choice):
        return steps[:index]
    return (*steps[:index], Repeat(step.body, inside[0]), *before(step.body, inside[1:]))


def place_of(steps: Steps, number: int) -> Place:
    """Return the place of the choice before which exactly `number` choices are made.

    `number` is at least 0. Raises IndexError when the sequence has no more choices than that.
    """
    for index, step in enumerate(steps):
        if isinstance(step, Choice):
            if number == 0:
                return (index,)
            number -= 1
            continue
        once = count_choices(step.body)
        if number < step.times * once:
            iterations, rest = divmod(number, once)
            return (index, iterations, *place_of(step.body, rest))
        number -= step.times * once
    raise IndexError(number)
