"""What if somebody answers in iteration N: the same as playing there, and exact far beyond."""

from __future__ import annotations

import pytest

from floorjudge.magic import CardLibrary, certify, read_loop_case
from floorjudge.magic.certifying.answering import IterationNotKnown, moments_in
from tests.magic.loop_cases import DRAIN, MANA, SHUFFLED, JsonObject

BUDGET = 1.0


@pytest.mark.parametrize("case", [MANA, {**DRAIN, "life": [20, 60]}], ids=["mana", "drain"])
def test_what_is_added_up_is_what_playing_gives(case: JsonObject, library: CardLibrary) -> None:
    found = certify(read_loop_case({**case, "times": 9}), library, budget=BUDGET)
    by_change = moments_in(found, library, 9)
    played = read_loop_case({**case, "before": [*case.get("before", []), *case["body"] * 8], "times": 1})
    by_playing = moments_in(certify(played, library, budget=BUDGET), library, 1)
    assert len(by_change) > 1
    assert [(each.step, each.seat, each.stack, each.amounts) for each in by_change] == [
        (each.step, each.seat, each.stack, each.amounts) for each in by_playing
    ]


def test_far_beyond_every_amount_is_exact(library: CardLibrary) -> None:
    found = certify(read_loop_case({**MANA, "times": "10^100"}), library, budget=BUDGET)
    first, last = moments_in(found, library, 1)[0], moments_in(found, library, 10**99)[0]
    assert last.amounts.get("mana.0.C", 0) - first.amounts.get("mana.0.C", 0) == 2 * (10**99 - 1)


@pytest.mark.parametrize(("case", "times", "iteration"), [(MANA, 30, 0), (MANA, 30, 31), (SHUFFLED, 30, 1)])
def test_what_is_not_known_is_not_told(case: JsonObject, times: int, iteration: int, library: CardLibrary) -> None:
    found = certify(read_loop_case({**case, "times": times}), library, budget=BUDGET)
    with pytest.raises(IterationNotKnown):
        moments_in(found, library, iteration)
