"""The check of a deck list with the card texts that are installed where the program runs; the core has none."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TypeAlias

from floorjudge.errors import FloorjudgeError
from floorjudge.events.state import State
from floorjudge.formats.decks import DeckReport
from floorjudge.formats.magic_decks.cards import KnownCards

# A context manager for the card texts; None without any.
CardTexts: TypeAlias = Callable[[], AbstractContextManager[KnownCards | None]]


def no_card_texts() -> AbstractContextManager[KnownCards | None]:
    """Return a context without card texts."""
    return nullcontext()


def deck_report(state: State, listing: str, texts: CardTexts) -> DeckReport | None:
    """Return the report on a deck list in an event; None in a format without decks.

    Card texts are opened only if the event needs them; unreadable ones count as none.
    Raises BadInput for a list that cannot be read.
    """
    rules, options = state.rules, state.options
    if not rules.needs_card_texts(options):
        return rules.check_deck(listing, options, None)
    # Errors in the list itself are raised here, so any error below comes from the card texts.
    without = rules.check_deck(listing, options, None)
    try:
        with texts() as cards:
            return without if cards is None else rules.check_deck(listing, options, cards)
    except FloorjudgeError:
        return without
