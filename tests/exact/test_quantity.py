"""Quantities count as ints do, and what they note is what a run depended on."""

from __future__ import annotations

import inspect
import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.exact import Guard, Linear, Number, Pin, Quantity, Trace, linear, resource, value_at
from floorjudge.exact.first import HOLDS
from floorjudge.exact.quantity import compared, expression_of, value_of

X, Y = resource("x"), resource("y")

LINEAR = ("x + y", "x - y", "~x", "7 + x - (3 - y)", "-x", "+x", "2 * x - y * -5 + 1", "sum([x, y, 4])")
PINNING = (
    *("x * y", "x // y", "x % y", "100 // y", "100 % y", "divmod(x, y)", "divmod(100, y)", "x**2", "2**y", "x**y"),
    *("x & y", "x | y", "x ^ y", "hash(x)", "int(x)", "list(range(x))", "{x: 1}.get(y)"),
    *("x / y", "100 / y", "x << y", "x >> y", "2 << y", "x + 0.5", "0.5 - x", "x * 0.5"),
    *("x * 'ab'", "[0] * y", "x * (1,)"),
    *("str(x)", "f'{x:>5}'", "f'{x - y}'", "float(x)", "round(x)", "round(x, -1)", "floor(x)", "ceil(y)", "trunc(x)"),
    *("x < 4.5", "x == 9.0", "9.0 != x", "x >= Fraction(9, 2)", "x * Fraction(1, 3)", "Decimal(5) - y"),
    *("sqrt(x)", "gcd(x, y)"),
)
COMPARING = (
    *"x < y, x <= y, x > y, x >= y, x == y, x != y, 5 < x, 5 == x, x != 5, bool(x - y), not y - 3".split(", "),
    *("abs(x - y)", "max(x, y)", "5 in (x, y)", "x if x > y > 3 else y - x"),
)
KNOWN = {**vars(math), "Fraction": Fraction, "Decimal": Decimal}
NUMBERS = st.integers(1, 12)


def computed(formula: str, x: Number, y: Number) -> object:
    return eval(formula, KNOWN, {"x": x, "y": y})  # noqa: S307 (our own formulas)


def traced(formula: str, x: int = 9, y: int = 4) -> tuple[object, list[Guard]]:
    """Return what a formula gives for quantities, and what it depended on."""
    trace = Trace()
    quantities = trace.quantities({"x": x, "y": y})
    return computed(formula, quantities["x"], quantities["y"]), list(trace.guards)


def hold(guards: list[Guard], at: dict[str, int]) -> bool:
    return all(HOLDS[guard.relation](guard.expression.value(at), 0) for guard in guards)


@pytest.mark.parametrize("formulas", [LINEAR, PINNING, COMPARING], ids=["linear", "pinning", "comparing"])
@given(x=NUMBERS, y=NUMBERS)
def test_quantities_count_as_ints_do(formulas: tuple[str, ...], x: int, y: int) -> None:
    for formula in formulas:
        result, guards = traced(formula, x, y)
        assert (result.value if isinstance(result, Quantity) else result) == computed(formula, x, y), formula
        assert hold(guards, {"x": x, "y": y}), formula


@pytest.mark.parametrize("formulas", [LINEAR, PINNING, COMPARING], ids=["linear", "pinning", "comparing"])
@given(x=NUMBERS, y=NUMBERS, others=st.tuples(NUMBERS, NUMBERS))
def test_wherever_the_guards_hold_the_run_is_the_same(
    formulas: tuple[str, ...], x: int, y: int, others: tuple[int, int]
) -> None:
    """The traced expression then gives the result for other numbers too; this is what forwarding rests on."""
    at = dict(zip("xy", others, strict=True))
    for formula in formulas:
        result, guards = traced(formula, x, y)
        if hold(guards, at):
            then = result.expression.value(at) if isinstance(result, Quantity) else result
            assert then == computed(formula, *others), formula


def test_what_is_linear_depends_on_nothing(subtests: pytest.Subtests) -> None:
    for formula in LINEAR:
        with subtests.test(formula=formula):
            result, guards = traced(formula)
            assert isinstance(result, Quantity)
            assert guards == []


def test_what_a_run_depended_on_is_noted_once_and_in_order(subtests: pytest.Subtests) -> None:
    for formula, guards in [
        ("x * y", [Guard(Y - Linear({}, 4), "==")]),
        ("100 // y", [Guard(Y - Linear({}, 4), "==")]),
        ("x // y", [Guard(X - Linear({}, 9), "=="), Guard(Y - Linear({}, 4), "==")]),
        ("x < y", [Guard(X - Y, ">=")]),
        ("x >= 9", [Guard(X - Linear({}, 9), ">=")]),
        ("bool(x)", [Guard(X, "!=")]),
        ("abs(x)", [Guard(X, ">=")]),
        ("[x > y, y < x, x > y]", [Guard(X - Y, ">"), Guard(Y - X, "<")]),
        ("[x - x > 0, x == x + 1]", []),
        ("f'{x}'", [Guard(X - Linear({}, 9), "==")]),
        ("x < 9.5", [Guard(X - Linear({}, 9), "==")]),
        ("[x == 'nine', x != 'nine']", []),
    ]:
        with subtests.test(formula=formula, guards=guards):
            assert traced(formula)[1] == guards


def test_a_quantity_shows_its_value() -> None:
    assert repr(traced("x + y")[0]) == "Quantity(13)"


def test_what_is_pinned_is_told_with_the_line_that_did() -> None:
    trace = Trace()
    x, y = trace.quantities({"x": 9, "y": 4}).values()
    here = inspect.currentframe()
    assert here is not None
    assert int(x + y) + x // 2 + (x - x + 3) % 2 == 18
    line = f"test_quantity.py, line {here.f_lineno - 1}"
    assert list(trace.pins) == [Pin(("x", "y"), line), Pin(("x",), line)]
    assert x < y or x + y > 0
    assert len(trace.pins) == 2


def test_an_expression_of_quantities_is_a_quantity_and_of_ints_an_int() -> None:
    expression = linear({"x": 2, "y": -1}, 5)
    assert value_at(expression, {"x": 9, "y": 4}) == 19
    quantities = Trace().quantities({"x": 9, "y": 4})
    value = value_at(expression, quantities)
    assert (value_of(value), expression_of(value)) == (19, expression)


def test_comparing_with_zero_notes_what_held() -> None:
    trace = Trace()
    x = trace.quantities({"x": 9})["x"]
    assert compared(x, ">")
    assert not compared(x - 10, "==")
    assert compared(-1, "<")
    assert trace.guards == [Guard(X, ">"), Guard(X - Linear({}, 10), "!=")]
