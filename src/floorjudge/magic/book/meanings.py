"""What the loops of the book give, such as mana, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from floorjudge.texts import Text, text

Meaning: TypeAlias = Literal[
    "mana", "tokens", "life", "damage", "mill", "draw", "counters", "poison", "size",
    "enters", "dies", "leaves", "sacrifices", "blinks", "casts", "turns", "combats", "drawn_game",
    "untaps", "discards", "copies", "activations", "hits_creatures", "removal", "searches", "locks", "wins",
]  # fmt: skip

MEANINGS: Mapping[Meaning, Text] = {
    "mana": text("mana"),
    "tokens": text("tokens"),
    "life": text("life"),
    "damage": text("damage or loss of life"),
    "mill": text("emptying a library"),
    "draw": text("drawing cards"),
    "counters": text("counters"),
    "poison": text("poison"),
    "size": text("power and toughness"),
    "enters": text("permanents entering"),
    "dies": text("permanents dying"),
    "leaves": text("permanents leaving"),
    "sacrifices": text("sacrifices"),
    "blinks": text("leaving and coming back"),
    "casts": text("casting spells"),
    "turns": text("turns"),
    "combats": text("combats"),
    "drawn_game": text("a drawn game"),
    "untaps": text("untapping"),
    "discards": text("discarding"),
    "copies": text("copies of spells"),
    "activations": text("activating abilities"),
    "hits_creatures": text("damage to creatures"),
    "removal": text("removing permanents"),
    "searches": text("searching a library"),
    "locks": text("a lock"),
    "wins": text("winning or losing the game"),
}
