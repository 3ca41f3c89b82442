"""What is judged unlikely before anything is played: never a loop that is known, and only what the engine has understood."""

from __future__ import annotations

import pytest

from floorjudge.magic import CardLibrary, CardText
from floorjudge.magic.book.known import combinations_of_the_book
from floorjudge.magic.search.unlikely import unlikely

ONCE = (
    CardText("Plain Beast", "Creature — Beast", "{1}{G}", power="2", toughness="2"),
    CardText("Own Bird", "Creature — Bird", "{1}{W}", "Flying, vigilance", power="2", toughness="2"),
    CardText("Own Anthem", "Enchantment", "{1}{W}", "Creatures you control get +1/+1."),
    CardText(
        "Own Fire",
        "Creature — Dragon",
        "{4}{R}",
        "{R}: Own Fire gets +1/+0 until end of turn.",
        power="4",
        toughness="4",
    ),
    CardText("Own Bolt", "Instant", "{R}", "Own Bolt deals 3 damage to any target."),
)
WAITING = (
    CardText(
        "Own Clock",
        "Enchantment",
        "{2}{U}",
        "Creatures don't untap during their controllers' untap steps.\nWhenever a creature enters, untap all creatures.",
    ),
    CardText(
        "Own Nurse",
        "Creature — Cleric",
        "{W}",
        "Whenever another creature enters, you gain 1 life.",
        power="1",
        toughness="1",
    ),
    CardText(
        "Own Raider",
        "Creature — Orc",
        "{1}{R}",
        "Whenever Own Raider attacks, untap all creatures you control.",
        power="2",
        toughness="2",
    ),
    CardText("Own Shrine", "Enchantment", "{2}", "At the beginning of your upkeep, you gain 1 life."),
    CardText(
        "Own Scholar",
        "Creature — Wizard",
        "{1}{U}",
        "Whenever you cast an instant or sorcery spell, untap Own Scholar.",
        power="1",
        toughness="1",
    ),
)
SPELLS = (
    CardText("Own Ritual", "Instant", "{B}", "Add {B}{B}{B}."),
    CardText("Own Alarm", "Instant", "{1}{W}", "Create two 1/1 white Soldier creature tokens."),
)
AGAIN = (
    CardText("Own Free", "Artifact", "{2}", "{0}: You gain 1 life."),
    CardText("Own Trigger", "Enchantment", "{2}", "Whenever you gain life, each opponent loses 1 life."),
    CardText("Own Untapper", "Artifact", "{2}", "{3}: Untap Own Untapper."),
    CardText("Own Maker", "Artifact", "{2}", "{2}, {T}: Create a 1/1 white Soldier creature token."),
    CardText("Own Mill", "Artifact", "{2}", "{T}: Add {C}{C}."),
    CardText(
        "Own Reducer", "Artifact", "{2}", "Activated abilities of creatures you control cost {1} less to activate."
    ),
    CardText("Own Undying", "Creature — Beast", "{2}{G}", "Undying", power="2", toughness="2"),
    CardText("Own Shield", "Enchantment", "{2}", "If you would gain life, you gain twice that much life instead."),
    CardText(
        "Own Fork",
        "Instant",
        "{R}{R}",
        "Copy target instant or sorcery spell. You may choose new targets for the copy.",
    ),
    CardText("Own Recall", "Sorcery", "{G}", "Return target card from your graveyard to your hand."),
    CardText("Own Storm", "Enchantment", "{2}", "Instant and sorcery spells you cast have storm."),
    CardText(
        "Own Parent", "Enchantment", "{2}", "Whenever a creature enters, create a 1/1 white Soldier creature token."
    ),
    CardText(
        "Own Warlord",
        "Creature — Orc",
        "{2}",
        "Whenever Own Warlord attacks, untap it. After this phase, there is an additional combat phase.",
        power="1",
        toughness="1",
    ),
    CardText("Own Mourner", "Enchantment", "{2}", "Whenever a creature dies, you gain 1 life."),
    CardText("Own Riddle", "Enchantment", "{2}", "Frobnicate each squirrel twice over, unless it rains."),
)


@pytest.fixture(scope="module")
def own() -> CardLibrary:
    return CardLibrary.of_texts([card.side() for card in (*ONCE, *WAITING, *SPELLS, *AGAIN)])


def test_what_happens_once_is_unlikely_in_any_company_of_its_kind(own: CardLibrary) -> None:
    once = [card.name for card in (*ONCE, *WAITING)]
    assert all(unlikely([one, other], own) is not None for one in once for other in once)
    spells = [card.name for card in (*SPELLS, ONCE[-1])]
    assert unlikely(spells, own) is not None


def test_one_card_by_which_something_may_happen_again_is_enough(own: CardLibrary, subtests: pytest.Subtests) -> None:
    for card in AGAIN:
        with subtests.test(name=card.name):
            assert unlikely(["Plain Beast", card.name], own) is None
            assert unlikely(["Own Bolt", card.name], own) is None
            assert unlikely(["Own Clock", card.name], own) is None
    assert unlikely(["Plain Beast", "Own Alarm"], own) is None


@pytest.mark.engine
def test_no_loop_of_the_book_is_unlikely(library: CardLibrary) -> None:
    assert [loop.cards for loop in combinations_of_the_book() if unlikely(loop.cards, library) is not None] == []
