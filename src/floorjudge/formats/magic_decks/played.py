"""The entries of a list with their cards, each name looked up once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from floorjudge.deck_lists.lines import shown
from floorjudge.deck_lists.listing import Entry
from floorjudge.deck_lists.names import fold_name
from floorjudge.formats.decks import Finding, Verdict
from floorjudge.formats.magic_decks.cards import CardFacts, KnownCards
from floorjudge.texts import Text


class Played(msgspec.Struct, frozen=True):
    """An entry of a list, with its card if that is known."""

    entry: Entry
    card: CardFacts | None

    @property
    def name(self) -> str:
        """The whole name of the card, or its name in the list."""
        return self.card.name if self.card else shown(self.entry.name)

    @property
    def key(self) -> str:
        """A key that all entries of this card share."""
        return fold_name(self.name)

    def finding(self, verdict: Verdict, reason: Text, *clauses: str) -> Finding:
        """Return a finding about this line."""
        return Finding(verdict, reason, clauses, self.entry.line, self.entry.written)


class Lookup:
    """A lookup of names, each once."""

    def __init__(self, cards: KnownCards | None) -> None:
        self.named = cache(cards.named) if cards else _unknown

    def knows(self, name: str) -> bool:
        """Return whether a card has this name."""
        return self.named(name) is not None

    def played(self, entries: Iterable[Entry]) -> tuple[Played, ...]:
        """Return entries with their cards."""
        return tuple(Played(entry, self.named(entry.name)) for entry in entries)


def _unknown(name: str) -> CardFacts | None:  # noqa: ARG001 (as `KnownCards.named`)
    return None
