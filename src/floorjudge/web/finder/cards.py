"""What is known of cards by their names: completing a name, and the combinations in a deck list."""

from __future__ import annotations

from contextlib import closing
from functools import cache

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.cards.deck_list import read_deck
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.names import CardNames
from floorjudge.magic.collections.known import DeckCombinations, combinations_in, known_combinations

MOST_NAMES = 8
# So many combinations of each kind are shown.
MOST_COMBINATIONS = 50


def complete(typed: str) -> list[str]:
    """Return the names that somebody may mean, the likeliest first; nothing where there are no card texts."""
    return _names().complete(typed, MOST_NAMES)


@cache
def _names() -> CardNames:
    with closing(CardLibrary.open()) as library:
        try:
            return library.completion
        except FloorjudgeError:
            return CardNames(())


def looked_through(listing: str) -> DeckCombinations:
    """Return the combinations in a deck list. Raises what `read_deck` and `known_combinations` raise."""
    with closing(CardLibrary.open()) as library:
        return combinations_in(read_deck(listing, library), known_combinations())
