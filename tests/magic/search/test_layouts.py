"""Cards by name are put where they could work: on what they fit, in the hand, with the counters they come with."""

from __future__ import annotations

import pytest

from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary, CardText, set_up
from floorjudge.magic.cards.sides import CARD_TYPES
from floorjudge.magic.positions.position import Position
from floorjudge.magic.search.layouts import MOST_LAYOUTS, layouts, with_life

TEXTS = (
    CardText("Own Gift", "Enchantment — Aura", "{G}", "Enchant creature\nEnchanted creature gets +1/+1."),
    CardText("Own Beast", "Creature — Beast", "{1}{G}", power="2", toughness="2"),
    CardText(
        "Own Hydra", "Creature — Hydra", "{2}{G}", "This creature enters with three +1/+1 counters on it.", "0", "0"
    ),
    CardText("Own Song", "Sorcery", "{1}{R}", "You gain 1 life."),
)


@pytest.fixture
def own() -> CardLibrary:
    return CardLibrary.of_texts([card.side() for card in TEXTS])


def plainest(own: CardLibrary, *names: str, helpers: tuple[str, ...] = ()) -> Position:
    return layouts(names, helpers, own)[0].position


def test_an_aura_lies_on_something_it_fits(own: CardLibrary) -> None:
    beast, gift = plainest(own, "Own Gift", "Own Beast").battlefield[0]
    assert (beast.card, gift.card) == ("Own Beast", "Own Gift")
    assert gift.on == beast.label


def test_an_aura_alone_gets_something_to_lie_on(subtests: pytest.Subtests) -> None:
    for kind in ["Creature", "Artifact", "Land", "Forest", "Island"]:
        with subtests.test(kind=kind):
            aura = CardText(
                "Own Aura", "Enchantment — Aura", "{G}", f"Enchant {kind.lower() if kind in CARD_TYPES else kind}"
            )
            library = CardLibrary.of_texts([aura.side()])
            position = plainest(library, "Own Aura")
            host, attached = position.battlefield[0]
            assert attached.on == host.label
            assert kind in next(card.type for card in position.cards if card.name == host.card)
            assert len(set_up(position, library).battlefield()) == len(position.battlefield[0])


def test_each_host_is_tried(own: CardLibrary) -> None:
    found = layouts(["Own Gift", "Own Beast", "Own Hydra"], [], own)
    hosts = {
        next(each.card for each in row if each.label == gift.on)
        for layout in found
        for row in (layout.position.battlefield[0],)
        for gift in row
        if gift.on is not None
    }
    assert {"Own Beast", "Own Hydra"} <= hosts


def test_what_comes_with_counters_has_them(own: CardLibrary) -> None:
    assert plainest(own, "Own Hydra").battlefield[0][0].counters == {"+1/+1": 3}


def test_spells_are_in_the_hand_with_mana_for_them(own: CardLibrary) -> None:
    position = plainest(own, "Own Song", "Own Beast")
    assert [card.card for card in position.hand[0]] == ["Own Song"]
    assert sorted(position.mana[0]) == ["C", "R"]


UP_TO_SEVEN = "When this creature enters, untap up to seven lands."


def test_where_lands_are_untapped_there_is_one_that_pays_unless_each_counts(subtests: pytest.Subtests) -> None:
    cases = [
        (f"{UP_TO_SEVEN}\n{{2}}{{U}}: You gain 1 life.", "Plain Land of GUUUUUU", 1, "UU"),
        (f"{UP_TO_SEVEN}\nWhenever you tap an Island for mana, add {{U}}.", "Plain Island", 7, "U"),
        ("When this creature enters, untap all lands you control. Swamps are lands.", "Plain Land of BBBBG", 1, "B"),
        ("When this creature enters, untap all lands you control.\n{6}{U}: You gain 1 life.", "Plain Land of GUUUUUU", 1, "U"),
        ("When this creature enters, untap up to two lands.\n{2}{C}: You gain 1 life.", "Plain Land of CG", 1, "C"),
        ("When this creature enters, untap target land.\n{2}{C}: You gain 1 life.", "Plain Wastes", 1, "C"),
        ("{T}: Untap two target lands.\n{2}{C}: You gain 1 life.", "Plain Wastes", 2, "C"),
    ]  # fmt: skip
    for words, land, many, mana in cases:
        with subtests.test(words=words, land=land):
            drake = CardText("Own Drake", "Creature — Drake", "{4}{G}", words, "2", "3")
            found = layouts(["Own Drake"], [], CardLibrary.of_texts([drake.side()]))
            for layout in found:
                assert [each.copies for each in layout.position.battlefield[0] if each.card == land] == [many]
                assert land in layout.lent
                # All the mana there is comes from such lands, but for the colour that a cost asks for.
                assert set(layout.position.mana[0]) <= {*mana, "G", "U"}


def test_what_untaps_its_host_for_mana_lies_on_one_that_makes_it() -> None:
    aura = CardText("Own Aura", "Enchantment — Aura", "{U}", "Enchant creature\n{1}{U}: Untap enchanted creature.")
    found = layouts(["Own Aura"], [], CardLibrary.of_texts([aura.side()]))
    (host,) = {each.card for each in found[0].position.battlefield[0] if each.card != "Own Aura"}
    assert host == "Plain Druid of CU"


def test_what_is_counted_is_there_in_much_and_in_small_number() -> None:
    elf = CardText("Own Elf", "Creature — Elf", "{G}", "{T}: Add {G} for each Elf you control.", "1", "1")
    found = layouts(["Own Elf"], [], CardLibrary.of_texts([elf.side()]))
    others = [each.copies for layout in found for each in layout.position.battlefield[0] if each.card == "Plain Elf"]
    assert {1, 7} <= set(others)


def test_it_begins_in_the_step_in_which_an_ability_has_to_be_used(subtests: pytest.Subtests) -> None:
    for words, step in [
        ("Sacrifice a creature: Untap this creature. Activate only during your upkeep.", "upkeep"),
        ("{1}: Untap this creature. Activate only during combat.", "beginning of combat"),
        (
            "{1}: After this main phase, there is an additional combat phase followed by an additional main phase.",
            "second main",
        ),
        ("{1}: Untap this creature.", "main"),
    ]:
        with subtests.test(words=words, step=step):
            horse = CardText("Own Horse", "Creature — Horse", "{4}{B}", words, "2", "3")
            library = CardLibrary.of_texts([horse.side()])
            found = layouts(["Own Horse"], [], library)
            assert {layout.position.step for layout in found} == {step}
            for layout in found:
                set_up(layout.position, library)


def test_where_discarding_draws_it_begins_before_cleanup_with_more_cards_than_a_player_may_keep(
    subtests: pytest.Subtests,
) -> None:
    draws = CardText("Own Eye", "Enchantment", "{2}{U}", "Whenever a creature you control deals damage, draw a card.")
    for words, begins in [
        ("Whenever you discard a card, this creature deals 1 damage to each opponent.", True),
        ("Whenever a player discards a card, this creature deals 1 damage to that player.", True),
        ("Discard a card: This creature deals 1 damage to each opponent.", False),
    ]:
        with subtests.test(words=words):
            pirate = CardText("Own Pirate", "Creature — Pirate", "{2}{R}", words, "2", "2")
            library = CardLibrary.of_texts([draws.side(), pirate.side()])
            assert late_hands(library, "Own Eye", "Own Pirate") == [8] * begins
            assert late_hands(library, "Own Pirate") == []


def late_hands(library: CardLibrary, *names: str) -> list[int]:
    """Return how many cards are in the hand in each layout that begins in the end step."""
    late = [layout.position for layout in layouts(names, [], library) if layout.position.step == "end step"]
    return [sum(card.copies for card in position.hand[0]) for position in late]


def test_a_player_has_as_little_life_as_words_ask_for_whatever_the_others_have(subtests: pytest.Subtests) -> None:
    for said, life in [
        ("5 or less life", 5),
        ("three or less life", 3),
        ("0 or less life", 20),
        ("more life than an opponent", 20),
    ]:
        with subtests.test(said=said):
            words = f"At the beginning of your upkeep, if you have {said}, draw a card."
            library = CardLibrary.of_texts([CardText("Own Hope", "Enchantment", "{1}", words).side()])
            found = with_life(layouts(["Own Hope"], [], library), 20)
            assert life in {layout.position.life[0] for layout in found} <= {life, 20}
            assert {(layout.position.life[1], layout.position.starting_life) for layout in found} == {(20, 20)}
            longer = with_life(layouts(["Own Hope"], [], library), 40)
            assert {(layout.position.life[1], layout.position.starting_life) for layout in longer} == {(40, 40)}


def test_what_another_card_takes_from_a_graveyard_lies_there(subtests: pytest.Subtests) -> None:
    for words in ("When this creature enters, return target artifact card from your graveyard to your hand.", "Flying"):
        with subtests.test(words=words):
            taker = CardText("Own Taker", "Creature — Spirit", "{1}", words, "1", "1")
            library = CardLibrary.of_texts([taker.side(), CardText("Own Rock", "Artifact", "{1}").side()])
            found = layouts(["Own Taker", "Own Rock"], [], library)
            places = {
                ("Own Taker", "Own Rock")
                for each in found
                if [card.card for card in each.position.graveyard[0]][:1] == ["Own Rock"]
                and "Own Taker" in {card.card for card in each.position.hand[0]}
            }
            assert bool(places) == (words != "Flying")


def test_a_card_that_transforms_is_there_transformed_too(library: CardLibrary) -> None:
    name = "The Legend of Kyoshi // Avatar Kyoshi"
    by_face = {
        layout.position.battlefield[0][0].transformed: layout for layout in reversed(layouts([name], [], library))
    }
    front, back = by_face[False], by_face[True]
    assert front.penalty < back.penalty
    # Only the back is a creature, whose power its own words count.
    assert (dict(front.position.battlefield[0][0].counters), "+1/+1" in back.position.battlefield[0][0].counters) == (
        {"lore": 1},
        True,
    )
    set_up(back.position, library)


def test_helpers_can_come_in_numbers(own: CardLibrary) -> None:
    (helper,) = (
        each for each in plainest(own, "Own Hydra", helpers=("3 Own Beast",)).battlefield[0] if each.card == "Own Beast"
    )
    assert helper.copies == 3


def test_every_layout_can_be_set_up_and_there_are_not_too_many(own: CardLibrary) -> None:
    found = layouts(["Own Gift", "Own Beast", "Own Song"], ["2 Own Hydra"], own)
    assert 1 < len(found) <= MOST_LAYOUTS
    assert [each.penalty for each in found] == sorted(each.penalty for each in found)
    for each in found:
        set_up(each.position, own)


def test_an_unknown_card_is_told_so(library: CardLibrary) -> None:
    with pytest.raises(BadInput) as refused:
        layouts(["Grizzly Bearss"], [], library)
    assert refused.value.code == "unknown_card"


def test_a_creature_type_is_chosen_of_which_the_other_card_is_and_speaks() -> None:
    echo = CardText("Own Echo", "Enchantment", "{2}{R}", "As this enchantment enters, choose a creature type.")
    ranger = CardText(
        "Own Ranger", "Creature — Elf Ally", "{3}{G}", "Whenever another Ally enters, you gain 1 life.", "2", "2"
    )
    library = CardLibrary.of_texts([echo.side(), ranger.side()])
    assert plainest(library, "Own Echo", "Own Ranger").battlefield[0][0].chosen == "Ally"
    assert plainest(library, "Own Echo").battlefield[0][0].chosen is None


def test_a_creature_type_is_chosen_of_which_another_card_makes_tokens() -> None:
    echo = CardText("Own Echo", "Enchantment", "{2}{R}", "As this enchantment enters, choose a creature type.")
    crypt = CardText("Own Crypt", "Artifact", "{3}", "{1}: Create a 2/2 black Zombie creature token.")
    library = CardLibrary.of_texts([echo.side(), crypt.side()])
    assert plainest(library, "Own Echo", "Own Crypt").battlefield[0][0].chosen == "Zombie"


def test_a_color_is_chosen_for_a_card_that_asks_as_it_enters_and_for_no_other() -> None:
    enters = CardText("Own Lens", "Artifact", "{3}", "As this artifact enters, choose a color.\n{T}: Add {C}.")
    activated = CardText("Own Prism", "Artifact", "{3}", "{T}: Choose a color. Add one mana of that color.")
    for card, chosen in ((enters, "green"), (activated, None)):
        library = CardLibrary.of_texts([card.side()])
        assert plainest(library, card.name).battlefield[0][0].chosen == chosen


def test_a_library_has_more_than_a_card_only_where_words_are_about_it() -> None:
    for words, many in [
        ("{T}: You gain 1 life.", 1),
        ("{T}: Draw a card.", 6),
        ("{T}: Target player mills a card.", 6),
    ]:
        well = CardText("Own Well", "Artifact", "{3}", words)
        for layout in layouts(["Own Well"], [], CardLibrary.of_texts([well.side()])):
            assert [each.copies for each in layout.position.library[0]] == [many]
            assert layout.deeper is not None
            assert [each.copies for each in layout.deeper.library[0]] == [60]
