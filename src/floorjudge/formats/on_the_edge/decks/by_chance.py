"""Random deck lists for a demonstration: what players hand in to a scorekeeper."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from floorjudge.formats.on_the_edge.decks.catalogue import load_catalogue


def deck_lists(chance: Random) -> Iterator[str]:
    """Yield the deck lists of the first eight players: each with a printing; one is illegal, and one lacks a number."""
    catalogue = load_catalogue()
    printings = list(catalogue.printings.values())
    legal = [printing for printing in printings if not catalogue.bans(printing)]
    banned = next(printing for printing in printings if catalogue.bans(printing))
    for number in range(8):
        lines = [f"2 {card.name} [{card.number}]" for card in chance.sample(legal, 20)]
        if number == 3:
            lines[0] = f"2 {banned.name} [{banned.number}]"
        if number == 5:
            lines[0] = "2 Astral Wisdom"
        yield "\n".join(lines)
