"""Positions in the JSON form that `read_position` reads."""

from __future__ import annotations

from typing import Any

from floorjudge.magic.positions.json_fields import TEXT_FIELDS
from floorjudge.magic.positions.mana import read_mana, write_mana
from floorjudge.magic.positions.position import ZONES, Card, CardText, Permanent, Position

JsonObject = dict[str, Any]


def position_value(position: Position) -> JsonObject:
    """Return a position as a JSON value: every field of the board, and of each object what is not usual."""
    value: JsonObject = {
        "players": position.players,
        "names": list(position.names),
        "life": list(position.life),
        "turn_of": position.turn_of,
        "step": position.step,
        "priority": position.priority,
        "lands_played": position.lands_played,
        "battlefield": [[_permanent_value(thing) for thing in row] for row in position.battlefield],
    }
    for zone in ZONES:
        value[zone] = [[_card_value(card) for card in row] for row in getattr(position, zone)]
    value["mana"] = [write_mana(read_mana(mana) or []) for mana in position.mana]
    value["counters"] = [dict(counters) for counters in position.counters]
    value["cards"] = [{"name": card.name} | _text_value(card) for card in position.cards]
    return value


def _permanent_value(thing: Permanent) -> JsonObject:
    value: JsonObject = {"card": thing.card}
    if thing.text is not None:
        value = {"token": thing.card} | _text_value(thing.text)
    elif thing.token:
        value["token"] = True
    if thing.label is not None:
        value["as"] = thing.label
    plain = Permanent(thing.card)
    for name in ("on", "tapped", "sick", "counters", "copies", "transformed", "damage", "owner", "chosen"):
        if getattr(thing, name) != getattr(plain, name):
            value[name] = getattr(thing, name)
    return value


def _card_value(card: Card) -> JsonObject | str:
    if card.label is None and card.copies == 1:
        return card.card
    value: JsonObject = {"card": card.card}
    if card.label is not None:
        value["as"] = card.label
    if card.copies != 1:
        value["copies"] = card.copies
    return value


def _text_value(card: CardText) -> JsonObject:
    value: JsonObject = {"type": card.type}
    for field in TEXT_FIELDS[1:]:
        written = card.colours if field == "colors" else getattr(card, field)
        if written not in {None, ""} or (field == "colors" and written == ""):
            value[field] = written
    return value
