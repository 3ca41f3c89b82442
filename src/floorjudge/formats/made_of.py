"""What is made of values that never change is made once, as long as these are the very same values.

States share all that a step leaves as it was, so whether that is the same is known without comparing thousands of players.
"""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class MadeOf(Generic[T]):
    """A value as an argument of a cache: equal to another one whose parts are the very same objects.

    It holds its parts, so no others have their ids while a cache holds it.
    """

    __slots__ = ("_ids", "_parts", "value")

    def __init__(self, value: T, *parts: object) -> None:
        """Name the parts of a value on which everything depends that is made of it."""
        self.value = value
        self._parts = parts
        self._ids = tuple(map(id, parts))

    def __hash__(self) -> int:
        """Return a number that values of the same parts share."""
        return hash(self._ids)

    def __eq__(self, other: object) -> bool:
        """Return whether another value has the same parts."""
        return isinstance(other, MadeOf) and self._ids == other._ids
