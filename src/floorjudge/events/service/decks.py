"""The check of a deck list with the card texts that are installed where the program runs; the core has none."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TypeAlias

from floorjudge.errors import FloorjudgeError
from floorjudge.events.state import State
from floorjudge.formats.decks import DeckReport
from floorjudge.formats.magic_decks.cards import KnownCards

# Gives card texts while a block runs; None if there are none.
CardTexts: TypeAlias = Callable[[], AbstractContextManager[KnownCards | None]]


def no_card_texts() -> AbstractContextManager[KnownCards | None]:
    """Give no card texts."""
    return nullcontext()


def deck_report(state: State, listing: str, texts: CardTexts) -> DeckReport | None:
    """Return what is to be said of a deck list in an event, None in a format without decks.

    Card texts are opened only where the event needs them; with some that cannot be read a list is checked as without any.
    Raises BadInput for a list that cannot be read.
    """
    rules, options = state.rules, state.options
    if not rules.needs_card_texts(options):
        return rules.check_deck(listing, options, None)
    # Faults of the list itself are raised here, so what is raised below is about the card texts.
    without = rules.check_deck(listing, options, None)
    try:
        with texts() as cards:
            return without if cards is None else rules.check_deck(listing, options, cards)
    except FloorjudgeError:
        return without
