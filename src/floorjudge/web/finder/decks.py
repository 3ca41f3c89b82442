"""The check of deck lists on pages and prints, with the card texts of this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from floorjudge.events.service.decks import deck_report
from floorjudge.events.state import State
from floorjudge.formats.decks import DeckReport
from floorjudge.formats.magic_decks.cards import KnownCards
from floorjudge.magic.cards.deck_facts import installed_cards
from floorjudge.web.finder.known import card_names


@contextmanager
def installed_texts() -> Iterator[KnownCards | None]:
    """Give the card texts of this machine while a block runs; None if there are none."""
    with installed_cards(names=card_names) as cards:
        yield cards


def report_on(state: State, listing: str) -> DeckReport | None:
    """Return what is to be said of a deck list in an event, None in a format without decks."""
    return deck_report(state, listing, installed_texts)
