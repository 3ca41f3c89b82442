"""The colours of mana: letters as on cards, and the engine's words."""

from __future__ import annotations

COLOURS = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}
"""The five colours by their letters, in the order in which cards have them."""

MANA = {**COLOURS, "C": "Colorless"}
"""The kinds of mana by their letters, colourless last."""

LETTERS = {word: letter for letter, word in MANA.items()}
"""The letter of each kind of mana, by the engine's word for it."""


def mana_word(word: str) -> str:
    """Return the engine's word for the mana that a letter stands for, such as Black for B; any other word as it is."""
    return MANA.get(word.upper(), word)
