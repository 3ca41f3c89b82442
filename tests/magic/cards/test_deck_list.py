"""The deck in a list: its cards with their copies, how many are beside it, and the lines that name no card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary, CardText
from floorjudge.magic.cards.deck_list import MOST_LINES, UnknownLine, read_deck

CARDS = ("Elder Loop", "Fire // Ice", "1996 World Champion", "Own Spring", "Forest")
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


def test_the_commander_belongs_to_the_deck_and_what_is_beside_it_is_counted() -> None:
    deck = read_deck(ARENA, LIBRARY)
    assert (deck.cards, deck.beside, deck.unknown) == ({"Elder Loop": 1, "Own Spring": 4, "Forest": 17}, 2, ())


def test_the_library_knows_what_is_a_name() -> None:
    deck = read_deck("Elder Loop\n4x own spring\n1996 World Champion\nForest x17\n# Sideboard (2)\n2 Ice", LIBRARY)
    assert deck.cards == {"Elder Loop": 1, "Own Spring": 4, "1996 World Champion": 1, "Forest": 17}
    assert deck.beside == 2


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


def test_copies_in_several_lines_are_added_and_unknown_lines_named() -> None:
    deck = read_deck("Card draw (12):\n1 Forest\n\n4 Own Sprig (M21) 5\n2 Forest\n", LIBRARY)
    assert deck.cards == {"Forest": 3}
    assert deck.unknown == (UnknownLine(4, "Own Sprig", ("Own Spring",)),)


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


@given(st.lists(st.one_of(st.sampled_from(ARENA.splitlines()), st.text(max_size=20))).map("\n".join))
def test_any_text_is_a_deck_or_refused(listing: str) -> None:
    try:
        deck = read_deck(listing, LIBRARY)
    except BadInput:
        return
    assert set(deck.cards) <= set(CARDS)
    assert all(1 <= unknown.line <= len(listing.splitlines()) for unknown in deck.unknown)
