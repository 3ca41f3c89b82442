"""Deck lists for Magic: read as people and programs write them, checked by how decks are built in an event.

The public face: `check_deck(listing, kind, cards, banned) -> DeckReport` with its `DeckKind`s; `read_banned` for the list of banned
cards that an organiser imports. `KnownCards` and `CardFacts` are what card texts have to answer; the shell hands them in.
"""

from floorjudge.deck_lists.sections import DeckKind
from floorjudge.formats.magic_decks.banned import BannedList, read_banned
from floorjudge.formats.magic_decks.cards import CardFacts, KnownCards
from floorjudge.formats.magic_decks.check import check_deck

__all__ = ["BannedList", "CardFacts", "DeckKind", "KnownCards", "check_deck", "read_banned"]
