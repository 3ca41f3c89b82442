"""The watch in bounded memory: never wrong, and late by no more than it promises."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.loops.repetition.bounded import LEAST_KEPT, CheckpointWatch
from floorjudge.loops.repetition.exact import RepetitionWatch


def first_report(most: int, begin: int, length: int) -> tuple[int, int]:
    """Return when a cycle that goes on for ever is reported, and the spacing then."""
    watch = CheckpointWatch[int](most)
    now = 0
    while (seen := watch.see(now if now < begin else begin + (now - begin) % length)) is None:
        now += 1
    assert seen.now == now
    assert (seen.now - seen.first) % length == 0
    return now, watch.spacing


@pytest.mark.clauses("CR shortcuts.3", "MTR 4.4.7")
@pytest.mark.parametrize("most", [4, 5, 8, 13])
def test_no_cycle_is_missed_and_none_is_later_than_promised(most: int) -> None:
    for begin in range(60):
        for length in range(1, 60):
            now, spacing = first_report(most, begin, length)
            assert begin + length <= now < begin + length + spacing
            assert now < Fraction((begin + length) * (most - 1), most - 3)


@given(st.lists(st.integers(0, 12)), st.integers(LEAST_KEPT, 8))
def test_what_is_reported_is_true_and_memory_is_bounded(stream: list[int], most: int) -> None:
    watch = CheckpointWatch[int](most)
    for now, position in enumerate(stream):
        seen = watch.see(position)
        if seen is not None:
            assert seen.now == now
            assert seen.first < now
            assert stream[seen.first] == position
        assert len(watch._kept) <= most


@given(
    st.lists(st.integers(0, 12), max_size=40),
    st.lists(st.integers(0, 20), min_size=1, max_size=30),
    st.integers(LEAST_KEPT, 9),
)
def test_a_cycle_is_noticed_whatever_came_before(stream: list[int], cycle: list[int], most: int) -> None:
    """Neither positions that came back before, nor those that come several times in one round, weaken the promise."""
    watch = CheckpointWatch[int](most)
    for position in [*stream, *cycle]:
        watch.see(position)
    late = 0
    while watch.see(cycle[late % len(cycle)]) is None:
        late += 1
    assert late < watch.spacing


@given(st.lists(st.integers(0, 6), max_size=30))
def test_what_fits_is_watched_exactly(stream: list[int]) -> None:
    exact, bounded = RepetitionWatch[int](), CheckpointWatch[int](30)
    for position in stream:
        one, other = exact.see(position), bounded.see(position)
        assert (one is None) == (other is None)


def test_memory_holds_the_positions_evenly_spread() -> None:
    watch = CheckpointWatch[int](10)
    for number in range(1000):
        assert watch.see(number) is None
    assert watch.spacing == 128
    assert sorted(watch._kept) == list(range(0, 1000, 128))


@pytest.mark.parametrize("most", [3, 0, -1])
def test_too_little_memory_is_refused(most: int) -> None:
    with pytest.raises(BadInput) as refused:
        CheckpointWatch[int](most)
    assert refused.value.code == "too_few_kept"
    assert refused.value.message("en") == "At least 4 positions must be kept."
