"""The exact watch, against a list of everything that was seen."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.loops.repetition.exact import Occurrences, Repetition, RepetitionWatch


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
