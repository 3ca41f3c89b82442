"""Mana as people write it: "WUBRG2", "{C}{C}{G}", or "3G" with a number for colourless mana."""

from __future__ import annotations

import re

MOST_MANA = 100_000
_SYMBOL = re.compile(r"\{([WUBRGC]|\d{1,6})\}|([WUBRGC])|(\d{1,6})", re.IGNORECASE)


def read_mana(written: str) -> list[str] | None:
    """Return the letters of all mana that is written, one each, sorted as on cards; None when it is not mana.

    A number is that much colourless mana.
    """
    letters: list[str] = []
    at = 0
    compact = written.replace(" ", "")
    while at < len(compact):
        found = _SYMBOL.match(compact, at)
        if found is None:
            return None
        symbol = next(filter(None, found.groups())).upper()
        letters += ["C"] * int(symbol) if symbol.isdecimal() else [symbol]
        if len(letters) > MOST_MANA:
            return None
        at = found.end()
    return sorted(letters, key="WUBRGC".index)


def write_mana(letters: list[str]) -> str:
    """Return mana as it is written in a position: letters of colours, then the number of colourless mana."""
    coloured = "".join(letter for letter in letters if letter != "C")
    colourless = letters.count("C")
    return f"{coloured}{colourless or ''}"
