"""What a worker does with a deck list: reads it, and compares it with the combinations that are known here."""

from __future__ import annotations

from contextlib import closing

from floorjudge.magic.cards.deck_list import read_deck
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.collections.known import DeckCombinations, combinations_in, known_combinations

# So many of each kind are shown.
MOST = 50


def looked_through(listing: str) -> DeckCombinations:
    """Return the combinations in a deck list. Raises what `read_deck` and `known_combinations` raise."""
    with closing(CardLibrary.open()) as library:
        return combinations_in(read_deck(listing, library), known_combinations())
