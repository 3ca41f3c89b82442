"""What the other players can do, and where they have priority."""

from __future__ import annotations

import msgspec
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
