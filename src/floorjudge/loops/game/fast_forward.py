"""Fast forward: the position after N iterations of a body, exactly as if every choice had been made.

The run traces one iteration: it performs it with quantities, which record the affine map and every comparison that the
iteration depends on. Arithmetic finds the first iteration in which a comparison comes out differently; the map's power
gives the position before it, and a new trace starts there. The run performs one by one the first iterations that do
something else (as when an equivalence class does not exist yet). It traces a repeat inside a body through the repeat's
own map, so nested loops are maps of maps. Iterations that return to a shape only together (such as each player in turn)
are forwarded as one. Where chance decides what comes next, nothing is forwarded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Generic

import msgspec

from floorjudge.exact import (
    AffineMap,
    Break,
    Number,
    Pin,
    Quantity,
    Trace,
    Undecided,
    compared,
    first_break,
    lasting,
    map_of,
    value_at,
)
from floorjudge.exact.first import OPPOSITE
from floorjudge.exact.work import TooMuchWork, bounded, spend
from floorjudge.loops.game.bodies import read_body, read_times
from floorjudge.loops.game.promises import amounts, check_unchanged, form_of, numbers_of, shape_of
from floorjudge.loops.game.protocol import Body, Choice, Game, Performed, Position, Repeat, chance_decides, choose
from floorjudge.texts import Text, text

MOST_TRACES = 1_000
MOST_BITS = 2_000_000
LONGEST_ROUND, MOST_IN_TURN = 1_000, 50
# Units of arithmetic for one call, some ten seconds (floorjudge.exact.work); each traced choice counts as this many.
BUDGET, OF_A_CHOICE = 60_000_000, 100


class Forward(msgspec.Struct, Generic[Position], frozen=True):
    """The position that a repeated body leads to.

    `iterations` is the number of whole iterations done. `place` is None if all of them were done, else the place in the
    next iteration where a choice is not legal (see `Performed.place`). `per_iteration` is the effect of one of the last
    iterations. `for_ever`: without a count, all later iterations are like that one, or like some before it in turn;
    `comes_back`: the position itself returns, exactly.

    `undecided` is the reason why no more is known: `position` is then the one after `iterations`, and nothing is
    claimed beyond it. If chance is the reason, `left_to_chance` is the place in the next iteration of the choice that
    chance decides. `pinned` lists the resources that the game turned into plain numbers, with the lines that did so: a
    forwarded segment ends where one of them changes.
    """

    position: Position
    iterations: int
    place: tuple[int, ...] | None = None
    per_iteration: AffineMap | None = None
    undecided: Text | None = None
    for_ever: bool = False
    comes_back: bool = False
    left_to_chance: tuple[int, ...] | None = None
    pinned: tuple[Pin, ...] = ()


def fast_forward(
    game: Game[Position, Choice],
    position: Position,
    body: Body[Choice],
    times: int | None,
    *,
    budget: int = BUDGET,
) -> Forward[Position]:
    """Return the position after `times` (0 or more) iterations of a body, or before the first choice that is not legal.

    With None for `times`, only such a choice stops the iterations; if none ever comes, the result is `for_ever`. The
    result is undecided if it takes more than `budget` units of work, which are the same on every computer.
    Raises BadInput, with the place, for an invalid body or number, and BrokenPromise for a game that breaks a promise
    of `Game`.
    """
    steps = read_body(body)
    wanted = None if times is None else read_times(times)
    shape_of(game, position)
    run = _Run(game)
    with bounded(budget):
        forward = run.forward(position, steps, wanted)
    return msgspec.structs.replace(forward, pinned=tuple(run.pins))


def forwarding(game: Game[Position, Any]) -> Callable[[Position, Body[Any], int], tuple[int, Position]]:
    """Return the game's fast forward in the form that `check_shortcut` and `take` use for repeats.

    The function takes a position, the steps of one iteration and the number wanted. It returns the number of whole
    iterations that can be done, and the position after them.
    """
    attributed = _Attributed(game)

    def forward(position: Position, body: Body[Any], times: int) -> tuple[int, Position]:
        run = fast_forward(attributed, position, _done(body), times)
        if run.place is not None:
            run = fast_forward(attributed, position, _done(body), run.iterations)
        return run.iterations, run.position

    return forward


class _Attributed(Generic[Position]):
    """The same game, with pairs of player and choice as its choices: a player cannot make those of another player."""

    def __init__(self, game: Game[Position, Any]) -> None:
        self.game = game
        self.player, self.shape = game.player, game.shape
        self.resources, self.with_resources = game.resources, game.with_resources

    def choices(self, position: Position) -> tuple[tuple[str | None, Any], ...]:
        player = self.game.player(position)
        return tuple((player, choice) for choice in self.game.choices(position))

    def apply(self, position: Position, choice: tuple[str | None, Any]) -> Position:
        return self.game.apply(position, choice[1])

    def passes(self, choice: tuple[str | None, Any]) -> bool:
        return self.game.passes(choice[1])


def _done(steps: Body[Any]) -> tuple[Any, ...]:
    """Return proposed steps as the body of a loop of an attributed game."""
    return tuple(
        Repeat(_done(step.body), step.times) if isinstance(step, Repeat) else (step.by, step.do) for step in steps
    )


class _Traced(msgspec.Struct, Generic[Position], frozen=True):
    """One iteration, run with quantities: its final position, and the comparisons it depends on."""

    end: Performed[Position]
    trace: Trace
    start: Mapping[str, int]


class _Segment(msgspec.Struct, frozen=True):
    """A number of equal iterations: the form of the position before them, and the effect of each."""

    form: Hashable
    per_iteration: AffineMap
    count: int


class _StoppedError(Exception):
    """A repeat inside an iteration cannot be forwarded, for this reason."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason


class _Run(Generic[Position, Choice]):
    """One call: the game, its pins so far, and the number of enclosing repeats of the body."""

    def __init__(self, game: Game[Position, Choice]) -> None:
        self.game = game
        self.pins: dict[Pin, None] = {}
        self.inside = 0

    def forward(
        self, position: Position, body: Body[Choice], times: int | None, longest_round: int = LONGEST_ROUND
    ) -> Forward[Position]:
        """Forward as `fast_forward` does, on a position of ints, or of quantities within an outer trace."""
        now = Forward(position, 0)
        segments: list[_Segment] = []
        pin = None
        try:
            for _ in range(MOST_TRACES):
                left = None if times is None else times - now.iterations
                if left == 0:
                    return now
                period = _period(segments)
                if 1 < period <= longest_round // len(body):
                    now, segments = self._in_rounds(now, body, period, left), []
                else:
                    now, segment, pin = self._one_segment(now, body, left)
                    segments.append(segment)
                if now.place is not None or now.undecided is not None or now.for_ever:
                    return now
        except _StoppedError as stopped:
            return msgspec.structs.replace(now, undecided=stopped.reason)
        except TooMuchWork:
            if self.inside:
                raise
            sentence = text("Working this loop out takes more than the work that is allowed for it: see `budget`.")
            return msgspec.structs.replace(now, undecided=sentence)
        return msgspec.structs.replace(now, undecided=_many_segments(pin))

    def _one_segment(
        self, now: Forward[Position], body: Body[Choice], left: int | None
    ) -> tuple[Forward[Position], _Segment, Pin | None]:
        """Continue while all iterations are alike; also return their form and effect, and the pin that ended them."""
        traced = self._traced(now.position, body)
        numbers = numbers_of(self.game, now.position)
        last = map_of(numbers_of(self.game, traced.end.position))
        segment = _Segment(form_of(self.game, now.position), last, 1)
        if traced.end.left_to_chance:
            sentence = chance_decides(_choice_at(body, traced.end.place or ()))
            return msgspec.structs.replace(now, undecided=sentence, left_to_chance=traced.end.place), segment, None
        if traced.end.place is not None:
            _noted(traced, last, 1, numbers)
            there = _moved(self.game, traced.end.position, last, numbers)
            return msgspec.structs.replace(now, position=there, place=traced.end.place), segment, None
        count = self._alike(now.position, traced, last, left)
        if count is None:
            endless = Forward(now.position, now.iterations, None, last, for_ever=True, comes_back=last == AffineMap())
            return endless, segment, None
        pin = _pin_of(traced.trace, count) if isinstance(count, Break) else None
        done = count.iteration if isinstance(count, Break) else count
        there = _moved(self.game, traced.end.position, _noted(traced, last, done, numbers), numbers)
        segment = _Segment(segment.form, last, done)
        return Forward(there, now.iterations + done, None, last), segment, pin

    def _in_rounds(
        self, now: Forward[Position], body: Body[Choice], period: int, left: int | None
    ) -> Forward[Position]:
        """Forward in rounds of several iterations, all but the last round, if the rounds end or are counted.

        Single iterations then find what stops the last round.
        """
        round_of, rounds = tuple(body) * period, None if left is None else left // period
        forwarded = self.forward(now.position, round_of, rounds, 0)
        if not forwarded.for_ever and (forwarded.undecided is None or forwarded.left_to_chance is not None):
            forwarded = self.forward(now.position, round_of, max(0, forwarded.iterations - 1), 0)
        done = now.iterations + forwarded.iterations * period
        return msgspec.structs.replace(forwarded, iterations=done, per_iteration=now.per_iteration)

    def _traced(self, position: Position, body: Body[Choice]) -> _Traced[Position]:
        trace = Trace()
        shape, numbers = self.game.shape(position), dict(numbers_of(self.game, position))
        start = amounts(self.game, position)
        try:
            end = self._iteration(self.game.with_resources(position, trace.quantities(start)), body)
        finally:
            self.pins.update(trace.pins)
        check_unchanged(self.game, position, shape, numbers)
        return _Traced(end, trace, start)

    def _iteration(self, position: Position, body: Body[Choice]) -> Performed[Position]:
        """Make the choices of one iteration; forward the repeats inside it.

        Raises _StoppedError if one of these is undecided.
        """
        for index, step in enumerate(body):
            if isinstance(step, Repeat):
                self.inside += 1
                try:
                    inner = self.forward(position, step.body, step.times)
                finally:
                    self.inside -= 1
                place = inner.left_to_chance or inner.place
                if place is not None:
                    there = (index, inner.iterations, *place)
                    return Performed(inner.position, there, inner.left_to_chance is not None)
                if inner.undecided is not None:
                    raise _StoppedError(inner.undecided)
                position = inner.position
                continue
            spend(OF_A_CHOICE)
            made = choose(self.game, position, step)
            if made.place is not None:
                return Performed(position, (index,), made.left_to_chance)
            position = made.position
        return Performed(position)

    def _alike(
        self, position: Position, traced: _Traced[Position], per_iteration: AffineMap, wanted: int | None
    ) -> int | Break | None:
        """Return how many iterations go exactly like the traced one, from 1 to `wanted`; None for all, without a count.

        If a comparison changes before that, return the break instead. Raises _StoppedError if a comparison is not settled.
        """
        if form_of(self.game, traced.end.position) != form_of(self.game, position):
            return 1
        broken = first_break(traced.trace.guards, per_iteration, traced.start, wanted)
        if isinstance(broken, Undecided):
            reason = text(
                "A comparison of the loop is not settled: it comes out the same in the first {searched} iterations, and no proof "
                "of ours covers how its numbers change after that.",
                searched=broken.searched,
            )
            raise _StoppedError(reason)
        if broken is None:
            return wanted
        numbers = numbers_of(self.game, position)
        if _has_quantities(numbers):
            # The outer run depends on the break coming exactly there.
            guard = traced.trace.guards[broken.guard]
            there = _power(per_iteration, broken.iteration).of(guard.expression)
            compared(value_at(there, numbers), OPPOSITE[guard.relation])
        return broken


def _noted(traced: _Traced[Position], per_iteration: AffineMap, count: int, numbers: Mapping[str, Number]) -> AffineMap:
    """Return the effect of `count` iterations; record in an outer trace that the guards hold in all of them.

    If a few comparisons cannot express that, pin the numbers that a guard depends on to their values.
    """
    power = _power(per_iteration, count)
    for guard in traced.trace.guards if _has_quantities(numbers) else ():
        conditions = lasting(guard, per_iteration, traced.start, count)
        for condition in conditions or ():
            compared(value_at(condition.expression, numbers), condition.relation)
        for name in per_iteration.reached_from(guard.expression) if conditions is None else ():
            number = numbers[name]
            if isinstance(number, Quantity):
                number.pinned()
    return power


def _power(per_iteration: AffineMap, count: int) -> AffineMap:
    power = per_iteration.power(count, MOST_BITS)
    if power is None:
        raise _StoppedError(text("The numbers of the loop become too large to go on with exactly."))
    return power


def _has_quantities(numbers: Mapping[str, Number]) -> bool:
    return any(isinstance(number, Quantity) for number in numbers.values())


def _moved(game: Game[Position, Choice], shaped: Position, by: AffineMap, numbers: Mapping[str, Number]) -> Position:
    """Return a position with the shape of one and the numbers of the other, changed by a map."""
    names = game.resources(shaped)
    return game.with_resources(shaped, {name: value_at(by.row(name), numbers) for name in names})


def _period(segments: list[_Segment]) -> int:
    """Return the length of the cycle in which the last segments repeat those before them; 0 if they do not."""
    for length in range(1, min(len(segments) // 2, MOST_IN_TURN) + 1):
        if segments[-length:] == segments[-2 * length : -length]:
            return sum(segment.count for segment in segments[-length:])
    return 0


def _pin_of(trace: Trace, broken: Break) -> Pin | None:
    """Return the game's pin if its change alone ends the segment; None for any other break."""
    guard = trace.guards[broken.guard]
    same = (pin for pin in trace.pins if set(pin.resources) == guard.expression.terms.keys())
    return next(same, None) if guard.relation == "==" else None


def _choice_at(body: Body[Choice], place: tuple[int, ...]) -> object:
    step = body[place[0]]
    return _choice_at(step.body, place[2:]) if isinstance(step, Repeat) else step


def _many_segments(pin: Pin | None = None) -> Text:
    sentence = text(
        "The loop changes its pattern again and again: more than {most} segments, each unlike the last.",
        most=MOST_TRACES,
    )
    if pin is None:
        return sentence
    return text(
        "{segments} Each ends where {resources} changes, of which the game makes a plain number ({line}).",
        segments=sentence,
        resources=pin.resources,
        line=pin.line,
    )
