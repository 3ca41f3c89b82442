"""Warnings about the cards of a position that the engine itself says it has not understood."""

from __future__ import annotations

from collections.abc import Iterator

from floorjudge.games.magic import CardLibrary, Position
from floorjudge.games.magic.cards import understanding_of
from floorjudge.games.magic.positions import ZONES
from floorjudge.texts import Text, text

# Before a line of a card that it could not read, the engine tells which of its parsers gave up.
_JARGON = " parser: "


def doubtful_cards(position: Position, library: CardLibrary) -> Iterator[Text]:
    """Yield a sentence for each card, in the order of the position, parts of whose text the engine could not read.

    The cards have to be known: a position that could be set up names no others.
    """
    known = library.with_texts([card.side() for card in position.cards])
    for name in dict.fromkeys(_named(position)):
        card = known.card(name)
        understood = understanding_of(card.faces)
        if understood.level != "fully":
            yield text(
                "Beware: the engine plays {card} without a part of its text that it could not read: {unread}",
                card=card.name,
                unread=" | ".join(reason.rpartition(_JARGON)[2] for reason in understood.reasons),
            )


def _named(position: Position) -> Iterator[str]:
    """Yield the names of all cards; a token that is only described has no card behind it."""
    for permanents in position.battlefield:
        yield from (permanent.card for permanent in permanents if permanent.text is None)
    for zone in ZONES:
        for cards in getattr(position, zone):
            yield from (card.card for card in cards)
