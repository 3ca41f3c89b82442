"""Reads the engine's dictionaries: each field by a property that is written in one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeVar

Value = TypeVar("Value")


class HasFields(Protocol):
    """A value with a dictionary of the engine."""

    @property
    def raw(self) -> Mapping[str, Any]:
        """Return the dictionary."""


class Field(Generic[Value]):
    """A property of such a value: one field, read by a function.

    A function of ours receives None for a missing field; a plain `int` or `str` requires the field, and raises
    KeyError.
    """

    def __init__(self, name: str, read: Callable[[Any], Value]) -> None:
        self._name = name
        self._read = read

    def __get__(self, view: HasFields, _type: type | None = None) -> Value:
        # str would make a word of None.
        return self._read(view.raw[self._name] if self._read in (int, str) else view.raw.get(self._name))


class View:
    """A dictionary of the engine; only its properties, and the modules of this package, read it: `raw`."""

    __slots__ = ("raw",)

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self.raw = raw


def as_it_is(value: int | None) -> int | None:
    """Return a number, or None for none, unchanged."""
    return value


def numbers_in(value: list[int] | None) -> tuple[int, ...]:
    """Return the numbers in a list; none for a missing one."""
    return tuple(value or ())
