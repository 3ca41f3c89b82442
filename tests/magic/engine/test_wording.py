"""Which sentences look up what happened before, and which only say how long something lasts or that it is still to come."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.wording import Wording, reads_history, reads_nested_history
from floorjudge.magic.positions.json_form import read_position

STILL_TO_COME = [
    "Sacrifice this creature: When target creature is put into your graveyard this turn, return that card to the battlefield.",
    "{1}: When that creature dies this turn, draw a card.",
    "Whenever a creature you control enters this turn, you gain 1 life.",
    "Whenever that creature deals combat damage to a player this turn, draw a card.",
    "The next time target creature adapts this turn, it adapts as though it had no +1/+1 counters on it.",
    "The next time you would draw a card this turn, each player returns a permanent they control to its owner's hand instead.",
    "When you next cast an instant or sorcery spell this turn, copy that spell.",
    "This creature attacks each combat if able.",
    "That token gains haste and attacks this turn if able.",
]
LOOKS_BACK = [
    "When this creature enters, return all creature cards in your graveyard that were put there this turn.",
    "Whenever you cast your second spell this turn, draw a card.",
    "Whenever a creature that was dealt damage this turn dies, draw a card.",
    "Whenever a creature dies this turn, if another creature died this turn, draw a card.",
    "Whenever a creature enters this turn, it gets +1/+1 for each creature that died this turn.",
    "When you cast a card that was discarded this turn, draw a card.",
    "The next time you cast a spell this turn, draw a card for each spell you've cast this turn.",
    "The next time you cast a spell from among cards exiled this turn, draw a card.",
    "When you next cast a card that was milled this turn, draw a card.",
    "At the beginning of combat, if a card was put into exile this turn, draw a card.",
    "Whenever this creature attacks, if you attacked with two creatures this combat, draw a card.",
    "If a creature attacked this turn, it attacks each combat if able.",
    "When that creature dies for the first time this turn, draw a card.",
    "This ability triggers only once each turn.",
]


def test_what_is_still_to_come_looks_nothing_up(subtests: pytest.Subtests) -> None:
    for said in STILL_TO_COME:
        with subtests.test(said=said):
            assert not reads_history({"description": said})


@pytest.mark.parametrize("mode", ["DamageDoneOnce", "DamageDoneOnceByController", "DamageDealtOnce"])
def test_one_event_with_several_things_in_it_looks_nothing_up(mode: str) -> None:
    assert not reads_history({"mode": mode})
    assert reads_history({"mode": mode, "constraint": {"type": "OncePerTurn"}})


def test_what_looks_back_is_known_for_it_also_beside_what_is_still_to_come(subtests: pytest.Subtests) -> None:
    for said in LOOKS_BACK:
        with subtests.test(said=said):
            assert reads_history({"description": said})
            for other in STILL_TO_COME:
                assert reads_history({"description": f"{other}\n{said}"})
                assert reads_history({"description": f"{other} {said}"})


def test_by_which_ability_something_came_is_kept_with_it_and_keeps_no_history() -> None:
    cards: list[dict[str, Any]] = [
        {
            "name": "Own Trunk",
            "type": "Creature — Treefolk",
            "power": "1",
            "toughness": "1",
            "text": "Whenever another permanent you control enters, if it wasn't put onto the battlefield with this ability, you may put a "
            "permanent card with equal or lesser mana value from your hand onto the battlefield.",
        }
    ]
    state = set_up(
        read_position({"cards": cards, "battlefield": [["Own Trunk"], []]}), CardLibrary.of_texts([])
    ).game.state()
    trunk = next(iter(state["state"]["objects"].values()))
    assert reads_nested_history(trunk)
    assert not reads_history(trunk)
    plain = Snapshot(state).abstraction
    assert not Snapshot(state).wording.reads_history
    trunk["entered_via_ability_source"] = int(trunk["id"])
    assert Snapshot(state).abstraction.shape != plain.shape
    state["state"]["spells_cast_this_turn"] = 5
    assert Snapshot(state).abstraction.counters == plain.counters


def test_what_waits_is_called_by_the_card_that_it_comes_from() -> None:
    """Of a card that nobody sees not even the name is told."""
    half = {"description": "If you have exactly 5 life, draw a card.", "condition": {"comparator": "EQ"}}
    for zone, names in (("Battlefield", ("Own Sage",)), ("Hand", ("–",))):
        sage = {"name": "Own Sage", "zone": zone}
        wording = Wording({"objects": {"7": sage}, "stack": [{"source_id": 7, "ability": half}]})
        assert wording.asks_exactly == names


def test_what_is_about_combat_or_another_step_or_turn_is_known_for_it(subtests: pytest.Subtests) -> None:
    for said, later in [
        ("{0}: You gain 1 life.", False),
        ("Whenever this creature attacks, you gain 1 life.", True),
        ("{3}: After this phase, there is an additional combat phase.", True),
        ("At the beginning of your upkeep, you gain 1 life.", True),
    ]:
        with subtests.test(said=said, later=later):
            card = {
                "name": "Own Bear",
                "type": "Creature — Bear",
                "mana_cost": "{1}",
                "power": 2,
                "toughness": 2,
                "text": said,
            }
            position = read_position({"battlefield": [[{"card": "Own Bear"}], []], "cards": [card]})
            assert set_up(position, CardLibrary.open()).snapshot().wording.speaks_of_later is later
