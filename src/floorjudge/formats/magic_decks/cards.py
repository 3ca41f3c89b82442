"""The facts about a Magic card that the check of a deck needs; the caller passes card texts in, and this package has none.

The meaning of a text for a deck is read here: the number of copies, and cards that no deck may have.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

# The cards of which a deck may have any number; with card texts, their supertype is the test.
BASIC_LANDS = frozenset(
    f"{snow}{land}"
    for snow in ("", "snow-covered ")
    for land in ("plains", "island", "swamp", "mountain", "forest", "wastes")
)
# Cards of these types belong to their own decks, or lie beside the table.
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
    """The printed facts of a card; for a double-faced card, those of its front."""

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
        """Its whole mana cost, such as `{2}{W}`; empty if it has none; None if the card texts lack it."""

    @property
    def mana_value(self) -> int | None:
        """Its mana value; None if the card texts lack its whole mana cost."""

    @property
    def has_size(self) -> bool:
        """Whether power and toughness are printed on it."""


class KnownCards(Protocol):
    """The card texts that are installed."""

    def named(self, name: str) -> CardFacts | None:
        """Return the card with a name, whole or of one side; None if there is none."""

    def similar(self, name: str) -> Sequence[str]:
        """Return whole names that may be meant by this one, the likeliest first."""


def is_basic(card: CardFacts) -> bool:
    """Return whether a card is a basic land.

    Clauses: CR 100.2a
    """
    return "Basic" in card.supertypes and "Land" in card.types


def copies_by_text(card: CardFacts, otherwise: int) -> int | None:
    """Return the number of copies that a deck may have of a card that is no basic land: None for any number, `otherwise` unless its text gives one.

    Clauses: MTR 6.1, CR 903.5b
    """
    found = _HOW_MANY.search(card.words)
    if found is None:
        return otherwise
    return None if found[1] else _NUMBERS.get(found[2].casefold(), otherwise)


def is_of_no_deck(card: CardFacts, *, drafted: bool) -> bool:
    """Return whether no deck may have a card, such as a plane; `drafted` allows cards for drafts.

    Clauses: CR 100.2d
    """
    types = {*card.types}
    return bool(types & _OF_NO_DECK or (types & _DRAFTED_ONLY and not drafted) or "Attraction" in card.subtypes)


def without_reminders(words: str) -> str:
    """Return a rules text without its reminder text in brackets."""
    return re.sub(r"\s*\([^()]*\)", "", words)
