"""Helper cards: invented cards for an unnamed need of a loop; each does that one thing and no more."""

from __future__ import annotations

import re
from collections.abc import Collection

from floorjudge.magic.cards.sides import CardText
from floorjudge.magic.colours import MANA

BEAR = CardText("Plain Bear", "Creature — Bear", "{1}{G}", power="2", toughness="2")
RELIC = CardText("Plain Relic", "Artifact", "{2}")
FIELD = CardText("Plain Field", "Basic Land — Forest", text="({T}: Add {G}.)")
WASTES = CardText("Plain Wastes", "Basic Land", text="{T}: Add {C}.")
# Too expensive to be cast: libraries consist of it.
PAGE = CardText("Plain Page", "Sorcery", "{15}")
WORD = CardText("Plain Word", "Instant", "{1}", "You gain 1 life.")
SONG = CardText("Plain Song", "Sorcery", "{1}", "You gain 1 life.")
BLADE = CardText("Plain Blade", "Artifact — Equipment", "{1}", "Equip {2}")
TRINKET = CardText("Plain Trinket", "Artifact", "{0}")
CUB = CardText("Plain Cub", "Artifact Creature — Bear", "{0}", power="1", toughness="1")
STRENGTH = CardText("Plain Banner of Strength", "Enchantment", "{2}", "Creatures you control get +4/+4.")
# Turns in which a card is drawn leave the game changed, and are no loop.
REST = CardText("Plain Rest", "Enchantment", "{2}", "Skip your draw step.")
LEAF = CardText("Plain Leaf", "Sorcery", "{9}")

_ORDER = (
    "Basic",
    "Snow",
    "Legendary",
    "Artifact",
    "Enchantment",
    "Land",
    "Planeswalker",
    "Creature",
    "Instant",
    "Sorcery",
)
_TOKENS = frozenset({"Treasure", "Food", "Clue", "Blood", "Gold", "Map", "Powerstone", "Junk", "Gem"})
_ARTIFACTS = _TOKENS | {"Equipment", "Vehicle", "Fortification", "Contraption"}
_ENCHANTMENTS = frozenset({"Aura", "Shrine", "Saga", "Class", "Curse", "Background"})
BASICS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
_SYMBOL = re.compile(r"\{([^}]+)\}")
_X_IS = 3


def letters(cost: str) -> str:
    """Return mana that pays a cost such as `{2}{U/R}`: one letter for each symbol, colourless for generic mana."""
    paid = ""
    for symbol in _SYMBOL.findall(cost.upper()):
        if symbol.isdecimal():
            paid += "C" * int(symbol)
        elif symbol == "X":
            paid += "C" * _X_IS
        elif symbol not in {"E", "T", "Q"}:
            paid += next((letter for letter in symbol if letter in MANA), "C")
    return paid


def tapping_for(mana: str) -> str:
    """Return the ability of tapping for mana, given in letters; colourless mana comes first, or the engine does not read it."""
    in_order = sorted(mana, key=lambda letter: (letter != "C", letter))
    return "{T}: Add " + "".join(f"{{{letter}}}" for letter in in_order) + "."


def source_of(mana: str, type_line: str = "Land") -> CardText:
    """Return a permanent of a type that taps for mana, given in letters."""
    mana = mana or "C"
    body = "1" if "Creature" in type_line else None
    name = f"Plain {type_line.rsplit(maxsplit=1)[-1]} of {''.join(sorted(mana))}"
    return CardText(
        name, type_line, "" if "Land" in type_line else "{2}", tapping_for(mana), power=body, toughness=body
    )


def spell(name: str, words: str) -> CardText:
    """Return a spell that costs nothing, does what its text says and is gone, so that no loop can rest on it."""
    return CardText(name, "Instant", "{0}", f"{words} Exile this card.")


def host_for(wanted: Collection[str]) -> CardText:
    """Return a permanent of one of some types, for an Aura or Equipment to be attached to."""
    if "Land" in wanted or "Forest" in wanted:
        return FIELD
    basic = next((kind for kind in wanted if kind in BASICS), None)
    if basic is not None:
        return CardText(f"Plain {basic}", f"Basic Land — {basic}", text=f"({{T}}: Add {{{BASICS[basic]}}}.)")
    return RELIC if "Artifact" in wanted and "Creature" not in wanted else BEAR


def type_line(types: tuple[str, ...], subtypes: tuple[str, ...]) -> str:
    """Return the type line of a permanent with these types, and the types that its subtypes imply."""
    whole = [kind for kind in types if kind != "Permanent"]
    if subtypes and not whole:
        whole.append(_type_of(subtypes[0]))
    if any(subtype in BASICS for subtype in subtypes):
        whole = ["Basic", *(kind for kind in whole if kind == "Snow"), "Land"]
    line = " ".join(kind for kind in _ORDER if kind in whole) or "Artifact"
    return f"{line} — {' '.join(subtypes)}" if subtypes else line


def is_named_token(subtype: str) -> bool:
    """Return whether a subtype is that of a token that the rules define, such as a Treasure."""
    return subtype in _TOKENS


def _type_of(subtype: str) -> str:
    if subtype in _ARTIFACTS:
        return "Artifact"
    if subtype in _ENCHANTMENTS:
        return "Enchantment"
    return "Land" if subtype in BASICS else "Creature"
