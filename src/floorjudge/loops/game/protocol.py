"""The interface that a game implements so that its loops can be settled, and making a choice on it.

The seven small functions fit any card game, in any style; docs/engines.md shows one from beginning to end. A position
is (shape, resources). Resources are whole numbers without bound that a loop may change, such as life, counters or
identical tokens; the shape is everything else. A game that computes with the resources it receives, without turning
them into plain ints, can be *traced*, and its loops cost nothing however long they are.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

import msgspec

from floorjudge.exact import Number
from floorjudge.texts import Text, text

Position = TypeVar("Position")
Choice = TypeVar("Choice")


class PlayedGame(Protocol[Position, Choice]):
    """The interface for checking and taking a shortcut: functions on immutable positions."""

    def choices(self, position: Position) -> Sequence[Choice]:
        """Return the choices available now, passing included; nothing if the game is over.

        If no player chooses, return the possible outcomes: several if chance decides between them.
        """
        ...

    def player(self, position: Position) -> str | None:
        """Return the player to choose now; None if the rules go on by themselves or chance decides."""
        ...

    def apply(self, position: Position, choice: Choice) -> Position:
        """Return the position after one of `choices(position)`."""
        ...


class Game(PlayedGame[Position, Choice], Protocol[Position, Choice]):
    """The rules of a game, with what its loops need besides."""

    def passes(self, choice: Choice) -> bool:
        """Return whether a choice does nothing."""
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
    """A part of a body or of a proposed sequence, repeated `times` times: 0 or more, without bound.

    Its choices may be repeats again.
    Clauses: CR shortcuts.1b
    """

    body: tuple[Choice | Repeat[Choice], ...]
    times: int


Body: TypeAlias = "Sequence[Choice | Repeat[Choice]]"


class Performed(msgspec.Struct, Generic[Position], frozen=True):
    """The position after a body, or before the choice at which it stopped.

    `place` is None if the whole body was done. Otherwise it is the place of the stop: the index of the choice; inside a
    repeat the index of the repeat, the number of its whole iterations done, and the index there. That choice is not
    legal, or it is one of several outcomes between which chance decides (`left_to_chance`), so that no player can make
    it.
    """

    position: Position
    place: tuple[int, ...] | None = None
    left_to_chance: bool = False


def choose(game: Game[Position, Choice], position: Position, choice: Choice) -> Performed[Position]:
    """Make one choice, unless it is not legal or is left to chance."""
    possible = tuple(game.choices(position))
    if choice not in possible:
        return Performed(position, ())
    if is_chance(game, position, possible):
        return Performed(position, (), left_to_chance=True)
    return Performed(game.apply(position, choice))


def is_chance(game: PlayedGame[Position, Choice], position: Position, possible: Sequence[Choice]) -> bool:
    """Return whether chance decides what comes next; a single possible outcome is not chance.

    Clauses: MTR 4.4.7
    """
    return len(possible) > 1 and game.player(position) is None and any(other != possible[0] for other in possible)


def chance_decides(choice: object) -> Text:
    """Return the sentence that this outcome is left to chance."""
    return text(
        "Whether “{choice}” comes next is left to chance, and a shortcut needs results that are known.",
        choice=str(choice),
    )
