"""An end names its cause, and where the steps end and the game does not, it is played on."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import certificate_value
from floorjudge.magic.proof.certifying import certify

pytestmark = pytest.mark.engine
JsonObject = dict[str, Any]
ACTIVATE: list[JsonObject] = [
    {"by": 0, "do": "activate", "source": "Own Thing", "targets": [1]},
    {"do": "resolve all"},
]


def certified(text: str, cards: CardLibrary, **others: object) -> JsonObject:
    own = {"name": "Own Thing", "type": "Artifact", "text": text}
    given = {"cards": [own], "battlefield": [["Own Thing"], []], "body": ACTIVATE, "times": "10^100", **others}
    return certificate_value(certify(read_loop_case(given), cards, budget=1.0), "en")


@pytest.mark.clauses("MTR 4.4.3")
@pytest.mark.parametrize(
    ("text", "others", "cause"),
    [
        ("{0}: Target player gets a poison counter.", {}, "Player 2 has 10 poison counters."),
        (
            "{0}: Target player draws a card.",
            {"library": [[], [{"card": "Island", "copies": 3}]]},
            "Player 2 had to draw a card from an empty library.",
        ),
        ("{0}: Target player loses 3 life.", {}, "Player 2 is at -1 life."),
        (
            "{0}: Target player loses 1 life and you gain 1 life.\nWhenever you gain life, if you have 25 or more life, you win the game.",
            {},
            "It is what Own Thing says that ends it.",
        ),
    ],
)
def test_who_has_lost_has_lost_by_something(text: str, others: JsonObject, cause: str, library: CardLibrary) -> None:
    found = certified(text, library, **others)
    assert found["stopped_by"]["over"]
    assert f"The game is over: Player 1 has won. {cause}" in found["text"]


@pytest.mark.clauses("MTR 4.4.3")
def test_what_is_used_up_is_named(library: CardLibrary) -> None:
    """Bears are sacrificed one by one: when the last one is gone, the step is not possible."""
    bears = {"card": "Grizzly Bears", "copies": 4}
    body = [{"by": 0, "do": "activate", "source": "Own Thing"}, {"do": "resolve"}]
    found = certified(
        "Sacrifice a creature: You gain 1 life.", library, battlefield=[["Own Thing", bears], []], body=body
    )
    assert found["iterations"] == "4"
    assert "By then nothing is left of this: Grizzly Bears of Player 1 on the battlefield." in found["text"]


DRAIN = "{0}: Target opponent loses 1 life.\nWhenever an opponent loses life, target opponent loses 1 life."


@pytest.mark.clauses("CR shortcuts.4")
@pytest.mark.parametrize(
    ("players", "said"),
    [
        (
            3,
            "It goes on against Player 2, Player 3. Then what is left on the stack resolves: The game is over: Player 1 has won.",
        ),
        (4, "Then a choice has to be made: Player 1 chooses a target for Own Thing."),
    ],
)
def test_where_the_steps_end_the_game_goes_on(players: int, said: str, library: CardLibrary) -> None:
    """Each loss of life sets off the next one. With Player 2 out, another opponent is its target: the only one, or one of two."""
    found = certified(
        DRAIN,
        library,
        players=players,
        life=[20, 5, *[3] * (players - 2)],
        battlefield=[["Own Thing"], *[[]] * (players - 1)],
        before=[{"by": 0, "do": "activate", "source": "Own Thing", "targets": [1]}],
        body=[{"do": "resolve", "targets": [1]}],
    )
    assert "There the steps end, and the game does not." in found["text"]
    assert said in found["text"]


ENDLESS = "If all players then only pass, what is left on the stack goes on"


@pytest.mark.clauses("CR shortcuts.4")
@pytest.mark.parametrize(("trigger", "endless"), [("a creature", True), ("a nontoken creature", False)])
def test_what_only_stopping_leaves_behind_is_played_on(trigger: str, library: CardLibrary, *, endless: bool) -> None:
    """Each Soldier sets off the next one: who only stops leaves a loop of mandatory abilities. Without that, the game goes on."""
    body: list[JsonObject] = [
        {"do": "resolve"},
        {"by": 0, "do": "activate", "source": "Ashnod's Altar", "choose": ["Soldier"]},
    ]
    begun: list[JsonObject] = [{"by": 0, "do": "activate", "source": "Own Thing"}]
    text = f"{{0}}: Create a 1/1 white Soldier creature token.\nWhenever {trigger} you control enters, create a 1/1 white Soldier creature token."
    found = certified(
        text,
        library,
        battlefield=[["Own Thing", "Ashnod's Altar"], []],
        before=[*begun, {"do": "resolve"}] if endless else begun,
        body=body if endless else [*body, *begun],
    )
    assert found["evidence"] in ("certified", "extended")
    assert (ENDLESS in found["text"]) == endless


@pytest.mark.parametrize(
    ("step", "other", "drawn"),
    [
        ("main", "Leovold, Emissary of Trest", True),
        ("upkeep", "Leovold, Emissary of Trest", False),
        ("main", "Rule of Law", False),
    ],
)
def test_the_draw_of_the_turn_is_taken_for_granted_where_a_card_may_ask(
    step: str, other: str, *, drawn: bool, library: CardLibrary
) -> None:
    body = [{"by": 0, "do": "activate", "source": "Own Thing"}, {"do": "resolve"}]
    board = [["Own Thing"], [other]]
    found = certified("{0}: You gain 1 life.", library, battlefield=board, body=body, step=step, times="3")
    assert [each for each in found["assumes"] if f"hese may look it up: {other}." in each]
    assert any("that Player 1 drew a card in the draw step" in each for each in found["assumes"]) == drawn
