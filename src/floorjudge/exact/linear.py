"""Linear expressions and affine maps over named resources, in whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec


class Linear(msgspec.Struct, frozen=True):
    """A sum of resources times whole numbers, plus a whole number; resources that do not count are left out."""

    terms: dict[str, int] = {}
    constant: int = 0

    def __add__(self, other: Linear) -> Linear:
        terms = dict(self.terms)
        for name, factor in other.terms.items():
            terms[name] = terms.get(name, 0) + factor
        return linear(terms, self.constant + other.constant)

    def __neg__(self) -> Linear:
        return self.times(-1)

    def __sub__(self, other: Linear) -> Linear:
        return self + other.times(-1)

    def times(self, factor: int) -> Linear:
        """Return the expression, multiplied by a whole number."""
        return linear({name: factor * count for name, count in self.terms.items()}, factor * self.constant)

    def value(self, at: Mapping[str, int]) -> int:
        """Return the value for given resources."""
        return self.constant + sum(factor * at[name] for name, factor in self.terms.items())

    @property
    def is_constant(self) -> bool:
        """Whether no resource counts."""
        return not self.terms


def linear(terms: Mapping[str, int], constant: int = 0) -> Linear:
    """Return a linear expression; factors of 0 are left out."""
    return Linear({name: factor for name, factor in terms.items() if factor}, constant)


def resource(name: str) -> Linear:
    """Return the expression that is one resource."""
    return Linear({name: 1})


class AffineMap(msgspec.Struct, frozen=True):
    """What a body does to the resources: each one's new value, in the old values. What is not named stays as it is."""

    rows: dict[str, Linear] = {}

    def row(self, name: str) -> Linear:
        """Return the new value of a resource."""
        return self.rows.get(name) or resource(name)

    def of(self, expression: Linear) -> Linear:
        """Return an expression in the new values as one in the old values."""
        result = Linear({}, expression.constant)
        for name, factor in expression.terms.items():
            result += self.row(name).times(factor)
        return result

    def after(self, first: AffineMap) -> AffineMap:
        """Return the map that does `first` and then this one."""
        names = [*first.rows, *(name for name in self.rows if name not in first.rows)]
        return affine((name, first.of(self.row(name))) for name in names)

    def apply(self, at: Mapping[str, int]) -> dict[str, int]:
        """Return the resources after the map."""
        return dict(at) | {name: row.value(at) for name, row in self.rows.items()}

    def power(self, times: int) -> AffineMap:
        """Return the map done `times` times (0 or more), by squaring.

        The numbers in it have as many digits as what they describe: for a growing map and a huge count, use
        `floorjudge.exact.sequences` instead, which knows when to stop.
        """
        result, square = AffineMap(), self
        while times:
            if times % 2:
                result = square.after(result)
            times //= 2
            if times:
                square = square.after(square)
        return result

    @property
    def is_translation(self) -> bool:
        """Whether every resource only grows or shrinks by a fixed number."""
        return all(row.terms == {name: 1} for name, row in self.rows.items())


def affine(rows: Iterable[tuple[str, Linear]]) -> AffineMap:
    """Return an affine map; a resource that stays as it is is left out."""
    return AffineMap({name: row for name, row in rows if row != resource(name)})
