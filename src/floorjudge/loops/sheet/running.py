"""The judge's sheet: the changes of one iteration of a loop, written as sums, and the conditions that stop it.

`run_sheet` returns the result of N iterations, exactly and at no cost in N.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from floorjudge.exact import AffineMap, Guard, Linear, Number, Undecided, compared, first_break, value_at
from floorjudge.exact.first import OPPOSITE, Break, Relation


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
    """A condition that ends the loop as soon as it holds, and the player who then loses the game, if one does."""

    when: Condition
    text: str | None = None
    loses: str | None = None


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
    """The cause of a stop: a need not met before its step, or an end that held after one (None: at the start).

    `ends` are all ends that hold at that moment, in the order in which they are written; the first one is the cause.
    """

    kind: str
    step: int | None
    condition: str
    text: str | None
    ends: tuple[End, ...] = ()

    @property
    def loses(self) -> tuple[str, ...]:
        """The players who lose the game: all of them at once (CR 704.3)."""
        return tuple(dict.fromkeys(end.loses for end in self.ends if end.loses is not None))


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
    hold = tuple(end for end in sheet.ends if end.when.holds(sheet.resources))
    if hold:
        return SheetRun(0, 0, 0, AffineMap(), _ended(None, hold), never_stops=False)
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
    if stop.kind == "ends":
        stop = _ended(stop.step, _holding(sheet, prefixes, within.iteration, stop.step or 0))
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
                _ended(index, (end,)),
                _guard(end, prefixes[index + 1]),
            )


def _guard(end: End, prefix: AffineMap) -> Guard:
    """Return the guard that holds as long as an end does not, after the steps of a prefix."""
    return Guard(prefix.of(end.when.expression), OPPOSITE[end.when.relation])


def _ended(step: int | None, hold: tuple[End, ...]) -> Stop:
    return Stop("ends", step, hold[0].when.written, hold[0].text, hold)


def _holding(sheet: Sheet, prefixes: list[AffineMap], iteration: int, step: int) -> tuple[End, ...]:
    """Return the ends that hold after a step of an iteration, before which none has held."""
    after = prefixes[step + 1]
    firsts = (
        (end, first_break([_guard(end, after)], prefixes[-1], sheet.resources, iteration + 1)) for end in sheet.ends
    )
    return tuple(end for end, first in firsts if isinstance(first, Break))


def _steps_done(stop: Stop) -> int:
    """Return how many steps of the iteration are done when something stops it: an end comes after its step."""
    return (stop.step or 0) + (stop.kind == "ends")
