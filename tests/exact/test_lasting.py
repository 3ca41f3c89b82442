"""What makes a comparison hold in each of n iterations: a few comparisons of the resources before them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.exact import AffineMap, Guard, Linear, affine, lasting, linear, resource
from floorjudge.exact.first import HOLDS, Relation
from floorjudge.exact.lasting import MOST_LISTED

NAMES = ("a", "b", "c")
SMALL = st.integers(-6, 6)
RELATIONS = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
STARTS = st.fixed_dictionaries({name: st.integers(-25, 25) for name in NAMES})
EXPRESSIONS = st.builds(linear, st.fixed_dictionaries(dict.fromkeys(NAMES, SMALL)), SMALL)


@st.composite
def bodies(draw: st.DrawFn) -> AffineMap:
    """Return a body whose amounts are polynomials: each resource grows by a number and by those before it."""
    rows = []
    for index, name in enumerate(NAMES):
        before = {other: draw(st.integers(-2, 2)) for other in NAMES[:index]}
        rows.append((name, linear({**before, name: 1}, draw(SMALL))))
    return affine(rows)


def holds_throughout(guard: Guard, body: AffineMap, start: dict[str, int], count: int) -> bool:
    """Try one iteration after the other."""
    now = dict(start)
    for _ in range(count):
        if not HOLDS[guard.relation](guard.expression.value(now), 0):
            return False
        now = body.apply(now)
    return True


def hold(guards: list[Guard], start: dict[str, int]) -> bool:
    return all(HOLDS[guard.relation](guard.expression.value(start), 0) for guard in guards)


@given(EXPRESSIONS, RELATIONS, bodies(), STARTS, st.lists(STARTS, min_size=5, max_size=5), st.integers(1, 15))
def test_the_conditions_hold_at_the_start_and_wherever_they_hold_the_comparison_lasts(
    expression: Linear,
    relation: Relation,
    body: AffineMap,
    start: dict[str, int],
    others: list[dict[str, int]],
    count: int,
) -> None:
    guard = Guard(expression, relation)
    if not holds_throughout(guard, body, start, count):
        return
    conditions = lasting(guard, body, start, count)
    assert conditions is not None
    assert hold(conditions, start)
    near = [{name: number + other[name] // 9 for name, number in start.items()} for other in others]
    for other in [*others, *near]:
        if hold(conditions, other):
            assert holds_throughout(guard, body, other, count)


@given(st.integers(0, 40), st.integers(1, 60))
def test_a_few_conditions_are_enough_for_any_number_of_iterations(height: int, fall: int) -> None:
    """Thrown up, it comes down again: what keeps it above the ground does not grow with the iterations."""
    body = affine([("height", linear({"height": 1, "speed": 1})), ("speed", linear({"speed": 1}, -fall))])
    times = 10**60
    start = {"height": height + 1, "speed": fall * times // 2}
    conditions = lasting(Guard(resource("height"), ">"), body, start, times)
    assert conditions is not None
    assert hold(conditions, start)
    assert len(conditions) <= 6
    assert not hold(conditions, {**start, "height": 0})


def test_what_grows_otherwise_is_listed_while_that_is_short() -> None:
    doubling = affine([("tokens", linear({"tokens": 2}))])
    guard = Guard(resource("tokens"), ">")
    listed = lasting(guard, doubling, {"tokens": 1}, MOST_LISTED)
    assert listed is not None
    assert [condition.expression.terms["tokens"] for condition in listed[:3]] == [1, 2, 4]
    assert lasting(guard, doubling, {"tokens": 1}, MOST_LISTED + 1) is None


@pytest.mark.parametrize("relation", [">", "!="])
def test_a_constant_slope_needs_one_end(relation: Relation) -> None:
    rising = affine([("life", linear({"life": 1}, 1))])
    guard = Guard(resource("life"), relation)
    assert lasting(guard, rising, {"life": 1}, 10**100) == [Guard(resource("life"), ">")]
