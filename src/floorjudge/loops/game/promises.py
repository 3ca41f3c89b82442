"""The promises of a game that are checked during play, and the errors for breaking one.

The conformance kit checks all promises. These are the ones without which a result would be wrong or missing.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from floorjudge.errors import BadInput
from floorjudge.exact import Number, Quantity, value_of
from floorjudge.exact.quantity import expression_of
from floorjudge.loops.game.protocol import Choice, Game, Position
from floorjudge.reading import is_whole
from floorjudge.texts import text


class BrokenPromise(BadInput):
    """A game breaks a promise of `floorjudge.loops.game.Game`."""


class NotWholeNumbers(BrokenPromise):
    sentence = text(
        "`resources(position)` promises whole numbers, and “{name}” is {value}. Count in a smaller unit, divide with `//`, and put "
        "everything that is no number into `shape(position)`."
    )
    place = "resources"
    name: str
    value: str


class ShapeNotHashable(BrokenPromise):
    sentence = text(
        "`shape(position)` promises a value that never changes, and {value} may change: use tuples and frozensets in place of lists, "
        "sets and dictionaries."
    )
    place = "shape"
    value: str


class ShapeNotTheSame(BrokenPromise):
    sentence = text(
        "`shape(position)` promises equal values for equal positions, and of one position it is first {first} and then {then}. Let what "
        "stands in it compare by value."
    )
    place = "shape"
    first: str
    then: str


class PositionChanged(BrokenPromise):
    sentence = text(
        "`apply` and `with_resources` promise a new position, and the one that they were given has changed: its {part} was {before} and "
        "is {after}. Copy what you change."
    )
    place = "apply"
    part: str
    before: str
    after: str


def numbers_of(game: Game[Position, Choice], position: Position) -> Mapping[str, Number]:
    """Return the resources of a position; raises BrokenPromise for one that is not a whole number."""
    numbers = game.resources(position)
    for name, number in numbers.items():
        if not (isinstance(number, Quantity) or is_whole(number)):
            raise NotWholeNumbers(str(name), repr(number))
    return numbers


def shape_of(game: Game[Position, Choice], position: Position) -> Hashable:
    """Return the shape of a position.

    Raises BrokenPromise for a shape without a hash, and for one that changes when it is read again.
    """
    first, then = game.shape(position), game.shape(position)
    try:
        hash(first)
    except TypeError:
        raise ShapeNotHashable(repr(first)) from None
    if first != then:
        raise ShapeNotTheSame(repr(first), repr(then))
    return first


def form_of(game: Game[Position, Choice], position: Position) -> Hashable:
    """Return the shape of a position together with the names of its resources.

    A body has the same effect from all positions of one form, as long as every comparison comes out the same. If an
    equivalence class exists only after the first iteration, that iteration differs from the others.
    """
    return game.shape(position), frozenset(game.resources(position))


def check_unchanged(
    game: Game[Position, Choice], position: Position, shape: Hashable, numbers: Mapping[str, Number]
) -> None:
    """Check that a position still has this shape and these resources after other positions were derived from it.

    Raises BrokenPromise if it does not.
    """
    if game.shape(position) != shape:
        raise PositionChanged("shape", repr(shape), repr(game.shape(position)))
    now = game.resources(position)
    if {name: expression_of(number) for name, number in now.items()} != {
        name: expression_of(number) for name, number in numbers.items()
    }:
        raise PositionChanged("resources", repr(dict(numbers)), repr(dict(now)))


def amounts(game: Game[Position, Choice], position: Position) -> Mapping[str, int]:
    """Return the resources of a position as plain ints, without noting anything in a trace; see `numbers_of`."""
    return {name: value_of(number) for name, number in numbers_of(game, position).items()}
