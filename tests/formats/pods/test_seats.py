"""Who sits where in a pod."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.formats.pods.options import Points
from floorjudge.formats.pods.rules.pairing import seated
from floorjudge.formats.pods.rules.records import Record, records


def test_who_has_not_sat_yet_has_used_no_seat() -> None:
    assert records(["Ana"], (), Points(), 4) == {"Ana": Record("Ana", seats=(0, 0, 0, 0))}


@pytest.mark.clauses("MSTR 2.2A", "MSTR X.3A")
@given(st.permutations("abcde"), st.integers(2, 5), st.integers(3, 5), st.data())
def test_of_all_orders_the_least_uneven_one_is_taken_and_of_these_the_first_by_the_draw(
    drawn: list[str], players: int, pod: int, data: st.DataObject
) -> None:
    """The ends count three times; the last of few has the last seat of a full pod."""
    drawn = drawn[: min(players, pod)]
    counts = {name: data.draw(st.tuples(*[st.integers(0, 2)] * pod)) for name in drawn}
    weights = {0: 3, pod - 1: 3}
    places = [*range(len(drawn) - 1), pod - 1]

    def unevenness(order: tuple[str, ...]) -> int:
        seats = zip(places, order, strict=True)
        return sum(weights.get(place, 1) * (2 * counts[name][place] + 1) for place, name in seats)

    assert seated(drawn, counts, pod) == min(permutations(drawn), key=unevenness)
