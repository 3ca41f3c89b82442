"""Linear expressions and affine maps over named resources, in whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from floorjudge.exact.work import product, spend, words

# Each arithmetic step on an expression costs this many units, and one for each of its terms.
_ROW = 6


class Linear(msgspec.Struct, frozen=True):
    """A sum of resources times whole numbers, plus a whole number; resources with the factor 0 are left out."""

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
        """Whether the expression has no resources."""
        return not self.terms


def linear(terms: Mapping[str, int], constant: int = 0) -> Linear:
    """Return a linear expression; factors of 0 are left out."""
    return Linear({name: factor for name, factor in terms.items() if factor}, constant)


def resource(name: str) -> Linear:
    """Return the expression that is one resource."""
    return Linear({name: 1})


class AffineMap(msgspec.Struct, frozen=True):
    """The effect of a body on the resources: new values in terms of the old ones; others stay unchanged."""

    rows: dict[str, Linear] = {}

    def row(self, name: str) -> Linear:
        """Return the new value of a resource."""
        return self.rows.get(name) or resource(name)

    def of(self, expression: Linear) -> Linear:
        """Return an expression in the new values as one in the old values."""
        result = Linear({}, expression.constant)
        spend(_ROW)
        for name, factor in expression.terms.items():
            row = self.row(name)
            spend((len(row.terms) + len(result.terms) + 1) * product(words(factor), 1))
            result += row.times(factor)
        return result

    def after(self, first: AffineMap) -> AffineMap:
        """Return the map that does `first` and then this one."""
        rows = first.rows | {name: first.of(row) for name, row in self.rows.items()}
        return affine(rows.items())

    def apply(self, at: Mapping[str, int]) -> dict[str, int]:
        """Return the resources after the map."""
        long = words(max(at.values(), key=abs, default=0))
        spend(sum(len(row.terms) + _ROW for row in self.rows.values()) * product(long, 1))
        return dict(at) | {name: row.value(at) for name, row in self.rows.items()}

    def power(self, times: int, most_bits: int | None = None) -> AffineMap | None:
        """Return the map applied `times` times (0 or more), by squaring.

        None if a number on the way has more than `most_bits` bits: the numbers in the power of a growing map are as
        long as the amounts that they describe.
        """
        if all(row.terms == {name: 1} for name, row in self.rows.items()):
            return affine((name, Linear(row.terms, times * row.constant)) for name, row in self.rows.items())
        result, square = AffineMap(), self
        while times:
            if times % 2:
                result = square.after(result)
            times //= 2
            if times:
                square = square.after(square)
            if most_bits is not None and max(result.bits, square.bits) > most_bits:
                return None
        return result

    def reached_from(self, expression: Linear) -> list[str]:
        """Return the resources that an expression depends on after any number of applications."""
        found = dict.fromkeys(expression.terms)
        names = list(found)
        for name in names:
            names += [other for other in self.row(name).terms if other not in found]
            found.update(dict.fromkeys(self.row(name).terms))
        return names

    @property
    def bits(self) -> int:
        """The length of the longest number in it."""
        numbers = [number for row in self.rows.values() for number in (*row.terms.values(), row.constant)]
        return max((number.bit_length() for number in numbers), default=0)


def affine(rows: Iterable[tuple[str, Linear]]) -> AffineMap:
    """Return an affine map; resources that do not change are left out."""
    return AffineMap({name: row for name, row in rows if row != resource(name)})
