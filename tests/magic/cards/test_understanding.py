"""What the engine says that it did not understand of a card."""

import pytest

from floorjudge.magic import CardLibrary, CardText
from floorjudge.magic.cards import understanding_of
from floorjudge.magic.phase.faces import Understanding
from floorjudge.magic.phase.quirks import misplayed


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


@pytest.mark.parametrize("name", ["Grizzly Bears", "Banisher Priest", "Angel's Grace"])
def test_nothing_is_known_to_be_misread_of_most_cards(library: CardLibrary, name: str) -> None:
    assert misplayed(library.card(name).faces) == ()


def test_a_return_of_its_own_is_not_played_as_it_is_written() -> None:
    own = CardText(
        "Own Jailer",
        "Creature — Spirit",
        text=(
            "When this creature enters, exile another target creature.\n"
            "When this creature leaves the battlefield, return the exiled card to the battlefield under its owner's control."
        ),
        power="1",
        toughness="1",
    )
    (words,) = misplayed(CardLibrary.of_texts([own.side()]).card("Own Jailer").faces)
    assert "exile another target creature" in words
