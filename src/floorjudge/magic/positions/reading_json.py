"""Positions as JSON: read with the place of every mistake, written so that reading gives the same position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from floorjudge.magic.errors import BadPosition
from floorjudge.magic.positions.json_fields import (
    TEXT_FIELDS,
    a_flag,
    a_list,
    a_name,
    an_amount,
    an_object,
    card_text,
    characteristics,
    is_whole,
)
from floorjudge.magic.positions.mana import read_mana, write_mana
from floorjudge.magic.positions.position import (
    PLAYER_COUNTERS,
    STEPS,
    ZONES,
    Card,
    CardText,
    Permanent,
    Position,
    StepName,
    empty_position,
)
from floorjudge.magic.positions.rules import checked
from floorjudge.magic.positions.writing_json import JsonObject, position_value
from floorjudge.texts import text

Read = TypeVar("Read")

_BY_SEAT = ("life", "battlefield", *ZONES, "mana", "counters", "names")
_FIELDS = ("players", *_BY_SEAT, "turn_of", "step", "priority", "lands_played", "cards")
_CARD_FIELDS = ("card", "as", "copies")
_PERMANENT_FIELDS = (
    "card", "token", "as", "on", "tapped", "sick", "counters", "copies", "transformed", "damage", "owner", "chosen",
    *TEXT_FIELDS,
)  # fmt: skip
_STEP_NAMES: dict[str, StepName] = {
    "precombat main": "main",
    "combat": "beginning of combat",
    "attack": "declare attackers",
    "postcombat main": "second main",
    "main 2": "second main",
    "end": "end step",
    "end of turn": "end step",
}


def read_position(given: object, *, beside: tuple[str, ...] = ()) -> Position:
    """Return the position in a JSON value; `beside` names fields that stand beside it and mean something else.

    Raises BadInput, with the place such as `battlefield[0][2].on`, for anything that is not a position.
    """
    fields = an_object(given, "", (*_FIELDS, *beside))
    players = _players(fields)
    start = empty_position(players)
    position = msgspec.structs.replace(
        start,
        life=_seats(fields, "life", start.life, _life),
        battlefield=_seats(fields, "battlefield", start.battlefield, _permanents),
        **{zone: _seats(fields, zone, getattr(start, zone), _cards) for zone in ZONES},
        mana=_seats(fields, "mana", start.mana, _mana),
        counters=_seats(fields, "counters", start.counters, _player_counters),
        names=_seats(fields, "names", start.names, a_name),
        turn_of=_seat(fields, "turn_of", players, 0),
        step=_step(fields.get("step", "main")),
        lands_played=an_amount(fields.get("lands_played", 0), "lands_played"),
        cards=tuple(
            card_text(card, f"cards[{index}]") for index, card in enumerate(a_list(fields.get("cards", []), "cards"))
        ),
    )
    return checked(msgspec.structs.replace(position, priority=_seat(fields, "priority", players, position.turn_of)))


def _players(fields: Mapping[str, Any]) -> int:
    given = fields.get("players")
    if given is None:
        found = {len(value) for name in _BY_SEAT if isinstance(value := fields.get(name), list)}
        given = max(found, default=2)
    if not is_whole(given) or not 2 <= given <= 4:
        raise BadPosition(text("a number of players from 2 to 4"), where="players")
    return int(given)


def _seats(
    fields: Mapping[str, Any], name: str, start: tuple[Read, ...], read: Callable[[object, str], Read]
) -> tuple[Read, ...]:
    """Return a field that has one entry a player."""
    if name not in fields:
        return start
    given = a_list(fields[name], name)
    if len(given) != len(start):
        raise BadPosition(text("one entry for each of the {players} players", players=len(start)), where=name)
    return tuple(read(part, f"{name}[{seat}]") for seat, part in enumerate(given))


def _permanents(given: object, where: str) -> tuple[Permanent, ...]:
    return tuple(_permanent(part, f"{where}[{index}]") for index, part in enumerate(a_list(given, where)))


def _permanent(given: object, where: str) -> Permanent:
    if isinstance(given, str):
        return Permanent(a_name(given, where))
    fields = an_object(given, where, _PERMANENT_FIELDS)
    token = fields.get("token", False)
    described = any(name in fields for name in TEXT_FIELDS)
    if isinstance(token, str):
        if "card" in fields:
            raise BadPosition(
                text("true for a token that is a copy of the card, or the token's name and no card"),
                where=f"{where}.token",
            )
        card = a_name(token, f"{where}.token")
    else:
        token = a_flag(fields, "token", where)
        card = a_name(fields.get("card"), f"{where}.card")
    if described and not isinstance(token, str):
        raise BadPosition(text("characteristics for tokens only; a card's text belongs under “cards”"), where=where)
    on = fields.get("on")
    return Permanent(
        card=card,
        label=_label(fields, where),
        on=on if on is None or is_whole(on) else a_name(on, f"{where}.on"),
        tapped=a_flag(fields, "tapped", where),
        sick=a_flag(fields, "sick", where),
        counters=_counters(fields.get("counters", {}), f"{where}.counters"),
        copies=_copies(fields, where),
        token=bool(token),
        text=_token_text(card, fields, where) if isinstance(token, str) else None,
        transformed=a_flag(fields, "transformed", where),
        damage=an_amount(fields.get("damage", 0), f"{where}.damage"),
        owner=None if fields.get("owner") is None else an_amount(fields["owner"], f"{where}.owner"),
        chosen=None if fields.get("chosen") is None else a_name(fields["chosen"], f"{where}.chosen"),
    )


def _token_text(name: str, fields: Mapping[str, Any], where: str) -> CardText:
    if "type" not in fields:
        known = KNOWN_TOKENS.get(name.casefold())
        if known is None:
            raise BadPosition(
                text(
                    "the type line of the token {name}, such as “Creature — Elf Warrior”, with power and toughness",
                    name=name,
                ),
                where=f"{where}.type",
            )
        return msgspec.structs.replace(known, name=name)
    return characteristics(name, fields, where)


KNOWN_TOKENS = {
    name: CardText(name.capitalize(), f"Artifact — {name.capitalize()}")
    for name in ("treasure", "clue", "food", "blood", "gold", "map", "powerstone", "junk", "lander")
}


def _cards(given: object, where: str) -> tuple[Card, ...]:
    return tuple(_card(part, f"{where}[{index}]") for index, part in enumerate(a_list(given, where)))


def _card(given: object, where: str) -> Card:
    if isinstance(given, str):
        return Card(a_name(given, where))
    fields = an_object(given, where, _CARD_FIELDS)
    return Card(a_name(fields.get("card"), f"{where}.card"), _label(fields, where), _copies(fields, where))


def _label(fields: Mapping[str, Any], where: str) -> str | None:
    return None if fields.get("as") is None else a_name(fields["as"], f"{where}.as")


def _copies(fields: Mapping[str, Any], where: str) -> int:
    copies = an_amount(fields.get("copies", 1), f"{where}.copies")
    if copies < 1:
        raise BadPosition(text("1 or more"), where=f"{where}.copies")
    return copies


def _counters(given: object, where: str) -> dict[str, int]:
    return {
        a_name(kind, where): an_amount(count, f"{where}.{kind}")
        for kind, count in an_object(given, where).items()
        if count != 0
    }


def _player_counters(given: object, where: str) -> dict[str, int]:
    an_object(given, where, PLAYER_COUNTERS)
    return _counters(given, where)


def _life(given: object, where: str) -> int:
    if not is_whole(given) or abs(given) > 2**31 - 1:
        raise BadPosition(text("a life total: a whole number of at most 2 147 483 647"), where=where)
    return int(given)


def _mana(given: object, where: str) -> str:
    letters = read_mana(given) if isinstance(given, str) else None
    if letters is None:
        raise BadPosition(text("mana such as “GG” or “WUBRG2”"), where=where)
    return write_mana(letters)


def _seat(fields: Mapping[str, Any], name: str, players: int, start: int) -> int:
    given = fields.get(name, start)
    if not is_whole(given) or not 0 <= given < players:
        raise BadPosition(text("a player's number from 0 to {last}", last=players - 1), where=name)
    return int(given)


def _step(given: object) -> StepName:
    known = {name: name for name in STEPS} | _STEP_NAMES
    if not isinstance(given, str) or given.casefold() not in known:
        raise BadPosition(text("one of {steps}", steps=STEPS), where="step")
    return known[given.casefold()]


__all__ = ["JsonObject", "position_value", "read_position"]
