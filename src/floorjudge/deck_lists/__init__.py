"""Deck lists as text: the lines of any, and those of Magic with their sections. `formats` decides what is legal.

The public face: `read_list(listing, knows)` and `in_sections(entries, kind)`, which give the cards of a Magic list by their sections.
"""

from floorjudge.deck_lists.listing import Entry, Section, read_list
from floorjudge.deck_lists.sections import DeckKind, DeckList, copies, in_sections

__all__ = ["DeckKind", "DeckList", "Entry", "Section", "copies", "in_sections", "read_list"]
