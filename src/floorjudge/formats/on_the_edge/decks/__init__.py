"""Deck lists: read as players write them, checked against section 1 of the On the Edge tournament rules 1.2.

The public face: `check_deck(listing) -> DeckReport` with its `Verdict` and `Finding`s, `report_json` for machines,
`load_catalogue`, `read_cards` and `with_further_cards` for the cards themselves.
"""

from floorjudge.deck_lists.lines import readable
from floorjudge.formats.decks import DeckReport, Finding, Verdict, report_json
from floorjudge.formats.on_the_edge.decks.catalogue import (
    Catalogue,
    Printing,
    load_catalogue,
    read_cards,
    with_further_cards,
)
from floorjudge.formats.on_the_edge.decks.check import check_deck

__all__ = [
    "Catalogue",
    "DeckReport",
    "Finding",
    "Printing",
    "Verdict",
    "check_deck",
    "load_catalogue",
    "read_cards",
    "readable",
    "report_json",
    "with_further_cards",
]
