"""Performing a body choice by choice, as every shortcut does in effect."""

from __future__ import annotations

from floorjudge.loops.game.bodies import read_body
from floorjudge.loops.game.protocol import Body, Choice, Game, Performed, Position, Repeat, choose


def perform(game: Game[Position, Choice], position: Position, body: Body[Choice]) -> Performed[Position]:
    """Make every choice of a body, repeats included, one by one; stop before the first that cannot be made.

    Raises BadInput, with the place, for an invalid body (see `read_body`).
    """
    return _performed(game, position, read_body(body))


def _performed(game: Game[Position, Choice], position: Position, body: Body[Choice]) -> Performed[Position]:
    for index, step in enumerate(body):
        for done in range(step.times) if isinstance(step, Repeat) else (None,):
            inner = _performed(game, position, step.body) if isinstance(step, Repeat) else choose(game, position, step)
            if inner.place is not None:
                place = (index, *inner.place) if done is None else (index, done, *inner.place)
                return Performed(inner.position, place, inner.left_to_chance)
            position = inner.position
    return Performed(position)
