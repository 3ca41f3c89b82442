"""Who sits where in a pod."""

from __future__ import annotations

from itertools import permutations

import pytest

from floorjudge.formats.pods.options import Points
from floorjudge.formats.pods.rules.pairing import seated
from floorjudge.formats.pods.rules.records import Record, records


@pytest.mark.clauses("MSTR 2.2A", "MSTR X.3A")
def test_at_first_the_draw_decides() -> None:
    none = dict.fromkeys("abcd", (0, 0, 0, 0))
    for drawn in permutations("abcd"):
        assert seated(drawn, none, 4) == drawn
    assert seated("cab", none, 4) == ("c", "a", "b")


def test_who_has_not_sat_yet_has_used_no_seat() -> None:
    assert records(["Ana"], (), Points(), 4) == {"Ana": Record("Ana", seats=(0, 0, 0, 0))}


@pytest.mark.clauses("MSTR 2.2A")
def test_who_had_a_seat_gives_it_to_another() -> None:
    counts = {"a": (1, 0, 0, 0), "b": (0, 0, 0, 1), "c": (1, 0, 0, 0), "d": (0, 0, 0, 1)}
    order = seated("abcd", counts, 4)
    assert order[0] in {"b", "d"}
    assert order[-1] in {"a", "c"}
    again = {"a": (1, 1, 0, 0), "b": (1, 0, 1, 0), "c": (1, 0, 0, 1), "d": (0, 1, 1, 0)}
    assert seated("abcd", again, 4)[0] == "d"


def test_the_last_of_three_has_the_last_seat() -> None:
    counts = {"a": (1, 0, 0, 0), "b": (0, 0, 0, 1), "c": (0, 0, 1, 0)}
    # Nobody has had the seat in the middle of three, but a and b have had an end.
    assert seated("abc", counts, 4)[1] in {"a", "b"}
    assert seated("abc", {"a": (0, 0, 0, 5), "b": (5, 0, 0, 0), "c": (0, 0, 0, 0)}, 4)[2] != "a"


def test_of_all_orders_the_least_uneven_one_is_taken() -> None:
    counts = {"a": (2, 0, 1, 0), "b": (0, 1, 0, 2), "c": (1, 1, 1, 0), "d": (0, 2, 0, 1)}

    def unevenness(order: tuple[str, ...]) -> int:
        weights = (3, 1, 1, 3)
        return sum(weights[seat] * (2 * counts[name][seat] + 1) for seat, name in enumerate(order))

    assert unevenness(seated("abcd", counts, 4)) == min(map(unevenness, permutations("abcd")))
