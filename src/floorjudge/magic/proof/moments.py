"""The moments of iteration N at which a player could respond: the objects, the amounts and the player with priority."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.exact import digits, numeral
from floorjudge.exact.sequences import polynomial_through
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table
from floorjudge.magic.engine.work import Work, WorkIsOver, units
from floorjudge.magic.playing.counter_names import main_amounts
from floorjudge.magic.playing.iterating import Loop
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Decision, play_on
from floorjudge.magic.proof.certificates import Claims
from floorjudge.magic.proof.recurrences import Recurrence
from floorjudge.magic.proof.trajectory import NotSo, Trajectory, trajectory_of
from floorjudge.reading import JsonObject
from floorjudge.texts import Text, in_any, text

# The most work to try, and its longest time in seconds of a usual machine.
_TRIED_SECONDS, _MOST_SECONDS = 1.0, 60.0
_FEWEST_PLAYED = 3


class IterationNotKnown(BadInput):
    place = "--answer-in"
    sentence = text("What there is in iteration {iteration} is not known. Ask about iterations {first} to {last}.")
    iteration: Text
    first: int
    last: Text


class Moment(msgspec.Struct, frozen=True):
    """A moment at which a player (seat) has priority, in an iteration (from 1) and a step (from 0): stack and amounts.

    The stack begins with its top. `lines` are the amounts by their names for programs, each with its words for people.
    """

    iteration: int
    step: int
    seat: int
    stack: tuple[str, ...]
    lines: Mapping[str, tuple[Text, int]]

    @property
    def amounts(self) -> dict[str, int]:
        """Return the amounts by their names for programs."""
        return {key: amount for key, (_, amount) in self.lines.items()}


def moments_in(claims: Claims, library: CardLibrary, iteration: int) -> tuple[Moment, ...]:
    """Return the moments of one iteration (from 1, of any size) at which a player has priority, in order.

    The engine plays the iteration if performing reaches it. Otherwise it plays some of the first iterations that follow
    the same recurrence, and every amount continues by their pattern. Raises IterationNotKnown if the claims of a
    certificate do not determine the iteration.
    """
    last, begins = claims.iterations, iteration - 1
    if claims.evidence == "undecided" or (claims.evidence == "observed" and last is None):
        last = 0
    if iteration < 1 or (last is not None and iteration > last):
        raise IterationNotKnown(numeral(iteration), 1, in_any("∞") if last is None else numeral(last))
    work = Work(units(_TRIED_SECONDS), most=units(_MOST_SECONDS))
    trajectory = trajectory_of(claims.case, library, work)
    loop = trajectory.loop
    try:
        if claims.evidence == "observed":
            trajectory.perform_all(0, begins)
        recurrence = trajectory.leading_to(begins, claims.breaks, claims.case.times)
        if recurrence is None:
            return tuple(_played(loop.table(trajectory.positions[begins]), loop, iteration))
        return far_out(trajectory, recurrence, begins, lambda table: tuple(_played(table, loop, iteration)))
    except (NotSo, WorkIsOver, FloorjudgeError, ValueError):
        raise IterationNotKnown(numeral(iteration), 1, numeral(trajectory.farthest)) from None


def far_out(
    led: Trajectory, recurrence: Recurrence, whole: int, look: Callable[[Table], Sequence[Moment]]
) -> tuple[Moment, ...]:
    """Return the moments that `look` finds on a table after `whole` iterations.

    It looks at some of the first iterations that follow the recurrence, and every amount continues by their pattern.
    Raises ValueError if the moments differ in more than amounts.
    """
    times, over = divmod(whole - recurrence.first, recurrence.period)
    many = max(recurrence.degree + 2, _FEWEST_PLAYED)
    first_ones = [look(led.ahead(recurrence, each, over)) for each in range(many)]
    return tuple(_continued(alike, recurrence.degree, times) for alike in zip(*first_ones, strict=True))


def _continued(moments: Sequence[Moment], degree: int, times: int) -> Moment:
    """Return the moment so many `times` after the first of some consecutive ones. Raises ValueError if they differ."""
    one = moments[0]
    if any((each.step, each.seat, each.stack) != (one.step, one.seat, one.stack) for each in moments):
        raise ValueError
    lines: dict[str, tuple[Text, int]] = {}
    for key, words in {key: words for each in moments for key, (words, _) in each.lines.items()}.items():
        terms = polynomial_through([each.amounts.get(key, 0) for each in moments], max(degree, 1))
        if terms is None:
            raise ValueError
        lines[key] = words, terms.term(times)
    return msgspec.structs.replace(one, lines=lines)


def _played(table: Table, loop: Loop, number: int) -> Iterator[Moment]:
    """Play an iteration on a table, and yield its moments as those of iteration `number`."""
    seen: list[tuple[int, Snapshot, tuple[str, ...]]] = []
    step = 0

    def noted(_: object, made: Decision, names: Names) -> None:
        if made.prompt == "Priority":
            seen.append((step, table.snapshot(), names.stack()))

    for step, done in enumerate(loop.body):
        play_on(table, (done,), f"body[{step}]", noted)
    for step, position, stack in seen:
        yield Moment(number, step, position.open_question[1] or 0, stack, main_amounts(position, loop.names))


def moment_value(moment: Moment) -> JsonObject:
    """Return the JSON of a moment."""
    return {
        "iteration": digits(moment.iteration),
        "step": moment.step,
        "player": moment.seat,
        "stack": list(moment.stack),
        "amounts": {key: digits(amount) for key, amount in moment.amounts.items()},
    }
