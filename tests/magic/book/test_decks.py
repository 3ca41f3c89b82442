"""Combinations in a deck: which it holds, of which it lacks a card, and what is known of them."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.magic import CardLibrary
from floorjudge.magic.book.entries import STATES, KnownCombination
from floorjudge.magic.book.errors import DamagedCollection, UnwritableCollection
from floorjudge.magic.book.known import (
    collection_path,
    combinations_in,
    combinations_of_the_book,
    forget_collection,
    import_collection,
    known_combinations,
    search_command,
)
from floorjudge.magic.book.rows import NAME
from floorjudge.magic.cards.deck_list import Deck
from tests.support.own_collection import GUN, SPRING, STONE, WAKER, card_file, collection_file, combination

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


def test_an_imported_collection_serves_with_what_its_rows_say_until_it_is_forgotten(tmp_path: Path) -> None:
    far, none = combination("far", STONE.lower(), WAKER), combination("none", GUN, STONE)
    file = collection_file(
        tmp_path,
        combination("loop"),
        far,
        none,
        combination("other", GUN, WAKER),
        combination("famous", "Exquisite Blood", "Sanguine Bond"),
        combination("stranger", "Nobody's Card", WAKER),
    )
    written = [
        {"id": "loop", "verdict": "certified", "evidence": "certified", "combination": combination("loop").digest},
        {"id": "far", "verdict": "certified", "evidence": "extended", "combination": far.digest},
        {"id": "none", "verdict": "not_found", "evidence": None, "combination": none.digest},
        # Of another combination, which had this id.
        {"id": "other", "verdict": "certified", "combination": combination("other").digest},
    ]
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / NAME).write_text("".join(f"{json.dumps(row)}\n" for row in written), "utf-8")
    with closing(CardLibrary.open(card_file(tmp_path))) as library:
        done = import_collection(file, library, tmp_path / "out")
    assert (done.combinations, done.searched) == (6, 4)
    assert [(each.id, each.cards, each.state) for each in known_combinations()] == [
        ("loop", (SPRING, WAKER), "certified"),
        ("far", (STONE, WAKER), "extended"),
        ("none", (GUN, STONE), "undecided"),
        ("other", (GUN, WAKER), "unchecked"),
        ("famous", ("Exquisite Blood", "Sanguine Bond"), "certified"),
        ("stranger", ("Nobody's Card", WAKER), "unchecked"),
    ]
    assert known_combinations()[0].gives == ("mana",)
    assert forget_collection() == len(combinations_of_the_book())
    assert known_combinations() == combinations_of_the_book()


def test_a_damaged_collection_is_said_to_be() -> None:
    collection_path().parent.mkdir(parents=True)
    collection_path().write_bytes(b"[{")
    with pytest.raises(DamagedCollection, match="magic collection import"):
        known_combinations()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    collection_path().parent.write_text("a file where the folder should be", "utf-8")
    with closing(CardLibrary.open(card_file(tmp_path))) as library, pytest.raises(UnwritableCollection):
        import_collection(collection_file(tmp_path, combination("loop")), library)


@pytest.mark.parametrize("card", ["Ashnod's Altar", 'Kongming, "Sleeping Dragon"', "Bow! Now!", "Lim-Dûl's Vault"])
def test_the_command_that_searches_names_the_cards(card: str) -> None:
    assert shlex.split(search_command((card, "Forest", card))) == ["floorjudge", "magic", "find", card, "Forest"]
