"""Combinations in a deck: which it holds, of which it lacks a card, and what is known of them."""

from __future__ import annotations

import shlex
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.magic.book.entries import STATES, KnownCombination
from floorjudge.magic.book.known import combinations_in, search_command
from floorjudge.magic.cards.deck_list import Deck

LETTERS = st.sampled_from("ABCDE")


@given(
    st.dictionaries(LETTERS, st.integers(1, 3)),
    st.lists(st.tuples(st.lists(LETTERS, min_size=1, max_size=4), st.sampled_from(STATES)), max_size=8),
)
def test_a_deck_holds_what_it_has_all_cards_of(cards: dict[str, int], written: list[tuple[list[str], str]]) -> None:
    combinations = [
        KnownCombination(str(number), tuple(names), next(each for each in STATES if each == state))
        for number, (names, state) in enumerate(written)
    ]
    found = combinations_in(Deck(cards, 0, ()), combinations)
    lacking = {each: list((Counter(each.cards) - Counter(cards)).elements()) for each in combinations}
    assert {each.combination for each in found.held} == {each for each, missing in lacking.items() if not missing}
    short = {each.combination: [each.missing] for each in found.one_short}
    assert short == {each: missing for each, missing in lacking.items() if len(missing) == 1 < len(each.cards)}
    for listed in (found.held, found.one_short):
        places = [STATES.index(each.combination.state) for each in listed]
        assert places == sorted(places)


@pytest.mark.parametrize("card", ["Ashnod's Altar", 'Kongming, "Sleeping Dragon"', "Bow! Now!", "Lim-Dûl's Vault"])
def test_the_command_that_searches_names_the_cards(card: str) -> None:
    assert shlex.split(search_command((card, "Forest", card))) == ["floorjudge", "magic", "find", card, "Forest"]
