"""The judge's sheet: the changes of one iteration of a loop, written as sums, and the conditions that stop it.

`run_sheet` returns the result of N iterations, exactly and at no cost in N.
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
