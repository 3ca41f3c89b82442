"""The colours of mana: their letters on cards, the engine's words for them, and the ways people write mana."""

from __future__ import annotations

import re

COLOURS = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}
"""The five colours by their letters, in the order of cards."""

MANA = {**COLOURS, "C": "Colorless"}
"""The kinds of mana by their letters, colourless last."""

LETTERS = {word: letter for letter, word in MANA.items()}
"""The letter of each kind of mana, by the engine's word for it."""

MOST_MANA = 100_000
_SYMBOL = re.compile(r"\{([WUBRGC]|\d{1,6})\}|([WUBRGC])|(\d{1,6})", re.IGNORECASE)


def read_mana(written: str) -> list[str] | None:
    """Return the letters of all mana in a text such as “WUBRG2”, “{C}{C}{G}” or “3G”; None if it is not mana.

    Each is one letter, sorted as on cards; a number is that much colourless mana.
    """
    letters: list[str] = []
    compact = written.replace(" ", "")
    symbols = list(_SYMBOL.finditer(compact))
    if "".join(symbol[0] for symbol in symbols) != compact:
        return None
    for match in symbols:
        symbol = next(filter(None, match.groups())).upper()
        letters += ["C"] * int(symbol) if symbol.isdecimal() else [symbol]
        if len(letters) > MOST_MANA:
            return None
    return sorted(letters, key=list(MANA).index)


def write_mana(letters: list[str]) -> str:
    """Return mana in the form of a position: letters of colours, then the number of colourless mana."""
    coloured = "".join(letter for letter in letters if letter != "C")
    return f"{coloured}{letters.count('C') or ''}"
