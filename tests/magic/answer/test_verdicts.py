"""The verdict on a loop in one line, and who chooses what."""

from __future__ import annotations

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.answer import answer_on
from floorjudge.magic.answer.verdicts import VerdictKind, how_often, own_loss, verdict_on
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certifying import certify
from floorjudge.magic.search.products import afterwards, products_of
from floorjudge.texts import render
from tests.magic.made_up import SAPROLING, JsonObject, watched

ISLANDS: JsonObject = {"library": [[{"card": "Island", "copies": 9}], [{"card": "Island", "copies": 6}]]}


def _mana_of(source: str, abilities: int = 2) -> JsonObject:
    """Return a loop of an artifact that is untapped by some of its own mana, after the words of its mana abilities.

    `abilities` are all that it has.
    """
    thing = {"name": "Own Thing", "type": "Artifact", "text": f"{source}\n{{1}}: Untap this artifact."}
    body = [{"by": 0, "do": "activate", "source": "Own Thing", "ability": ability} for ability in range(abilities)]
    return {"cards": [thing], "battlefield": [["Own Thing"], []], "body": [*body, {"do": "resolve"}]}


ONLY_ABILITIES = _mana_of("{T}: Add {C}{C}{C}. Spend this mana only to activate abilities.")
# Each iteration adds mana that may be spent on everything, too.
MIXED = _mana_of("{0}: Add {C}{C}.\n{T}: Add {C}{C}{C}. Spend this mana only to activate abilities.", 3)
ONE = "Player 1 names a number; Player 2 may name a smaller one."
# The case, the kind and the line of the verdict, and the first sentence on who chooses.
VERDICTS: dict[str, tuple[JsonObject, VerdictKind, str, str]] = {
    "tokens": (watched(SAPROLING), "any", "Any number of Saproling tokens.", ONE),
    "life": (watched("{0}: You gain 1 life."), "any", "Player 1 gains any amount of life.", ONE),
    "mana": (_mana_of("{T}: Add {C}{C}{C}."), "any", "Any amount of {C} mana.", ONE),
    "mana of which some is of limited use": (
        MIXED,
        "any",
        "Any amount of {C} mana, some of which may be spent only on some things.",
        ONE,
    ),
    "mana of limited use": (
        ONLY_ABILITIES,
        "any",
        "Any amount of {C} mana, which may be spent only on some things.",
        ONE,
    ),
    "energy": (watched("{0}: You get {E}."), "any", "Player 1 gets any amount of energy.", ONE),
    "the game is won": (
        watched("{0}: Each opponent loses 1 life."),
        "win",
        "Player 1 wins.",
        "The game is over in iteration 20.",
    ),
    "the game is drawn": (
        watched("{0}: Each player loses 1 life."),
        "draw",
        "The game is a draw.",
        "The game is over in iteration 20.",
    ),
    "three players": (
        watched("{0}: You gain 1 life.", players=3),
        "any",
        "Player 1 gains any amount of life.",
        "Player 1 names a number; the others may name a smaller one.",
    ),
    "a loss of one's own": (
        watched("{0}: You lose 3 life."),
        "loss",
        "Player 1 loses by this loop, unless Player 1 stops it in time.",
        ONE,
    ),
    "a library that is empty then": (
        watched("{0}: Each player mills a card.", **ISLANDS),
        "any",
        "Player 1 mills any number of cards.",
        ONE,
    ),
    "less then": (
        watched("{0}: You gain 1 life. Each opponent mills a card.", **ISLANDS),
        "any",
        "Player 1 gains any amount of life.",
        ONE,
    ),
    "nothing then": (
        watched("{0}: Each opponent exiles the top card of their library.", **ISLANDS),
        "changes",
        "From iteration 7 on the loop does something else.",
        ONE,
    ),
    "chance": (
        watched("{0}: Flip a coin. If you win the flip, you gain 1 life."),
        "not_a_loop",
        "This loop cannot be shortcut.",
        "These steps rest on chance: 2 (resolve all).",
    ),
}


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.3", "CR shortcuts.4")
def test_a_verdict_is_one_line_and_says_who_chooses(library: CardLibrary, subtests: pytest.Subtests) -> None:
    for name, (given, kind, line, chooses) in VERDICTS.items():
        with subtests.test(name=name):
            case = read_loop_case({**given, "times": 10**100})
            certificate = certify(case, library, budget=0.5)
            gains = [each for each in products_of(case, certificate, library) if each.is_gain]
            after = afterwards(case, certificate, library)
            lasting = after.products(certificate.players, case.position.priority) if after else ()
            verdict = verdict_on(case, certificate, gains, lasting)
            assert verdict.kind == kind
            assert (render(verdict.line, "en"), render(verdict.chooses[0], "en")) == (line, chooses)


@pytest.mark.engine
def test_whoever_loses_by_their_own_loop_is_told_so_and_what_it_did_until_then(library: CardLibrary) -> None:
    for given, expected in (
        (
            watched("{0}: Draw a card. Each opponent loses 1 life.", **ISLANDS),
            [
                "Player 1 loses in iteration 10: no card is left to be drawn.",
                "Player 2 has lost at least 9 life before that: try a position in which Player 2 has no more.",
            ],
        ),
        (watched("{0}: You lose 3 life."), ["Player 1 loses in iteration 7."]),
        (watched("{0}: Each opponent loses 1 life."), []),
    ):
        case = read_loop_case({**given, "times": 30})
        found = own_loss(case, certify(case, library, budget=0.5))
        assert [render(each, "en") for each in found] == expected


@pytest.mark.engine
def test_what_a_loop_gives_for_a_while_only_is_not_said_to_come_as_often_as_one_likes(library: CardLibrary) -> None:
    case = read_loop_case({**watched("{0}: Each player mills a card.", **ISLANDS), "times": 30})
    assert render(how_often(certify(case, library, budget=0.5)), "en") == "It gives, before iteration 7:"


def test_mana_of_limited_use_is_called_that_wherever_it_is_counted(library: CardLibrary) -> None:
    case = read_loop_case(ONLY_ABILITIES | {"times": 100})
    answer = answer_on(case, certify(case, library), library)
    labels = [
        *answer.gives,
        *(each.label for each in answer.amounts.changing),
        *(label for step in answer.steps for label, _ in step.changes),
    ]
    assert len(labels) == 4
    assert all("spent only on some things" in render(each, "en") for each in labels)
