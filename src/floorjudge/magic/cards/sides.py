"""One shape for card texts: a card is a list of sides, each in the form of MTGJSON's AtomicCards.

A source that leaves out colours gets them from the mana cost, or from the colour identity where a side has no cost (the
back of a double-faced card).
"""

from __future__ import annotations

import unicodedata
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from floorjudge.magic.colours import COLOURS

Side = dict[str, Any]

_SPELLED_OUT = str.maketrans({"’": "'", "Æ": "Ae", "æ": "ae", "Œ": "Oe", "œ": "oe"})
SUPERTYPES = ("Basic", "Elite", "Host", "Legendary", "Ongoing", "Snow", "World")
CARD_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Instant", "Kindred", "Land", "Planeswalker", "Sorcery")
_KEPT = (
    "name", "faceName", "side", "layout", "manaCost", "manaValue", "colors", "colorIdentity", "type", "types", "subtypes",
    "supertypes", "keywords", "power", "toughness", "loyalty", "defense", "text", "identifiers", "legalities",
)  # fmt: skip
# Cards without an identity get one made from their name, so that the engine knows which sides belong together.
_IDENTITIES = uuid.UUID("6f1c0a52-5a0e-5b6c-9a0f-2d6d3f0c7b11")


def folded(name: str) -> str:
    """Return a card's name in the form for look-up: without accents, capitals, curly apostrophes and doubled spaces."""
    plain = unicodedata.normalize("NFKD", name.translate(_SPELLED_OUT))
    return " ".join("".join(char for char in plain if not unicodedata.combining(char)).casefold().split())


def names_of(name: str, sides: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return every name of a card: the whole one first, then that of each side."""
    names = [name, *name.split(" // ")]
    names += [str(side["faceName"]) for side in sides if side.get("faceName")]
    return tuple(dict.fromkeys(names))


def completed(side: Mapping[str, Any]) -> Side:
    """Return a side with every field that the engine's parser requires, and none that it ignores."""
    whole = {field: side[field] for field in _KEPT if side.get(field) is not None}
    cost = str(side.get("manaCost") or "")
    colours = [colour for colour in COLOURS if colour in (side.get("colorIdentity") or ())]
    in_cost = [colour for colour in COLOURS if colour in cost]
    whole.setdefault("colorIdentity", colours or in_cost)
    if "colors" not in whole:
        # A back has no cost; its colour indicator is within the identity, and most often equal to it.
        whole["colors"] = in_cost if cost or side.get("face") != "back" else colours
    whole.setdefault("manaValue", float(mana_value(cost)))
    whole.setdefault("layout", "normal")
    for words in ("types", "subtypes", "supertypes", "keywords"):
        whole.setdefault(words, [])
    name = str(side["name"])
    identity = (side.get("identifiers") or {}).get("scryfallOracleId") or uuid.uuid5(_IDENTITIES, name)
    whole["identifiers"] = {"scryfallOracleId": str(identity)}
    if " // " in name:
        whole.setdefault("faceName", name.split(" // ", maxsplit=1)[0])
    return whole


def mana_value(cost: str) -> int:
    """Return the mana value of a cost such as `{2}{G}{G/U}`; X counts as 0."""
    total = 0
    for symbol in cost.replace("}", " ").replace("{", " ").split():
        if symbol.isdecimal():
            total += int(symbol)
        elif symbol.startswith("2/"):
            total += 2
        elif symbol != "X":
            total += 1
    return total


class CardText(msgspec.Struct, frozen=True, omit_defaults=True, rename={"colours": "colors"}):
    """A card, or a token, given as text; `colours` such as "WU" if the mana cost does not show them."""

    name: str
    type: str
    mana_cost: str = ""
    text: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colours: str | None = None

    def side(self) -> Side:
        """Return this text in the form of all card texts."""
        type_line = self.type.replace(" - ", " — ")
        before, _, after = type_line.partition("—")
        words = before.split()
        side: dict[str, Any] = {
            "name": self.name,
            "type": type_line,
            "supertypes": [word for word in words if word in SUPERTYPES],
            "types": [word for word in words if word in CARD_TYPES],
            "subtypes": after.split(),
            "manaCost": self.mana_cost or None,
            "text": self.text,
            "power": self.power,
            "toughness": self.toughness,
            "loyalty": self.loyalty,
            "defense": self.defense,
        }
        if self.colours is not None:
            side["colors"] = [colour for colour in COLOURS if colour in self.colours]
        # Users do not type a list of keywords beside a text; without one the parser finds them in the text.
        return {field: value for field, value in completed(side).items() if field != "keywords"}
