"""Quantities: whole numbers that remember what they were made of.

A game that computes with quantities in place of ints is *traced*: run once, it tells its affine map and every
comparison that it depended on. Sums, differences and multiples stay linear. What is not linear (a product of two
quantities, a division, a parity) pins the quantity to the value it has now: an equality guard, which limits the count
honestly later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from floorjudge.exact.first import HOLDS, OPPOSITE, Guard, Relation
from floorjudge.exact.linear import AffineMap, Linear, affine, resource

Number: TypeAlias = "int | Quantity"


class Trace:
    """Collects the guards of one run of a body, in order."""

    def __init__(self) -> None:
        self.guards: list[Guard] = []

    def quantities(self, start: Mapping[str, int]) -> dict[str, Quantity]:
        """Return the resources at the start, as quantities of this trace."""
        return {name: Quantity(value, resource(name), self) for name, value in start.items()}

    def guard(self, expression: Linear, relation: Relation) -> None:
        """Note that the run depended on a comparison that held; one without resources says nothing."""
        noted = Guard(expression, relation)
        if not expression.is_constant and noted not in self.guards:
            self.guards.append(noted)


def map_of(resources: Mapping[str, Number]) -> AffineMap:
    """Return the map from the resources at the start of a trace to these."""
    return affine((name, expression_of(value)) for name, value in resources.items())


def expression_of(number: Number) -> Linear:
    """Return a number as a linear expression of the resources at the start of its trace."""
    return number.expression if isinstance(number, Quantity) else Linear({}, number)


class Quantity:
    """A whole number in a trace; behaves as the int `value`."""

    __slots__ = ("expression", "trace", "value")

    def __init__(self, value: int, expression: Linear, trace: Trace) -> None:
        self.value = value
        self.expression = expression
        self.trace = trace

    def __repr__(self) -> str:
        return f"Quantity({self.value})"

    def _linear(self, value: int, expression: Linear) -> Quantity:
        return Quantity(value, expression, self.trace)

    def pinned(self) -> int:
        """Return the plain value, and note that the run depended on exactly this value."""
        self.trace.guard(self.expression - Linear({}, self.value), "==")
        return self.value

    __int__ = __index__ = pinned

    def __hash__(self) -> int:
        return hash(self.pinned())

    def __bool__(self) -> bool:
        return self != 0

    def __neg__(self) -> Quantity:
        return self._linear(-self.value, -self.expression)

    def __pos__(self) -> Quantity:
        return self

    def __abs__(self) -> Quantity:
        return self if self >= 0 else -self

    def __add__(self, other: Number) -> Quantity:
        return self._linear(self.value + value_of(other), self.expression + expression_of(other))

    __radd__ = __add__

    def __sub__(self, other: Number) -> Quantity:
        return self._linear(self.value - value_of(other), self.expression - expression_of(other))

    def __rsub__(self, other: int) -> Quantity:
        return -self + other

    def __mul__(self, other: Number) -> Quantity:
        factor = other.pinned() if isinstance(other, Quantity) else other
        return self._linear(self.value * factor, self.expression.times(factor))

    __rmul__ = __mul__

    def __floordiv__(self, other: Number) -> int:
        return self.pinned() // int(other)

    def __rfloordiv__(self, other: int) -> int:
        return other // self.pinned()

    def __mod__(self, other: Number) -> int:
        return self.pinned() % int(other)

    def __rmod__(self, other: int) -> int:
        return other % self.pinned()

    def __divmod__(self, other: Number) -> tuple[int, int]:
        return divmod(self.pinned(), int(other))

    def __rdivmod__(self, other: int) -> tuple[int, int]:
        return divmod(other, self.pinned())

    def __pow__(self, other: int) -> int:
        power: int = self.pinned() ** int(other)
        return power

    def __rpow__(self, other: int) -> int:
        power: int = other ** self.pinned()
        return power

    def __and__(self, other: Number) -> int:
        return self.pinned() & int(other)

    def __or__(self, other: Number) -> int:
        return self.pinned() | int(other)

    def __xor__(self, other: Number) -> int:
        return self.pinned() ^ int(other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __eq__(self, other: object) -> bool:
        return self.compared(other, "==") if isinstance(other, int | Quantity) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return self.compared(other, "!=") if isinstance(other, int | Quantity) else NotImplemented

    def __lt__(self, other: Number) -> bool:
        return self.compared(other, "<")

    def __le__(self, other: Number) -> bool:
        return self.compared(other, "<=")

    def __gt__(self, other: Number) -> bool:
        return self.compared(other, ">")

    def __ge__(self, other: Number) -> bool:
        return self.compared(other, ">=")

    def compared(self, other: Number, relation: Relation) -> bool:
        """Compare from the values, and note the comparison as it came out."""
        difference = self - other
        answer = HOLDS[relation](difference.value, 0)
        self.trace.guard(difference.expression, relation if answer else OPPOSITE[relation])
        return answer


def value_of(number: Number) -> int:
    """Return the value of a number, without noting anything."""
    return number.value if isinstance(number, Quantity) else number


def value_at(expression: Linear, numbers: Mapping[str, Number]) -> Number:
    """Return the value of an expression; of quantities, as a quantity."""
    total: Number = expression.constant
    for name, factor in expression.terms.items():
        total = numbers[name] * factor + total
    return total


def compared(number: Number, relation: Relation) -> bool:
    """Say whether number `relation` 0; a quantity notes the comparison in its trace."""
    if isinstance(number, Quantity):
        return number.compared(0, relation)
    return HOLDS[relation](number, 0)
