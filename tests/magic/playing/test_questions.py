"""What is asked and what could be chosen, in words: those of the reader's language, not the engine's."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.phase.actions import Action
from floorjudge.magic.phase.prompts import Prompt
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.questions import option, possible, question
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


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        ("ManaPayment", {"source_id": 1}, "Ana pays mana for {source}."),
        ("NamedChoice", {"source_id": 1}, "Ana makes a choice for {source}."),
        ("NamedChoice", {}, "Ana makes a choice."),
        ("ManaPayment", {}, "Ana makes a choice."),
        ("ReplacementChoice", {}, "Ana chooses which of these effects applies first."),
        ("OptionalEffectChoice", {"description": "Draw a card"}, "Ana says yes or no: Draw a card."),
    ],
)
def test_no_question_shows_a_name_of_the_engine(
    library: CardLibrary, kind: str, data: dict[str, Any], said: str
) -> None:
    names = Names(table_of(GOND | {"names": ["Ana", "Bo"]}, library))
    asked = render(question(Prompt(kind, 0, data, ()), names), "en")
    assert asked == said.replace("{source}", names.called(1))
