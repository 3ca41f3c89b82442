"""The position that is told of the end of a game: all of one moment, worked out by hand from the words of the cards and the rules."""

from __future__ import annotations

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.playing.iterating import Iteration, Loop
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.certifying import certify
from floorjudge.magic.proof.checking import check
from floorjudge.texts import render
from tests.magic.loop_cases import JsonObject, certificate_of
from tests.magic.made_up import DRAIN_ALL, SAPROLING, artifact, creature, enchantment, watched

NOBODY = CardLibrary.of_texts([])
SPROUT = " Create a 1/1 green Saproling creature token."
BEAR: JsonObject = creature("Own Bear", "Bear", "2/2")
PAGE: JsonObject = {"name": "Own Page", "type": "Sorcery", "mana_cost": "{15}"}
CLOAK: JsonObject = {
    "name": "Own Cloak",
    "type": "Artifact — Equipment",
    "text": "Equipped creature gets +1/+0.\nEquip {1}",
}
TOP: JsonObject = {
    "battlefield": [["Own Top", "Own Forge"], []],
    "library": [[{"card": "Own Page", "copies": 3}], [{"card": "Own Page", "copies": 2}]],
    "cards": [
        PAGE,
        artifact("Own Top", "{T}: Draw a card, then put this artifact on top of its owner's library.", mana_cost="{0}"),
        enchantment("Own Forge", "You may cast artifact spells from the top of your library."),
    ],
    "body": [
        {"by": 0, "do": "activate", "source": "Own Top"},
        {"do": "resolve"},
        {"by": 0, "do": "cast", "source": "Own Top"},
        {"do": "resolve"},
    ],
}
SEEN = {
    # The fourth activation draws from the empty library and puts the artifact there; then its player loses.
    "an ability that moves its source": (
        TOP,
        {"library.0": "1", "battlefield.0.Own Top": "0", "hand.0.Own Page": "3", "library.1": "2"},
    ),
    # The ability that kills has also made its token.
    "an ability that does more": (
        watched(DRAIN_ALL + SPROUT, life=[20, 3]),
        {"life.1": "0", "tokens.0.Saproling": "3", "battlefield.0.Engine": "1"},
    ),
    "a drawn game": (
        watched("{0}: Each player loses 1 life." + SPROUT, life=[3, 3]),
        {"life.0": "0", "life.1": "0", "tokens.0.Saproling": "3"},
    ),
    "poison": (
        watched("{0}: Each opponent gets four poison counters." + SPROUT),
        {"life.1": "20", "poison.1": "12", "tokens.0.Saproling": "3"},
    ),
    # A cost is paid, and the ability on the stack never resolves.
    "life that is paid": (
        watched("Pay 1 life:" + SPROUT, life=[3, 20]),
        {"life.0": "0", "tokens.0.Saproling": "2", "battlefield.0.Engine": "1"},
    ),
    "an effect that wins": (
        watched(SAPROLING, "Whenever a creature enters, if you control three or more creatures, you win the game."),
        {"life.1": "20", "tokens.0.Saproling": "3", "battlefield.0.Watcher": "1"},
    ),
    "an effect that loses": (
        watched(SAPROLING, "Whenever a creature enters, if you control three or more creatures, you lose the game."),
        {"life.0": "20", "tokens.0.Saproling": "3", "battlefield.0.Watcher": "1"},
    ),
    "something that is attached": (
        watched(
            "{0}: Draw a card." + SPROUT,
            cards=[BEAR, PAGE, CLOAK],
            board=[{"card": "Own Bear", "as": "bear"}, {"card": "Own Cloak", "on": "bear"}],
            library=[["Own Page"] * 2, []],
        ),
        {
            "battlefield.0.Own Cloak": "1",
            "battlefield.0.Own Bear": "1",
            "hand.0.Own Page": "2",
            "tokens.0.Saproling": "3",
        },
    ),
    # Who is left out earlier takes everything along; what the last one has lies where it lay.
    "one after the other": (
        watched(
            DRAIN_ALL,
            players=3,
            life=[20, 2, 3],
            cards=[BEAR, PAGE],
            opposing=["Own Bear"],
            library=[[], ["Own Page"], ["Own Page"]],
        ),
        {"life.1": "0", "life.2": "0", "library.2": "1", "battlefield.1.Own Bear": "0", "exile.1.Own Bear": "0"},
    ),
}


@pytest.mark.clauses("MTR 4.4.3")
def test_the_end_is_told_as_it_was_after_what_ended_the_game(subtests: pytest.Subtests) -> None:
    for name, (case, amounts) in SEEN.items():
        with subtests.test(name=name):
            found = certificate_of(case, NOBODY, "10^100", 0.5)
            assert found["stopped_by"]["over"]
            assert {key: found["after"].get(key, "0") for key in amounts} == amounts
            assert check(found, NOBODY).holds


def test_who_draws_from_an_empty_library_loses_in_the_draw_step_and_keeps_everything() -> None:
    turn = [{"do": "to step", "step": "end step"}, {"do": "to step", "step": "main"}]
    case = watched("{0}: Scry 0.", cards=[PAGE, BEAR], opposing=["Own Bear"], library=[["Own Page"], []])
    ran = _played({**case, "body": turn})
    assert ran.stop is not None
    assert (ran.stop.kind, ran.stop.winner, ran.stop.is_seen, ran.end.phase) == ("library", 0, True, "Draw")
    assert sorted(each.zone for each in ran.end.objects.values() if each.owner == 1) == ["Battlefield"]


# Creatures die at the same time as a player, or an effect is not over when the engine ends the game: what comes of that is not seen.
EARLIER = {
    "creatures die too": (
        watched(
            "{0}: This artifact deals 1 damage to each creature and each player.",
            life=[20, 2],
            cards=[BEAR],
            opposing=["Own Bear"],
        ),
        {"life.0": "19", "life.1": "1", "battlefield.1.Own Bear": "1", "graveyard.1.Own Bear": "0"},
    ),
    "the effect still asks": (
        {
            **watched(
                "{0}: Draw a card. Untap up to three lands.",
                cards=[PAGE, {"name": "Own Field", "type": "Land", "text": "{T}: Add {C}."}],
                board=[{"card": "Own Field", "tapped": True}],
                library=[["Own Page"] * 3, []],
            ),
            "body": [
                {"by": 0, "do": "activate", "source": "Engine"},
                {"do": "resolve"},
                {"by": 0, "do": "choose", "answer": "Own Field"},
            ],
        },
        {"library.0": "0", "hand.0.Own Page": "3", "battlefield.0.Own Field": "1"},
    ),
    "the effect goes on": (
        watched(
            SAPROLING,
            "Whenever a creature enters, if you control three or more creatures, you lose the game. You gain 1 life.",
        ),
        {"life.0": "20", "tokens.0.Saproling": "3", "battlefield.0.Watcher": "1"},
    ),
}


def test_what_is_not_seen_of_the_end_is_told_of_one_earlier_moment_and_says_so(subtests: pytest.Subtests) -> None:
    said = "The position at the end is the one in which a player last had priority, before the game was over."
    for name, (case, amounts) in EARLIER.items():
        with subtests.test(name=name):
            certificate = certify(read_loop_case({**case, "times": "10^100"}), NOBODY, budget=0.5)
            told = {line.key: str(line.after) for line in certificate.lines}
            assert {key: told.get(key, "0") for key in amounts} == amounts
            assert certificate.of_the_end is not None
            assert render(certificate.of_the_end, "en") == "When a player last had priority"
            assert said in [render(each, "en") for each in certificate.sentences]


def test_where_the_rest_of_the_stack_ends_the_game_the_loop_has_stopped_before() -> None:
    """One ability waits below, three counters pay for two more; the third iteration finds none."""
    case = watched("Remove a charge counter from this artifact: Each opponent loses 1 life.", life=[20, 3])
    case["battlefield"][0][0]["counters"] = {"charge": 3}
    case = {**case, "before": [case["body"][0]], "body": [case["body"][0], {"do": "resolve"}], "times": "10^100"}
    certificate = certify(read_loop_case(case), NOBODY, budget=0.5)
    assert certificate.left_on_stack is not None
    assert certificate.left_on_stack.winner == 0
    assert {line.key: line.after for line in certificate.lines}["life.1"] == 1
    assert certificate.of_the_end is not None
    assert render(certificate.of_the_end, "en") == "When the loop stops"


def _played(case: JsonObject) -> Iteration:
    """Return the iteration with which a game is over."""
    read = read_loop_case(case)
    table = set_up(read.position, NOBODY)
    loop, start = Loop(table.engine, read.body, table.names), table.snapshot()
    for _ in range(9):
        ran = loop.iterate(start)
        if ran.stop is not None:
            return ran
        start = ran.end
    raise AssertionError(read.body)
