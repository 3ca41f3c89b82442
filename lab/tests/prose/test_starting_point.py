"""Combinations become positions: cards where their letters say, with what is said of them, and all that is asked for besides."""

from __future__ import annotations

from typing import Any

import pytest
from lab.tests.prose.made_up_cards import combination, own_library

from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary, CardText, set_up
from floorjudge.magic.positions.position import Permanent, Position
from floorjudge_lab.prose.starting_point import StartingPoint, starting_point


@pytest.fixture(scope="module")
def own() -> CardLibrary:
    return own_library()


def begun(own: CardLibrary, *uses: str | dict[str, Any], **said: Any) -> StartingPoint:
    return starting_point(combination(*uses, **said), own)


def first(own: CardLibrary, *uses: str | dict[str, Any], **said: Any) -> Position:
    return begun(own, *uses, **said).layouts[0].position


def on_board(position: Position, name: str) -> Permanent:
    return next(each for each in position.battlefield[0] if each.card == name)


def texts(position: Position) -> dict[str, CardText]:
    return {card.name: card for card in position.cards}


def test_cards_are_in_the_zone_of_their_letter(own: CardLibrary, subtests: pytest.Subtests) -> None:
    zones = {"H": "hand", "G": "graveyard", "E": "exile", "L": "library", "C": "hand"}
    for letter, zone in zones.items():
        with subtests.test(letter=letter):
            position = first(own, {"name": "Amber Ogre", "zoneLocations": [letter]}, "Brazen Engine")
            assert getattr(position, zone)[0][0].card == "Amber Ogre"
            assert on_board(position, "Brazen Engine").card == "Brazen Engine"


def test_several_letters_are_several_positions(own: CardLibrary) -> None:
    layouts = begun(own, {"name": "Amber Ogre", "zoneLocations": ["G", "H"]}, "Brazen Engine").layouts
    assert layouts[0].position.graveyard[0][0].card == layouts[1].position.hand[0][0].card == "Amber Ogre"
    assert layouts[0].penalty < layouts[1].penalty


def test_a_spell_is_never_on_the_battlefield(own: CardLibrary) -> None:
    assert [card.card for card in first(own, "Sudden Echo", "Amber Ogre").hand[0]] == ["Sudden Echo"]


def test_states_of_cards(own: CardLibrary, subtests: pytest.Subtests) -> None:
    for state, counters, tapped in [
        ("with four +1/+1 counters on it", {"+1/+1": 4}, False),
        ("tapped", {}, True),
        ("without summoning sickness and with 2 charge counters on it", {"charge": 2}, False),
        ("without summoning sickness", {}, False),
    ]:
        with subtests.test(state=state):
            beginning = begun(own, {"name": "Amber Ogre", "cardState": state}, "Brazen Engine")
            assert not beginning.unread
            ogre = on_board(beginning.layouts[0].position, "Amber Ogre")
            assert (ogre.counters, ogre.tapped, ogre.sick) == (counters, tapped, False)


@pytest.mark.parametrize("where", ["state", "prerequisite"])
def test_attached_to_a_card_by_its_short_name(own: CardLibrary, where: str) -> None:
    veil: dict[str, Any] = {"name": "Quiet Veil"}
    said = {}
    if where == "state":
        veil["cardState"] = "attached to Orla"
    else:
        said["prerequisites"] = ["Quiet Veil is attached to Orla."]
    position = first(own, "Amber Ogre", veil, "Orla, Keeper of Bells", **said)
    assert on_board(position, "Quiet Veil").on == on_board(position, "Orla, Keeper of Bells").label


def test_attached_to_another_creature_is_not_attached_to_one_of_the_cards(own: CardLibrary) -> None:
    veil = {"name": "Quiet Veil", "cardState": "attached to another creature you control"}
    position = first(own, veil, "Amber Ogre")
    host = next(each for each in position.battlefield[0] if each.label == on_board(position, "Quiet Veil").on)
    assert host.card not in {"Amber Ogre", "Quiet Veil"}


def test_what_cannot_be_attached_stands_alone_and_is_told(own: CardLibrary) -> None:
    ogre = {"name": "Amber Ogre", "cardState": "attached to Orla"}
    beginning = begun(own, ogre, "Orla, Keeper of Bells")
    assert on_board(beginning.layouts[0].position, "Amber Ogre").on is None
    assert any("attached to" in each.sentence for each in beginning.unread)


def test_power_is_given_without_counters(own: CardLibrary) -> None:
    position = first(own, "Amber Ogre", prerequisites=["Amber Ogre has power 7 or greater."])
    aura = next(each for each in position.battlefield[0] if each.on == on_board(position, "Amber Ogre").label)
    assert "+4/+0" in texts(position)[aura.card].text
    assert on_board(position, "Amber Ogre").counters == {}


def test_states_that_no_board_can_have_are_paid_for(own: CardLibrary, subtests: pytest.Subtests) -> None:
    for state, mana in [("on top of Amber Ogre", "CG"), ("is paired with Amber Ogre", "CCCG")]:
        with subtests.test(state=state):
            beginning = begun(own, {"name": "Moss Mimic", "cardState": state}, "Amber Ogre")
            assert not beginning.unread
            position = beginning.layouts[0].position
            assert (position.mana[0], [card.card for card in position.hand[0]]) == (mana, ["Moss Mimic"])


@pytest.mark.parametrize("sick", [True, False])
def test_what_has_to_be_played_first_and_must_not_be_sick_gets_haste(own: CardLibrary, sick: bool) -> None:  # noqa: FBT001 (pytest gives it)
    state = "on top of Amber Ogre" + ("" if sick else " and without summoning sickness")
    position = first(own, {"name": "Moss Mimic", "cardState": state}, "Amber Ogre")
    assert any("haste" in card.text for card in position.cards) is not sick


def test_the_mana_that_is_said_floats(own: CardLibrary, subtests: pytest.Subtests) -> None:
    for said, mana in [
        ("{2}{U}", "CCU"),
        ("{1}{G/W} plus commander tax if applicable", "CGCC"),
        ("{R}{U/P}", "RU"),
        ("{3} at most", "CCC"),
    ]:
        with subtests.test(said=said):
            assert first(own, "Amber Ogre", "Brazen Engine", manaNeeded=said).mana[0] == mana


@pytest.mark.parametrize(
    ("said", "pool"),
    [
        ({"manaNeeded": "{1}{R}{R} each turn"}, ""),
        ({"manaNeeded": "{1}{R}{R}", "steps": ["Declare Amber Ogre as an attacker.", "Repeat."]}, "CRR"),
    ],
)
def test_mana_that_a_pool_would_lose_lies_in_a_land(own: CardLibrary, said: dict[str, Any], pool: str) -> None:
    position = first(own, "Amber Ogre", "Brazen Engine", **said)
    (land,) = (card for card in position.cards if card.type == "Land")
    assert land.text == "{T}: Add {C}{R}{R}."
    assert position.mana[0] == pool


def test_what_the_first_step_does_by_no_card_is_given(own: CardLibrary) -> None:
    given = first(own, "Amber Ogre", steps=["Gain life.", "Amber Ogre triggers."])
    asked = first(own, "Amber Ogre", prerequisites=["You have some way to gain life."], steps=["Gain life."])
    assert given.hand == asked.hand
    assert len(given.hand[0]) == 1


def test_no_amount_of_mana_is_told(own: CardLibrary) -> None:
    beginning = begun(own, "Amber Ogre", manaNeeded="a great deal")
    assert [each.where for each in beginning.unread] == ["manaNeeded"]


def test_a_card_that_is_not_listed_is_found_in_the_steps(own: CardLibrary) -> None:
    rows = combination(
        "Amber Ogre",
        steps=["Cast Sudden Echo by paying {1}{B}.", "Activate Brazen Engine by tapping it, adding {C}{C}."],
    )
    beginning = starting_point(type(rows)("1-2-3", rows.uses, steps=rows.steps), own)
    position = beginning.layouts[0].position
    assert [card.card for card in position.hand[0]] == ["Sudden Echo"]
    assert on_board(position, "Brazen Engine").card == "Brazen Engine"


def test_nothing_is_added_where_every_card_is_listed(own: CardLibrary) -> None:
    position = first(own, "Amber Ogre", steps=["Activate Brazen Engine by tapping it."])
    assert [each.card for each in position.battlefield[0]] == ["Amber Ogre"]


def test_what_is_not_understood_is_told_with_its_place(own: CardLibrary) -> None:
    prerequisites = ["You control an Elf.", "You have a hat.\nAmber Ogre is on a diet."]
    beginning = begun(own, {"name": "Amber Ogre", "cardState": "in a good mood"}, prerequisites=prerequisites)
    assert [(each.where, each.sentence) for each in beginning.unread] == [
        ("uses[0].cardState", "in a good mood"),
        ("prerequisites[1]", "You have a hat"),
        ("prerequisites[1]", "Amber Ogre is on a diet"),
    ]
    assert any(each.card == "Plain Elf" for each in beginning.layouts[0].position.battlefield[0])


def test_cards_that_the_engine_does_not_understand_are_gaps() -> None:
    riddle = CardText("Odd Riddle", "Enchantment", "{1}", "Whenever the moon is full, everybody hums.")
    library = CardLibrary.of_texts([riddle.side()])
    assert begun(library, "Odd Riddle").gaps == ("Odd Riddle",)


def test_every_position_can_be_set_up_and_there_are_few(own: CardLibrary) -> None:
    beginning = begun(
        own,
        {"name": "Amber Ogre", "zoneLocations": ["H", "B"]},
        "Quiet Veil",
        {"name": "Sudden Echo", "zoneLocations": ["H"]},
        prerequisites=[
            "You control at least two Treasures and a land.\nYou have some way to gain life.\nAn opponent controls three artifacts."
        ],
    )
    assert 2 < len(beginning.layouts) <= 8
    assert not beginning.unread
    for layout in beginning.layouts:
        set_up(layout.position, own)
        assert layout.deeper is not None


def test_a_card_that_cannot_be_looked_up_is_told_so(own: CardLibrary) -> None:
    with pytest.raises(BadInput) as refused:
        begun(own, "Amber Ogress")
    assert refused.value.code == "no_card_texts"


def test_combat_damage_needs_no_spell(own: CardLibrary) -> None:
    steps = ["Deal combat damage to an opponent with Amber Ogre.", "Repeat."]
    beginning = starting_point(combination("Amber Ogre", "Brazen Engine", steps=steps), own)
    assert not any(layout.position.hand[0] for layout in beginning.layouts)
