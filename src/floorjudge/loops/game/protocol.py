"""What a game must offer so that its loops can be settled: seven small functions on immutable positions.

Any card game, in any style, can be given them; docs/engines.md shows one from beginning to end. A position is (shape,
resources): resources are whole numbers without bound that a loop may change, such as life, counters or identical tokens;
the shape is everything else. A game that computes with the resources it is given, without turning them into plain ints,
can be *traced*, and its loops cost nothing however long they are.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

import msgspec

from floorjudge.exact import Number

Position = TypeVar("Position")
Choice = TypeVar("Choice")


class Game(Protocol[Position, Choice]):
    """The rules of a game, as functions on positions that never change."""

    def choices(self, position: Position) -> Sequence[Choice]:
        """Return what may be chosen now, passing included; nothing when the game is over."""
        ...

    def player(self, position: Position) -> str | None:
        """Return who chooses now; None when the rules themselves go on."""
        ...

    def apply(self, position: Position, choice: Choice) -> Position:
        """Return the position after one of `choices(position)`."""
        ...

    def passes(self, choice: Choice) -> bool:
        """Say whether a choice is to do nothing."""
        ...

    def shape(self, position: Position) -> Hashable:
        """Return everything in a position that matters and is not a resource, as a value to compare."""
        ...

    def resources(self, position: Position) -> Mapping[str, Number]:
        """Return the resources of a position."""
        ...

    def with_resources(self, position: Position, resources: Mapping[str, Number]) -> Position:
        """Return the position with other amounts of the same resources; `Number` is an int or a quantity."""
        ...


class Repeat(msgspec.Struct, Generic[Choice], frozen=True):
    """A part of a body that is done `times` times (0 or more); its choices may be repeats again."""

    body: tuple[Choice | Repeat[Choice], ...]
    times: int


Body: TypeAlias = "Sequence[Choice | Repeat[Choice]]"
