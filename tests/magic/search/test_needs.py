"""What the words of cards ask for is on the board beside them: things, spells that begin it, mana, counters."""

from __future__ import annotations

import pytest

from floorjudge.magic import CardLibrary, CardText, set_up
from floorjudge.magic.positions.position import Position
from floorjudge.magic.search.layouts import layouts


def board_of(*cards: CardText) -> Position:
    """Return the likeliest position for some cards that has what they ask for, after the engine has taken it."""
    library = CardLibrary.of_texts([card.side() for card in cards])
    bare, *others = layouts([card.name for card in cards], [], library)
    # The cards alone come first; what they ask for comes next, where that is anything.
    position = others[0].position if others and others[0].penalty < 0.3 else bare.position
    set_up(position, library)
    return position


def creature(words: str, name: str = "Own Beast") -> CardText:
    return CardText(name, "Creature — Beast", "{1}{G}", words, "2", "2")


def artifact(words: str, name: str = "Own Engine") -> CardText:
    return CardText(name, "Artifact", "{3}", words)


def things(position: Position, seat: int = 0) -> dict[str, int]:
    return {each.card: each.copies for each in position.battlefield[seat] if not each.card.startswith("Own ")}


def test_what_a_card_counts_takes_or_targets_is_there(subtests: pytest.Subtests) -> None:
    for words, there in [
        ("{T}: Untap another target permanent.", {"Plain Artifact of C": 1}),
        ("Sacrifice another creature: You gain 1 life.", {"Plain Bear": 1}),
        ("{T}, Sacrifice a creature: You gain 1 life.", {"Plain Bear": 1}),
        ("Tap three untapped Goblins you control: You gain 1 life.", {"Plain Goblin": 3}),
        ("{T}, Tap an untapped Beast you control: You gain 1 life.", {"Plain Beast": 1}),
        ("{T}, Sacrifice a creature: You gain 1 life.", {"Plain Bear": 1}),
        ("This creature gets +1/+1 for each artifact you control.", {"Plain Relic": 8}),
        ("{T}: Add {G} for each Elf you control.", {"Plain Elf": 8}),
        ("{T}: Add X mana of any one color, where X is the number of Allies you control.", {"Plain Ally": 8}),
        ("{T}: Destroy target artifact or enchantment.", {"Plain Relic": 1, "Plain Enchantment": 1}),
        ("Create a 1/1 green Squirrel creature token.", {}),
        ("{T}: Search your library for a land card and reveal it.", {}),
        ("{T}: Add {G} for each creature you control with defender.", {"Plain Creature with defender": 8}),
        ("Affinity for artifacts (This costs less for each.)", {"Plain Relic": 8}),
        ("{T}: Add an amount of {G} equal to your devotion to green.", {"Plain Shrine of G": 1}),
        ("{1}{G}: You gain life equal to your devotion to that color.", {"Plain Shrine of G": 1}),
        ("Whenever an Equipment you control enters, you gain 1 life.", {"Plain Blade": 1}),
        ("Whenever a creature you control attacks, you gain 1 life.", {"Plain Bear": 7}),
        (
            "{T}: You gain 1 life if there are four different powers among creatures you control.",
            {f"Plain Bear of {power}": 1 for power in range(3, 7)},
        ),
        (
            "{T}: Add X mana of any one color, where X is the number of basic land types among lands you control.",
            dict.fromkeys(("Plain Field", "Plain Island", "Plain Mountain", "Plain Plains", "Plain Swamp"), 1),
        ),
        ("Untap all nonland permanents you control.", {"Plain Artifact of C": 1}),
        ("Return a land you control to its owner's hand: Untap this creature.", {"Plain Field": 1}),
        ("Return target non-Beast creature to its owner's hand.", {"Plain Bear": 1}),
        ("{T}: Untap two other target legendary creatures.", {"Plain Druid of C": 1, "Plain Legendary Creature": 1}),
    ]:
        with subtests.test(words=words):
            assert things(board_of(creature(words))) == there


def test_creatures_of_the_type_that_is_made_are_there_where_such_are_counted() -> None:
    makes = artifact("{2}: Create a 1/1 colorless Myr artifact creature token.")
    counts = creature(
        "Whenever a creature enters, you gain 1 life for each creature that shares a creature type with it."
    )
    assert things(board_of(makes, counts))["Plain Myr"] == 8
    assert "Plain Myr" not in things(board_of(makes))
    assert things(board_of(counts))["Plain Beast"] == 7


def test_the_top_card_of_the_library_and_the_size_are_what_the_words_ask_for() -> None:
    words = 'As long as the top card of your library is a land card, this creature has "{T}: Add {G}."'
    assert board_of(creature(words)).library[0][0].card == "Plain Land"
    large = board_of(creature("{0}: You gain 1 life. Activate only if this creature's power is 3 or greater."))
    assert large.battlefield[0][0].counters == {"+1/+1": 8}


def test_what_others_shall_have_is_theirs() -> None:
    position = board_of(creature("{T}: Tap target creature an opponent controls."))
    assert things(position) == {}
    assert things(position, seat=1) == {"Plain Bear": 1}


def test_a_spell_begins_what_a_condition_waits_for(subtests: pytest.Subtests) -> None:
    for words, does in [
        ("Whenever you gain life, each opponent loses 1 life.", "You gain 1 life."),
        ("Whenever you draw a card, you gain 1 life.", "Draw a card."),
        ("Whenever this creature is dealt damage, draw a card.", "This spell deals 1 damage to target creature."),
        ("Whenever another creature enters, you gain 1 life.", "Create a 1/1 colorless Spirit creature token."),
        ("When this creature dies, draw a card.", "Destroy target creature you control."),
        ("{T}: Add X mana of any one color, where X is the amount of life you gained this turn.", "You gain 8 life."),
        (
            "This spell costs {1} less to cast for each 1 life your opponents have lost this turn.",
            "Each opponent loses 8 life.",
        ),
        (
            "{T}: Create a token that is a copy of target token you control that entered this turn.",
            "Create a token that's a copy of target creature you control.",
        ),
        ("{T}: Populate.", "Create a token that's a copy of target creature you control."),
        ("{T}: Untap target creature that entered this turn.", "Create a 1/1 colorless Spirit creature token."),
        (
            "{T}: Add an amount of {R} equal to the greatest power among creatures you control that entered this turn.",
            "Create an 8/8 colorless Spirit creature token.",
        ),
    ]:
        with subtests.test(words=words, does=does):
            position = board_of(creature(words))
            (spark,) = (card for card in position.cards if card.name in {each.card for each in position.hand[0]})
            assert spark.text == f"{does} Exile this card."
            assert spark.mana_cost == "{0}"


def test_a_card_without_conditions_gets_no_spell() -> None:
    assert board_of(creature("{T}: You gain 1 life.")).hand[0] == ()


@pytest.mark.parametrize(
    ("waits", "does", "keyword"),
    [
        ("Whenever you gain life, untap all creatures you control.", "{T}: This creature deals 1 damage to any target.", "lifelink"),
        ("Whenever enchanted creature is dealt damage, it deals that much damage to you.", "Trample", "indestructible"),
        ("Whenever a creature deals damage to this creature, it deals 1 damage to that creature.", "Trample", "indestructible"),
        ("Whenever a creature dies, untap this artifact.", "{T}: This creature deals 1 damage to target creature.", "deathtouch"),
        (
            "Enchanted creature has indestructible.\nWhenever it is dealt damage, it deals that much damage to any target.",
            "Trample",
            "lifelink",
        ),
        ("Equip {0}", "Pay 3 life: This creature deals 3 damage to any target.", "lifelink"),
    ],
)  # fmt: skip
def test_what_closes_the_circle_between_two_cards_is_given_to_all_creatures(
    waits: str, does: str, keyword: str
) -> None:
    position = board_of(artifact(waits), creature(does))
    given = [card.text for card in position.cards if "Banner" in card.name]
    assert given == [f"Creatures you control have {keyword}."]
    already = board_of(artifact(f"{waits}\n{keyword.capitalize()}"), creature(f"{keyword.capitalize()}\n{does}"))
    assert not any("Banner" in card.name for card in already.cards)
    other = artifact(f"{waits}\nEquipped creature gains {keyword} until end of turn.")
    assert not any(keyword in card.text for card in board_of(other, creature(does)).cards)


def test_life_that_is_paid_for_damage_is_there_on_both_sides() -> None:
    assert board_of(creature("Pay 60 life: This creature deals 60 damage to any target.")).life == (61, 300)
    assert board_of(creature("Pay 2 life: This creature deals 2 damage to any target.")).life == (40, 40)
    assert board_of(creature("Pay 60 life: Draw a card. This creature deals 1 damage to you.")).life == (40, 40)


def test_counters_that_are_paid_with_or_make_it_strong_are_on_a_card(subtests: pytest.Subtests) -> None:
    for words, counters in [
        ("{1}: Draw a card. Activate only if this creature has three or more quest counters on it.", {"quest": 4}),
        ("{1}: Draw a card. Activate only if this creature has ten or more lore counters on it.", {"lore": 10}),
        ("Remove a +1/+1 counter from this creature: You gain 1 life.", {"+1/+1": 4}),
        ("{T}: Add X mana of any one color, where X is this creature's power.", {"+1/+1": 8}),
        ("{T}: Add {G} for each +1/+1 counter on this creature.", {"+1/+1": 8}),
        ("{T}: You gain life equal to the number of Charge counters on Own Beast.", {"charge": 8}),
        ("{T}: You gain 1 life for each charge counter on target permanent.", {}),
        ("{T}: You gain 1 life. (Then it costs {1} for each age counter on it.)", {}),
        ("{T}: You gain 1 life.", {}),
    ]:
        with subtests.test(words=words):
            assert board_of(creature(words)).battlefield[0][0].counters == counters


def test_mana_comes_from_what_is_untapped_unless_a_card_makes_it() -> None:
    untaps = artifact("{2}, {T}: Untap all creatures you control.")
    assert things(board_of(untaps)) == {"Plain Druid of CC": 1}
    for words in (
        "{T}: Add {G}{G}{G}.",
        "At the beginning of each of your postcombat main phases, add {R} for each creature on the battlefield.",
    ):
        assert "Plain Druid of CC" not in things(board_of(untaps, creature(words)))


def test_cards_to_discard_to_count_and_to_copy_are_there() -> None:
    discards = board_of(artifact("Discard a card: You gain 1 life."))
    assert [(each.card, each.copies) for each in discards.hand[0]] == [("Plain Leaf", 4)]
    counts = board_of(artifact("{T}: You gain 1 life for each card in your graveyard."))
    assert [(each.card, each.copies) for each in counts.graveyard[0]] == [("Plain Leaf", 8)]
    permanents = board_of(
        creature("{T}: Draw a card. Activate only if there are eight or more permanent cards in your graveyard.")
    )
    assert [(each.card, each.copies) for each in permanents.graveyard[0]] == [("Plain Relic", 8)]
    exiles = board_of(creature("When this creature enters, exile target card from a graveyard."))
    assert exiles.graveyard[0] == ()
    theirs = board_of(creature("{T}: Add {R} for each card in target opponent's hand."))
    assert [(each.card, each.copies) for each in theirs.hand[1]] == [("Plain Page", 8)]
    copies = board_of(CardText("Own Echo", "Instant", "{R}", "Copy target instant or sorcery spell."))
    assert [each.card for each in copies.hand[0]] == ["Own Echo", "Plain Word", "Plain Song"]
    itself = board_of(
        CardText("Own Echo", "Instant", "{R}", "Copy target instant or sorcery spell."),
        CardText("Own Tale", "Sorcery", "{R}", "You gain 1 life."),
    )
    assert [each.card for each in itself.hand[0]] == ["Own Echo", "Own Tale"]


def test_something_to_cast_again_is_in_the_hand() -> None:
    casts = creature("Whenever you cast an artifact spell, untap this creature.")
    returns = artifact("{T}: Return target nonland permanent to its owner's hand.")
    assert [each.card for each in board_of(casts, returns).hand[0]] == ["Plain Trinket"]
    assert board_of(returns).hand[0] == ()


def test_a_creature_that_costs_nothing_is_in_the_hand_where_creatures_come_back_to_it(
    subtests: pytest.Subtests,
) -> None:
    for words, hand in [
        ("Whenever a creature is put into your graveyard from the battlefield, return it to your hand.", "Plain Cub"),
        ("{T}: Return target creature you control to its owner's hand.", "Plain Cub"),
        ("{T}: Return target artifact to its owner's hand.", None),
        ("{T}: Return target creature card from your graveyard to your hand.", None),
    ]:
        with subtests.test(words=words):
            own = [each.card for each in board_of(artifact(words)).hand[0] if "Spark" not in each.card]
            assert own == [hand] * (hand is not None)


def test_what_is_counted_for_mana_pays_for_the_dearest_ability_and_more() -> None:
    counts = creature("{T}: Add {G} for each Elf you control.")
    assert things(board_of(counts, artifact("{9}: Untap target creature.")))["Plain Elf"] == 10
    assert things(board_of(counts, artifact("{1}: Untap target creature.")))["Plain Elf"] == 8
    powers = "{T}: Add X mana of any one color, where X is the number of different powers among creatures you control."
    bears = {f"Plain Bear of {power}" for power in range(3, 9)}
    assert things(board_of(creature(powers), artifact("{5}: Untap target creature."))).keys() >= bears


def test_a_creature_whose_power_is_counted_is_strong_however_often_it_returns() -> None:
    makes = "{T}: Add X mana of any one color, where X is this creature's power."
    returns = artifact(
        "{1}: Exile target creature you control, then return that card to the battlefield under your control."
    )
    assert things(board_of(creature(makes), returns))["Plain Banner of Strength"] == 1
    assert "Plain Banner of Strength" not in things(board_of(creature(makes)))


def test_another_creature_is_large_where_its_size_is_counted() -> None:
    counts = creature("{T}: Add X mana of any one color, where X is the greatest toughness among other creatures.")
    assert [each.counters for each in board_of(counts).battlefield[0]] == [{"+1/+1": 8}, {"+1/+1": 8}]


def test_a_hand_that_has_to_be_empty_is() -> None:
    discards = creature("Exile a card from your hand: Add {B}{B}.")
    assert [each.card for each in board_of(discards).hand[0]] == ["Plain Leaf"]
    assert board_of(discards, artifact("{2}: Draw a card if you have no cards in hand.")).hand[0] == ()


def test_no_card_is_drawn_where_turns_are_added_and_one_turn_more_leads_to_an_upkeep() -> None:
    adds = artifact("{2}, {T}: Take an extra turn after this one.")
    assert things(board_of(adds))["Plain Rest"] == 1
    assert board_of(adds).hand[0] == ()
    later = board_of(
        artifact("At the beginning of your upkeep, you may pay {2}. If you do, take an extra turn after this one.")
    )
    assert [each.card for each in later.hand[0]] == ["Plain Spark of Time"]
    assert "Plain Rest" not in things(board_of(artifact("{2}, {T}: Draw a card.")))


def test_what_returns_another_card_as_it_enters_can_enter_and_has_a_card_to_return() -> None:
    position = board_of(
        creature(
            "When this creature enters, you may return target Dragon permanent card from your graveyard to the battlefield."
        )
    )
    assert [each.card for each in position.hand[0]] == ["Plain Spark of Life"]
    assert [each.card for each in position.graveyard[0]] == ["Plain Dragon"]
    assert board_of(creature("{2}: Return target creature card from your graveyard to your hand.")).hand[0] == ()


def test_cards_that_were_drawn_this_turn_can_be_drawn() -> None:
    position = board_of(creature("{T}: Add {C} for each card you've drawn this turn."))
    (spark,) = (each.text for each in position.cards if each.name.startswith("Plain Spark"))
    assert spark.startswith("Draw five cards.")


def test_mana_for_a_later_step_lies_in_a_land() -> None:
    position = board_of(creature("Whenever this creature attacks, you may pay {2}. If you do, untap it."))
    assert things(position) == {"Plain Land of CC": 1}
    assert position.mana[0] == ""
