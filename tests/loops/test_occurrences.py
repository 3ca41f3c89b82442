"""How often a position has come up, against counting in a list."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from floorjudge.loops import Occurrences


@given(st.lists(st.integers(0, 5)))
def test_counts_what_a_list_counts(positions: list[int]) -> None:
    occurrences = Occurrences[int]()
    for index, position in enumerate(positions):
        assert occurrences.see(position) == positions[: index + 1].count(position)
