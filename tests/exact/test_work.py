"""Counted work: bounds inside of bounds."""

from __future__ import annotations

import pytest

from floorjudge.exact.work import TooMuchWork, bounded, spend


def test_a_bound_inside_another_counts_there_and_allows_no_more_than_is_left() -> None:
    with bounded(10):
        with bounded(4):
            spend(4)
            with pytest.raises(TooMuchWork):
                spend(1)
        with bounded(100):
            spend(5)
            with pytest.raises(TooMuchWork):
                spend(1)
        with pytest.raises(TooMuchWork):
            spend(1)
