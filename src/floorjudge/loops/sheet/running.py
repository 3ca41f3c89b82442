"""The judge's sheet: the changes of one iteration of a loop, written as sums, and the conditions that stop it.

It is the game that a judge can type. `run_sheet` returns the result of N iterations, exactly and at no cost in N;
`SheetGame` performs the same step by step, as any game does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from floorjudge.exact import AffineMap, Guard, Linear, Number, Undecided, compared, first_break, value_at
from floorjudge.exact.first import OPPOSITE, Relation


class Condition(msgspec.Struct, frozen=True):
    """A comparison of an expression with 0, as it was written."""

    written: str
    expression: Linear
    relation: Relation

    def holds(self, at: Mapping[str, Number]) -> bool:
        """Return whether the condition holds for given resources; with quantities, their trace notes it."""
        return compared(value_at(self.expression, at), self.relation)


class Step(msgspec.Struct, frozen=True):
    """One step of an iteration: its player (None: the game itself), its needs, and its changes, made all at once."""

    change: AffineMap
    by: str | None = None
    text: str | None = None
    optional: bool = False
    needs: tuple[Condition, ...] = ()


class End(msgspec.Struct, frozen=True):
    """A condition that ends the loop as soon as it holds."""

    when: Condition
    text: str | None = None


class Sheet(msgspec.Struct, frozen=True):
    """A loop: players, resources at its start, steps of one iteration, ends, the number of iterations wanted."""

    players: tuple[str, ...]
    resources: dict[str, int]
    body: tuple[Step, ...]
    ends: tuple[End, ...] = ()
    times: int | None = None

    def prefixes(self) -> list[AffineMap]:
        """Return the combined effects of the first 0, 1, ... steps; the last one is the whole iteration's."""
        maps = [AffineMap()]
        for step in self.body:
            maps.append(step.change.after(maps[-1]))
        return maps


class Stop(msgspec.Struct, frozen=True):
    """The cause of a stop: a need not met before its step, or an end that held after one (None: at the start)."""

    kind: str
    step: int | None
    condition: str
    text: str | None


class SheetRun(msgspec.Struct, frozen=True):
    """The outcome of a loop.

    `iterations` whole ones and `steps` of the next were done; both are None if it runs for ever, or for an unknown
    time. The resources then are `last` (a map within one iteration) after `before` whole iterations. `stop` is None if
    the count ran out. `never_stops` is about the loop itself, whatever the count; None if that cannot be decided.
    """

    iterations: int | None
    steps: int | None
    before: int | None
    last: AffineMap
    stop: Stop | None
    never_stops: bool | None
    searched: int | None = None


def run_sheet(sheet: Sheet) -> SheetRun:
    """Return the loop's outcome, without performing it."""
    for end in sheet.ends:
        if end.when.holds(sheet.resources):
            return SheetRun(0, 0, 0, AffineMap(), Stop("ends", None, end.when.written, end.text), never_stops=False)
    prefixes = sheet.prefixes()
    limits = list(_limits(sheet, prefixes))
    guards = [guard for _, guard in limits]
    never = first_break(guards, prefixes[-1], sheet.resources)
    within = first_break(guards, prefixes[-1], sheet.resources, sheet.times) if isinstance(never, Undecided) else never
    never_stops = None if isinstance(never, Undecided) else never is None
    searched = never.searched if isinstance(never, Undecided) else None
    if isinstance(within, Undecided) or (within is None and sheet.times is None):
        return SheetRun(None, None, None, AffineMap(), None, never_stops, searched)
    if within is None or (sheet.times is not None and within.iteration >= sheet.times):
        return SheetRun(sheet.times, 0, sheet.times, AffineMap(), None, never_stops, searched)
    stop = limits[within.guard][0]
    done = _steps_done(stop)
    whole, steps = divmod(done, len(sheet.body))
    return SheetRun(within.iteration + whole, steps, within.iteration, prefixes[done], stop, never_stops, searched)


def _limits(sheet: Sheet, prefixes: list[AffineMap]) -> Iterator[tuple[Stop, Guard]]:
    """Yield each possible stop of an iteration, in the order of the checks, with the guards that hold until then.

    The guards are in the resources before the iteration.
    """
    for index, step in enumerate(sheet.body):
        for need in step.needs:
            yield (
                Stop("needs", index, need.written, step.text),
                Guard(prefixes[index].of(need.expression), need.relation),
            )
        for end in sheet.ends:
            yield (
                Stop("ends", index, end.when.written, end.text),
                Guard(prefixes[index + 1].of(end.when.expression), OPPOSITE[end.when.relation]),
            )


def _steps_done(stop: Stop) -> int:
    """Return how many steps of the iteration are done when something stops it: an end comes after its step."""
    return (stop.step or 0) + (stop.kind == "ends")


class SheetPosition(msgspec.Struct, frozen=True):
    """The next step (an index), the resources, and whether an end has come."""

    step: int
    numbers: dict[str, Number]
    ended: bool = False


class SheetGame:
    """The rules of a sheet; the only choice is the index of the next step."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def start(self) -> SheetPosition:
        """Return the position before the first step."""
        return self._position(0, self.sheet.resources)

    def body(self) -> tuple[int, ...]:
        """Return one iteration: every step once."""
        return tuple(range(len(self.sheet.body)))

    def choices(self, position: SheetPosition) -> tuple[int, ...]:
        """Return the next step if its needs are met and nothing has ended the loop."""
        if position.ended:
            return ()
        met = all(need.holds(position.numbers) for need in self.sheet.body[position.step].needs)
        return (position.step,) if met else ()

    def player(self, position: SheetPosition) -> str | None:
        """Return the player of the next step."""
        return self.sheet.body[position.step].by

    def apply(self, position: SheetPosition, choice: int) -> SheetPosition:
        """Return the position after a step."""
        rows = self.sheet.body[choice].change.rows
        changed = {name: value_at(row, position.numbers) for name, row in rows.items()}
        return self._position((choice + 1) % len(self.sheet.body), {**position.numbers, **changed})

    def passes(self, choice: int) -> bool:
        """Return whether a step changes nothing, as when a player passes."""
        return self.sheet.body[choice].change == AffineMap()

    def shape(self, position: SheetPosition) -> tuple[int, bool]:
        """Return the next step, and whether an end has come."""
        return position.step, position.ended

    def resources(self, position: SheetPosition) -> Mapping[str, Number]:
        """Return the resources."""
        return position.numbers

    def with_resources(self, position: SheetPosition, resources: Mapping[str, Number]) -> SheetPosition:
        """Return the position with other amounts."""
        return SheetPosition(position.step, dict(resources), position.ended)

    def _position(self, step: int, numbers: Mapping[str, Number]) -> SheetPosition:
        ended = any(end.when.holds(numbers) for end in self.sheet.ends)
        return SheetPosition(step, dict(numbers), ended)
