"""Mana and tap symbols of texts as small drawings, with words for readers who listen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

import msgspec
from markupsafe import Markup

from floorjudge.texts import Language, Text, counted, listed, render, text

_ROW = re.compile(
    r"(?P<opening>[“«][ \u00a0\u202f]?)?(?P<symbols>(?:\{(?:[WUBRGCXTQSEP]|\d{1,4}|[WUBRGC2]/[WUBRGCP])\})+)"
)
_SYMBOL = re.compile(r"\{([^}]+)\}")
_MANA: dict[str, Text] = {
    "W": counted("one white mana", "{count} white mana", count=1),
    "U": counted("one blue mana", "{count} blue mana", count=1),
    "B": counted("one black mana", "{count} black mana", count=1),
    "R": counted("one red mana", "{count} red mana", count=1),
    "G": counted("one green mana", "{count} green mana", count=1),
    "C": counted("one colorless mana", "{count} colorless mana", count=1),
}
_OTHERS: dict[str, Text] = {
    "T": text("tap"),
    "Q": text("untap"),
    "X": text("X mana"),
    "S": text("snow mana"),
    "E": text("energy"),
}


def with_drawings(words: str, language: Language, sprite: str) -> Markup:
    """Return a sentence as HTML in which the symbols are drawn; `sprite` is the address of the drawings."""
    made, after = Markup(), 0
    for row in _ROW.finditer(words):
        drawn = _drawn(_SYMBOL.findall(row["symbols"]), language, sprite)
        if row["opening"]:
            # A line may end before a picture, also after a quotation mark that opens before it.
            drawn = Markup('<span class="unbroken">{}{}</span>').format(row["opening"], drawn)
        made += Markup.escape(words[after : row.start()]) + drawn
        after = row.end()
    return made + Markup.escape(words[after:])


def _drawn(symbols: list[str], language: Language, sprite: str) -> Markup:
    words = listed((render(each, language) for each in _words(symbols)), language)
    drawings = Markup().join(_drawing(each, sprite) for each in symbols)
    return Markup('<span class="mana" role="img" aria-label="{}">{}</span>').format(words, drawings)


def _drawing(symbol: str, sprite: str) -> Markup:
    if symbol in _MANA or symbol in ("T", "Q"):
        drawing = '<svg class="pip {}" aria-hidden="true" viewBox="0 0 32 32"><use href="{}#{}"></use></svg>'
        return Markup(drawing).format(symbol.lower(), sprite, symbol.lower())  # noqa: S704 (a literal)
    return Markup('<span class="pip" aria-hidden="true">{}</span>').format(symbol)


def _words(symbols: list[str]) -> Iterator[Text]:
    """Yield phrases for symbols; equal ones in a row are counted."""
    for symbol, alike in groupby(symbols):
        count = len(list(alike))
        if symbol in _MANA:
            yield msgspec.structs.replace(_MANA[symbol], values={"count": count})
        elif symbol.isdecimal():
            yield counted("one generic mana", "{count} generic mana", count=int(symbol) * count)
        else:
            yield _OTHERS.get(symbol, text("{symbol} mana", symbol=symbol))
