"""Reads positions from JSON, with the place of every mistake, and writes them so that reading gives the same position."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec

from floorjudge.magic.cards.sides import CARD_TYPES, CardText
from floorjudge.magic.colours import read_mana, write_mana
from floorjudge.magic.engine.fields import LARGEST_AMOUNT, LARGEST_STARTING_LIFE
from floorjudge.magic.errors import BadPosition
from floorjudge.magic.positions.position import (
    PLAYER_COUNTERS,
    STARTING_LIFE,
    STEPS,
    ZONES,
    Card,
    Permanent,
    Position,
    StepName,
    checked,
    empty_position,
)
from floorjudge.reading import Fields, JsonObject, is_whole
from floorjudge.texts import text

Read = TypeVar("Read")

_BY_SEAT = ("life", "battlefield", *ZONES, "mana", "counters", "names")
_FIELDS = ("players", *_BY_SEAT, "turn_of", "step", "priority", "lands_played", "starting_life", "cards")
_CARD_FIELDS = ("card", "as", "copies")
_TEXT_FIELDS = ("type", "mana_cost", "text", "power", "toughness", "loyalty", "defense", "colors")
_PERMANENT_FIELDS = (
    "card", "token", "as", "on", "tapped", "sick", "counters", "copies", "transformed", "damage", "owner", "chosen",
    *_TEXT_FIELDS,
)  # fmt: skip
_STEP_NAMES: dict[str, StepName] = {
    **{name: name for name in STEPS},
    "precombat main": "main",
    "combat": "beginning of combat",
    "attack": "declare attackers",
    "postcombat main": "second main",
    "main 2": "second main",
    "end": "end step",
    "end of turn": "end step",
}
_SIZE = re.compile(r"[\d*+-]{1,9}")
_TEXT_FORMS = {
    "type": (
        re.compile(r"[A-Z][\w' /-]*( — [\w' /-]+)?"),
        text(
            "a type line such as “Creature — Elf Warrior”; before the dash stands a card type: {types}",
            types=CARD_TYPES,
        ),
    ),
    "mana_cost": (re.compile(r"(\{[0-9A-Z/∞½]+\})*"), text("a mana cost such as {cost}", cost="{2}{G}{G}")),
    "power": (_SIZE, text("a power such as 2 or “*”")),
    "toughness": (_SIZE, text("a toughness such as 2 or “*”")),
    "loyalty": (re.compile(r"\d{1,9}|X"), text("a loyalty such as 4")),
    "defense": (re.compile(r"\d{1,9}|X"), text("a defense such as 4")),
    "colors": (re.compile(r"[WUBRG]*"), text("letters of colors such as “WU”")),
}
_KNOWN_TOKENS = {
    name: CardText(name.capitalize(), f"Artifact — {name.capitalize()}")
    for name in ("treasure", "clue", "food", "blood", "gold", "map", "powerstone", "junk", "lander")
}


def read_position(given: object, *, beside: tuple[str, ...] = ()) -> Position:
    """Return the position in a JSON value; `beside` names further fields of the same object, which are not the position's.

    Raises BadInput, with the place such as `battlefield[0][2].on`, for any other value.
    """
    fields = Fields.of(given, "", (*_FIELDS, *beside), BadPosition)
    players = _players(fields)
    start = empty_position(players)
    readers: dict[str, Callable[[Any, str], Any]] = {
        "life": _life,
        "battlefield": _list_of(_permanent),
        **dict.fromkeys(ZONES, _list_of(_card)),
        "mana": _mana,
        "counters": partial(_counters, known=PLAYER_COUNTERS),
        "names": _name,
    }
    turn_of = _player_number(fields, "turn_of", players, 0)
    return checked(
        msgspec.structs.replace(
            start,
            **{name: _of_each_player(fields, name, getattr(start, name), read) for name, read in readers.items()},
            turn_of=turn_of,
            step=_step(fields.given.get("step", "main")),
            lands_played=_amount(fields, "lands_played"),
            starting_life=_starting_life(fields),
            cards=tuple(
                _characteristics(_name(card.given.get("name"), card.place("name")), card)
                for card in fields.objects("cards", ("name", *_TEXT_FIELDS))
            ),
            priority=_player_number(fields, "priority", players, turn_of),
        )
    )


def _players(fields: Fields) -> int:
    given = fields.given.get("players")
    if given is None:
        lengths = {len(value) for name in _BY_SEAT if isinstance(value := fields.given.get(name), list)}
        given = max(lengths, default=2)
    if not is_whole(given) or not 2 <= given <= 4:
        raise BadPosition(text("a number of players from 2 to 4"), where="players")
    return given


def _of_each_player(
    fields: Fields, name: str, start: tuple[Read, ...], read: Callable[[Any, str], Read]
) -> tuple[Read, ...]:
    """Return a field that has one entry for each player."""
    if not fields.has(name):
        return start
    given = fields.items(name)
    if len(given) != len(start):
        raise BadPosition(text("one entry for each of the {players} players", players=len(start)), where=name)
    return tuple(read(part, where) for part, where in given)


def _list_of(read: Callable[[Any, str], Read]) -> Callable[[Any, str], tuple[Read, ...]]:
    def read_list(given: object, where: str) -> tuple[Read, ...]:
        if not isinstance(given, list):
            raise BadPosition(text("a list"), where=where)
        return tuple(read(part, f"{where}[{index}]") for index, part in enumerate(given))

    return read_list


def _permanent(given: object, where: str) -> Permanent:
    if isinstance(given, str):
        return Permanent(_name(given, where))
    fields = Fields.of(given, where, _PERMANENT_FIELDS, BadPosition)
    given_fields = fields.given
    is_named = isinstance(given_fields.get("token"), str)
    if is_named and "card" in given_fields:
        raise BadPosition(
            text("true for a token that is a copy of the card, or the token's name and no card"),
            where=fields.place("token"),
        )
    is_token = is_named or fields.flag("token")
    naming = "token" if is_named else "card"
    card = _name(given_fields.get(naming), fields.place(naming))
    if not is_named and any(name in given_fields for name in _TEXT_FIELDS):
        raise BadPosition(text("characteristics for tokens only; a card's text belongs under “cards”"), where=where)
    on = given_fields.get("on")
    return Permanent(
        card=card,
        label=_optional_name(fields, "as"),
        on=on if on is None or is_whole(on) else _name(on, fields.place("on")),
        tapped=fields.flag("tapped"),
        sick=fields.flag("sick"),
        counters=_counters(given_fields.get("counters", {}), fields.place("counters")),
        copies=_copies(fields),
        token=is_token,
        text=_token_text(card, fields) if is_named else None,
        transformed=fields.flag("transformed"),
        damage=_amount(fields, "damage"),
        owner=_amount(fields, "owner") if fields.has("owner") else None,
        chosen=_optional_name(fields, "chosen"),
    )


def _token_text(name: str, fields: Fields) -> CardText:
    if "type" in fields.given:
        return _characteristics(name, fields)
    known = _KNOWN_TOKENS.get(name.casefold())
    if known is None:
        raise BadPosition(
            text(
                "the type line of the token {name}, such as “Creature — Elf Warrior”, with power and toughness",
                name=name,
            ),
            where=fields.place("type"),
        )
    return msgspec.structs.replace(known, name=name)


def _characteristics(name: str, fields: Fields) -> CardText:
    """Return the characteristics of a card or token in some fields."""
    printed = {field: _text_field(fields, field) for field in _TEXT_FIELDS}
    type_line = " ".join((printed["type"] or "").replace(" - ", " — ").split())
    if not set(type_line.partition("—")[0].split()) & set(CARD_TYPES):
        raise BadPosition(_TEXT_FORMS["type"][1], where=fields.place("type"))
    power, toughness = printed["power"], printed["toughness"]
    if (power is None) != (toughness is None) or ("Creature" in type_line.split() and power is None):
        raise BadPosition(text("both the power and the toughness, as a creature has them"), where=fields.place("power"))
    if "Planeswalker" in type_line.split() and not printed["loyalty"]:
        raise BadPosition(text("the loyalty with which the planeswalker enters"), where=fields.place("loyalty"))
    printed |= {"name": name, "type": type_line, "mana_cost": printed["mana_cost"] or "", "text": printed["text"] or ""}
    return msgspec.convert(printed, CardText)


def _text_field(fields: Fields, field: str) -> str | None:
    given = fields.given.get(field)
    if given is None:
        return None
    form, expected = _TEXT_FORMS.get(field, (None, text("a text")))
    fits = isinstance(given, str) or is_whole(given)
    if not fits or (form is not None and not form.fullmatch(str(given))):
        raise BadPosition(expected, where=fields.place(field))
    return str(given)


def _card(given: object, where: str) -> Card:
    if isinstance(given, str):
        return Card(_name(given, where))
    fields = Fields.of(given, where, _CARD_FIELDS, BadPosition)
    return Card(_name(fields.given.get("card"), fields.place("card")), _optional_name(fields, "as"), _copies(fields))


def _name(given: object, where: str) -> str:
    """Return a name, with single spaces between its words."""
    if not isinstance(given, str) or not given.strip():
        raise BadPosition(text("a name"), where=where)
    return " ".join(given.split())


def _optional_name(fields: Fields, name: str) -> str | None:
    return _name(fields.given[name], fields.place(name)) if fields.has(name) else None


def _copies(fields: Fields) -> int:
    copies = _amount(fields, "copies", 1)
    if copies < 1:
        raise BadPosition(text("1 or more"), where=fields.place("copies"))
    return copies


def _counters(given: object, where: str, known: tuple[str, ...] | None = None) -> dict[str, int]:
    fields = Fields.of(given, where, known, BadPosition)
    return {_name(kind, where): _amount(fields, kind) for kind, count in fields.given.items() if count != 0}


def _amount(fields: Fields, name: str, otherwise: int = 0) -> int:
    """Return a whole number, 0 or more, that the engine can hold; `otherwise` if it is missing."""
    given = fields.given.get(name, otherwise)
    if not is_whole(given) or not 0 <= given <= LARGEST_AMOUNT:
        raise BadPosition(text("a whole number from 0 to 2 147 483 647"), where=fields.place(name))
    return given


def _life(given: object, where: str) -> int:
    if not is_whole(given) or abs(given) > LARGEST_AMOUNT:
        raise BadPosition(text("a life total: a whole number of at most 2 147 483 647"), where=where)
    return given


def _starting_life(fields: Fields) -> int:
    given = fields.given.get("starting_life", STARTING_LIFE)
    if not is_whole(given) or not 1 <= given <= LARGEST_STARTING_LIFE:
        raise BadPosition(text("a whole number from 1 to 1 000 000"), where=fields.place("starting_life"))
    return given


def _mana(given: object, where: str) -> str:
    letters = read_mana(given) if isinstance(given, str) else None
    if letters is None:
        raise BadPosition(text("mana such as “GG” or “WUBRG2”"), where=where)
    return write_mana(letters)


def _player_number(fields: Fields, name: str, players: int, start: int) -> int:
    given = fields.given.get(name, start)
    if not is_whole(given) or not 0 <= given < players:
        raise BadPosition(text("a player's number from 0 to {last}", last=players - 1), where=name)
    return given


def _step(given: object) -> StepName:
    if not isinstance(given, str) or given.casefold() not in _STEP_NAMES:
        raise BadPosition(text("one of {steps}", steps=STEPS), where="step")
    return _STEP_NAMES[given.casefold()]


def position_value(position: Position) -> JsonObject:
    """Return a position as a JSON value: every field of the board, and the unusual fields of each object."""
    value: JsonObject = {"players": position.players} | msgspec.json.decode(msgspec.json.encode(position))
    value["battlefield"] = [list(map(_permanent_value, row)) for row in value["battlefield"]]
    if position.starting_life == STARTING_LIFE:
        del value["starting_life"]
    for zone in ZONES:
        value[zone] = [list(map(_card_value, row)) for row in value[zone]]
    value["mana"] = [write_mana(read_mana(mana) or []) for mana in position.mana]
    return value


def _permanent_value(value: JsonObject) -> JsonObject:
    card, token = value.pop("card"), value.pop("token", False)
    text_of_token: JsonObject | None = value.pop("text", None)
    if text_of_token is not None:
        return {"token": text_of_token.pop("name")} | text_of_token | value
    return {"card": card} | ({"token": True} if token else {}) | value


def _card_value(value: JsonObject) -> JsonObject | str:
    name: str = value["card"]
    return value if len(value) > 1 else name
