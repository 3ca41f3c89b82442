"""Recurrences of amounts, against a slow model that adds up change after change."""

from itertools import accumulate, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.proof.recurrences import MOST_DEGREE, Recurrence, terms_through
from floorjudge.magic.state import CounterName

LIFE: CounterName = ("player", 0, "life")
OTHER: CounterName = ("player", 1, "life")
SEEN = 9
small = st.integers(0, 6)


def table(differences: list[int], terms: int) -> list[int]:
    """Return the first values of the sequence with these differences at 0, by adding and nothing else."""
    row = [differences[-1]] * terms
    for first in reversed(differences[:-1]):
        row = list(islice(accumulate(row, initial=first), terms))
    return row


NOWHERE = Snapshot({"state": {}})


def through(*columns: list[int]) -> Recurrence | None:
    """Return the recurrence of one amount, or two, that were so in a row."""
    names = (LIFE, OTHER)
    terms = terms_through([dict(zip(names, row, strict=False)) for row in zip(*columns, strict=True)], MOST_DEGREE)
    return None if terms is None else Recurrence(NOWHERE, 0, 1, terms)


@given(start=st.integers(-50, 50), moving=st.lists(small, min_size=1, max_size=MOST_DEGREE), falls=st.booleans())
def test_a_polynomial_is_found_and_goes_on(start: int, moving: list[int], falls: bool) -> None:  # noqa: FBT001 (drawn)
    differences = [start, *(-each if falls else each for each in moving)]
    values = table(differences, 60)
    recurrence = through(values[:SEEN])
    assert recurrence is not None
    assert [recurrence.at(index)[LIFE] for index in range(60)] == values
    assert (recurrence.degree < 2) == (len(set(differences[2:]) - {0}) == 0)
    assert (recurrence.degree == 0) == (len(set(values)) == 1)


def test_what_follows_no_recurrence_that_is_known(subtests: pytest.Subtests) -> None:
    for values in [
        [2**index for index in range(SEEN)],
        [5, 4, 3, 4, 5, 6, 7, 8, 9],
        [(index - 4) ** 2 for index in range(SEEN)],
        [index**4 for index in range(SEEN)],
        [index % 2 for index in range(SEEN)],
        [1, 2, 3, 4, 5, 6, 7, 8, 10],
    ]:
        with subtests.test(values=values):
            assert through(values) is None


@given(rises=small, falls=small, low=st.integers(-20, 40), high=st.integers(0, 60), limit=st.integers(0, 80))
def test_the_last_iteration_within_bounds(rises: int, falls: int, low: int, high: int, limit: int) -> None:
    recurrence = through(table([3, rises], 5), table([40, -falls], 5))
    assert recurrence is not None
    allowed = {LIFE: (-100, high), OTHER: (low, 1000)}
    within = [
        all(least <= recurrence.at(index)[name] <= most for name, (least, most) in allowed.items())
        for index in range(limit + 1)
    ]
    slow = next((index for index, good in enumerate(within) if not good), limit + 1) - 1
    assert recurrence.last_within(limit, allowed) == slow


def test_what_falls_and_what_changes() -> None:
    recurrence = through(table([20, -1], 5), [4] * 5)
    assert isinstance(recurrence, Recurrence)
    assert (recurrence.changing, recurrence.falling) == ((LIFE,), (LIFE,))
