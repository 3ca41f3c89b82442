"""Performing a body choice by choice: what every shortcut must equal, and what a few iterations simply do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

import msgspec

from floorjudge.exact import value_of
from floorjudge.loops.game.protocol import Body, Choice, Game, Position, Repeat


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
