"""Sentences of prerequisites change the scene as they say, and are otherwise refused."""

from __future__ import annotations

from collections import Counter

import pytest
from lab.tests.prose.made_up_cards import combination, own_library

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.cards.sides import CardText
from floorjudge.magic.positions.position import Position
from floorjudge_lab.prose.kinds import kind_of
from floorjudge_lab.prose.starting_point import starting_point

CARDS = ("Amber Ogre", "Brazen Engine")


@pytest.fixture(scope="module")
def own() -> CardLibrary:
    return own_library()


def asked(own: CardLibrary, *sentences: str) -> Position:
    """Return the first position for sentences, all of which have to be understood; the engine has to take it."""
    beginning = starting_point(combination(*CARDS, prerequisites=list(sentences)), own)
    assert not beginning.unread
    position = beginning.layouts[0].position
    set_up(position, own)
    return position


def added(position: Position, seat: int = 0) -> Counter[str]:
    """Return what is on the battlefield besides the cards of the combination, by type, and how many."""
    types = {card.name: card.type for card in position.cards}
    found: Counter[str] = Counter()
    for each in position.battlefield[seat]:
        if each.card not in CARDS:
            found[each.text.type if each.text else types[each.card]] += each.copies
    return found


def test_things_that_are_asked_for_are_there(subtests: pytest.Subtests, own: CardLibrary) -> None:
    for sentence, things in [
        ("You control three additional Elves.", {"Creature — Elf": 3}),
        ("You control another Goblin", {"Creature — Goblin": 1}),
        ("There are at least three Ogres on the battlefield.", {"Creature — Ogre": 2}),
        ("You control three other Ogres.", {"Creature — Ogre": 3}),
        ("There are at least six Zombies on the battlefield.", {"Creature — Zombie": 6}),
        ("You control seven or more enchantments.", {"Enchantment": 7}),
        ("You control at least two additional Myr artifact creatures.", {"Artifact Creature — Myr": 2}),
        ("You control two Clues.", {"Token Artifact — Clue": 2}),
        ("You control a basic Swamp.", {"Basic Land — Swamp": 1}),
        ("You control four untapped Islands", {"Basic Land — Island": 4}),
        ("You control at least one non-Human creature with toughness 4 or greater.", {"Creature": 1}),
        ("You control a nontoken creature that cannot be blocked.", {"Creature": 1}),
        ("You control a basic Plains and two Elves.", {"Basic Land — Plains": 1, "Creature — Elf": 2}),
        ("Creatures you control can tap to produce at least {2}{G}.", {"Creature — Druid": 1}),
        ("Nonland permanents you control can tap to produce at least {4}.", {"Artifact": 1}),
        ("You control up to five lands that can collectively tap to produce at least {3}{U}.", {"Land": 1}),
    ]:
        with subtests.test(sentence=sentence, things=things):
            assert added(asked(own, sentence)) == things


def test_things_of_the_other_player_are_theirs(own: CardLibrary) -> None:
    position = asked(own, "Opponents control at least four artifacts.")
    assert added(position, 1) == {"Artifact": 4}
    assert not added(position)


def test_one_permanent_makes_all_of_the_mana(own: CardLibrary) -> None:
    position = asked(own, "Lands you control can tap to produce at least {2}{R}{R}.")
    (land,) = (card for card in position.cards if card.type == "Land")
    assert land.text == "{T}: Add {C}{C}{R}{R}."


def test_a_way_to_do_something_works_once(own: CardLibrary, subtests: pytest.Subtests) -> None:
    for way, words in [
        ("any way to gain life", "You gain 1 life."),
        ("a way to draw a card", "Draw a card."),
        ("any way to deal damage to an opponent", "This spell deals 1 damage to each opponent."),
        ("a way to put a -1/-1 counter on Amber Ogre", "Put a -1/-1 counter on target creature."),
    ]:
        with subtests.test(way=way):
            position = asked(own, f"You have {way}.")
            (card,) = position.hand[0]
            (text,) = (each for each in position.cards if each.name == card.card)
            assert (text.mana_cost, text.text) == ("{0}", f"{words} Exile this card.")


def test_a_keyword_is_given_by_an_aura(own: CardLibrary, subtests: pytest.Subtests) -> None:
    for word in ("lifelink", "indestructible", "deathtouch"):
        for sentence in (f"Amber Ogre has {word}.", f"You have a way to give Amber Ogre {word}."):
            with subtests.test(sentence=sentence):
                (aura,) = (card for card in asked(own, sentence).cards if "Aura" in card.type)
                assert aura.text.endswith(f"has {word}.")


def test_life(own: CardLibrary, subtests: pytest.Subtests) -> None:
    for sentence, life in [
        ("Your life total is at least 60.", 60),
        ("You have 3 or less life.", 3),
        ("Your life total is 7 or greater.", 40),
    ]:
        with subtests.test(sentence=sentence):
            assert asked(own, sentence).life[0] == life


def test_cards_in_other_zones(own: CardLibrary) -> None:
    position = asked(own, "You have two creature cards in your graveyard.", "You have a land card in hand.")
    types = {card.name: card.type for card in position.cards}
    assert [(types[card.card], card.copies) for card in position.graveyard[0]] == [("Creature", 2)]
    assert [types[card.card] for card in position.hand[0]] == ["Basic Land — Forest"]


def test_matters_of_course_change_nothing(own: CardLibrary, subtests: pytest.Subtests) -> None:
    for sentence in [
        "Amber Ogre does not have summoning sickness.",
        "Amber Ogre and Brazen Engine do not have summoning sickness.",
        "An opponent cannot block and kill Amber Ogre.",
        "Your opponents are unable to block creatures you control.",
        "You are able to play a land this turn.",
        "It is your main phase.",
    ]:
        with subtests.test(sentence=sentence):
            assert asked(own, sentence) == asked(own)


def test_sentences_joined_by_and_are_read_in_parts(own: CardLibrary) -> None:
    position = asked(own, "Amber Ogre does not have summoning sickness, and has at least two +1/+1 counters on it.")
    assert position.battlefield[0][0].counters == {"+1/+1": 2}


def test_what_nobody_understands_is_not_made_up(own: CardLibrary, subtests: pytest.Subtests) -> None:
    for sentence in [
        "You control the weather.",
        "You control three creatures that hum.",
        "You have a way to whistle.",
        "Amber Ogre has seventeen friends.",
        "Opponents control themselves.",
    ]:
        with subtests.test(sentence=sentence):
            beginning = starting_point(combination(*CARDS, prerequisites=[sentence]), own)
            assert [each.sentence for each in beginning.unread] != []
            assert added(beginning.layouts[0].position) == {}


def test_kinds(subtests: pytest.Subtests) -> None:
    kinds: list[tuple[str, dict[str, object]]] = [
        ("at least 2 additional Elves", {"count": 2, "subtypes": ("Elf",)}),
        ("a nontoken, non-Goblin creature with power 5 or greater", {"types": ("Creature",), "power": 5}),
        ("3 creatures with total power 7 or greater", {"count": 3, "power": 3}),
        ("2 tapped lands", {"tapped": True}),
        ("a white permanent", {"colours": "W"}),
    ]
    for words, wanted in kinds:
        with subtests.test(words=words):
            kind = kind_of(words)
            assert kind is not None
            assert {name: getattr(kind, name) for name in wanted} == wanted


def test_a_helper_is_plain(own: CardLibrary) -> None:
    position = asked(own, "You control an additional creature.")
    helper = next(card for card in position.cards if card.type == "Creature")
    assert helper == CardText(helper.name, "Creature", "{1}", power="1", toughness="1")
