"""An amount beyond the budget of digits: what is stated in its place has exactly the value that stepping reaches."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from floorjudge.exact import AffineMap, Amount, Linear, affine, amount_after, exact_value, linear, resource
from tests.exact.strategies import expressions, maps, starts

DOUBLE = affine([("a", linear({"a": 2})), ("b", linear({"b": 3}))])
DOUBLE_AND_COUNT = affine([("a", linear({"a": 2})), ("b", linear({"b": 1}, 1))])
# `d` is gone after one iteration, and from there on `c` goes up by 3 and down by 7.
FLIPS = affine([("a", linear({"a": -1}, -4)), ("c", linear({"c": 1, "a": 1, "d": 1})), ("d", linear({}))])
LATE = affine([("a", linear({"b": 1, "c": 5})), ("b", linear({})), ("c", linear({"c": 5}))])


def stated_value(amount: Amount, e: Linear, start: dict[str, int]) -> int:
    """Return the value of an amount in any of its three writings, by computing just what it says."""
    if isinstance(amount, str):
        return int(amount)
    if "closed_form" in amount:
        over, _, under = str(amount["closed_form"]).replace("^", "**").partition("/")
        value, rest = divmod(eval(over), int(under or 1))  # noqa: S307 (our own answer)
        assert rest == 0
        return int(value)
    power = cast("dict[str, Any]", amount["matrix_power"])
    now = {name: start[name] for name in power["A"]}
    row = power.get("row", dict.fromkeys(e.terms, 1))
    for _ in range(int(power["n"])):
        now = {
            name: int(power["b"][name]) + sum(int(factor) * now[other] for other, factor in line.items())
            for name, line in power["A"].items()
        }
    return sum(int(factor) * (now[name] if name else 1) for name, factor in row.items())


@given(expressions(), maps(), starts(), st.integers(0, 40))
@example(resource("a"), affine([("a", linear({"a": 2, "b": 1})), ("b", linear({"b": 2}))]), {"a": 0, "b": 1}, 40)
@example(resource("a"), affine([("a", linear({"b": 1})), ("b", linear({"a": 1, "b": 1}, 4))]), {"a": 0, "b": 1}, 40)
@example(resource("a"), LATE, {"a": 44, "b": 7, "c": 1}, 0)
@example(resource("a"), LATE, {"a": 44, "b": 7, "c": 1}, 1)
@example(resource("a"), LATE, {"a": 44, "b": 7, "c": 1}, 2)
@example(resource("c"), FLIPS, {"a": 3, "c": 1000, "d": 50}, 1)
@example(resource("c"), FLIPS, {"a": 3, "c": 1000, "d": 50}, 40)
@example(linear({"a": 1, "b": 1}), affine([("a", linear({"a": 2})), ("b", linear({"b": -2}))]), {"a": 3, "b": 1}, 8)
@example(resource("a"), affine([("a", linear({"a": -2}))]), {"a": 1}, 8)
@example(linear({"a": 1}, 9), affine([("a", linear({}, 0))]), {"a": 1}, 0)
def test_what_is_stated_has_the_value_that_stepping_reaches(
    e: Linear, body: AffineMap, start: dict[str, int], n: int
) -> None:
    now = dict(start)
    for _ in range(n):
        now = body.apply(now)
    value = e.value(now)
    assert exact_value(e, body, start, n) == value
    assert exact_value(e, body, start, n, budget=1) == (value if abs(value) < 10 else None)
    assert amount_after(e, body, start, n) == str(value)
    assert stated_value(amount_after(e, body, start, n, budget=1), e, start) == value


def test_a_closed_form_is_what_people_would_write(subtests: pytest.Subtests) -> None:
    for e, body, start, closed in [
        (resource("a"), DOUBLE, {"a": 1, "b": 1}, "2^999"),
        (resource("a"), DOUBLE, {"a": 5, "b": 1}, "5*2^999"),
        (resource("a") - resource("b"), DOUBLE, {"a": 1, "b": 1}, "-3^999 + 2^999"),
        (linear({"a": -1, "b": -1}, -4), DOUBLE, {"a": 1, "b": 1}, "-3^999 - 2^999 - 4"),
        (resource("a"), affine([("a", linear({"a": 4}, 1))]), {"a": 0}, "(4^999 - 1)/3"),
        (resource("a"), affine([("a", linear({"a": 3}, 1))]), {"a": 2}, "(5*3^999 - 1)/2"),
        (resource("a"), affine([("a", linear({"a": -2}))]), {"a": 1}, "-2^999"),
        (resource("a"), affine([("a", linear({"a": -2}, 1))]), {"a": 0}, "(2^999 + 1)/3"),
        (
            linear({"a": 1, "b": 1}),
            affine([("a", linear({"a": 2})), ("b", linear({"b": -1}))]),
            {"a": 1, "b": 7},
            "2^999 - 7",
        ),
        (linear({"a": 1, "b": 1}), affine([("a", linear({"a": 2})), ("b", linear({}))]), {"a": 1, "b": 7}, "2^999"),
        (linear({"a": 1, "b": 1}), DOUBLE_AND_COUNT, {"a": 1, "b": 0}, "2^999 + 999"),
        (linear({"a": 1, "b": 1}), DOUBLE_AND_COUNT, {"a": 1, "b": 3}, "2^999 + 1002"),
        (resource("a"), affine([("a", linear({"a": 10_007}))]), {"a": 1}, "10007^999"),
    ]:
        with subtests.test(e=e, body=body, start=start, closed=closed):
            assert amount_after(e, body, start, 999, budget=20) == {"closed_form": closed}


def test_a_closed_form_names_a_count_that_is_no_power_of_ten_with_all_its_digits() -> None:
    assert amount_after(resource("a"), DOUBLE, {"a": 1, "b": 1}, 123_456_789) == {"closed_form": "2^123456789"}
    assert amount_after(resource("a"), DOUBLE, {"a": 1, "b": 1}, 10**9) == {"closed_form": "2^(10^9)"}


def test_a_matrix_power_states_all_that_is_needed_and_no_more() -> None:
    """`c` has no part in it; `b` has, though the expression does not name it."""
    body = affine([("a", linear({"b": 1})), ("b", linear({"a": 1, "b": 1}, 4)), ("c", linear({"c": 2}))])
    assert amount_after(linear({"a": 3}, 7), body, {"a": 0, "b": 1, "c": 1}, 10**9) == {
        "matrix_power": {
            "A": {"a": {"b": "1"}, "b": {"a": "1", "b": "1"}},
            "b": {"a": "0", "b": "4"},
            "n": "1000000000",
            "row": {"a": "3", "": "7"},
        }
    }


@pytest.mark.parametrize("e", [resource("a"), linear({"a": 1, "b": 1}), linear({"a": 2}), linear({"a": 1}, 7)])
def test_a_matrix_power_has_a_row_only_where_the_amount_is_no_resource_itself(e: Linear) -> None:
    fibonacci = affine([("a", linear({"b": 1})), ("b", linear({"a": 1, "b": 1}))])
    stated = amount_after(e, fibonacci, {"a": 0, "b": 1}, 10**9)
    assert isinstance(stated, dict)
    power = stated["matrix_power"]
    assert isinstance(power, dict)
    assert ("row" in power) is (e != resource("a"))


def test_the_budget_is_reached_with_the_last_digit_that_fits() -> None:
    tens = affine([("a", linear({"a": 10}))])
    assert exact_value(resource("a"), tens, {"a": 1}, 99, budget=100) == 10**99
    assert exact_value(resource("a"), tens, {"a": 1}, 100, budget=100) is None
    assert amount_after(resource("a"), tens, {"a": 1}, 99_999) == "1" + 99_999 * "0"
    assert amount_after(resource("a"), tens, {"a": 1}, 100_000) == {"closed_form": "10^100000"}


def test_a_polynomial_beyond_the_budget_is_a_sum_of_powers() -> None:
    pings = affine([("n", linear({"n": 1}, 1)), ("s", linear({"s": 1, "n": 1}, 1))])
    assert amount_after(resource("s"), pings, {"n": 0, "s": 0}, 10**60_000) == {
        "closed_form": "((10^60000)^2 + (10^60000))/2"
    }
    assert amount_after(resource("n"), pings, {"n": 5, "s": 0}, 123_456, budget=5) == {"closed_form": "123456 + 5"}
