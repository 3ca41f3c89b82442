"""Loyalty abilities: one of a permanent each turn, also where the engine has forgotten that one was activated."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.doubt.auditing import activated_again
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.magic.proof.certifying import certify

TEFERI, KAYA, SAHEELI = "Teferi, Hero of Dominaria", "Kaya, Intangible Slayer", "Saheeli Rai"


def activation(card: str, ability: int) -> list[dict[str, Any]]:
    return [{"by": 0, "do": "activate", "source": card, "ability": ability}, {"do": "resolve"}]


def certificate(library: CardLibrary, body: list[dict[str, Any]], *mine: object, **more: Any) -> Certificate:
    pages = [{"card": "Forest", "copies": 30}]
    case = {"players": 2, "battlefield": [list(mine), []], "library": [pages, pages], "body": body, "times": "10^100"}
    return certify(read_loop_case(case | more), library, budget=1.0)


@pytest.mark.clauses("MTR 4.4.9")
@pytest.mark.parametrize("card", [TEFERI, KAYA])
def test_a_second_loyalty_ability_of_a_permanent_in_a_turn_is_not_certified(card: str, library: CardLibrary) -> None:
    found = certificate(library, activation(card, 0), card)
    assert found.evidence == "undecided"
    assert [(each.mistake, each.card) for each in found.misplayed] == [("again_this_turn", card)]


def test_one_that_was_activated_before_the_loop_counts(library: CardLibrary) -> None:
    found = certificate(library, activation(KAYA, 0), KAYA, before=activation(KAYA, 0))
    assert [each.mistake for each in found.misplayed] == ["again_this_turn"]


def test_a_permanent_that_came_back_is_another_one(library: CardLibrary) -> None:
    """A token that Saheeli makes of the Guardian exiles and returns her."""
    body: list[dict[str, Any]] = [
        {"by": 0, "do": "activate", "source": SAHEELI, "ability": "copy", "targets": ["cat"]},
        {"do": "resolve"},
        {"by": 0, "do": "choose", "answer": SAHEELI},
        {"do": "resolve"},
        {"by": 0, "do": "choose", "answer": "yes"},
    ]
    cat = {"card": "Felidar Guardian", "as": "cat"}
    found = certificate(library, body, {"card": SAHEELI, "counters": {"loyalty": 3}}, cat)
    assert (found.verdict, found.misplayed) == ("advance", ())


def test_the_engine_forgets_it_when_it_is_put_into_a_position(library: CardLibrary) -> None:
    """When this fails, the engine has learnt something, and `activated_again` goes."""
    table = set_up(read_loop_case({"battlefield": [[KAYA], []], "body": activation(KAYA, 0)}).position, library)
    play_body(table, read_body(activation(KAYA, 0)))
    assert used(table.snapshot()) == 1
    assert used(table.clone().snapshot()) == 0


def used(position: Snapshot) -> int:
    return sum(thing.loyalty_abilities for thing in position.objects.values())


def position(activated: int, *, moves: int = 0, turn: int = 1, more: int = 0, zone: str = "Battlefield") -> Snapshot:
    thing = {"id": 7, "name": KAYA, "zone": zone, "incarnation": moves, "loyalty_activations_this_turn": activated}
    game = {"objects": {"7": thing}, "turn_number": turn, "extra_loyalty_activations_this_turn": {"0": more}}
    return Snapshot({"state": game})


def again(start: Snapshot, end: Snapshot) -> bool:
    return bool(list(activated_again(start, end)))


def test_what_was_activated_before_and_since_is_too_much() -> None:
    assert again(position(1), position(1))
    assert not again(position(0), position(1))
    assert not again(position(1), position(0))


def test_in_another_turn_and_after_another_arrival_it_may_be_activated() -> None:
    assert not again(position(1), position(1, turn=2))
    assert not again(position(1), position(1, moves=2))
    assert not again(position(1), position(1, zone="Graveyard"))


def test_an_effect_may_allow_more() -> None:
    assert not again(position(1), position(1, more=1))
    assert not again(position(1, more=1), position(2, more=3))
    assert again(position(1, more=1), position(1, more=1))
    assert again(position(1, more=1), position(2, more=2))
