"""What a game must offer so that its loops can be settled, and performing a body on it choice by choice.

The seven small functions fit any card game, in any style; docs/engines.md shows one from beginning to end. A position
is (shape, resources): resources are whole numbers without bound that a loop may change, such as life, counters or
identical tokens; the shape is everything else. A game that computes with the resources it is given, without turning
them into plain ints, can be *traced*, and its loops cost nothing however long they are.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

import msgspec

from floorjudge.exact import Number, value_of

Position = TypeVar("Position")
Choice = TypeVar("Choice")


class PlayedGame(Protocol[Position, Choice]):
    """What a game must offer so that a shortcut can be checked and taken: functions on positions that never change."""

    def choices(self, position: Position) -> Sequence[Choice]:
        """Return what may be chosen now, passing included; nothing when the game is over.

        Where nobody chooses, what may come next: several things when chance decides between them.
        """
        ...

    def player(self, position: Position) -> str | None:
        """Return who chooses now; None when the rules themselves go on."""
        ...

    def apply(self, position: Position, choice: Choice) -> Position:
        """Return the position after one of `choices(position)`."""
        ...


class Game(PlayedGame[Position, Choice], Protocol[Position, Choice]):
    """The rules of a game, with what its loops need besides."""

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
    """A part of a body or of a proposed sequence that is done `times` times: 0 or more, without bound.

    Its choices may be repeats again.
    Clauses: CR shortcuts.1b
    """

    body: tuple[Choice | Repeat[Choice], ...]
    times: int


Body: TypeAlias = "Sequence[Choice | Repeat[Choice]]"


class Performed(msgspec.Struct, Generic[Position], frozen=True):
    """The position after a body, or before the choice that was not legal.

    `place` is None when the whole body was done, else where it stopped: the index of the choice; inside a repeat the
    index of the repeat, its whole iterations done, and the index there.
    """

    position: Position
    place: tuple[int, ...] | None = None


def perform(game: Game[Position, Choice], position: Position, body: Body[Choice]) -> Performed[Position]:
    """Make every choice of a body, repeats included, one by one; stop before the first that is not legal."""
    for index, choice in enumerate(body):
        if not isinstance(choice, Repeat):
            if choice not in game.choices(position):
                return Performed(position, (index,))
            position = game.apply(position, choice)
            continue
        for done in range(choice.times):
            inner = perform(game, position, choice.body)
            if inner.place is not None:
                return Performed(inner.position, (index, done, *inner.place))
            position = inner.position
    return Performed(position)


def amounts(game: Game[Position, Choice], position: Position) -> Mapping[str, int]:
    """Return the resources of a position as plain ints, without noting anything in a trace."""
    return {name: value_of(number) for name, number in game.resources(position).items()}
