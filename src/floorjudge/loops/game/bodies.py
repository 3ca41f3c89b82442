"""The body of a loop, a sequence of choices and repeats: reading it, and performing it choice by choice.

Every function that takes a body reads it here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from floorjudge.errors import BadInput
from floorjudge.exact import short
from floorjudge.loops.errors import NegativeTimes, NothingProposed, TooDeep
from floorjudge.loops.game.protocol import Body, Choice, Game, Performed, Position, Repeat, choose
from floorjudge.reading import is_whole
from floorjudge.texts import text

MOST_DEEP = 100


class BodyIsAText(BadInput):
    sentence = text("A body is a list of choices, and this is a single text. For one choice write [{given}].")
    given: str


class NotABody(BadInput):
    sentence = text("A body is a list or a tuple of choices in their order, not {given}.")
    given: str


class NotANumberOfTimes(BadInput):
    sentence = text("How often something is repeated is a whole number, not {given}.")
    given: str


def read_body(body: Iterable[Choice | Repeat[Choice]]) -> tuple[Choice | Repeat[Choice], ...]:
    """Return a body as a tuple, its repeats as tuples too.

    Raises BadInput, with the place, if the body is not a sequence or is empty, or if a number of times is not a whole
    number or is negative.
    """
    return _body(body, "body", 0)


def read_times(times: int, where: str = "times") -> int:
    """Return a number of iterations; raises BadInput, with the place, if it is not a whole number or is negative."""
    if not is_whole(times):
        raise NotANumberOfTimes(repr(times), where=where)
    if times < 0:
        raise NegativeTimes(where=where)
    return times


def _body(given: object, where: str, depth: int) -> tuple[Choice | Repeat[Choice], ...]:
    if depth > MOST_DEEP:
        raise TooDeep(MOST_DEEP, where=where)
    if isinstance(given, str | bytes):
        raise BodyIsAText(repr(given), where=where)
    if not isinstance(given, Iterable) or isinstance(given, Mapping | AbstractSet):
        raise NotABody(repr(given), where=where)
    read = tuple(_step(step, f"{where}[{index}]", depth) for index, step in enumerate(given))
    if not read:
        raise NothingProposed(where=where)
    return read


def _step(step: Choice | Repeat[Choice], where: str, depth: int) -> Choice | Repeat[Choice]:
    if not isinstance(step, Repeat):
        return step
    return Repeat(_body(step.body, f"{where}.body", depth + 1), read_times(step.times, f"{where}.times"))


def written(step: object) -> str:
    """Return a step of a body as text: a choice as printed, a repeat as `(kindle, burn) × 10^100`."""
    if not isinstance(step, Repeat):
        return str(step)
    return f"({', '.join(map(written, step.body))}) × {short(step.times)}"


def perform(game: Game[Position, Choice], position: Position, body: Body[Choice]) -> Performed[Position]:
    """Make every choice of a body, repeats included, one by one; stop before the first that cannot be made.

    Raises BadInput, with the place, for an invalid body (see `read_body`).
    """
    return _performed(game, position, read_body(body))


def _performed(game: Game[Position, Choice], position: Position, body: Body[Choice]) -> Performed[Position]:
    for index, step in enumerate(body):
        for done in range(step.times) if isinstance(step, Repeat) else (None,):
            inner = _performed(game, position, step.body) if isinstance(step, Repeat) else choose(game, position, step)
            if inner.place is not None:
                place = (index, *inner.place) if done is None else (index, done, *inner.place)
                return Performed(inner.position, place, inner.left_to_chance)
            position = inner.position
    return Performed(position)
