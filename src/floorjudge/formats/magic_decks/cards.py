"""What the check of a Magic deck asks of a card; whoever has card texts hands them in, and this package has none.

What the texts mean for a deck is read here: how many copies there may be, and that some cards are of no deck.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

# The names that every player has as many of as wanted; with card texts the supertype says so.
BASIC_LANDS = frozenset(
    f"{snow}{land}"
    for snow in ("", "snow-covered ")
    for land in ("plains", "island", "swamp", "mountain", "forest", "wastes")
)
# Cards of these types are of decks of their own, or lie beside the table.
_OF_NO_DECK = frozenset({"Plane", "Phenomenon", "Vanguard", "Scheme", "Stickers", "Dungeon"})
_DRAFTED_ONLY = frozenset({"Conspiracy"})
_NUMBERS = {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)
}
_HOW_MANY = re.compile(
    r"\bdeck can have (?:(any number of)|(?:up to|only) (\w+)) (?:cards? named|cop(?:y|ies) of this card)",
    re.IGNORECASE,
)


class CardFacts(Protocol):
    """What is printed on a card, of a double-faced one on its front."""

    @property
    def name(self) -> str:
        """Its whole English name, such as `Fire // Ice`."""

    @property
    def supertypes(self) -> Sequence[str]:
        """Its supertypes, such as `Basic`."""

    @property
    def types(self) -> Sequence[str]:
        """Its card types."""

    @property
    def subtypes(self) -> Sequence[str]:
        """Its subtypes."""

    @property
    def identity(self) -> str:
        """The letters of its colour identity, its back included."""

    @property
    def words(self) -> str:
        """Its rules text, with reminder text."""

    @property
    def cost(self) -> str | None:
        """Its whole mana cost, such as `{2}{W}`; empty where it has none; None if the card texts do not say it."""

    @property
    def mana_value(self) -> int | None:
        """Its mana value; None if the card texts do not say its whole mana cost."""

    @property
    def has_size(self) -> bool:
        """Whether power and toughness are printed on it."""


class KnownCards(Protocol):
    """Card texts, as far as they are installed."""

    def named(self, name: str) -> CardFacts | None:
        """Return what is known of the card with a name, whole or of one side; None when there is none."""

    def similar(self, name: str) -> Sequence[str]:
        """Return the whole names that whoever wrote this one may have meant, the likeliest first."""


def is_basic(card: CardFacts) -> bool:
    """Return whether a card is a basic land.

    Clauses: CR 100.2a
    """
    return "Basic" in card.supertypes and "Land" in card.types


def copies_by_text(card: CardFacts, otherwise: int) -> int | None:
    """Return how many copies a deck may have of a card that is no basic land; None when any number, `otherwise` unless its text says.

    Clauses: MTR 6.1, CR 903.5b
    """
    found = _HOW_MANY.search(card.words)
    if found is None:
        return otherwise
    return None if found[1] else _NUMBERS.get(found[2].casefold(), otherwise)


def is_of_no_deck(card: CardFacts, *, drafted: bool) -> bool:
    """Return whether a card is never a card of a deck, such as a plane; `drafted` lets in what is for drafts.

    Clauses: CR 100.2d
    """
    types = {*card.types}
    return bool(types & _OF_NO_DECK or (types & _DRAFTED_ONLY and not drafted) or "Attraction" in card.subtypes)


def without_reminders(words: str) -> str:
    """Return a rules text without what stands in brackets."""
    return re.sub(r"\s*\([^()]*\)", "", words)
