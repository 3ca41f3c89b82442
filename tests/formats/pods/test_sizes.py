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


@pytest.mark.clauses("MSTR X.1B")
def test_the_numbers_that_people_ask_about() -> None:
    assert sizes(26, 4, "byes") == Sizes((4,) * 6, 2)
    assert sizes(26, 4, "threes") == Sizes((4, 4, 4, 4, 4, 3, 3), 0)
    assert sizes(5, 4, "byes") == Sizes((4,), 1)
    assert sizes(5, 4, "threes") == Sizes((3,), 2)
    assert sizes(3, 4, "byes") == Sizes((3,), 0)
    # Where others have been wrong: two pods of four and never 4, 3 and a single player; 4, 4 and 3.
    assert sizes(8, 4, "threes") == Sizes((4, 4), 0)
    assert sizes(11, 4, "threes") == Sizes((4, 4, 3), 0)


def test_pods_of_other_sizes_leave_byes() -> None:
    assert sizes(23, 5, "byes") == Sizes((5,) * 4, 3)
    assert sizes(10, 3, "byes") == Sizes((3, 3, 3), 1)
    assert sizes(3, 5, "byes") == Sizes((3,), 0)
    assert sizes(4, 5, "byes") == Sizes((4,), 0)
