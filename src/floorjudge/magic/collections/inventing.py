"""Cards made up to be of a kind that a sentence asks for, and put where it says."""

from __future__ import annotations

import msgspec

from floorjudge.magic.cards.helper_cards import FIELD, is_named_token, land_text, letters, type_line
from floorjudge.magic.collections.kinds import Kind
from floorjudge.magic.collections.scene import Scene, Thing, Zone
from floorjudge.magic.positions.position import CardText

# A planeswalker without loyalty would be dead before anything is done.
_LOYALTY = "4"


def text_of(kind: Kind, number: int = 0) -> CardText:
    """Return an invented card of a kind; cards with different numbers have different names."""
    types = tuple("Instant" if each == "Spell" else each for each in kind.types if each != "Card")
    if "Instant" in types and "Sorcery" in types:
        types = ("Instant",)
    if "Permanent" in types and not kind.subtypes and types == ("Permanent",):
        types = ("Artifact",)
    if not types and not kind.subtypes:
        types = ("Artifact",)
    line = type_line(types, kind.subtypes)
    words = list(kind.words)
    if kind.mana:
        words.append("{T}: Add " + "".join(f"{{{letter}}}" for letter in sorted(kind.mana)) + ".")
    if "Land" in line and (reminder := land_text(kind.subtypes)):
        words.append(reminder)
    if line in {"Instant", "Sorcery"}:
        words.append("You gain 1 life.")
    creature = "Creature" in line
    power = kind.power + (number if kind.varied == "powers" else 0)
    name = " ".join(["Plain", *dict.fromkeys([*kind.subtypes, *types[:2], *kind.words[:1]])])
    return CardText(
        name if not number else f"{name} {number + 1}",
        line,
        "" if "Land" in line else _cost(kind),
        "\n".join(words),
        power=str(power) if creature else None,
        toughness=str(kind.toughness) if creature else None,
        loyalty=_LOYALTY if "Planeswalker" in line else None,
    )


def _cost(kind: Kind) -> str:
    coloured = "".join(f"{{{colour}}}" for colour in kind.colours)
    rest = kind.value - len(kind.colours)
    return (f"{{{rest}}}" if rest > 0 else "") + coloured or "{0}"


def put(scene: Scene, kind: Kind, *, zone: Zone = "battlefield", seat: int = 0) -> list[Thing]:
    """Put invented things of a kind into a scene, and return them."""
    kind = msgspec.structs.replace(
        kind, types=tuple(each for each in kind.types if each != "Card") or ("Artifact",) * (not kind.subtypes)
    )
    if "Instant" in kind.types and zone == "battlefield":
        return []
    if kind.types == ("Land",) and not kind.mana and not kind.varied and not kind.subtypes and not kind.words:
        things = [scene.add(FIELD, kind.count, zone=zone, seat=seat)]
    elif kind.varied:
        things = [scene.add(text_of(kind, number), zone=zone, seat=seat) for number in range(kind.count)]
    else:
        things = [scene.add(text_of(kind), 1 if kind.mana else kind.count, zone=zone, seat=seat)]
    for thing in things:
        thing.tapped = kind.tapped
        thing.counters = dict(kind.counters)
        if kind.carries is not None:
            scene.cards[kind.carries].on = thing
        thing.token = zone == "battlefield" and (kind.token or any(map(is_named_token, kind.subtypes)))
    if zone == "hand" and kind.castable:
        scene.floating += letters(_cost(kind)) if kind.types != ("Land",) else ""
    return things
