"""Fast forward equals performing, on games that are no sheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from examples.engines.embers import START, Embers, Table
from hypothesis import example, given
from hypothesis import strategies as st

from floorjudge.exact import affine, linear
from floorjudge.loops.game.bodies import perform
from floorjudge.loops.game.fast_forward import MOST_TRACES, fast_forward
from floorjudge.loops.game.protocol import Game, Repeat
from floorjudge.texts import render
from tests.loops.game.toys import Coin, Drain, Piles, Seasons, Shelf, Spot, Stairs, Thermostat, Threshold, Wheel

CHOICES = st.sampled_from(["kindle", "feed", "burn", "pass"])
BODIES = st.lists(CHOICES, min_size=1, max_size=5)
TABLES = st.builds(
    lambda turn, numbers: Table(turn, dict(zip(START.numbers, numbers, strict=True))),
    st.sampled_from(["Ana", "Bo"]),
    st.lists(st.integers(1, 40), min_size=4, max_size=4),
)


def forwards_as_it_performs(
    game: Game[Any, str], start: Table | Spot, body: Sequence[str | Repeat[str]], times: int
) -> None:
    forward = fast_forward(game, start, body, times)
    slow = perform(game, start, (Repeat(tuple(body), times),))
    assert (forward.undecided, forward.position) == (None, slow.position)
    assert (None if forward.place is None else (0, forward.iterations, *forward.place)) == slow.place


# The last of several rounds of two iterations ends within it.
@example(Table("Ana", {"life.Ana": 32, "life.Bo": 37, "sparks.Ana": 5, "sparks.Bo": 13}), ["pass", "burn"], 9)
@given(TABLES, BODIES, st.integers(0, 30))
def test_any_body_of_embers_forwards_as_it_performs(table: Table, body: list[str], times: int) -> None:
    forwards_as_it_performs(Embers(), table, body, times)


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


SHELF = st.lists(st.sampled_from(["dig", "dig", "cast"]), min_size=1, max_size=5)


@given(
    st.dictionaries(st.sampled_from(["ore", "bars"]), st.integers(1, 12)),
    SHELF,
    SHELF,
    st.integers(0, 4),
    st.integers(0, 9),
)
def test_a_resource_that_is_there_only_now_and_then_forwards_as_it_performs(
    numbers: dict[str, int], outer: list[str], inner: list[str], inside: int, times: int
) -> None:
    forwards_as_it_performs(Shelf(), Spot(numbers=numbers), (*outer, Repeat(tuple(inner), inside)), times)


def test_a_resource_that_comes_into_being_grows_from_there() -> None:
    bars = fast_forward(Shelf(), Spot(numbers={"ore": 3}), ["cast", "dig", "dig", "dig"], 10**100)
    assert bars.position.numbers == {"ore": 3, "bars": 10**100}


def test_a_loop_that_changes_its_course_is_followed_as_far_as_bounds_allow() -> None:
    few = fast_forward(Thermostat(), Spot(numbers={"warmth": -(10**30)}), ("act",), 10**29)
    assert (few.iterations, few.position.numbers["warmth"]) == (10**29, -(10**30) + 3 * 10**29)
    many = fast_forward(Stairs(), Spot(numbers={"times": 0, "height": 0}), ("act",), 10**100)
    assert many.undecided is not None
    said = render(many.undecided, "en").replace(",", "")
    assert f"more than {MOST_TRACES} segments" in said
    assert re.search(
        r"Each ends where times changes of which the game makes a plain number \(toys\.py line \d+\)\.", said
    )
    assert [pin.resources for pin in many.pinned] == [("times",)]
    assert many.iterations == MOST_TRACES
    slow = perform(Stairs(), Spot(numbers={"times": 0, "height": 0}), (Repeat(("act",), many.iterations),))
    assert many.position == slow.position


def test_a_comparison_that_nothing_settles_leaves_a_loop_undecided_and_one_around_it_too() -> None:
    begun = Spot(numbers={"x": 1, "y": 0, "missed": 0})
    for body in (["act"], [Repeat(("act",), 10**100)]):
        found = fast_forward(Wheel(), begun, body, 10**100)
        assert (found.iterations, found.position) == (0, begun)
        assert found.undecided is not None
        assert "comes out the same in the first 1000 iterations" in render(found.undecided, "en").replace(",", "")
    forwards_as_it_performs(Wheel(), begun, ["act"], 900)


@given(st.integers(-5, 30), st.integers(0, 60))
def test_a_pattern_that_comes_back_after_several_iterations_is_followed(warmth: int, times: int) -> None:
    start = Spot(numbers={"warmth": warmth})
    slow = perform(Thermostat(), start, (Repeat(("act",), times),))
    assert fast_forward(Thermostat(), start, ("act",), times).position == slow.position
    # From 10 on it cools to 9 and warms to 12 again: four iterations that change nothing.
    settled = fast_forward(Thermostat(), slow.position, ("act",), 4 * 10**99 + 100)
    assert settled.undecided is None
    assert settled.position == fast_forward(Thermostat(), slow.position, ("act",), 100).position


@given(TABLES, BODIES, st.integers(0, 30))
def test_each_player_in_turn_forwards_as_it_performs(table: Table, body: list[str], times: int) -> None:
    turns = (*body, "pass")
    forwards_as_it_performs(Embers(), table, turns, times)
    assert fast_forward(Embers(), table, turns, 10**100).undecided is None


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


@pytest.mark.clauses("MTR 4.4.7")
@given(
    st.lists(st.sampled_from(["heads", "tails"]), min_size=1, max_size=3),
    st.integers(0, 12),
    st.integers(0, 5),
    st.integers(0, 5),
)
def test_where_chance_decides_nothing_is_forwarded_nor_performed(
    body: list[str], sure: int, inside: int, times: int
) -> None:
    """Up to `sure` heads nothing is left to chance: so far both go, to the same place."""
    game, start = Coin(sure), Spot(numbers={"heads": 0})
    nested = ("heads", Repeat(tuple(body), inside))
    forward = fast_forward(game, start, nested, times)
    slow = perform(game, start, (Repeat(nested, times),))
    if not slow.left_to_chance:
        place = None if forward.place is None else (0, forward.iterations, *forward.place)
        assert (forward.left_to_chance, forward.position, place) == (None, slow.position, slow.place)
        return
    assert forward.left_to_chance is not None
    assert (0, forward.iterations, *forward.left_to_chance) == slow.place
    assert forward.position == perform(game, start, (Repeat(nested, forward.iterations),)).position
    assert forward.undecided is not None
    *_, index = forward.left_to_chance
    choice = "heads" if forward.left_to_chance == (0,) else body[index]
    assert f"“{choice}” comes next is left to chance" in render(forward.undecided, "en")


@given(st.integers(0, 5), st.integers(0, 7), st.integers(0, 12))
def test_a_nested_repeat_that_depends_on_a_difference(inside: int, times: int, made: int) -> None:
    start = Spot(numbers={"made": made, "counted": 0})
    forwards_as_it_performs(Threshold(), start, (Repeat(("act",), inside), "act"), times)


def nests(depth: int) -> st.SearchStrategy[tuple[str | Repeat[str], ...]]:
    """Return bodies with repeats inside repeats, whose counters grow."""
    step: st.SearchStrategy[str | Repeat[str]] = CHOICES
    if depth:
        step = st.one_of(CHOICES, st.builds(Repeat, nests(depth - 1), st.integers(0, 5)))
    return st.lists(step, min_size=1, max_size=3).map(tuple)


@given(TABLES, nests(3), st.integers(0, 12))
def test_any_nest_over_growing_counters_forwards_as_it_performs(
    table: Table, body: tuple[str | Repeat[str], ...], times: int
) -> None:
    rich = Table(table.turn, {**table.numbers, "life.Bo": table.numbers["life.Bo"] * 50})
    forwards_as_it_performs(Embers(), rich, body, times)


def test_a_nest_over_a_growing_counter_costs_no_more_than_the_same_body_flat() -> None:
    """Counted, not timed: what the flat body is done within is enough for the nest, whatever the outer count."""
    rich = Table("Ana", {**START.numbers, "life.Bo": 10**400})
    inner = ("kindle", "feed", "burn")
    for times in (100, 10**50):
        budget = 1_000
        while fast_forward(Embers(), rich, (*inner * 10, "kindle"), times, budget=budget).undecided is not None:
            budget *= 2
        nested: tuple[str | Repeat[str], ...] = (Repeat(inner, 10), "kindle")
        assert fast_forward(Embers(), rich, nested, times, budget=budget).iterations == times


def test_more_work_than_allowed_is_undecided_and_what_was_done_is_told() -> None:
    stairs = Spot(numbers={"times": 0, "height": 0})
    few = fast_forward(Stairs(), stairs, ("act",), 900, budget=50_000)
    assert few.undecided is not None
    assert "more than the work that is allowed" in render(few.undecided, "en")
    assert 0 < few.iterations < 900
    assert few.position == perform(Stairs(), stairs, (Repeat(("act",), few.iterations),)).position
    inside = fast_forward(Stairs(), stairs, (Repeat(("act",), 900),), 1, budget=50_000)
    assert (inside.undecided, inside.iterations, inside.position) == (few.undecided, 0, stairs)
    assert fast_forward(Stairs(), stairs, ("act",), 900).iterations == 900
