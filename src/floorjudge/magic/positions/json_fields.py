"""The pieces of a position in JSON: each is read with its place, and a mistake says what would be right there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeGuard

from floorjudge.magic.cards.sides import CARD_TYPES
from floorjudge.magic.errors import BadPosition
from floorjudge.magic.positions.position import CardText
from floorjudge.texts import text

TEXT_FIELDS = ("type", "mana_cost", "text", "power", "toughness", "loyalty", "defense", "colors")
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


def card_text(given: object, where: str) -> CardText:
    """Return a card given as text."""
    fields = an_object(given, where, ("name", *TEXT_FIELDS))
    return characteristics(a_name(fields.get("name"), f"{where}.name"), fields, where)


def characteristics(name: str, fields: Mapping[str, Any], where: str) -> CardText:
    """Return the characteristics that fields give to a card or token."""

    def word(field: str) -> str | None:
        value = fields.get(field)
        if value is None:
            return None
        expected = _TEXT_FORMS.get(field)
        written = str(value) if isinstance(value, str) or is_whole(value) else ""
        if not isinstance(value, str) and not is_whole(value):
            raise BadPosition(expected[1] if expected else text("a text"), where=f"{where}.{field}")
        if expected and not expected[0].fullmatch(written):
            raise BadPosition(expected[1], where=f"{where}.{field}")
        return written

    type_line = " ".join((word("type") or "").replace(" - ", " — ").split())
    if not set(type_line.partition("—")[0].split()) & set(CARD_TYPES):
        raise BadPosition(_TEXT_FORMS["type"][1], where=f"{where}.type")
    power, toughness = word("power"), word("toughness")
    if (power is None) != (toughness is None) or ("Creature" in type_line.split() and power is None):
        raise BadPosition(text("both the power and the toughness, as a creature has them"), where=f"{where}.power")
    if "Planeswalker" in type_line.split() and not word("loyalty"):
        raise BadPosition(text("the loyalty with which the planeswalker enters"), where=f"{where}.loyalty")
    return CardText(
        name,
        type_line,
        mana_cost=word("mana_cost") or "",
        text=word("text") or "",
        power=power,
        toughness=toughness,
        loyalty=word("loyalty"),
        defense=word("defense"),
        colours=word("colors"),
    )


def an_object(given: object, where: str, fields: tuple[str, ...] | None = None) -> Mapping[str, Any]:
    """Return an object; `fields` are those it may have."""
    if not isinstance(given, dict):
        raise BadPosition(text("an object"), where=where or "position")
    for name in given:
        if fields is not None and name not in fields:
            raise BadPosition(text("one of the fields {fields}", fields=fields), where=f"{where}.{name}".lstrip("."))
    return given


def a_list(given: object, where: str) -> list[Any]:
    """Return a list."""
    if not isinstance(given, list):
        raise BadPosition(text("a list"), where=where)
    return given


def a_name(given: object, where: str) -> str:
    """Return a name, with single spaces between its words."""
    if not isinstance(given, str) or not given.strip():
        raise BadPosition(text("a name"), where=where)
    return " ".join(given.split())


def a_flag(fields: Mapping[str, Any], name: str, where: str) -> bool:
    """Return true or false; false when it is not said."""
    given = fields.get(name, False)
    if not isinstance(given, bool):
        raise BadPosition(text("true or false"), where=f"{where}.{name}")
    return given


def an_amount(given: object, where: str) -> int:
    """Return a whole number, 0 or more, that the engine can hold."""
    if not is_whole(given) or not 0 <= given <= 2**31 - 1:
        raise BadPosition(text("a whole number from 0 to 2 147 483 647"), where=where)
    return int(given)


def is_whole(given: object) -> TypeGuard[int]:
    """Say whether a value is a whole number."""
    return isinstance(given, int) and not isinstance(given, bool)
