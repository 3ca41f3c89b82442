"""Abilities that trigger together, where nobody says in which order they go onto the stack: as the engine lists them, as a step."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.playing.ordering import OrderStep, ordered
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.certifying import BodyNotPlayed
from floorjudge.magic.proof.checking import check
from tests.magic.loop_cases import certificate_of

CAST = {"by": 0, "do": "cast", "source": "Gravecrawler"}
RESOLVE, ALL = {"do": "resolve"}, {"do": "resolve all"}
SACRIFICE = {"by": 0, "do": "activate", "source": "Phyrexian Altar", "pay": {"with": ["Gravecrawler"]}, "choose": ["B"]}
BOARD: dict[str, Any] = {
    "battlefield": [["Soul Warden", "Impact Tremors", "Phyrexian Altar", "Gravecrawler", "Rotting Rats"], []]
}
CASE: dict[str, Any] = {**BOARD, "body": [SACRIFICE, CAST, RESOLVE, ALL], "times": 2}


@pytest.mark.engine
def test_an_order_that_is_not_said_is_a_step_and_an_assumption(library: CardLibrary) -> None:
    found = certificate_of(CASE, library, budget=1.0)
    body = found["case"]["body"]
    order = {"do": "choose", "by": 0, "answer": ["Impact Tremors", "Soul Warden"]}
    assert [step["do"] for step in body] == ["activate", "cast", "resolve", "choose", "resolve all"]
    assert body[3] == order
    assert (found["evidence"], found["per_iteration"]) == ("certified", {"life.0": "1", "life.1": "-1"})
    (said,) = (each for each in found["assumes"] if "Impact Tremors, Soul Warden" in each)
    assert said.startswith("In step 4, abilities of ")
    assert check(found, library).holds
    other = [*body[:3], {**order, "answer": ["Soul Warden", "Impact Tremors"]}, *body[4:]]
    again = certificate_of({**CASE, "body": other}, library, budget=1.0)
    assert (again["case"]["body"], again["per_iteration"]) == (other, found["per_iteration"])
    assert any("Soul Warden, Impact Tremors" in each for each in again["assumes"])


def test_a_step_is_named_as_it_was_counted_by_who_wrote_it(library: CardLibrary) -> None:
    with pytest.raises(BodyNotPlayed) as raised:
        certificate_of({**CASE, "body": [*CASE["body"], CAST]}, library, budget=1.0)
    assert (raised.value.step, raised.value.where) == (5, "body[4]")


def test_what_waits_for_an_empty_stack_goes_on(library: CardLibrary) -> None:
    table = set_up(read_position(BOARD), library)
    body = read_body([SACRIFICE, CAST, ALL])
    found = ordered(table, body)
    assert found.played
    assert not table.stack()
    assert [step.do for step in found.body] == ["activate", "cast", "resolve all", "choose", "resolve all"]
    assert found.of == (0, 1, 2, 2, 2)
    assert found.orders == (OrderStep(3, 0, ("Impact Tremors", "Soul Warden")),)
    again = ordered(set_up(read_position(BOARD), library), found.body)
    assert (again.body, again.orders) == (found.body, found.orders)


def test_two_abilities_of_one_card_are_told_apart_by_their_words(library: CardLibrary) -> None:
    gain, grow = "When this creature enters, you gain 1 life.", "When this creature enters, draw a card."
    twice = {"name": "Twice", "type": "Artifact Creature", "mana_cost": "{0}", "power": "1", "toughness": "1"}
    position = read_position({"cards": [{**twice, "text": f"{gain}\n{grow}"}], "hand": [["Twice"], []]})
    (order,) = ordered(set_up(position, library), read_body([{**CAST, "source": "Twice"}, ALL])).orders
    assert [name.partition(" (")[0] for name in order.order] == ["Twice", "Twice"]
    assert ["gain" in name for name in order.order] == [True, False]
    assert order.order[1] == "Twice (“When Twice enters, draw a card.”)"
