"""What the other players can do, and where they have priority."""

from __future__ import annotations

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.answer.responses import responses
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certifying import certify
from floorjudge.texts import render
from tests.magic.made_up import GAIN, JsonObject, watched

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


@pytest.mark.engine
def test_the_places_are_told_by_what_is_on_top_of_the_stack(library: CardLibrary, subtests: pytest.Subtests) -> None:
    for name, (given, expected) in RESPONSES.items():
        with subtests.test(name=name):
            case = read_loop_case({**given, "times": 9})
            certificate = certify(case, library, budget=0.5)
            assert [render(each, "en") for each in responses(case, certificate, library)] == expected


@pytest.mark.engine
def test_who_is_asked_for_nothing_never_has_priority(library: CardLibrary) -> None:
    given = watched("{T}: Add {C}.")
    case = read_loop_case({**given, "body": given["body"][:1], "times": 1})
    certificate = certify(case, library, budget=0.5)
    assert "Player 2 never has priority in an iteration." in [
        render(each, "en") for each in responses(case, certificate, library)
    ]
