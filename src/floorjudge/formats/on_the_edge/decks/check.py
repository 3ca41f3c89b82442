"""Checking a deck list against section 1 of the On the Edge tournament rules 1.2: every line, and the whole."""

from __future__ import annotations

from floorjudge.formats.on_the_edge.decks import reasons
from floorjudge.formats.on_the_edge.decks.card_file import load_catalogue
from floorjudge.formats.on_the_edge.decks.catalogue import Catalogue
from floorjudge.formats.on_the_edge.decks.judging import judge_entry
from floorjudge.formats.on_the_edge.decks.listing import read_list
from floorjudge.formats.on_the_edge.decks.verdicts import DeckReport, Finding, Verdict

LEAST_CARDS = 40
# Looking for similar names takes milliseconds each; a list with more unknown names is no deck of this game.
MOST_GUESSES = 20


def check_deck(listing: str, cards: Catalogue | None = None) -> DeckReport:
    """Return what is to be said about a deck list.

    `listing` is the list as its player wrote it, `cards` the catalogue to check against, by default the one that
    comes with the package. Raises BadInput when the list is far longer than any deck, see `read_list`.

    Clauses: OTE 1.1, OTE 1.2, OTE 1.3, OTE 1.4, OTE 1.5, OTE 1.6, OTE 1.7
    """
    cards = cards or load_catalogue()
    entries = [entry for entry in read_list(listing) if not entry.perhaps_heading or cards.named(entry.name)]
    unknown = dict.fromkeys(entry.name for entry in entries if entry.name and not cards.named(entry.name))
    similar = {name: cards.similar(name) for name in list(unknown)[:MOST_GUESSES]}
    of_lines = [finding for entry in entries for finding in judge_entry(entry, cards, similar.get(entry.name, ()))]
    total = sum(entry.copies for entry in entries)
    return DeckReport(total, (*judge_size(total), *of_lines))


def judge_size(cards: int) -> tuple[Finding, ...]:
    """Return a finding when a deck of so many cards is too small; there is no other limit, not for copies either.

    Clauses: OTE 1.1, OTE 1.2
    """
    if cards >= LEAST_CARDS:
        return ()
    return (Finding(Verdict.ILLEGAL, reasons.too_few_cards(cards), ("OTE 1.1",)),)
