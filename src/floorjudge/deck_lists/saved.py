"""Decks in the XML of two programs: Magic Online (`.dek`) and Cockatrice (`.cod`)."""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.parsers import expat

from floorjudge.errors import BadInput
from floorjudge.texts import text

_BEGINNINGS = ("<?xml", "<!doctype", "<deck", "<cockatrice_deck")


class DamagedDeckFile(BadInput):
    sentence = text(
        "The deck was saved as XML, and cannot be read from line {line} on; save it again, or as plain text."
    )
    line: int


class DeckFileCount(BadInput):
    sentence = text("“{written}” in line {line} is no number of copies.")
    written: str
    line: int


class SavedCard(NamedTuple):
    """A card of a saved deck; `zone` is `main`, `side`, or the program's own word."""

    line: int
    name: str
    copies: int
    zone: str


def is_saved_deck(listing: str) -> bool:
    """Return whether a text is the XML of a deck."""
    return listing.lstrip()[:20].casefold().startswith(_BEGINNINGS)


def saved_cards(listing: str) -> list[SavedCard]:
    """Return the cards of a deck in XML. Raises BadInput, with the line, for a damaged one."""
    cards: list[SavedCard] = []
    zone = "main"
    parser = expat.ParserCreate("utf-8")

    def begin(tag: str, attributes: dict[str, str]) -> None:
        """Note a zone, or a card in it; the programs have different tags for cards."""
        nonlocal zone
        if tag == "zone":
            zone = attributes.get("name", "main")
        elif tag == "card":
            cards.append(
                _card(attributes.get("name", ""), attributes.get("number", "1"), zone, parser.CurrentLineNumber)
            )
        elif tag == "Cards":
            beside = attributes.get("Sideboard", "false").lower() == "true"
            name, copies = attributes.get("Name", ""), attributes.get("Quantity", "1")
            cards.append(_card(name, copies, "side" if beside else "main", parser.CurrentLineNumber))

    def refuse(*_: object) -> None:
        raise DamagedDeckFile(parser.CurrentLineNumber)

    parser.StartElementHandler = begin
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(listing.encode("utf-8", "replace"), True)  # noqa: FBT003 (positional only)
    except expat.ExpatError as error:
        raise DamagedDeckFile(error.lineno) from None
    return cards


def _card(name: str, copies: str, zone: str, line: int) -> SavedCard:
    if re.fullmatch(r"[0-9]{1,9}", copies.strip()) is None:
        raise DeckFileCount(copies, line)
    return SavedCard(line, name, int(copies), zone)
