"""Quantities: whole numbers that record how they were computed.

A game that computes with quantities in place of ints is *traced*: one run yields its affine map and every comparison
that it depended on. Sums, differences and multiples stay linear. Other operations (a product of two quantities, a
division, a parity, a fraction, digits in a text) pin the quantity to its current value: an equality guard, which limits
the number of iterations to forward. The trace records the line of the game that did so.
"""

from __future__ import annotations

import numbers
import operator
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard

import msgspec

from floorjudge.exact.first import HOLDS, OPPOSITE, Guard, Relation
from floorjudge.exact.linear import AffineMap, Linear, affine, resource

Number: TypeAlias = "int | Quantity"
_EXACT, _OURS = "floorjudge.exact.", "floorjudge.loops.game."


class Pin(msgspec.Struct, frozen=True):
    """Resources that a game turned into a plain number, and the source line that did so: `embers.py, line 40`."""

    resources: tuple[str, ...]
    line: str


class Trace:
    """Collects the guards of one run of a body, in order, and the pins with their lines."""

    def __init__(self) -> None:
        self.guards: list[Guard] = []
        self.pins: dict[Pin, None] = {}
        self._noted: set[tuple[frozenset[tuple[str, int]], int, Relation]] = set()

    def quantities(self, start: Mapping[str, int]) -> dict[str, Quantity]:
        """Return the resources at the start, as quantities of this trace."""
        return {name: Quantity(value, resource(name), self) for name, value in start.items()}

    def guard(self, expression: Linear, relation: Relation) -> None:
        """Note that the run depended on a comparison that held; one without resources is not noted."""
        noted = frozenset(expression.terms.items()), expression.constant, relation
        if not expression.is_constant and noted not in self._noted:
            self._noted.add(noted)
            self.guards.append(Guard(expression, relation))


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
        """Return the plain value, and note that the run depended on exactly this value, and for which line."""
        self.trace.guard(self.expression - Linear({}, self.value), "==")
        line = None if self.expression.is_constant else _line_of_the_game()
        if line is not None:
            self.trace.pins[Pin(tuple(self.expression.terms), line)] = None
        return self.value

    __int__ = __index__ = __trunc__ = __floor__ = __ceil__ = pinned

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
        if not isinstance(other, int | Quantity):
            return self._plain(operator.add, other)
        return self._linear(self.value + value_of(other), self.expression + expression_of(other))

    __radd__ = __add__

    def __sub__(self, other: Number) -> Quantity:
        if not isinstance(other, int | Quantity):
            return self._plain(operator.sub, other)
        return self._linear(self.value - value_of(other), self.expression - expression_of(other))

    def __rsub__(self, other: Number) -> Quantity:
        if not isinstance(other, int | Quantity):
            return self._plain(_swapped(operator.sub), other)
        return -self + other

    def __mul__(self, other: Number) -> Quantity:
        if not isinstance(other, int | Quantity):
            return self._plain(operator.mul, other)
        factor = other.pinned() if isinstance(other, Quantity) else other
        return self._linear(self.value * factor, self.expression.times(factor))

    __rmul__ = __mul__

    def _plain(self, operation: Callable[[Any, Any], Any], other: object) -> Any:
        """Return the result of an operation that does not stay linear, done with plain values."""
        return operation(self.pinned(), other.pinned() if isinstance(other, Quantity) else other)

    def __floordiv__(self, other: Any) -> Any:
        return self._plain(operator.floordiv, other)

    def __rfloordiv__(self, other: Any) -> Any:
        return self._plain(_swapped(operator.floordiv), other)

    def __truediv__(self, other: Any) -> Any:
        return self._plain(operator.truediv, other)

    def __rtruediv__(self, other: Any) -> Any:
        return self._plain(_swapped(operator.truediv), other)

    def __mod__(self, other: Any) -> Any:
        return self._plain(operator.mod, other)

    def __rmod__(self, other: Any) -> Any:
        return self._plain(_swapped(operator.mod), other)

    def __divmod__(self, other: Any) -> Any:
        return self._plain(divmod, other)

    def __rdivmod__(self, other: Any) -> Any:
        return self._plain(_swapped(divmod), other)

    def __pow__(self, other: Any) -> Any:
        return self._plain(operator.pow, other)

    def __rpow__(self, other: Any) -> Any:
        return self._plain(_swapped(operator.pow), other)

    def __lshift__(self, other: Any) -> Any:
        return self._plain(operator.lshift, other)

    def __rlshift__(self, other: Any) -> Any:
        return self._plain(_swapped(operator.lshift), other)

    def __rshift__(self, other: Any) -> Any:
        return self._plain(operator.rshift, other)

    def __rrshift__(self, other: Any) -> Any:
        return self._plain(_swapped(operator.rshift), other)

    def __and__(self, other: Any) -> Any:
        return self._plain(operator.and_, other)

    def __rand__(self, other: Any) -> Any:
        return self._plain(_swapped(operator.and_), other)

    def __or__(self, other: Any) -> Any:
        return self._plain(operator.or_, other)

    def __ror__(self, other: Any) -> Any:
        return self._plain(_swapped(operator.or_), other)

    def __xor__(self, other: Any) -> Any:
        return self._plain(operator.xor, other)

    def __rxor__(self, other: Any) -> Any:
        return self._plain(_swapped(operator.xor), other)

    def __invert__(self) -> Quantity:
        return -self - 1

    def __float__(self) -> float:
        return float(self.pinned())

    def __round__(self, digits: int | None = None) -> int:
        return round(self.pinned(), digits) if digits is not None else self.pinned()

    def __str__(self) -> str:
        return str(self.pinned())

    def __format__(self, form: str) -> str:
        return format(self.pinned(), form)

    def __eq__(self, other: object) -> bool:
        return self.compared(other, "==") if _is_number(other) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return self.compared(other, "!=") if _is_number(other) else NotImplemented

    def __lt__(self, other: Number) -> bool:
        return self.compared(other, "<")

    def __le__(self, other: Number) -> bool:
        return self.compared(other, "<=")

    def __gt__(self, other: Number) -> bool:
        return self.compared(other, ">")

    def __ge__(self, other: Number) -> bool:
        return self.compared(other, ">=")

    def compared(self, other: Number, relation: Relation) -> bool:
        """Compare the values, and note the result of the comparison."""
        if not isinstance(other, int | Quantity):
            return HOLDS[relation](self.pinned(), other)
        difference = self - other
        answer = HOLDS[relation](difference.value, 0)
        self.trace.guard(difference.expression, relation if answer else OPPOSITE[relation])
        return answer


def _is_number(other: object) -> TypeGuard[Number]:
    return isinstance(other, int | Quantity | numbers.Number)


def _swapped(operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return an operation with its two operands swapped."""
    return lambda right, left: operation(left, right)


def _line_of_the_game() -> str | None:
    """Return the current line outside of our own modules; None if `floorjudge.loops.game` itself used the number."""
    frame = sys._getframe(1)  # noqa: SLF001 (the only way to see who called)
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).startswith(_EXACT):
        frame = frame.f_back
    module = str(frame.f_globals.get("__name__"))
    return None if module.startswith(_OURS) else f"{Path(frame.f_code.co_filename).name}, line {frame.f_lineno}"


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
    """Return whether number `relation` 0; a quantity notes the comparison in its trace."""
    if isinstance(number, Quantity):
        return number.compared(0, relation)
    return HOLDS[relation](number, 0)
