"""What the engine says that it did not understand of a card."""

import pytest

from floorjudge.magic import CardLibrary, CardText
from floorjudge.magic.cards import understanding_of
from floorjudge.magic.phase.faces import Understanding


def understanding(text: str) -> Understanding:
    card = CardText("Foo", "Creature — Bar", text=text, power="1", toughness="1")
    return understanding_of(CardLibrary.of_texts([card.side()]).card("Foo").faces)


@pytest.mark.parametrize("name", ["Grizzly Bears", "Intruder Alarm", "Presence of Gond", "Island", "Chain of Smog"])
def test_ordinary_cards_are_understood(library: CardLibrary, name: str) -> None:
    assert understanding_of(library.card(name).faces) == ("fully", ())


def test_what_makes_no_sense_is_named() -> None:
    level, reasons = understanding("Frobnicate the nearest gizmo twice.")
    assert level == "not at all"
    assert any("frobnicate" in reason.lower() for reason in reasons)


def test_sense_beside_nonsense_is_understood_partly() -> None:
    level, reasons = understanding("Flying\n{T}: Draw a card.\n{2}: Frobnicate the nearest gizmo twice.")
    assert level == "partly"
    assert len(reasons) == 1


def test_reminders_and_empty_texts_need_no_understanding() -> None:
    assert understanding("").level == "fully"
    assert understanding("(This is only a reminder.)").level == "fully"
