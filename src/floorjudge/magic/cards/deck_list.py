"""Reads the cards of a deck list, by the names in card texts: those of the deck, and the number of those beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

import msgspec

from floorjudge.deck_lists import DeckKind, Entry, Section, copies, in_sections, read_list
from floorjudge.errors import BadInput
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.texts import Text, text

MOST_CHARACTERS = 100_000
MOST_LINES = 2_000
# The number of cards, give or take one, that makes a deck for Commander without a commander's heading.
_NEARLY = 1


class DeckListTooLong(BadInput):
    sentence = text("A deck list has at most {lines} lines and {characters} characters.")
    lines: int
    characters: int


class NoCardsInDeck(BadInput):
    sentence = text(
        "There is no card in this deck list. A line is a number and a name, such as “4 Llanowar Elves” or "
        "“1 Intruder Alarm (8ED) 86”."
    )


class UnknownLine(msgspec.Struct, frozen=True):
    """A line of a deck list that names no known card: its number from 1, the name as written, and similar ones."""

    line: int
    name: str
    similar: tuple[str, ...]

    def sentence(self) -> Text:
        """Return a sentence that there is no such card, with similar names."""
        if not self.similar:
            return text("Line {line}: there is no card “{name}”.", line=self.line, name=self.name)
        return text(
            "Line {line}: there is no card “{name}”. Similar names: {similar}.",
            line=self.line,
            name=self.name,
            similar=self.similar,
        )


class Deck(msgspec.Struct, frozen=True):
    """A deck: its cards by whole names with their copies, the commander among them; `beside` counts the sideboard."""

    cards: dict[str, int]
    beside: int
    unknown: tuple[UnknownLine, ...]


def read_deck(listing: str, library: CardLibrary) -> Deck:
    """Return the deck in a list, as people and programs write it; a companion is one of its cards.

    Raises BadInput if the list is too long, is the damaged file of a program, or has no card at all, and if there are
    no card texts.
    """
    if len(listing) > MOST_CHARACTERS or len(listing.splitlines()) > MOST_LINES:
        raise DeckListTooLong(MOST_LINES, MOST_CHARACTERS)
    whole = cache(library.whole_name)
    entries = read_list(listing, lambda name: whole(name) is not None)
    arranged = in_sections(entries, _kind_of(entries))
    companions = {entry.line for entry in arranged.companions}
    deck = (*arranged.commanders, *arranged.deck, *arranged.companions)
    cards: Counter[str] = Counter()
    for entry in deck:
        if entry.copies and (name := whole(entry.name)) is not None:
            cards[name] += entry.copies
    if not cards:
        raise NoCardsInDeck
    beside = [entry for entry in arranged.sideboard if entry.line not in companions]
    unknown = sorted((entry.line, entry.name) for entry in deck if entry.copies and whole(entry.name) is None)
    lines = tuple(UnknownLine(line, name, library.similar(name)) for line, name in unknown)
    return Deck(dict(cards), copies(beside), lines)


def _kind_of(entries: Sequence[Entry]) -> DeckKind:
    """Return the format for which a deck seems to be built, by its commander or its size."""
    size = copies([entry for entry in entries if entry.section not in (Section.SIDEBOARD, Section.LEFT_OUT)])
    led = any(entry.section is Section.COMMANDER for entry in entries)
    if led or abs(size - DeckKind.COMMANDER.least) <= _NEARLY:
        return DeckKind.COMMANDER
    return DeckKind.CONSTRUCTED if size >= DeckKind.CONSTRUCTED.least else DeckKind.LIMITED
