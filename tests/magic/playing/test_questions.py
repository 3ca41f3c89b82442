"""What is asked and what could be chosen, in words of the reader's language; what a player sees does not depend on what they cannot see."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from floorjudge.magic import CardLibrary, Table
from floorjudge.magic.engine.actions import Action
from floorjudge.magic.engine.prompts import Prompt
from floorjudge.magic.playing.bodies import Reference
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.questions import act_meant, option, possible, question
from floorjudge.magic.playing.seen_by import seen_by
from floorjudge.magic.shortcuts.taking import in_play, read_shortcut, settled_value
from floorjudge.texts import render
from tests.magic.boards import GOND, table_of

BLUE = Action("ChooseManaColor", {"choice": {"type": "SingleColor", "data": "Blue"}})
TWO = Action("ChooseManaColor", {"choice": {"type": "Combination", "data": ["White", "Red"]}})
NAMED = Action("ChooseOption", {"choice": "Creature"})
YES = Action("DecideOptionalEffect", {"accept": True})
NO_TARGET = Action("ChooseTarget", {"target": None})


@pytest.mark.parametrize(
    ("act", "said"),
    [(BLUE, "bleu"), (TWO, "blanc, rouge"), (NAMED, "créature"), (YES, "oui"), (NO_TARGET, "rien")],
)
def test_what_can_be_chosen_is_said_in_the_language_of_the_reader(library: CardLibrary, act: Action, said: str) -> None:
    names = Names(table_of(GOND, library))
    assert render(option(Prompt("NamedChoice", 0, {}, (act,)), act, names), "fr") == said


def test_what_can_be_typed_stays_as_it_is_understood(library: CardLibrary) -> None:
    assert possible(Prompt("ChooseManaColor", 0, {}, (BLUE,)), Names(table_of(GOND, library))) == ("Blue",)


def test_no_question_shows_a_name_of_the_engine(library: CardLibrary, subtests: pytest.Subtests) -> None:
    names = Names(table_of(GOND | {"names": ["Ana", "Bo"]}, library))
    questions: list[tuple[str, dict[str, Any], str]] = [
        ("ManaPayment", {"source_id": 1}, "Ana pays mana for {source}."),
        ("NamedChoice", {"source_id": 1}, "Ana makes a choice for {source}."),
        ("NamedChoice", {}, "Ana makes a choice."),
        ("ManaPayment", {}, "Ana makes a choice."),
        ("ReplacementChoice", {}, "Ana chooses which of these effects applies first."),
        ("OptionalEffectChoice", {"description": "Draw a card"}, "Ana says yes or no: Draw a card."),
    ]
    for kind, data, said in questions:
        with subtests.test(kind=kind, data=data):
            asked = render(question(Prompt(kind, 0, data, ()), names), "en")
            assert asked == said.replace("{source}", names.called(1))


def test_each_of_several_equal_cards_is_chosen_once(library: CardLibrary) -> None:
    table = table_of(GOND, library, hand=[[{"card": "Forest", "copies": 3}], []])
    forests = [number for number, thing in table.snapshot().objects.items() if thing.name == "Forest"]
    prompt = Prompt("DiscardChoice", 0, {"count": 2}, tuple(map(Action.select_cards, combinations(forests, 2))))
    act = act_meant(prompt, (Reference("Forest"),) * 2, Names(table), "answer")
    assert (len({*act.cards}), {*act.cards} <= {*forests}) == (2, True)


CAN_RESPOND, CANNOT = ["Lightning Bolt", "Shock"], ["Forest", "Grizzly Bears"]
SEQUENCES: dict[str, list[dict[str, Any]]] = {
    "a loop": [{"repeat": [{"do": "activate", "source": "bear"}, {"do": "resolve all"}], "times": 5}],
    "an illegal step": [{"do": "activate", "source": "bear"}, {"do": "activate", "source": "bear"}],
    "what the other would do": [{"do": "pass"}, {"by": 1, "do": "cast", "source": "Lightning Bolt", "targets": [0]}],
    "a question to the other": [{"do": "pass"}, {"by": 1, "do": "choose", "answer": "Lightning Bolt"}],
    "the other's ability": [{"do": "pass"}, {"by": 1, "do": "activate", "source": "Lightning Bolt"}],
}


def holding(hand: list[str], library: CardLibrary) -> Table:
    return table_of(GOND, library, hand=[["Forest"], hand], library=[["Forest"] * 3, hand])


@pytest.mark.clauses("CR shortcuts.2a")
@pytest.mark.parametrize("sequence", SEQUENCES.values(), ids=SEQUENCES)
def test_an_offer_or_refusal_is_the_same_whatever_the_other_holds(
    library: CardLibrary, sequence: list[dict[str, Any]]
) -> None:
    said = [
        settled_value(*in_play(holding(hand, library), read_shortcut({"sequence": sequence}).sequence, ()), "en")
        for hand in (CAN_RESPOND, CANNOT)
    ]
    assert said[0] == said[1]
    assert said[0]["outcome"] == ("waiting" if "repeat" in sequence[0] else "refused")


@pytest.mark.clauses("CR shortcuts.2a")
def test_a_choice_from_the_other_hand_is_refused_even_where_it_would_make_itself(library: CardLibrary) -> None:
    said = []
    for hand in (["Forest", "Forest"], ["Lightning Bolt", "Shock"]):
        board = {"battlefield": [[{"card": "Swamp", "copies": 3}], []]}
        table = table_of(board, library, hand=[["Raven's Crime"], hand])
        crime = [{"do": "cast", "source": "Raven's Crime", "targets": [1]}, {"do": "resolve all"}]
        said.append(settled_value(*in_play(table, read_shortcut({"sequence": crime}).sequence, ()), "en"))
    assert said[0] == said[1]
    assert (said[0]["outcome"], said[0]["place"]) == ("refused", [1])


def test_a_player_sees_the_same_whatever_the_other_holds(library: CardLibrary) -> None:
    one, other = holding(CAN_RESPOND, library), holding(CANNOT, library)
    assert seen_by(one, 0) == seen_by(other, 0)
    assert seen_by(one, 1) != seen_by(other, 1)
    assert seen_by(one, None) != seen_by(other, None)
    assert [render(line, "en") for line in seen_by(one, 0)] == [render(line, "en") for line in seen_by(other, 0)]


@pytest.mark.parametrize(("kind", "said"), [("+1/+1", "1 +1/+1"), ("-1/-1", "1 -1/-1"), ("charge", "1 charge")])
def test_counters_are_called_as_on_the_cards(kind: str, said: str) -> None:
    ox = {"name": "Own Ox", "type": "Creature — Ox", "power": 2, "toughness": 4}
    board = {"cards": [ox], "battlefield": [[{"card": "Own Ox", "counters": {kind: 1}}, "Own Ox"], []]}
    lines = [render(line, "en") for line in seen_by(table_of(board, CardLibrary.of_texts([])), None)]
    assert any(f"{said})" in line for line in lines), lines
