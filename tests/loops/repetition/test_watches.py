"""The exact watch, against a list of all that was seen; the one in bounded memory is never wrong, and late by no more than it promises."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.loops.repetition.watches import LEAST_KEPT, CheckpointWatch, Occurrences, Repetition, RepetitionWatch


@pytest.mark.clauses("CR shortcuts.3", "MTR 4.4.7")
@given(st.lists(st.integers(0, 6)))
def test_it_finds_what_a_list_finds(stream: list[int]) -> None:
    watch = RepetitionWatch[int]()
    for now, position in enumerate(stream):
        first = stream.index(position)
        assert watch.see(position) == (None if first == now else Repetition(first, now))


class Colliding(NamedTuple):
    """A position whose hash says nothing."""

    value: int

    def __hash__(self) -> int:
        return 7


@given(st.lists(st.integers(0, 6)))
def test_a_hash_finds_candidates_and_equality_decides(stream: list[int]) -> None:
    plain, colliding = RepetitionWatch[int](), RepetitionWatch[Colliding]()
    assert [plain.see(each) for each in stream] == [colliding.see(Colliding(each)) for each in stream]


@given(st.lists(st.integers(0, 3), min_size=1), st.data())
def test_what_was_played_leads_from_the_first_to_the_last(stream: list[int], data: st.DataObject) -> None:
    watch = RepetitionWatch[int]()
    choices = data.draw(st.lists(st.text(max_size=2), min_size=len(stream), max_size=len(stream)))
    for position, choice in zip(stream, choices, strict=True):
        seen = watch.see(position, choice)
        if seen is not None:
            assert watch.played(seen) == tuple(choices[seen.first + 1 : seen.now + 1])


def test_a_knight_that_comes_home() -> None:
    watch = RepetitionWatch[str]()
    moves = [None, "Nf3", "Nf6", "Ng1", "Ng8"]
    seen = [watch.see(position, move) for position, move in zip("abcda", moves, strict=True)]
    assert seen == [None, None, None, None, (0, 4)]
    watch.see("e", "e4")
    assert watch.played(Repetition(0, 4)) == ("Nf3", "Nf6", "Ng1", "Ng8")


@given(st.lists(st.integers(0, 5)))
def test_counts_what_a_list_counts(positions: list[int]) -> None:
    occurrences = Occurrences[int]()
    for index, position in enumerate(positions):
        assert occurrences.see(position) == positions[: index + 1].count(position)


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
    """Of several numbers of a position the first that is a multiple of most powers of two is kept: it is forgotten last."""
    exact, bounded = RepetitionWatch[int](), CheckpointWatch[int](30)
    for now, position in enumerate(stream):
        one, other = exact.see(position), bounded.see(position)
        assert (one is None) == (other is None)
        if other is not None:
            numbers = [number for number in range(now) if stream[number] == position]
            assert other.first == max(numbers, key=lambda number: number & -number or 30)


@pytest.mark.parametrize("most", [3, 0, -1])
def test_too_little_memory_is_refused(most: int) -> None:
    with pytest.raises(BadInput) as refused:
        CheckpointWatch[int](most)
    assert refused.value.code == "too_few_kept"
    assert refused.value.message("en") == "At least 4 positions must be kept."
