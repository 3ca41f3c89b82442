"""A proposed sequence: single choices, and repeats of any size inside each other.

Every function computes its answer from the sequence's parts, and never unrolls a repeat.

A place is a path of numbers to one choice: the index of an item; inside a repeat the whole iterations done before, then
the index in its body; and so on down to a choice. So every choice that would be made has exactly one place, and paths
compared number by number stand in the order in which the choices would be made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

from floorjudge.errors import BadInput
from floorjudge.exact import DIGIT_BUDGET, Amount, abridged, digits, short
from floorjudge.exact.digits import has_more_digits
from floorjudge.loops.errors import NegativeTimes, NothingProposed, TooDeep, check_player, check_players
from floorjudge.loops.game.bodies import MOST_DEEP
from floorjudge.loops.game.protocol import Repeat
from floorjudge.texts import Text, counted, grouped, text

# Bits of a count that is computed whatever the budget, since it takes no time.
_ALWAYS_COMPUTED = 1_000_000
_BITS_PER_DIGIT = 3.33


class NoSuchItem(BadInput):
    sentence = counted(
        "There is only one item here, with the index 0.",
        "There are {count} items here; the first has the index 0.",
        count=0,
    )
    count: int


class NoSuchIteration(BadInput):
    sentence = text("The whole iterations done are a number from 0, below the times of the repeat: {times}.")
    times: Text


class NothingInside(BadInput):
    sentence = text("The place has reached a choice already; nothing is inside that.")


class EndsAtARepeat(BadInput):
    sentence = text(
        "The place must lead to a choice: inside a repeat, go on with the whole iterations done and the index in its body."
    )


class Choice(msgspec.Struct, frozen=True):
    """A player's action when it is their turn to choose, passing included.

    `do` is a description, or a choice of the attached game. `by` is None for the rules' own actions, which only a game
    needs to list. `conditional` marks a choice that depends on how something turns out, `random` a step whose result is
    left to chance.
    Clauses: CR shortcuts.1
    """

    by: str | None
    do: Any
    conditional: bool = False
    random: bool = False


Step: TypeAlias = Choice | Repeat[Choice]
Steps: TypeAlias = tuple[Step, ...]
Place: TypeAlias = tuple[int, ...]


def count_choices(steps: Steps) -> int:
    """Return the number of choices in a sequence, each counted with its repetitions.

    Clauses: CR shortcuts.1b
    """
    return sum(step.times * count_choices(step.body) if isinstance(step, Repeat) else 1 for step in steps)


def written_count(steps: Steps, budget: int = DIGIT_BUDGET) -> Amount:
    """Return the number of choices as digits; as `{"closed_form": "2 + 10^60000*(...)"}` beyond `budget` digits."""
    # Four times the budget leaves room for the bound being too high; longer numbers are not even computed.
    if _most_bits(steps) <= max(4 * budget * _BITS_PER_DIGIT, _ALWAYS_COMPUTED):
        count = count_choices(steps)
        if not has_more_digits(count, budget):
            return digits(count)
    return {"closed_form": _sum(steps)}


def _most_bits(steps: Steps) -> int:
    repeats = [step for step in steps if isinstance(step, Repeat) and step.times]
    longest = max((_most_bits(step.body) + (step.times - 1).bit_length() for step in repeats), default=1)
    return longest + (len(steps) - 1).bit_length()


def _sum(steps: Steps) -> str:
    single = sum(isinstance(step, Choice) for step in steps)
    parts = [str(single)] if single else []
    for step in steps:
        if isinstance(step, Repeat) and step.times:
            inner = _sum(step.body)
            factor = f"({inner})" if " + " in inner else inner
            if factor != "0":
                parts.append(short(step.times) if factor == "1" else f"{short(step.times)}*{factor}")
    return " + ".join(parts) or "0"


def unpredictable_places(steps: Steps) -> Iterator[tuple[Place, Choice]]:
    """Yield each conditional or random choice at its first occurrence, with its place.

    This concerns what is proposed and not only what is made: a repeat of 0 times is searched too.
    """
    for index, step in enumerate(steps):
        if isinstance(step, Repeat):
            for place, choice in unpredictable_places(step.body):
                yield (index, 0, *place), choice
        elif step.conditional or step.random:
            yield (index,), step


def choice_at(steps: Steps, place: Place, where: str = "place") -> Choice:
    """Return the choice at a place.

    `where` names the place for the error. Raises BadInput if the path leads to no choice of this sequence.
    Clauses: CR shortcuts.2b
    """
    depth = 0
    while depth < len(place):
        if not 0 <= place[depth] < len(steps):
            raise NoSuchItem(len(steps), where=f"{where}[{depth}]")
        step = steps[place[depth]]
        if isinstance(step, Choice):
            if len(place) > depth + 1:
                raise NothingInside(where=f"{where}[{depth + 1}]")
            return step
        if len(place) > depth + 1 and not 0 <= place[depth + 1] < step.times:
            raise NoSuchIteration(
                Text("{times}", {"times": grouped(readable(step.times))}), where=f"{where}[{depth + 1}]"
            )
        steps = step.body
        depth += 2
    raise EndsAtARepeat(where=where)


def before(steps: Steps, place: Place) -> Steps:
    """Return the part of a sequence before a choice; `place` leads to one of its choices.

    Clauses: CR shortcuts.2b
    """
    index, inside = place[0], place[1:]
    step = steps[index]
    if isinstance(step, Choice):
        return steps[:index]
    return (*steps[:index], Repeat(step.body, inside[0]), *before(step.body, inside[1:]))


def place_of(steps: Steps, number: int) -> Place:
    """Return the place of the choice before which exactly `number` choices are made.

    `number` is at least 0. Raises IndexError if the sequence has no more choices than that.
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


def check_proposal(turn_order: tuple[str, ...], proposer: str, sequence: Steps, end_priority: str) -> None:
    """Look for contradictions within a proposal; `check_shortcut` checks whether a game allows it.

    Raises BadInput, with the place of the first one.
    """
    check_players(turn_order)
    check_player(proposer, turn_order, "proposer")
    check_player(end_priority, turn_order, "end_priority")
    _check_steps(turn_order, sequence, "sequence", 0)


def check_depth(depth: int, where: str) -> None:
    """Check that repeats are not nested too deep; raises BadInput."""
    if depth > MOST_DEEP:
        raise TooDeep(MOST_DEEP, where=where)


def _check_steps(turn_order: tuple[str, ...], steps: Steps, where: str, depth: int) -> None:
    check_depth(depth, where)
    if not steps:
        raise NothingProposed(where=where)
    for index, step in enumerate(steps):
        here = f"{where}[{index}]"
        if isinstance(step, Repeat):
            if step.times < 0:
                raise NegativeTimes(where=f"{here}.times")
            _check_steps(turn_order, step.body, f"{here}.repeat", depth + 1)
        elif step.by is not None:
            check_player(step.by, turn_order, f"{here}.by")


def readable(number: int) -> str:
    """Return a number of 0 or more for use within a sentence; the answer's own fields have all digits."""
    return abridged(number, longest=40, shown=6)
