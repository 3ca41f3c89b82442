"""Fast forward equals performing, on games that are no sheets."""

from __future__ import annotations

from examples.engines.embers import START, Embers, Table
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.exact import affine, linear
from floorjudge.loops.game.fast_forward import MOST_TRACES, fast_forward
from floorjudge.loops.game.protocol import Repeat, perform
from floorjudge.texts import render
from tests.loops.game.toys import Drain, Piles, Seasons, Spot, Thermostat, Threshold

CHOICES = st.sampled_from(["kindle", "feed", "burn", "pass"])
BODIES = st.lists(CHOICES, min_size=1, max_size=5)
TABLES = st.builds(
    lambda turn, numbers: Table(turn, dict(zip(START.numbers, numbers, strict=True))),
    st.sampled_from(["Ana", "Bo"]),
    st.lists(st.integers(1, 40), min_size=4, max_size=4),
)


@given(TABLES, BODIES, st.integers(0, 30))
def test_any_body_of_embers_forwards_as_it_performs(table: Table, body: list[str], times: int) -> None:
    forward = fast_forward(Embers(), table, body, times)
    slow = perform(Embers(), table, (Repeat(tuple(body), times),))
    assert forward.undecided is None
    assert forward.position == slow.position
    assert (None if forward.place is None else (0, forward.iterations, *forward.place)) == slow.place


@given(TABLES, BODIES, BODIES, st.integers(0, 6), st.integers(0, 6), st.integers(0, 6))
def test_nested_repeats_forward_as_they_perform(
    table: Table, inner: list[str], outer: list[str], a: int, b: int, c: int
) -> None:
    innermost = Repeat(tuple(inner), a)
    body: tuple[str | Repeat[str], ...] = (*outer, Repeat((innermost, *outer), b), innermost)
    forward = fast_forward(Embers(), table, body, c)
    slow = perform(Embers(), table, (Repeat(body, c),))
    assert forward.undecided is None
    assert forward.position == slow.position
    assert (None if forward.place is None else (0, forward.iterations, *forward.place)) == slow.place


@given(TABLES, BODIES, st.integers(0, 20), st.integers(0, 20))
def test_so_many_and_so_many_more_is_the_sum(table: Table, body: list[str], first: int, second: int) -> None:
    whole = fast_forward(Embers(), table, body, first + second)
    begun = fast_forward(Embers(), table, body, first)
    if begun.place is None:
        assert fast_forward(Embers(), begun.position, body, second).position == whole.position


def test_a_googol_of_nested_iterations() -> None:
    """Each outer iteration kindles a googol of sparks, one by one, and burns once."""
    rich = Table("Ana", {**START.numbers, "life.Bo": 10**400})
    body = (Repeat(("kindle",), 10**100), "burn")
    forward = fast_forward(Embers(), rich, body, 10**50)
    # Sparks before the k-th burn: 1 + k * 10^100, summed for k = 1 .. 10^50.
    burned = 10**50 + 10**100 * (10**50 * (10**50 + 1) // 2)
    assert forward.place is None
    assert forward.position.numbers["life.Bo"] == 10**400 - burned
    assert forward.position.numbers["sparks.Ana"] == 1 + 10**150


def test_it_stops_before_the_first_choice_that_is_not_legal() -> None:
    """Bo at 10^100 life dies in iteration n, the first with n(n+3)/2 >= 10^100."""
    forward = fast_forward(Embers(), START, ("kindle", "burn"), 10**100)
    n = forward.iterations
    assert forward.place == (0,)
    assert n * (n + 3) // 2 >= 10**100 > (n - 1) * (n + 2) // 2


def test_what_only_the_first_iteration_does_is_performed() -> None:
    forward = fast_forward(Piles(), Spot(), ("act",), 10**100)
    assert (forward.position.marks, forward.position.numbers["tokens"]) == (("pile",), 10**100)


def test_a_loop_that_changes_its_course_is_followed_as_far_as_bounds_allow() -> None:
    few = fast_forward(Thermostat(), Spot(numbers={"warmth": -(10**30)}), ("act",), 10**29)
    assert (few.iterations, few.position.numbers["warmth"]) == (10**29, -(10**30) + 3 * 10**29)
    many = fast_forward(Thermostat(), Spot(numbers={"warmth": 0}), ("act",), 10**100)
    assert many.undecided is not None
    assert f"more than {MOST_TRACES} segments" in render(many.undecided, "en").replace(",", "")
    assert 0 < many.iterations < 10 * MOST_TRACES
    slow = perform(Thermostat(), Spot(numbers={"warmth": 0}), (Repeat(("act",), many.iterations),))
    assert many.position == slow.position


def test_a_division_pins_what_it_divides_and_nothing_else() -> None:
    forward = fast_forward(Drain(), Spot(numbers={"life.Ana": 15, "life.Bo": 7 * 10**60}), ("act",), 10**100)
    assert (forward.iterations, forward.place) == (10**60, (0,))


def test_a_loop_over_turns() -> None:
    start = Spot(numbers={"life.Ana": 1, "life.Bo": 2})
    forward = fast_forward(Seasons(), start, ("act", "act"), 10**100)
    assert forward.position.numbers == {"life.Ana": 1 + 10**100, "life.Bo": 2 + 10**100}


def test_without_a_count_it_runs_to_its_end_or_for_ever() -> None:
    ends = fast_forward(Embers(), START, ("burn",), None)
    assert (ends.iterations, ends.place, ends.for_ever) == (10**100, (0,), False)
    never = fast_forward(Embers(), START, ("kindle",), None)
    assert (never.place, never.for_ever) == (None, True)
    assert never.position == perform(Embers(), START, (Repeat(("kindle",), never.iterations),)).position


def test_what_one_of_the_last_iterations_did_is_told() -> None:
    warming = affine([("warmth", linear({"warmth": 1}, 3))])
    cooling = affine([("warmth", linear({"warmth": 1}, -1))])
    cold = Spot(numbers={"warmth": 0})
    told = [fast_forward(Thermostat(), cold, ("act",), times).per_iteration for times in (0, 1, 4, 5)]
    assert told == [None, warming, warming, cooling]
    assert fast_forward(Drain(), Spot(numbers={"life.Ana": 4, "life.Bo": 6}), ("act",), 9).per_iteration == affine(
        [("life.Bo", linear({"life.Bo": 1}, -2))]
    )
    never = fast_forward(Piles(), Spot(marks=("pile",), numbers={"tokens": 5}), ("act",), None)
    assert (never.for_ever, never.per_iteration) == (True, affine([("tokens", linear({"tokens": 1}, 1))]))


def test_numbers_that_grow_beyond_bounds_are_undecided_with_a_reason() -> None:
    class Doubling(Piles):
        def apply(self, spot: Spot, choice: str) -> Spot:
            return Spot(spot.player, spot.marks, {"tokens": spot.numbers["tokens"] * 2})

    forward = fast_forward(Doubling(), Spot(numbers={"tokens": 1}), ("act",), 10**100)
    assert (forward.iterations, forward.place) == (0, None)
    assert forward.undecided is not None
    assert "too large" in render(forward.undecided, "en")
    assert fast_forward(Doubling(), Spot(numbers={"tokens": 1}), ("act",), 1_000).position.numbers["tokens"] == 2**1_000


@given(st.integers(0, 5), st.integers(0, 7), st.integers(0, 12))
def test_a_nested_repeat_that_depends_on_a_difference(inside: int, times: int, made: int) -> None:
    start = Spot(numbers={"made": made, "counted": 0})
    body = (Repeat(("act",), inside), "act")
    forward = fast_forward(Threshold(), start, body, times)
    slow = perform(Threshold(), start, (Repeat(body, times),))
    assert (forward.undecided, forward.position) == (None, slow.position)
