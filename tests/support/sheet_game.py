"""A judge's sheet as a game that is played step by step: another way to what `run_sheet` computes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from floorjudge.exact import AffineMap, Number, value_at
from floorjudge.loops.sheet.running import Sheet


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
