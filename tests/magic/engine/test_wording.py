"""What the words of cards are about, as far as it matters to a loop."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.engine.readings.looking_back import past_of, reads_nested_history
from floorjudge.magic.engine.readings.wording import Wording
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.positions.json_form import read_position
from tests.magic.made_up import creature


def test_by_which_ability_something_came_is_kept_with_it_and_keeps_no_history() -> None:
    cards: list[dict[str, Any]] = [
        creature(
            "Own Trunk",
            "Treefolk",
            "1/1",
            "Whenever another permanent you control enters, if it wasn't put onto the battlefield with this ability, you may put a "
            "permanent card with equal or lesser mana value from your hand onto the battlefield.",
        )
    ]
    state = set_up(
        read_position({"cards": cards, "battlefield": [["Own Trunk"], []]}), CardLibrary.of_texts([])
    ).game.state()
    trunk = next(iter(state["state"]["objects"].values()))
    assert reads_nested_history(trunk)
    assert past_of(trunk).is_nothing
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
            card = creature("Own Bear", "Bear", "2/2", said, mana_cost="{1}")
            position = read_position({"battlefield": [[{"card": "Own Bear"}], []], "cards": [card]})
            assert set_up(position, CardLibrary.open()).snapshot().wording.speaks_of_later is later
