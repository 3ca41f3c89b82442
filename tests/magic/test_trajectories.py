"""Loops that leave something behind which refers to what is gone, loops that explode, and positions that loading changes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.magic.proof.certifying import certify
from tests.magic.made_up import stepped

LIBRARY = CardLibrary.of_texts([])
MIRROR = {
    "name": "Own Mirror",
    "type": "Creature — Shade",
    "text": "{T}: Create a token that's a copy of target creature you control, except it has haste. Sacrifice it at the beginning of the next "
    "end step.",
    "power": "1",
    "toughness": "1",
}
WAKER = {
    "name": "Own Waker",
    "type": "Creature — Spirit",
    "text": "Sacrifice this creature: Untap target creature.",
    "power": "1",
    "toughness": "1",
}
BREEDER = {
    "name": "Own Breeder",
    "type": "Artifact",
    "text": "{0}: For each creature you control, create a 1/1 green Saproling creature token.",
}


def certificate(case: dict[str, Any], times: int, budget: float = 10.0) -> Certificate:
    return certify(msgspec.structs.replace(read_loop_case(case), times=times), LIBRARY, budget=budget)


def mirrored() -> dict[str, Any]:
    return {
        "cards": [
            MIRROR,
            WAKER,
            {"name": "Own Chime", "type": "Enchantment", "text": "Whenever a creature dies, you gain 1 life."},
        ],
        "battlefield": [["Own Mirror", "Own Waker", "Own Chime"], []],
        "life": [40, 20],
        "body": [
            {"by": 0, "do": "activate", "source": "Own Mirror", "targets": ["Own Waker"]},
            {"do": "resolve"},
            {"by": 0, "do": "activate", "source": "token:Own Waker", "targets": ["Own Mirror"]},
            {"do": "resolve all"},
        ],
    }


def seen(amounts: dict[str, str]) -> dict[str, str]:
    return {
        key: amount
        for key, amount in amounts.items()
        if amount != "0" and key.startswith(("life", "tokens", "battlefield"))
    }


@pytest.mark.engine
@pytest.mark.parametrize("times", [3, 9])
def test_what_waits_for_things_that_are_gone_is_counted_as_when_it_is_played(times: int) -> None:
    found = certificate(mirrored(), times)
    assert found.evidence in ("certified", "extended")
    steps = stepped(mirrored(), LIBRARY, times)
    assert len(steps) == times + 1
    lines = {line.key: str(line.after) for line in found.lines if line.after is not None and not line.part}
    assert seen(lines) == seen(steps[times])
    assert steps[times]["life.0"] == str(40 + times)


@pytest.mark.engine
def test_the_engine_can_be_put_far_into_a_loop_that_leaves_delayed_triggers_behind() -> None:
    found = certificate(mirrored(), 10**100, budget=3.0)
    assert found.verdict == "advance"
    assert found.checked_to is not None
    assert found.checked_to > 8
    assert {line.key: line.change for line in found.lines if line.key == "life.0"} == {"life.0": (1,)}


@pytest.mark.engine
def test_a_loop_that_doubles_is_given_up_in_time() -> None:
    case = {
        "cards": [BREEDER, {"name": "Own Seed", "type": "Creature — Plant", "power": "1", "toughness": "1"}],
        "battlefield": [["Own Breeder", "Own Seed"], []],
        "body": [{"by": 0, "do": "activate", "source": "Own Breeder"}, {"do": "resolve all"}],
    }
    found = certificate(case, 10**100, budget=0.5)
    assert found.evidence == "undecided"
    assert found.checked_to is not None
    assert 5 <= found.checked_to < 12
