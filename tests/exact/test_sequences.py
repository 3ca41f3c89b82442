"""Any term at once equals the term that stepping reaches; the first k equals the first one that looking finds."""

from __future__ import annotations

from itertools import pairwise
from math import prod

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from floorjudge.exact import (
    AffineMap,
    Growth,
    Linear,
    Undecided,
    affine,
    amount_after,
    exact_value,
    first_where,
    growth_of,
    linear,
    resource,
    terms_of,
)
from floorjudge.exact.first import HOLDS, OPPOSITE, Relation, settled_tails
from floorjudge.exact.sequences import (
    GrowingTerms,
    LongPeriodTerms,
    PeriodicTerms,
    PolynomialTerms,
    polynomial_through,
    terms_from,
)
from floorjudge.exact.work import bounded
from tests.exact.strategies import expressions, maps, starts

LOOKED = 300
RELATIONS: tuple[Relation, ...] = ("<", "<=", ">", ">=", "==", "!=")


def stepped(expression: Linear, body: AffineMap, start: dict[str, int], count: int) -> list[int]:
    values, now = [], dict(start)
    for _ in range(count):
        values.append(expression.value(now))
        now = body.apply(now)
    return values


def test_a_steady_change_of_a_number_of_very_many_digits_is_divided(subtests: pytest.Subtests) -> None:
    for step in [1, 3, -1, -3]:
        for relation in RELATIONS:
            with subtests.test(step=step, relation=relation):
                many: int = 10**99_999
                start = -many * step // abs(step)
                terms = terms_of(resource("a"), affine([("a", linear({"a": 1}, step))]), {"a": start})
                last = (many - 1) // abs(step)  # before 0
                exactly = None if many % abs(step) else last + 1
                beyond = last + 1 if exactly is None else last + 2
                rising = {"<": 0, "<=": 0, "==": exactly, "!=": 0, ">=": last + 1, ">": beyond}
                falling = {"<": beyond, "<=": last + 1, "==": exactly, "!=": 0, ">=": 0, ">": 0}
                with bounded(200_000):
                    assert first_where(terms, relation) == (rising if step > 0 else falling)[relation]


@given(expressions(), maps(), starts())
def test_every_term_is_the_one_that_stepping_reaches(e: Linear, body: AffineMap, start: dict[str, int]) -> None:
    terms = terms_of(e, body, start)
    assert terms is not None
    values = stepped(e, body, start, 60)
    assert [terms.term(k) for k in range(60)] == values


@given(expressions(), maps(), starts(), st.sampled_from(RELATIONS))
def test_the_first_k_is_the_first_that_looking_finds(
    e: Linear, body: AffineMap, start: dict[str, int], relation: Relation
) -> None:
    terms = terms_of(e, body, start)
    values = stepped(e, body, start, LOOKED)
    looked = next((k for k, value in enumerate(values) if HOLDS[relation](value, 0)), None)
    found = first_where(terms, relation)
    if looked is not None:
        assert found == looked
    elif isinstance(found, int):
        assert found >= LOOKED
        assert terms is not None
        at, before = terms.term(found), terms.term(found - 1)
        assert at is not None
        assert before is not None
        assert HOLDS[relation](at, 0)
        assert not HOLDS[relation](before, 0)
    else:
        assert found is None or isinstance(found, Undecided)


@given(
    st.lists(st.integers(-5, 60), min_size=1, max_size=5),
    st.sampled_from([1, -1, 2]),
    st.integers(-3, 3),
    st.sampled_from(RELATIONS),
)
@example([10, 20], 1, 0, "<")
@example([10, 20], -1, 0, ">")
@example([10, 20], 1, 25, "==")
@example([10], -1, 0, "==")
def test_a_polynomial_is_caught_on_whichever_interval_it_is(
    zeros: list[int], factor: int, higher: int, relation: Relation
) -> None:
    """It turns up to four times, between places where it is 0 or nearly so."""
    values = [factor * prod(k - zero for zero in zeros) + higher for k in range(100)]
    terms = terms_from(values[: 2 * len(zeros) + 2])
    assert isinstance(terms, PolynomialTerms)
    assert terms.degree == len(zeros)
    looked = next((k for k, value in enumerate(values) if HOLDS[relation](value, 0)), None)
    assert first_where(terms, relation) == looked


@given(
    st.lists(st.integers(0, 25), min_size=1, max_size=4),
    st.sampled_from([1, -1]),
    st.integers(0, 30),
    st.sampled_from(RELATIONS),
)
@example([5, 20], -1, 10, "==")
@example([2, 7, 18], -1, 8, "==")
def test_a_polynomial_that_stands_still_where_it_turns_is_caught(
    still: list[int], factor: int, zero: int, relation: Relation
) -> None:
    """Its differences are 0 at whole places, so that it has the same value twice at the top or the bottom of a turn."""
    values = [0]
    for k in range(100):
        values.append(values[-1] + factor * prod(k - place for place in still))
    values = [value - values[zero] for value in values]
    looked = next((k for k, value in enumerate(values) if HOLDS[relation](value, 0)), None)
    assert first_where(terms_from(values[:14]), relation) == looked


@given(expressions(), maps(), starts(), st.sampled_from(RELATIONS), st.integers(0, 200))
def test_within_a_bound_it_is_always_decided(
    e: Linear, body: AffineMap, start: dict[str, int], relation: Relation, within: int
) -> None:
    values = stepped(e, body, start, within)
    looked = next((k for k, value in enumerate(values) if HOLDS[relation](value, 0)), None)
    assert first_where(terms_of(e, body, start), relation, within) == looked


@given(maps(), starts(), st.integers(0, 12), st.integers(0, 12))
def test_a_power_is_the_map_that_often(body: AffineMap, start: dict[str, int], first: int, second: int) -> None:
    now = dict(start)
    for _ in range(first + second):
        now = body.apply(now)
    together, one, other = body.power(first + second), body.power(first), body.power(second)
    assert together is not None
    assert one is not None
    assert other is not None
    assert together.apply(start) == now == other.after(one).apply(start)


def test_a_power_with_too_long_numbers_is_none() -> None:
    doubling = affine([("a", linear({"a": 2}))])
    assert doubling.power(1_000, most_bits=100) is None
    assert doubling.power(50, most_bits=100) == affine([("a", linear({"a": 2**50}))])


@pytest.mark.parametrize("exponent", [3, 50, 100])
def test_a_breakpoint_far_away_is_exact(exponent: int) -> None:
    """Damage by the number of tokens: n(n+1)/2 reaches 10^e first at the n that the quadratic formula gives."""
    body = affine([("tokens", linear({"tokens": 1}, 1)), ("life", linear({"life": 1, "tokens": -1}, -1))])
    first = first_where(terms_of(resource("life"), body, {"tokens": 0, "life": 10**exponent}), "<=")
    assert isinstance(first, int)
    assert first * (first + 1) // 2 >= 10**exponent > (first - 1) * first // 2


def test_swaps_and_flipped_signs_are_periodic() -> None:
    body = affine([("a", linear({"b": -1})), ("b", linear({"a": 1}))])
    terms = terms_of(resource("a"), body, {"a": 3, "b": 5})
    assert isinstance(terms, PeriodicTerms)
    assert [terms.term(k) for k in range(5)] == [3, -5, -3, 5, 3]
    assert terms.term(10**100) == 3
    assert growth_of(terms) is Growth.CONSTANT


def test_a_term_with_a_root_zero_starts_late() -> None:
    """What is overwritten by a constant at once is no polynomial, but one from its second term on."""
    body = affine([("a", linear({}, 7))])
    terms = terms_of(resource("a"), body, {"a": 3})
    assert terms is not None
    assert [terms.term(k) for k in (0, 1, 2, 10**50)] == [3, 7, 7, 7]
    assert first_where(terms, ">=") == 0
    assert first_where(terms_of(resource("a") - Linear({}, 7), body, {"a": 3}), "==") == 1


def test_what_is_overwritten_at_once_does_not_shift_what_goes_on() -> None:
    body = affine([("a", linear({})), ("b", linear({"a": 1})), ("t", linear({"t": 1}, 3))])
    terms = terms_of(linear({"b": 1, "t": 1}), body, {"a": 50, "b": 20, "t": 0})
    assert isinstance(terms, PeriodicTerms)
    assert [terms.term(k) for k in range(5)] == [20, 53, 6, 9, 12]
    assert terms.term(10**100) == 3 * 10**100
    assert first_where(terms_of(linear({"b": 1, "t": 1}, -3_000), body, {"a": 50, "b": 20, "t": 0}), ">=") == 1_000


def test_doubling_reaches_a_number_of_a_thousand_digits_when_its_logarithm_says() -> None:
    body = affine([("t", linear({"t": 2}))])
    terms = terms_of(resource("t") - Linear({}, 10**1000), body, {"t": 1})
    assert isinstance(terms, GrowingTerms)
    assert first_where(terms, ">=") == 3322
    assert first_where(terms, "==") is None
    assert growth_of(terms) is Growth.EXPONENTIAL


def test_growth_on_every_other_term_only_is_settled_too() -> None:
    """Its x doubles every second time and is 0 in between."""
    body = affine([("x", linear({"y": 2})), ("y", linear({"x": 1}))])
    terms = terms_of(resource("x"), body, {"x": 1, "y": 0})
    assert first_where(terms, "<") is None
    assert first_where(terms, "==") == 1


def test_fibonacci_never_falls() -> None:
    body = affine([("a", linear({"b": 1})), ("b", linear({"a": 1, "b": 1}))])
    assert first_where(terms_of(resource("a"), body, {"a": 1, "b": 1}), "<=") is None


CYCLES = (2, 3, 5, 7, 11, 13, 17)


def turning() -> tuple[AffineMap, dict[str, int]]:
    """Cycles of resources that come back together only after 510 510 iterations; `t` adds up what stands at their heads."""
    rows = []
    for length in CYCLES:
        names = [f"x{length}.{index}" for index in range(length)]
        rows += [(name, resource(names[index - 1])) for index, name in enumerate(names)]
    heads = {f"x{length}.0": 1 for length in CYCLES}
    start = {name: int(name.endswith(".0")) for name, _ in rows}
    return affine([*rows, ("t", linear({"t": 1, **heads}))]), {**start, "t": 0}


def test_a_period_beyond_our_bound_is_searched_a_little_and_then_undecided() -> None:
    body, start = turning()
    heads = linear({f"x{length}.0": 1 for length in CYCLES})
    terms = terms_of(heads, body, start)
    assert isinstance(terms, LongPeriodTerms)
    assert growth_of(terms) is Growth.CONSTANT
    assert first_where(terms, "<") == Undecided(1_000)
    assert first_where(terms, "<", within=1_000) is None
    assert first_where(terms_of(heads - Linear({}, 4), body, start), "==") == stepped(heads, body, start, 300).index(4)


def test_what_adds_up_a_long_period_grows_and_has_every_term() -> None:
    body, start = turning()
    terms = terms_of(resource("t"), body, start)
    assert growth_of(terms) is Growth.LINEAR
    values = stepped(resource("t"), body, start, 300)
    assert exact_value(resource("t"), body, start, 299) == values[299]
    assert exact_value(resource("t"), body, start, 510_510 * 10**30) == sum(510_510 // each for each in CYCLES) * 10**30
    assert first_where(terms_of(resource("t") - Linear({}, 100), body, start), ">=") == next(
        index for index, value in enumerate(values) if value >= 100
    )
    amount = amount_after(resource("t"), body, start, 10**30, 5)
    assert isinstance(amount, dict)
    assert amount.keys() == {"matrix_power"}


def test_the_opposite_of_a_relation_holds_exactly_when_it_does_not(subtests: pytest.Subtests) -> None:
    for relation in RELATIONS:
        with subtests.test(relation=relation):
            assert all(HOLDS[relation](value, 0) is not HOLDS[OPPOSITE[relation]](value, 0) for value in (-1, 0, 1))


def values_of(coefficients: list[int], many: int) -> list[int]:
    return [sum(each * k**power for power, each in enumerate(coefficients)) for k in range(many)]


some_coefficients = st.lists(st.integers(-50, 50), min_size=1, max_size=4)


@given(some_coefficients, some_coefficients, st.integers(0, 40))
def test_a_polynomial_through_values_goes_on_as_they_do_and_adds_up(
    first: list[int], second: list[int], at: int
) -> None:
    one, other = (polynomial_through(values_of(each, 9), 3) for each in (first, second))
    assert one is not None
    assert other is not None
    here, there = values_of(first, at + 1)[at], values_of(second, at + 1)[at]
    assert (one.term(at), (one + other).term(at), (one - other).term(at)) == (here, here + there, here - there)
    assert (one - one).degree == -1


def test_there_is_no_polynomial_through_powers_nor_one_of_too_low_a_degree() -> None:
    assert polynomial_through([2**k for k in range(9)], 3) is None
    assert polynomial_through([k * k for k in range(9)], 1) is None
    assert polynomial_through([5, 5, 5, 5], 1) == PolynomialTerms((5,))


@given(
    st.integers(-20, 20),
    st.lists(st.integers(0, 4), max_size=3),
    st.booleans(),
    st.integers(-60, 60),
    st.integers(0, 5),
    st.integers(0, 20),
)
def test_the_first_term_that_has_come_to_a_number_is_the_one_that_looking_finds(
    start: int,
    changes: list[int],
    falls: bool,  # noqa: FBT001 (drawn)
    number: int,
    low: int,
    more: int,
) -> None:
    terms = polynomial_through([0], 0)
    assert terms is not None
    terms += PolynomialTerms((start, *(-each if falls else each for each in changes)))
    values = [terms.term(k) for k in range(low, low + more + 1)]
    side = [(value > number) - (value < number) for value in values]
    there = (k for k, each in enumerate(side) if each != side[0] or each == 0)
    expected = next(there, None) if side[0] else None
    assert terms.first_reaching(number, low, low + more) == (None if expected is None else low + expected)


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


def test_where_doubling_meets_a_power_of_two_far_away(subtests: pytest.Subtests) -> None:
    """2^k - 2^e is 0 at e, and beyond it one later."""
    for exponent in [1_500, 2_018]:
        for sign, relation, later in [
            *((1, ">=", 0), (1, ">", 1), (1, "==", 0)),
            *((-1, "<=", 0), (-1, "<", 1), (-1, "==", 0)),
        ]:
            with subtests.test(exponent=exponent, sign=sign, relation=relation, later=later):
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


def test_growth_that_turns_is_never_settled_by_a_section_that_does_not(subtests: pytest.Subtests) -> None:
    for start in [{"x": 1, "y": 0}, {"x": 0, "y": 1}, {"x": -3, "y": 2}, {"x": 2, "y": -7}]:
        for turn in [(1, 2), (2, 1), (3, 1), (1, 1)]:
            with subtests.test(start=start, turn=turn):
                straight, across = turn
                body = affine(
                    [("x", linear({"x": straight, "y": -across})), ("y", linear({"x": across, "y": straight}))]
                )
                found = first_where(terms_of(resource("x") - Linear({}, 10**9 + 7), body, start), "==")
                assert isinstance(found, Undecided)


def test_terms_too_long_to_look_at_are_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("floorjudge.exact.first.MOST_BITS", 5_000)
    assert first_where(terms_of(resource("x") - Linear({}, 2**3_000), DOUBLING, {"x": 1}), "==") == 3_000
    assert first_where(terms_of(resource("x") - Linear({}, 2**60_000), DOUBLING, {"x": 1}), "==") == Undecided(1_000)


def test_how_fast_it_grows(subtests: pytest.Subtests) -> None:
    for body, growth in [
        (affine([]), Growth.CONSTANT),
        (affine([("x", linear({"x": 1}, 1))]), Growth.LINEAR),
        (affine([("x", linear({"y": 1}, 1)), ("y", linear({"x": 1}))]), Growth.LINEAR),
        (affine([("x", linear({"x": 1, "y": 1})), ("y", linear({"y": 1}, 1))]), Growth.POLYNOMIAL),
        (DOUBLING, Growth.EXPONENTIAL),
    ]:
        with subtests.test(body=body):
            assert growth_of(terms_of(resource("x"), body, {"x": 1, "y": 2})) is growth
