"""Deck lists, as each program writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary, CardText
from floorjudge.magic.cards.deck_list import MOST_LINES, UnknownLine, read_deck

CARDS = ("Elder Loop", "Fire // Ice", "1996 World Champion", "Hazmat Suit (Used)", "Own Spring", "Forest")
LIBRARY = CardLibrary.of_texts([CardText(name, "Artifact").side() for name in CARDS])

ARENA = """About
Name 4 Forest

Commander
1 Elder Loop (DMU) 137

Deck
4 Own Spring (M21) 263a
17 Forest (SOS) 279

Sideboard
2 Fire // Ice (APC) 128
"""
MOXFIELD = """1 Elder Loop (CMM) 237 *F*
4 Own Spring (PLST) M21-263 #ramp #good
17 Forest

SIDEBOARD:
2 Fire // Ice (APC) 128
"""
MTGO = """1 Elder Loop
4 Own Spring
17 Forest
SB: 2 Fire/Ice
"""
PLAIN = """// Artifacts
Elder Loop
Creatures (4)
4x own spring
Lands:
Forest x17
# Sideboard (2)
2 Ice
"""
SPANISH = "Comandante\n1 Elder Loop\n\nMazo\n4 Own Spring\n17 Forest\n\nBanquillo\n2 Fire // Ice"
SAVED = """<Deck>
  <Cards CatID="1" Quantity="1" Sideboard="false" Name="Elder Loop"/>
  <Cards CatID="2" Quantity="4" Sideboard="false" Name="Own Spring"/>
  <Cards CatID="3" Quantity="17" Sideboard="false" Name="Forest"/>
  <Cards CatID="4" Quantity="2" Sideboard="true" Name="Fire/Ice"/>
</Deck>
"""
ARCHIDEKT = "1x Elder Loop (cmm) 237 *F* [Commander{top}]\n4 Own Spring [Ramp] ^Have,#37d67a^\n17x Forest\nMaybeboard\n3 Forest\nSideboard\n2 Fire // Ice"


def test_each_form_is_the_same_deck(subtests: pytest.Subtests) -> None:
    for listing in [ARENA, MOXFIELD, MTGO, PLAIN, SPANISH, ARCHIDEKT, SAVED, ARENA.replace("\n", "\r\n")]:
        with subtests.test(listing=listing):
            deck = read_deck(listing, LIBRARY)
            assert (deck.cards, deck.beside, deck.unknown) == ({"Elder Loop": 1, "Own Spring": 4, "Forest": 17}, 2, ())


def test_below_an_empty_line_that_ends_a_whole_deck_is_its_sideboard(subtests: pytest.Subtests) -> None:
    """So MTGO writes it; a commander, lands, and what has a heading of its own are none."""
    for listing, cards, beside in [
        ("4 Elder Loop\n56 Forest\n\n2 Own Spring\n1 Forest\n", {"Elder Loop": 4, "Forest": 56}, 3),
        ("99 Forest\n\n1 Elder Loop\n", {"Forest": 99, "Elder Loop": 1}, 0),
        ("98 Forest\n\n2 Elder Loop\n", {"Forest": 98, "Elder Loop": 2}, 0),
        ("40 Own Spring\n\n20 Forest\n", {"Own Spring": 40, "Forest": 20}, 0),
        ("56 Forest\n\n4 Elder Loop\n\n4 Own Spring\n", {"Forest": 56, "Elder Loop": 4}, 4),
        ("56 Forest\n\n4 Elder Loop\nSideboard\n4 Forest\n", {"Forest": 56, "Elder Loop": 4}, 4),
        ("56 Forest\n\n4 Elder Loop\nSB: 4 Forest\n", {"Forest": 56, "Elder Loop": 4}, 4),
    ]:
        with subtests.test(listing=listing, beside=beside):
            deck = read_deck(listing, LIBRARY)
            assert (deck.cards, deck.beside) == (cards, beside)


def test_names_that_look_like_something_else(subtests: pytest.Subtests) -> None:
    for line, card, copies in [
        ("1996 World Champion", "1996 World Champion", 1),
        ("2 1996 World Champion", "1996 World Champion", 2),
        ("3 Hazmat Suit (Used)", "Hazmat Suit (Used)", 3),
        ("1 Hazmat Suit (Used) (UNF) 3", "Hazmat Suit (Used)", 1),
        ("2 Fire/Ice", "Fire // Ice", 2),
        ("2 ice", "Fire // Ice", 2),
    ]:
        with subtests.test(line=line, card=card):
            assert read_deck(line, LIBRARY).cards == {card: copies}


def test_copies_in_several_lines_are_added_and_unknown_lines_named() -> None:
    deck = read_deck("1 Forest\n\n4 Own Sprig (M21) 5\n2 Forest\n", LIBRARY)
    assert deck.cards == {"Forest": 3}
    assert deck.unknown == (UnknownLine(3, "Own Sprig", ("Own Spring",)),)


def test_a_line_that_names_no_card_is_told_with_whatever_stands_behind_the_name(subtests: pytest.Subtests) -> None:
    for line, name in [
        ("4 Own Sprig (DMU)", "Own Sprig"),
        ("4x Own Sprig (DMU) 137", "Own Sprig"),
        ("1 Own Sprig [Ramp]", "Own Sprig"),
        ("2 Own Sprig:", "Own Sprig:"),
        ("Own Sprig (DMU)", "Own Sprig"),
    ]:
        with subtests.test(line=line, name=name):
            deck = read_deck(f"1 Forest\n{line}\n", LIBRARY)
            assert [(each.line, each.name) for each in deck.unknown] == [(2, name)]


@pytest.mark.parametrize("line", ["Ramp:", "Creatures (20)", "// Ramp (3)", "Card draw (12):"])
def test_a_heading_is_no_unknown_card(line: str) -> None:
    assert read_deck(f"{line}\n1 Forest\n", LIBRARY).unknown == ()


def test_what_is_no_deck_is_refused(subtests: pytest.Subtests) -> None:
    for listing, code in [
        ("", "no_cards_in_deck"),
        ("Deck\n4 Nothing Known\n", "no_cards_in_deck"),
        ("\n" * (MOST_LINES + 1), "deck_list_too_long"),
    ]:
        with subtests.test(listing=listing, code=code):
            with pytest.raises(BadInput) as raised:
                read_deck(listing, LIBRARY)
            assert raised.value.code == code


@given(
    st.lists(st.one_of(st.sampled_from([*ARENA.splitlines(), *PLAIN.splitlines()]), st.text(max_size=20))).map(
        "\n".join
    )
)
def test_any_text_is_a_deck_or_refused(listing: str) -> None:
    try:
        deck = read_deck(listing, LIBRARY)
    except BadInput:
        return
    assert set(deck.cards) <= set(CARDS)
    assert all(1 <= unknown.line <= len(listing.splitlines()) for unknown in deck.unknown)
