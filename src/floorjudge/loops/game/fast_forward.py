"""Fast forward: the position after N iterations of a body, exactly as if every choice had been made.

One iteration is traced: run with quantities, it tells its affine map and every comparison it depended on. The first
iteration at which one of these would come out differently is found by arithmetic; up to there the map's power gives the
position. There the game goes on from a new trace. What only the first iterations do (a pile that did not exist yet) is
performed. A repeat inside a body is traced through its own map, so nested loops are maps of maps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic

import msgspec

from floorjudge.exact import (
    AffineMap,
    Break,
    Guard,
    Number,
    Quantity,
    Trace,
    Undecided,
    compared,
    first_break,
    map_of,
    value_at,
)
from floorjudge.exact.first import OPPOSITE
from floorjudge.loops.game.protocol import Body, Choice, Game, Performed, Position, Repeat, amounts
from floorjudge.texts import Text, text

MOST_TRACES = 1_000
MOST_BITS = 2_000_000


class Forward(msgspec.Struct, Generic[Position], frozen=True):
    """Where a repeated body leads.

    `iterations` whole ones were done; `place` is None when all that were asked for were, else where in the next one a
    choice was not legal (see `Performed.place`). `per_iteration` is what one of the last iterations did. `for_ever`:
    without a count, all iterations from here on are like that one. `undecided` says why no more is known: `position` is
    then the one after `iterations`, and nothing is claimed beyond.
    """

    position: Position
    iterations: int
    place: tuple[int, ...] | None = None
    per_iteration: AffineMap | None = None
    undecided: Text | None = None
    for_ever: bool = False


def fast_forward(
    game: Game[Position, Choice], position: Position, body: Body[Choice], times: int | None
) -> Forward[Position]:
    """Return where `times` (0 or more) iterations of a body lead; they stop before the first choice that is not legal.

    With None for `times` only such a choice stops them; where none ever comes, the answer is `for_ever`.
    """
    done = 0
    per_iteration: AffineMap | None = None
    for _ in range(MOST_TRACES):
        if times is not None and done >= times:
            return Forward(position, done, None, per_iteration)
        traced = _traced(game, position, body)
        if isinstance(traced, Text):
            return Forward(position, done, None, per_iteration, traced)
        numbers = game.resources(position)
        last = map_of(game.resources(traced.end.position))
        if traced.end.place is not None:
            _note(traced.guards, last, 1, numbers)
            return Forward(_moved(game, traced.end.position, last, numbers), done, traced.end.place, per_iteration)
        per_iteration = last
        count = _alike(game, position, traced, per_iteration, None if times is None else times - done)
        if count is None:
            return Forward(position, done, None, per_iteration, for_ever=True)
        power = None if isinstance(count, Text) else per_iteration.power(count, MOST_BITS)
        if isinstance(count, Text) or power is None:
            return Forward(position, done, None, per_iteration, count if isinstance(count, Text) else _too_large())
        _note(traced.guards, per_iteration, count, numbers)
        position = _moved(game, traced.end.position, power, numbers)
        done += count
    said = text(
        "The loop changes its pattern again and again: more than {most} segments, each unlike the last.",
        most=MOST_TRACES,
    )
    return Forward(position, done, None, per_iteration, said)


def forwarding(game: Game[Position, Any]) -> Callable[[Position, Body[Any], int], tuple[int, Position]]:
    """Return what `check_shortcut` and `take` use for the repeats of a proposed sequence: the game's fast forward.

    The function takes a position, the steps of one iteration and how many are wanted; it returns how many whole ones
    can be done, and the position after them.
    """

    def forward(position: Position, body: Body[Any], times: int) -> tuple[int, Position]:
        run = fast_forward(game, position, _done(body), times)
        if run.place is not None:
            run = fast_forward(game, position, _done(body), run.iterations)
        return run.iterations, run.position

    return forward


def _done(steps: Body[Any]) -> tuple[Any, ...]:
    """Return proposed steps as the body of a loop: what is done, without who does it."""
    return tuple(Repeat(_done(step.body), step.times) if isinstance(step, Repeat) else step.do for step in steps)


class _Traced(msgspec.Struct, Generic[Position], frozen=True):
    """One iteration, run with quantities: where it ended, and what it depended on."""

    end: Performed[Position]
    guards: tuple[Guard, ...]
    start: Mapping[str, int]


def _traced(game: Game[Position, Choice], position: Position, body: Body[Choice]) -> _Traced[Position] | Text:
    trace = Trace()
    start = amounts(game, position)
    end = _run(game, game.with_resources(position, trace.quantities(start)), body)
    return end if isinstance(end, Text) else _Traced(end, tuple(trace.guards), start)


def _run(game: Game[Position, Choice], position: Position, body: Body[Choice]) -> Performed[Position] | Text:
    """Make the choices of one iteration; repeats inside it are forwarded."""
    for index, choice in enumerate(body):
        if not isinstance(choice, Repeat):
            if choice not in game.choices(position):
                return Performed(position, (index,))
            position = game.apply(position, choice)
            continue
        inner = fast_forward(game, position, choice.body, choice.times)
        if inner.undecided is not None:
            return inner.undecided
        if inner.place is not None:
            return Performed(inner.position, (index, inner.iterations, *inner.place))
        position = inner.position
    return Performed(position)


def _alike(
    game: Game[Position, Choice],
    position: Position,
    traced: _Traced[Position],
    per_iteration: AffineMap,
    wanted: int | None,
) -> int | Text | None:
    """Return how many iterations go exactly like the traced one, from 1 to `wanted`; None for all, without a count."""
    if game.shape(traced.end.position) != game.shape(position):
        return 1
    broken = first_break(traced.guards, per_iteration, traced.start, wanted)
    if isinstance(broken, Undecided):
        return text(
            "A comparison of the loop is not settled: it comes out the same in the first {searched} iterations, and no proof of ours "
            "covers how its numbers change after that.",
            searched=broken.searched,
        )
    return wanted if broken is None else _noting_the_break(game, position, traced, per_iteration, broken)


def _noting_the_break(
    game: Game[Position, Choice], position: Position, traced: _Traced[Position], per_iteration: AffineMap, broken: Break
) -> int | Text:
    """Return the iterations before a break; that it comes just there is something the run around us depends on."""
    numbers = game.resources(position)
    guard = traced.guards[broken.guard]
    power = per_iteration.power(broken.iteration, MOST_BITS)
    if power is None:
        return _too_large()
    if _has_quantities(numbers):
        compared(value_at(power.of(guard.expression), numbers), OPPOSITE[guard.relation])
    return broken.iteration


def _note(guards: Iterable[Guard], per_iteration: AffineMap, count: int, numbers: Mapping[str, Number]) -> None:
    """Tell the trace around us, if there is one, that the guards hold in `count` iterations from these numbers.

    A guard that develops linearly holds in all of them when it holds in the first and the last. For any other the
    numbers it depends on are pinned to what they are.
    """
    if not _has_quantities(numbers):
        return
    last = per_iteration.power(count - 1) or per_iteration
    for guard in guards:
        compared(value_at(guard.expression, numbers), guard.relation)
        slope = per_iteration.of(guard.expression) - guard.expression
        if guard.relation != "!=" and per_iteration.of(slope) == slope:
            compared(value_at(last.of(guard.expression), numbers), guard.relation)
        elif count > 1:
            for name in per_iteration.reached_from(guard.expression):
                number = numbers[name]
                if isinstance(number, Quantity):
                    number.pinned()


def _has_quantities(numbers: Mapping[str, Number]) -> bool:
    return any(isinstance(number, Quantity) for number in numbers.values())


def _moved(game: Game[Position, Choice], shaped: Position, by: AffineMap, numbers: Mapping[str, Number]) -> Position:
    """Return a position with the shape of one and the numbers of another, changed by a map."""
    names = game.resources(shaped)
    return game.with_resources(shaped, {name: value_at(by.row(name), numbers) for name in names})


def _too_large() -> Text:
    return text("The numbers of the loop become too large to go on with exactly.")
