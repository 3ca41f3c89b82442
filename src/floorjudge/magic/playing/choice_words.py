"""The words by which the engine names what can be chosen, as people say them; names of cards are none of them."""

from __future__ import annotations

from floorjudge.magic.colours import MANA
from floorjudge.magic.phase.actions import NO, YES
from floorjudge.magic.playing.naming import fold
from floorjudge.texts import Text, text

NOTHING = "none"
_COLOURS = (text("white"), text("blue"), text("black"), text("red"), text("green"), text("colorless"))
_SAID = {fold(word): said for word, said in zip(MANA.values(), _COLOURS, strict=True)} | {
    YES: text("yes"),
    NO: text("no"),
    NOTHING: text("nothing"),
    "keep": text("leave the targets as they are"),
    "artifact": text("artifact"),
    "battle": text("battle"),
    "creature": text("creature"),
    "enchantment": text("enchantment"),
    "instant": text("instant"),
    "land": text("land"),
    "planeswalker": text("planeswalker"),
    "sorcery": text("sorcery"),
    "heads": text("heads"),
    "tails": text("tails"),
    "even": text("even"),
    "odd": text("odd"),
}


def said_choice(word: str) -> Text | str:
    """Return what is chosen, by the engine's word for it such as Blue or no, as people say it; any other word as it is."""
    return _SAID.get(fold(word), word)
