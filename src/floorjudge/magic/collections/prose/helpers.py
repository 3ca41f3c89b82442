"""Helpers: cards made up to be of a kind that a sentence asks for, and put where it says."""

from __future__ import annotations

import msgspec

from floorjudge.magic.cards.helper_cards import FIELD, is_named_token, letters, reminder_of, tapping_for, type_line
from floorjudge.magic.collections.prose.draft import DraftCard, DraftPosition, Zone
from floorjudge.magic.collections.prose.kinds import Kind
from floorjudge.magic.positions.position import CardText

# A planeswalker without loyalty would be dead before anything is done.
_LOYALTY = "4"


def add_helpers(draft: DraftPosition, kind: Kind, *, zone: Zone = "battlefield", seat: int = 0) -> list[DraftCard]:
    """Put invented cards of a kind into a draft position, and return them."""
    types = tuple(each for each in kind.types if each != "Card") or ("Artifact",) * (not kind.subtypes)
    kind = msgspec.structs.replace(kind, types=types)
    if "Instant" in types and zone == "battlefield":
        return []
    if _is_any_land(kind):
        added = [draft.add(FIELD, kind.count, zone=zone, seat=seat)]
    elif kind.varied:
        added = [draft.add(_card_of(kind, number), zone=zone, seat=seat) for number in range(kind.count)]
    else:
        added = [draft.add(_card_of(kind), 1 if kind.mana else kind.count, zone=zone, seat=seat)]
    for each in added:
        each.tapped = kind.tapped
        each.counters = dict(kind.counters)
        if kind.carries is not None:
            draft.cards[kind.carries].on = each
        each.token = zone == "battlefield" and (kind.token or any(map(is_named_token, kind.subtypes)))
    if zone == "hand" and kind.castable and types != ("Land",):
        draft.pool += letters(_cost(kind))
    return added


def _is_any_land(kind: Kind) -> bool:
    return kind.types == ("Land",) and not (kind.mana or kind.varied or kind.subtypes or kind.words)


def _card_of(kind: Kind, number: int = 0) -> CardText:
    """Return an invented card of a kind; cards with different numbers have different names."""
    types = tuple("Instant" if each == "Spell" else each for each in kind.types)
    if {"Instant", "Sorcery"} <= {*types}:
        types = ("Instant",)
    if types == ("Permanent",) and not kind.subtypes:
        types = ("Artifact",)
    line = type_line(types, kind.subtypes)
    words = list(kind.words)
    if kind.mana:
        words.append(tapping_for(kind.mana))
    if "Land" in line and (reminder := reminder_of(kind.subtypes)):
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
