"""What the other players can do, and where they have priority."""

from __future__ import annotations

import msgspec
import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.answer.answer import answer_on
from floorjudge.magic.answer.responses import responses
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.magic.proof.certifying import certify
from floorjudge.texts import render
from tests.magic.made_up import GAIN, JsonObject, watched


def told(given: JsonObject) -> list[str]:
    """Return what the other player of a loop can do, in English."""
    case = read_loop_case(given)
    certificate = Certificate(case=case, players=case.position.names, sentences=(), maintained_by=(0,))
    return [render(each, "en") for each in responses(case, certificate, CardLibrary.of_texts([]))]


CAN = "Player 2 can respond with this on top of the stack: ability of Engine"
RESPONSES: dict[str, tuple[JsonObject, list[str]]] = {
    "an ability": (watched(GAIN), [f"{CAN}."]),
    "and what triggers by it": (
        watched(
            GAIN,
            "Whenever you gain life, each opponent mills a card.",
            library=[[], [{"card": "Island", "copies": 90}]],
        ),
        [f"{CAN}, ability of Watcher."],
    ),
}


def test_the_places_are_those_of_the_second_iteration() -> None:
    """A spell that starts the loop is on the stack in the first iteration only."""
    spark = {"name": "Own Spark", "type": "Instant", "mana_cost": "{0}", "text": "You gain 1 life. Exile this card."}
    echo = {"name": "Own Echo", "type": "Enchantment", "text": "Whenever you gain life, you gain 1 life."}
    begin: JsonObject = {"by": 0, "do": "cast", "source": "Own Spark"}
    started: JsonObject = {
        "cards": [spark, echo],
        "battlefield": [["Own Echo"], []],
        "hand": [["Own Spark"], []],
        "before": [begin],
        "body": [{"do": "resolve"}],
        "times": 9,
    }
    assert told(started) == ["Player 2 can respond with this on top of the stack: ability of Own Echo."]
    # One that can be played once only is told as far as it goes.
    once = {**started, "before": [], "body": [begin, {"do": "resolve"}]}
    assert told(once) == ["Player 2 can respond with this on top of the stack: Own Spark."]


def test_where_no_player_keeps_it_going_the_actions_are_those_of_all_players() -> None:
    case, library = read_loop_case(watched(GAIN)), CardLibrary.of_texts([])
    for keepers, heading in [((0,), "What the other players can do"), ((), "What the players can do")]:
        certificate = Certificate(case=case, players=case.position.names, sentences=(), maintained_by=keepers)
        assert render(answer_on(case, certificate, library).whose_actions, "en") == heading


SACRIFICED: JsonObject = {
    "cards": [{"name": "Own Maker", "type": "Artifact", "text": "{0}: Create a Food token."}],
    "battlefield": [["Own Maker"], []],
    "mana": ["CCCCCCCCCC", ""],
    "body": [
        {"by": 0, "do": "activate", "source": "Own Maker"},
        {"do": "resolve"},
        {"by": 0, "do": "activate", "source": "token:Food"},
        {"do": "resolve"},
    ],
    "times": 2,
}


def test_the_source_of_an_ability_that_is_gone_keeps_its_name() -> None:
    assert told(SACRIFICED) == [
        "Player 2 can respond with this on top of the stack: ability of Own Maker, ability of Food."
    ]


@pytest.mark.engine
def test_the_places_are_told_by_what_is_on_top_of_the_stack(library: CardLibrary, subtests: pytest.Subtests) -> None:
    for name, (given, expected) in RESPONSES.items():
        with subtests.test(name=name):
            case = read_loop_case({**given, "times": 9})
            certificate = certify(case, library, budget=0.5)
            assert [render(each, "en") for each in responses(case, certificate, library)] == expected


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.3")
def test_who_has_no_priority_in_an_iteration_may_stop_the_loop_and_gets_it_there(library: CardLibrary) -> None:
    without = "Player 2 never has priority in an iteration"
    gets = f"{without}, but gets it where the loop stops if Player 2 has named the smallest number."
    given = watched("{0}: Add {C}.")
    case = read_loop_case({**given, "body": given["body"][:1], "times": 9})
    certificate = certify(case, library, budget=0.5)
    assert [render(each, "en") for each in responses(case, certificate, library)] == [gets]
    # What is no loop has no number.
    refused = msgspec.structs.replace(certificate, verdict="refused")
    assert [render(each, "en") for each in responses(case, refused, library)] == [f"{without}."]
