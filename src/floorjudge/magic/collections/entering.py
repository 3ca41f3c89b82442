"""States that no board can be set up in: the card is played into them, so it begins in the hand, with mana for it."""

from __future__ import annotations

import re

from floorjudge.magic.cards.helper_cards import BANNER
from floorjudge.magic.collections.scene import Scene, Thing

_FROM_HAND = re.compile(r"exile[^.]*\b(?:from your hand|in your hand)", re.IGNORECASE)
_FROM_GRAVEYARD = re.compile(r"exile[^.]*\bgraveyard", re.IGNORECASE)


def begin_in_hand(scene: Scene, thing: Thing, keyword: str = "") -> None:
    """Let a card begin in the hand with mana for it, or for the cost of one of its keywords."""
    if thing.zone == "hand" or thing.piece is None:
        return
    thing.zone = "hand"
    thing.moved = True
    scene.floating += thing.piece.other_costs.get(keyword, thing.piece.cost)


def hasten(scene: Scene) -> None:
    """Give haste to the player's creatures, where one that has to be played first is said not to have summoning sickness."""
    if any(card.moved and card.ready and card.is_creature for card in scene.cards):
        scene.add(BANNER)


def exiled_by(scene: Scene, thing: Thing, by: Thing) -> None:
    """Let a card be where another one can exile it: in the hand or the graveyard if it takes from there, else on the battlefield."""
    words = by.piece.words if by.piece is not None else ""
    if _FROM_HAND.search(words) or "Hideaway" in words:
        thing.zone = "hand"
        if by.piece is not None and by.piece.enters:
            begin_in_hand(scene, by)
    elif _FROM_GRAVEYARD.search(words):
        thing.zone = "graveyard"
    elif thing.piece is not None and not thing.piece.is_spell:
        thing.zone = "battlefield"
        if by.piece is not None and by.piece.enters:
            begin_in_hand(scene, by)
    else:
        thing.zone = "hand"
