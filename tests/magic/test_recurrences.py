"""Recurrences of amounts, against a slow model that adds up change after change."""

from itertools import accumulate, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.magic.certifying.recurrences import MOST_DEGREE, SAME_CHANGES, Recurrence, recurrence_of
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


def seen(*columns: list[int]) -> list[dict[CounterName, int]]:
    names = (LIFE, OTHER)
    return [dict(zip(names, row, strict=False)) for row in zip(*columns, strict=True)]


@given(start=st.integers(-50, 50), moving=st.lists(small, min_size=1, max_size=MOST_DEGREE), falls=st.booleans())
def test_a_polynomial_is_found_and_goes_on(start: int, moving: list[int], falls: bool) -> None:  # noqa: FBT001 (drawn)
    differences = [start, *(-each if falls else each for each in moving)]
    values = table(differences, 60)
    recurrence = recurrence_of(seen(values[:SEEN]))
    assert recurrence is not None
    assert [recurrence.at(index)[LIFE] for index in range(60)] == values
    assert recurrence.constant == (len(set(differences[2:]) - {0}) == 0)
    assert recurrence.stands_still == (len(set(values)) == 1)


@given(values=st.lists(st.integers(0, 30), min_size=1, max_size=SAME_CHANGES))
def test_few_iterations_are_no_recurrence(values: list[int]) -> None:
    assert recurrence_of(seen(values)) is None


@pytest.mark.parametrize(
    "values",
    [
        [2**index for index in range(SEEN)],
        [5, 4, 3, 4, 5, 6, 7, 8, 9],
        [(index - 4) ** 2 for index in range(SEEN)],
        [index**4 for index in range(SEEN)],
        [index % 2 for index in range(SEEN)],
        [1, 2, 3, 4, 5, 6, 7, 8, 10],
    ],
    ids=["doubling", "a new turn", "down and up", "fourth power", "to and fro", "the last one differs"],
)
def test_what_follows_no_recurrence_that_is_known(values: list[int]) -> None:
    assert recurrence_of(seen(values)) is None


@given(rises=small, falls=small, low=st.integers(-20, 40), high=st.integers(0, 60), limit=st.integers(0, 80))
def test_the_last_iteration_within_bounds(rises: int, falls: int, low: int, high: int, limit: int) -> None:
    recurrence = recurrence_of(seen(table([3, rises], 5), table([40, -falls], 5)))
    assert recurrence is not None
    allowed = {LIFE: (-100, high), OTHER: (low, 1000)}
    within = [
        all(least <= recurrence.at(index)[name] <= most for name, (least, most) in allowed.items())
        for index in range(limit + 1)
    ]
    slow = next((index for index, good in enumerate(within) if not good), limit + 1) - 1
    assert recurrence.last_before(limit, allowed) == slow


@given(first=st.lists(small, min_size=1, max_size=3), second=st.lists(small, min_size=1, max_size=3))
def test_a_sum_of_amounts(first: list[int], second: list[int]) -> None:
    one, other = table([1, *first], SEEN), table([2, *(-each for each in second)], SEEN)
    recurrence = recurrence_of(seen(one, other))
    assert recurrence is not None
    total = recurrence.sum_of((LIFE, OTHER))
    assert [total.term(index) for index in range(SEEN)] == [
        here + there for here, there in zip(one, other, strict=True)
    ]


def test_what_falls_and_what_changes() -> None:
    recurrence = recurrence_of(seen(table([20, -1], 5), [4] * 5))
    assert isinstance(recurrence, Recurrence)
    assert (recurrence.changing, recurrence.falling) == ((LIFE,), (LIFE,))
