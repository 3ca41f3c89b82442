"""Where a repetition first departs from its first run: the earliest iteration, and in it the first guard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.exact import AffineMap, Break, Guard, Linear, Undecided, affine, first_break, linear, resource
from floorjudge.exact.first import HOLDS, Relation, first_where
from floorjudge.exact.sequences import PolynomialTerms
from tests.exact.strategies import expressions, maps, starts

RELATIONS: tuple[Relation, ...] = ("<", "<=", ">", ">=", "==", "!=")
GUARDS = st.lists(st.builds(Guard, expressions(), st.sampled_from(RELATIONS)), max_size=4)

TURNING = affine([("x", linear({"x": 1, "y": -2})), ("y", linear({"x": 2, "y": 1})), ("mana", linear({"mana": 1}, -1))])
NEVER_8 = Guard(resource("x") - Linear({}, 8), "!=")
NOT_FIRST_5 = Guard(resource("x") - Linear({}, -3), "!=")


def start(mana: int) -> dict[str, int]:
    return {"x": 1, "y": 0, "mana": mana}


def mana_left(least: int = 1) -> Guard:
    return Guard(resource("mana") - Linear({}, least), ">=")


@given(GUARDS, maps(), starts(), st.integers(0, 80))
def test_the_break_is_the_one_that_stepping_finds(
    guards: list[Guard], body: AffineMap, at: dict[str, int], within: int
) -> None:
    looked, now = None, dict(at)
    for iteration in range(within):
        failed = [
            index for index, guard in enumerate(guards) if not HOLDS[guard.relation](guard.expression.value(now), 0)
        ]
        if failed:
            looked = Break(iteration, failed[0])
            break
        now = body.apply(now)
    assert first_break(guards, body, at, within) == looked
    found = first_break(guards, body, at)
    assert found == looked or looked is None
    if isinstance(found, Break) and looked is None:
        assert found.iteration >= within


def test_a_guard_that_cannot_be_decided_does_not_matter_after_another_has_failed() -> None:
    assert isinstance(first_break([NEVER_8], TURNING, start(500)), Undecided)
    assert first_break([NEVER_8, mana_left()], TURNING, start(500)) == Break(500, 1)
    assert first_break([mana_left(), NEVER_8], TURNING, start(500)) == Break(500, 0)


def test_a_guard_that_cannot_be_decided_matters_up_to_where_another_fails() -> None:
    far = first_break([NEVER_8, mana_left()], TURNING, start(10**6))
    assert far == Undecided(1_000)
    assert first_break([NEVER_8, mana_left()], TURNING, start(999)) == Break(999, 1)
    assert first_break([NEVER_8, mana_left()], TURNING, start(1_000)) == Undecided(1_000)


@pytest.mark.parametrize("times", [1, 999, 1_000])
def test_a_count_of_few_iterations_decides_every_guard(times: int) -> None:
    assert first_break([NEVER_8], TURNING, start(0), times) is None
    assert first_break([NEVER_8, mana_left()], TURNING, start(5), times) == (Break(5, 1) if times > 5 else None)


def test_a_degree_may_be_larger_than_a_call_stack_is_deep() -> None:
    # One less than the ways to choose 600 of k.
    assert first_where(PolynomialTerms((-1, *[0] * 599, 1)), ">") == 601
