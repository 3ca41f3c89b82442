"""A cache key of unchanging values: what is computed from values is cached as long as they are the very same objects.

Successive states share all that a step does not change, so that this needs no comparison of thousands of players.
"""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class MadeOf(Generic[T]):
    """A value as the argument of a cached function: equal to another one whose parts are the very same objects.

    It holds its parts, so that their ids stay unique while a cache holds it.
    """

    __slots__ = ("_ids", "_parts", "value")

    def __init__(self, value: T, *parts: object) -> None:
        """Store a value and the parts on which every result depends."""
        self.value = value
        self._parts = parts
        self._ids = tuple(map(id, parts))

    def __hash__(self) -> int:
        """Return the hash of the ids of its parts."""
        return hash(self._ids)

    def __eq__(self, other: object) -> bool:
        """Return whether another value has the same parts."""
        return isinstance(other, MadeOf) and self._ids == other._ids
