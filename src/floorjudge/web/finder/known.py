"""What is known without a search: the names of cards, the combinations in a deck list, the famous loops."""

from __future__ import annotations

from contextlib import closing
from functools import cache
from typing import Any

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import digits
from floorjudge.magic.book.entries import Entry
from floorjudge.magic.book.known import DeckCombinations, combinations_in, combinations_of_the_book
from floorjudge.magic.book.lookup import installed_book
from floorjudge.magic.cards.deck_list import read_deck
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.names import CardNames
from floorjudge.magic.search import SECONDS
from floorjudge.magic.search.confirming import TIMES

JsonObject = dict[str, Any]
# So many combinations of each kind are shown.
MOST_COMBINATIONS = 50


@cache
def card_names() -> CardNames:
    """Return the names of all cards ready to be completed, none where there are no card texts; kept by this process."""
    with closing(CardLibrary.open()) as library:
        try:
            return library.completion
        except FloorjudgeError:
            return CardNames(())


def looked_through(listing: str) -> DeckCombinations:
    """Return the combinations in a deck list. Raises what `read_deck` raises, and DamagedBook."""
    with closing(CardLibrary.open()) as library:
        return combinations_in(read_deck(listing, library), combinations_of_the_book())


def job_that_opens(entry: Entry) -> tuple[str, JsonObject]:
    """Return the kind and the question of the job that opens a loop of the book: proves it, or says why nothing is decided."""
    if not entry.is_sure:
        return "certify", {"case": entry.facts["case"], "times": digits(TIMES)}
    names = list(dict.fromkeys(entry.cards))
    return "known", {"names": names, "helpers": [], "position": None, "known": entry.digest, "seconds": SECONDS}


def kind_of(question: JsonObject) -> str:
    """Return the kind of job for a question that is prepared: what the book knows need not be searched for."""
    return "known" if "known" in question else "search"


def listed_loops() -> tuple[Entry, ...]:
    """Return the famous loops of the book."""
    return tuple(entry for entry in installed_book().entries if entry.kind)
