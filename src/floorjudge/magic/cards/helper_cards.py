"""Invented cards that stand in for what a loop needs and nobody has named: plain ones, which do that one thing and no more."""

from __future__ import annotations

import re
from collections.abc import Collection

from floorjudge.magic.positions.position import CardText

BEAR = CardText("Plain Bear", "Creature — Bear", "{1}{G}", power="2", toughness="2")
RELIC = CardText("Plain Relic", "Artifact", "{2}")
# So dear that nobody casts it: libraries are made of it.
PAGE = CardText("Plain Page", "Sorcery", "{15}")
FIELD = CardText("Plain Field", "Basic Land — Forest", text="({T}: Add {G}.)")
BANNER = CardText("Plain Banner", "Enchantment", "{2}", "Creatures you control have haste.")
WORD = CardText("Plain Word", "Instant", "{1}", "You gain 1 life.")

_ARTIFACTS = frozenset({"Equipment", "Vehicle", "Fortification", "Contraption"})
_ENCHANTMENTS = frozenset({"Aura", "Shrine", "Saga", "Class", "Curse", "Background"})
_TOKENS = frozenset({"Treasure", "Food", "Clue", "Blood", "Gold", "Map", "Powerstone", "Junk", "Gem"})
_BASICS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
_SYMBOL = re.compile(r"\{([^}]+)\}")
_COLOURS = "WUBRGC"
_X_IS = 3


def letters(cost: str) -> str:
    """Return mana that pays a cost in symbols, such as `{2}{U/R}`: one letter for each, colourless for what any mana pays."""
    paid = ""
    for symbol in _SYMBOL.findall(cost.upper()):
        if symbol.isdecimal():
            paid += "C" * int(symbol)
        elif symbol == "X":
            paid += "C" * _X_IS
        elif symbol not in {"E", "T", "Q"}:
            paid += next((letter for letter in symbol if letter in _COLOURS), "C")
    return paid


def once(name: str, words: str) -> CardText:
    """Return a spell that costs nothing and is gone when it has done what its words say, so that no loop can rest on it."""
    return CardText(name, "Instant", "{0}", f"{words} Exile this card.")


def source_of(mana: str, kind: str = "Land") -> CardText:
    """Return a permanent of a type that taps for mana, given in letters."""
    symbols = "".join(f"{{{letter}}}" for letter in sorted(mana)) or "{C}"
    creature = "Creature" in kind
    body = "1" if creature else None
    name = f"Plain {kind.rsplit(maxsplit=1)[-1]} of {''.join(sorted(mana)) or 'C'}"
    cost = "" if "Land" in kind else "{2}"
    return CardText(name, kind, cost, f"{{T}}: Add {symbols}.", power=body, toughness=body)


def garb(name: str, on: str, words: str) -> CardText:
    """Return an Aura that gives what it lies on what the words say, such as `has lifelink`; `on` is a type."""
    kind = on.lower()
    return CardText(name, "Enchantment — Aura", "{1}", f"Enchant {kind}\nEnchanted {kind} {words}.")


def host_for(wanted: Collection[str]) -> CardText:
    """Return something for an Aura or Equipment to lie on that wants one of some types."""
    if "Land" in wanted or not _BASICS.keys().isdisjoint(wanted):
        return FIELD
    return RELIC if "Artifact" in wanted and "Creature" not in wanted else BEAR


def type_line(types: tuple[str, ...], subtypes: tuple[str, ...]) -> str:
    """Return the type line of a permanent with these card types and subtypes; what a subtype tells of its type is added."""
    whole = [kind for kind in types if kind != "Permanent"]
    for subtype in subtypes:
        belongs = _type_of(subtype)
        if belongs not in whole and not whole:
            whole.append(belongs)
    if any(subtype in _BASICS for subtype in subtypes):
        whole = ["Basic", *(kind for kind in whole if kind == "Snow"), "Land"]
    order = (
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
    line = " ".join(kind for kind in order if kind in whole) or "Artifact"
    return f"{line} — {' '.join(subtypes)}" if subtypes else line


def is_named_token(subtype: str) -> bool:
    """Say whether a subtype is that of a token which the rules define, such as a Treasure."""
    return subtype in _TOKENS


def land_text(subtypes: tuple[str, ...]) -> str:
    """Return the reminder text of a basic land."""
    mana = next((_BASICS[subtype] for subtype in subtypes if subtype in _BASICS), None)
    return f"({{T}}: Add {{{mana}}}.)" if mana else ""


def _type_of(subtype: str) -> str:
    if subtype in _TOKENS or subtype in _ARTIFACTS:
        return "Artifact"
    if subtype in _ENCHANTMENTS:
        return "Enchantment"
    return "Land" if subtype in _BASICS else "Creature"
