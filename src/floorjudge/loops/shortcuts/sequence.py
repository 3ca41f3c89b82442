"""A sequence of choices as somebody proposes it: single choices, and repeats of any size inside each other.

Whatever is asked of a sequence here is answered from its parts; a repeat is never unrolled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

from floorjudge.exact import DIGIT_BUDGET, Amount, digits, short
from floorjudge.exact.digits import has_more_digits

_BITS_PER_DIGIT = 3.33
SMALL = 1_000_000


class Choice(msgspec.Struct, frozen=True):
    """What a player does when it is their turn to choose, passing included.

    `do` is said in words, or is whatever the attached game takes as a choice. `by` is None for what the rules do by
    themselves, which only a game needs to have listed. `conditional` marks a choice that depends on how something turns out.
    Clauses: CR shortcuts.1
    """

    by: str | None
    do: Any
    conditional: bool = False


class Repeat(msgspec.Struct, frozen=True):
    """A part of a sequence that is done `times` times: 0 or more, without bound.

    Clauses: CR shortcuts.1b
    """

    body: tuple[Choice | Repeat, ...]
    times: int


Step: TypeAlias = Choice | Repeat
Steps: TypeAlias = tuple[Choice | Repeat, ...]


def count_choices(steps: Steps) -> int:
    """Return how many choices a sequence consists of, each as often as it is made.

    Clauses: CR shortcuts.1b
    """
    return sum(step.times * count_choices(step.body) if isinstance(step, Repeat) else 1 for step in steps)


def written_count(steps: Steps, budget: int = DIGIT_BUDGET) -> Amount:
    """Return the number of choices as digits; as `{"closed_form": "2 + 10^60000*(...)"}` beyond `budget` digits."""
    # Four times the budget leaves room for the bound being too high; longer numbers are not even computed.
    if _most_bits(steps) <= max(4 * budget * _BITS_PER_DIGIT, SMALL):
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


def conditional_places(steps: Steps) -> Iterator[tuple[tuple[int, ...], Choice]]:
    """Yield each conditional choice of a sequence, as it is first reached, with the path to it (see `Place`)."""
    for index, step in enumerate(steps):
        if isinstance(step, Repeat):
            for place, choice in conditional_places(step.body):
                yield (index, 0, *place), choice
        elif step.conditional:
            yield (index,), step
