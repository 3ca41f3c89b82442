"""Deck lists for Magic: read as players and programs write them, checked by how decks are built in an event.

`check_deck(listing, kind, cards, banned)` returns a `DeckReport`; `kind` is a `DeckKind`. `read_banned` reads the list
of banned cards that an organiser imports. `KnownCards` and `CardFacts` describe the card texts that the caller passes
in.
"""

from floorjudge.deck_lists.sections import DeckKind
from floorjudge.formats.magic_decks.banned import BannedList, read_banned
from floorjudge.formats.magic_decks.cards import CardFacts, KnownCards
from floorjudge.formats.magic_decks.check import check_deck

__all__ = ["BannedList", "CardFacts", "DeckKind", "KnownCards", "check_deck", "read_banned"]
