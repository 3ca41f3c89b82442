"""What is proved of a growing sequence from its first terms holds of all that follow."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.exact import (
    AffineMap,
    Growth,
    Linear,
    Undecided,
    affine,
    first_where,
    growth_of,
    linear,
    resource,
    terms_of,
)
from floorjudge.exact.first import settled_tails
from floorjudge.exact.sequences import GrowingTerms

LISTED = 160
LATER = 300
DOUBLING = affine([("x", linear({"x": 2}))])
FIBONACCI = affine([("a", linear({"b": 1})), ("b", linear({"a": 1, "b": 1})), ("n", linear({"n": 1}, 1))])


@given(st.lists(st.integers(-5, 6), min_size=1, max_size=4), st.data())
def test_what_is_proved_is_true(recurrence: list[int], data: st.DataObject) -> None:
    initial = data.draw(st.lists(st.integers(-9, 9), min_size=len(recurrence), max_size=len(recurrence)))
    terms = GrowingTerms(tuple(recurrence), tuple(initial))
    values = terms.terms(LATER)
    tails = settled_tails(terms, values[:LISTED])
    if tails is None:
        return
    covered = set()
    for tail in tails:
        places = range(tail.begin, LATER, tail.step)
        covered |= set(places)
        section = [values[place] for place in places]
        assert [tail.terms.term(q) if tail.sign else 0 for q in range(len(section))] == section
        if tail.towards_zero:
            assert all((after - before) * tail.sign <= 0 for before, after in pairwise(section))
        else:
            assert all((value > 0) - (value < 0) == tail.sign for value in section)
    assert covered >= set(range(LISTED, LATER))


@pytest.mark.parametrize("exponent", [1_500, 2_018])
@pytest.mark.parametrize(
    ("sign", "relation", "later"),
    [
        *((1, ">=", 0), (1, ">", 1), (1, "==", 0)),
        *((-1, "<=", 0), (-1, "<", 1), (-1, "==", 0)),
    ],
)  # fmt: skip
def test_where_doubling_meets_a_power_of_two_far_away(exponent: int, sign: int, relation: str, later: int) -> None:
    """2^k - 2^e is 0 at e, and beyond it one later."""
    terms = terms_of(linear({"x": sign}, -sign * 2**exponent), DOUBLING, {"x": 1})
    assert first_where(terms, relation) == exponent + later  # type: ignore[arg-type]


@pytest.mark.parametrize("more", [linear({"a": 1}), linear({"a": 1, "n": 1}), linear({"a": 1, "n": 10**100})])
def test_fibonacci_is_followed_beyond_what_is_looked_at(more: Linear) -> None:
    """The first Fibonacci number of 400 digits comes long after the terms that are looked at one by one."""
    terms = terms_of(more - Linear({}, 10**399), FIBONACCI, {"a": 0, "b": 1, "n": 0})
    found = first_where(terms, ">=")
    assert isinstance(found, int)
    assert terms is not None
    at, before = terms.term(found), terms.term(found - 1)
    assert at is not None
    assert before is not None
    assert at >= 0 > before


@pytest.mark.parametrize("start", [{"x": 1, "y": 0}, {"x": 0, "y": 1}, {"x": -3, "y": 2}, {"x": 2, "y": -7}])
@pytest.mark.parametrize("turn", [(1, 2), (2, 1), (3, 1), (1, 1)])
def test_growth_that_turns_is_never_settled_by_a_section_that_does_not(
    turn: tuple[int, int], start: dict[str, int]
) -> None:
    straight, across = turn
    body = affine([("x", linear({"x": straight, "y": -across})), ("y", linear({"x": across, "y": straight}))])
    found = first_where(terms_of(resource("x") - Linear({}, 10**9 + 7), body, start), "==")
    assert isinstance(found, Undecided)


def test_terms_too_long_to_look_at_are_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("floorjudge.exact.first.MOST_BITS", 5_000)
    assert first_where(terms_of(resource("x") - Linear({}, 2**3_000), DOUBLING, {"x": 1}), "==") == 3_000
    assert first_where(terms_of(resource("x") - Linear({}, 2**60_000), DOUBLING, {"x": 1}), "==") == Undecided(1_000)


@pytest.mark.parametrize(
    ("body", "growth"),
    [
        (affine([]), Growth.CONSTANT),
        (affine([("x", linear({"x": 1}, 1))]), Growth.LINEAR),
        (affine([("x", linear({"y": 1}, 1)), ("y", linear({"x": 1}))]), Growth.LINEAR),
        (affine([("x", linear({"x": 1, "y": 1})), ("y", linear({"y": 1}, 1))]), Growth.POLYNOMIAL),
        (DOUBLING, Growth.EXPONENTIAL),
    ],
)
def test_how_fast_it_grows(body: AffineMap, growth: Growth) -> None:
    assert growth_of(terms_of(resource("x"), body, {"x": 1, "y": 2})) is growth
