"""The last choice that can avoid the end of a game: what comes of another one is played on."""

from __future__ import annotations

import pytest

from floorjudge.magic import CardLibrary, certify, read_loop_case
from floorjudge.magic.playing.iterating import PlayerInStep
from tests.magic.loop_cases import JsonObject
from tests.magic.made_up import creature, enchantment

ATTACK: JsonObject = {
    "life": [20, 2],
    "battlefield": [["Own Rider"], []],
    "cards": [creature("Own Rider", "Human", "2/2", "Whenever this creature attacks, you may gain 1 life.")],
    "before": [{"do": "to step", "step": "beginning of combat"}, {"by": 0, "do": "pass"}, {"by": 1, "do": "pass"}],
    "body": [
        {"by": 0, "do": "attack", "attackers": ["Own Rider"]},
        {"do": "resolve"},
        {"by": 0, "do": "choose", "answer": "yes"},
        {"do": "to step", "step": "second main"},
    ],
}


def test_who_loses_by_attacking_has_made_the_last_choice_before_the_damage(subtests: pytest.Subtests) -> None:
    """Who wins by it has no reason to avoid it."""
    for life, more, winner, last in [
        (
            [3, 20],
            "\nWhenever this creature deals combat damage to a player, you lose 5 life.",
            1,
            PlayerInStep(0, 1, 0),
        ),
        ([20, 2], "", 0, None),
    ]:
        with subtests.test(more=more, winner=winner):
            (rider,) = ATTACK["cards"]
            case = {**ATTACK, "life": life, "cards": [{**rider, "text": rider["text"] + more}]}
            certificate = certify(read_loop_case(case), CardLibrary.of_texts([]), budget=1.0)
            assert certificate.stopped_by is not None
            assert (certificate.stopped_by.winner, certificate.last_choice) == (winner, last)


DISCARDING: JsonObject = {
    "life": [20, 3],
    "battlefield": [["Own Thrower"], []],
    "hand": [[{"card": "Own Leaf", "copies": 7}, "Own Page"], []],
    "library": [[{"card": "Own Page", "copies": 20}], []],
    "cards": [
        enchantment(
            "Own Thrower",
            "Whenever you discard a card, this enchantment deals 1 damage to each opponent.\n"
            "Whenever this enchantment deals damage to an opponent, you draw a card.",
        ),
        {"name": "Own Leaf", "type": "Sorcery", "mana_cost": "{9}"},
        {"name": "Own Page", "type": "Sorcery", "mana_cost": "{15}"},
    ],
    "before": [{"do": "to step", "step": "end step"}],
    "body": [
        {"by": 0, "do": "pass"},
        {"by": 1, "do": "pass"},
        {"by": 0, "do": "choose", "answer": "Own Page"},
        {"do": "resolve"},
        {"do": "resolve"},
    ],
}


def test_which_card_is_discarded_avoids_nothing_where_each_of_them_does_the_same() -> None:
    """Whatever is discarded at the end of the turn, the enchantment triggers, and a card is drawn and discarded again."""
    certificate = certify(read_loop_case(DISCARDING), CardLibrary.of_texts([]), budget=1.0)
    assert certificate.stopped_by is not None
    assert certificate.stopped_by.winner == 0
    assert certificate.last_choice is None
