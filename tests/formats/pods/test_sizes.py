"""How many play at each table."""

from __future__ import annotations

import pytest

from floorjudge.formats.pods.seating.sizes import Sizes, sizes
from tests.formats.pods.slow_pods import split


@pytest.mark.clauses("MSTR X.1B", "MSTR 10.4A")
def test_every_number_is_split_as_the_slow_model_splits_it() -> None:
    for remainder in ("byes", "threes"):
        for players in range(120):
            pods, byes = split(players, remainder)
            assert sizes(players, 4, remainder) == Sizes(tuple(pods), byes)


def test_pods_of_other_sizes_leave_byes() -> None:
    assert sizes(23, 5, "byes") == Sizes((5,) * 4, 3)
    assert sizes(10, 3, "byes") == Sizes((3, 3, 3), 1)
    assert sizes(3, 5, "byes") == Sizes((3,), 0)
    assert sizes(4, 5, "byes") == Sizes((4,), 0)
