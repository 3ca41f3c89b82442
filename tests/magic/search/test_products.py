"""What a loop gives: every term names the player, and what it costs and how the game ends are told as well."""

from __future__ import annotations

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certifying import certify
from floorjudge.magic.search.products import products_of
from floorjudge.texts import render
from tests.magic.made_up import SAPROLING, JsonObject, watched

ISLANDS: JsonObject = {"library": [[{"card": "Island", "copies": 9}], [{"card": "Island", "copies": 6}]]}
CLUE = {"name": "Own Clue", "type": "Artifact — Clue", "text": "{0}, Sacrifice this artifact: You gain 1 life."}
WON, LOST = ("result", "The game is over: Player 1 has won."), ("result", "The game is over: Player 2 has won.")
GIVES: dict[str, tuple[JsonObject, list[tuple[str, str]]]] = {
    "who draws is not milled": (
        watched("{0}: Each opponent draws a card.", **ISLANDS),
        [("draw", "Player 2 draws cards"), WON],
    ),
    "who discards what they draw is not milled": (
        watched("{0}: Draw a card, then discard a card.", **ISLANDS),
        [("draw", "Player 1 draws cards"), LOST],
    ),
    "each who is milled is named": (
        watched("{0}: Each player mills a card.", **ISLANDS),
        [("mill", "Player 1 mills cards"), ("mill", "Player 2 mills cards")],
    ),
    "what everybody loses and that the game is drawn": (
        watched("{0}: Each player loses 1 life."),
        [
            ("damage", "damage to or loss of life for Player 2"),
            ("cost", "Player 1 loses life"),
            ("result", "The game is over: it is a draw."),
        ],
    ),
    "a Clue does not die": (
        watched("{0}: You gain 1 life.", board=[{"card": "Own Clue", "copies": 9}], cards=[CLUE])
        | {"body": [{"by": 0, "do": "activate", "source": "Own Clue"}, {"do": "resolve all"}]},
        [("life", "life for Player 1"), ("leaves", "permanents of Player 1 leave the battlefield")],
    ),
    "whose tokens enter": (
        watched(SAPROLING),
        [("tokens", "Saproling tokens for Player 1"), ("enters", "permanents of Player 1 enter")],
    ),
}


@pytest.mark.engine
@pytest.mark.parametrize("name", GIVES)
def test_every_term_names_the_player(name: str, library: CardLibrary) -> None:
    given, expected = GIVES[name]
    case = read_loop_case({**given, "times": 30})
    made = products_of(case, certify(case, library, budget=0.5), library)
    assert [(each.kind, render(each.label, "en")) for each in made] == expected
