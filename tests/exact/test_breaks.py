"""Where a repetition first departs from its first run: the earliest iteration, and in it the first guard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.exact import AffineMap, Break, Guard, Linear, Undecided, affine, first_break, linear, resource
from floorjudge.exact.first import HOLDS, Relation, first_where
from floorjudge.exact.sequences import PeriodicTerms, PolynomialTerms, terms_of
from tests.exact.strategies import expressions, maps, starts

RELATIONS: tuple[Relation, ...] = ("<", "<=", ">", ">=", "==", "!=")
GUARDS = st.lists(st.builds(Guard, expressions(), st.sampled_from(RELATIONS)), max_size=4)

TURNING = affine([("x", linear({"x": 1, "y": -2})), ("y", linear({"x": 2, "y": 1})), ("mana", linear({"mana": 1}, -1))])


def polynomial(*differences: int) -> PolynomialTerms:
    """Return the polynomial of these differences, without zeros at their end."""
    kept = list(differences)
    while kept and not kept[-1]:
        kept.pop()
    return PolynomialTerms(tuple(kept))


POLYNOMIALS = st.lists(st.integers(-9, 9), max_size=5).map(lambda given: polynomial(*given))

NEVER_8 = Guard(resource("x") - Linear({}, 8), "!=")


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


@given(POLYNOMIALS, st.sampled_from(RELATIONS))
def test_a_polynomial_first_holds_where_a_look_at_each_term_says(terms: PolynomialTerms, relation: Relation) -> None:
    looked = next((k for k in range(200) if HOLDS[relation](terms.term(k), 0)), None)
    found = first_where(terms, relation)
    assert found == looked if looked is not None else found is None or (isinstance(found, int) and found >= 200)


@given(
    st.lists(st.integers(-2, 2), max_size=3),
    st.lists(st.builds(polynomial, st.integers(-9, 9), st.integers(-2, 2)), min_size=1, max_size=3),
    st.sampled_from(RELATIONS),
)
def test_what_comes_round_first_holds_where_a_look_at_each_term_says(
    first: list[int], residues: list[PolynomialTerms], relation: Relation
) -> None:
    terms = PeriodicTerms(tuple(first), tuple(residues))
    looked = next((k for k in range(60) if HOLDS[relation](terms.term(k), 0)), None)
    assert first_where(terms, relation) == looked


# Each crosses 0 beyond the terms that are looked at one by one, and before its 2,000th.
FAR = {
    "2^k against a number": linear({"two": -1}, 10**400),
    "2^k against a number and k": linear({"two": -1, "k": 1}, 10**400),
    "2^k against k^2": linear({"two": -1, "squares": 1}, 10**400),
    "-2^k against a number": linear({"two": 1}, -(10**400)),
    "(-2)^k against a number": linear({"flips": 1}, 10**400),
}
GROWING = affine(
    [
        ("two", linear({"two": 2})),
        ("flips", linear({"flips": -2})),
        ("squares", linear({"squares": 1, "k": 2}, 1)),
        ("k", linear({"k": 1}, 1)),
    ]
)


def test_far_out_it_holds_where_stepping_finds(subtests: pytest.Subtests) -> None:
    for relation in RELATIONS:
        for name, expression in FAR.items():
            with subtests.test(relation=relation, name=name):
                now = at = {"two": 1, "flips": 1, "squares": 0, "k": 0}
                values = []
                for _ in range(2_000):
                    values.append(expression.value(now))
                    now = GROWING.apply(now)
                assert next(k for k in range(1, 2_000) if (values[k] > 0) != (values[1] > 0)) > 1_000
                looked = next((k for k, value in enumerate(values) if HOLDS[relation](value, 0)), None)
                assert first_where(terms_of(expression, GROWING, at), relation) == looked
