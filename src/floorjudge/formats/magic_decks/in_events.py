"""Deck lists of an event for Magic: checked as the event's option says how decks are built, and read for a print."""

from __future__ import annotations

from typing import Any, ClassVar

from floorjudge.deck_lists.lines import lines_of, shown
from floorjudge.deck_lists.listing import Section, read_list
from floorjudge.deck_lists.saved import is_saved_deck
from floorjudge.deck_lists.sections import DeckKind
from floorjudge.formats.decks import DeckLine, DeckReport, Finding, Verdict
from floorjudge.formats.magic_decks.banned import banned_in_event, banned_words
from floorjudge.formats.magic_decks.cards import KnownCards
from floorjudge.formats.magic_decks.check import check_deck
from floorjudge.texts import Text, text


class MagicDecks:
    """The part of a format for Magic that concerns decks.

    Its options have `decks`, one of `DeckKind` or None, and `banned`, the text of a list of banned cards or None.
    """

    deck_example: ClassVar[str] = "4 Lightning Bolt"

    def check_deck(self, listing: str, options: Any, cards: KnownCards | None) -> DeckReport:
        """Check a deck list by the event's options."""
        return check_for_event(listing, options.decks, cards, options.banned)

    def deck_words(self, options: Any) -> tuple[Text, ...]:
        """Return which list of banned cards deck lists are checked against, if there is one."""
        return () if options.banned is None else (banned_words(banned_in_event(options.banned)),)

    def asks_for_decks(self, options: Any) -> bool:
        """Return whether players hand in deck lists."""
        return options.decks is not None

    def needs_card_texts(self, options: Any) -> bool:
        """Return whether card texts are needed: if the event states how decks are built."""
        return options.decks is not None

    def deck_lines(self, listing: str) -> list[DeckLine]:
        """Return the lines of a deck list for a print."""
        return lines_for_print(listing)


def check_for_event(listing: str, decks: str | None, cards: KnownCards | None, banned: str | None = None) -> DeckReport:
    """Return the report on a deck list; `decks` is one of `DeckKind`, None in an event without lists.

    `banned` is the text of the organiser's list of banned cards, None without one. A list handed in to an event without
    lists is left to a judge.
    Raises what `check_deck` raises.
    Clauses: MTR 6.1, MTR 7.1, CR 903.5a
    """
    if decks is not None:
        return check_deck(listing, DeckKind(decks), cards, None if banned is None else banned_in_event(banned))
    number = sum(entry.copies for entry in read_list(listing, _known) if entry.section is not Section.LEFT_OUT)
    sentence = text("This event does not say how decks are built: the list was not checked.")
    return DeckReport(number, (Finding(Verdict.TO_BE_CHECKED, sentence),))


def lines_for_print(listing: str) -> list[DeckLine]:
    """Return the lines of a deck list for a print; of the file of a program only the cards."""
    cards = {entry.line: DeckLine(entry.line, entry.copies, shown(entry.name)) for entry in read_list(listing, _known)}
    lines = lines_of(listing)
    if is_saved_deck("\n".join(lines)):
        return list(cards.values())
    written = ((number, line.strip()) for number, line in enumerate(lines, 1))
    return [cards.get(number, DeckLine(number, None, line)) for number, line in written if line]


def _known(name: str) -> bool:  # noqa: ARG001 (as `Lookup.knows`)
    return False
