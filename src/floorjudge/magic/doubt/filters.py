"""Matches objects, as they are or were, and players with the engine's filters.

An answer is None if the filter, or the engine's record of the object, does not determine it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from floorjudge.magic.engine.objects import GameObject

Part: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = bool | None
_PERMANENTS = frozenset({"Artifact", "Creature", "Enchantment", "Land", "Planeswalker", "Battle"})
_STATS: Mapping[str, Callable[[GameObject], int | None]] = {
    "Power": lambda thing: thing.power,
    "Toughness": lambda thing: thing.toughness,
}
_COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "GE": operator.ge, "GT": operator.gt, "LE": operator.le, "LT": operator.lt, "EQ": operator.eq, "NE": operator.ne,
}  # fmt: skip


def all_of(*answers: Answer) -> Answer:
    """Return whether all of these are true."""
    return False if False in answers else None if None in answers else True


def any_of(*answers: Answer) -> Answer:
    """Return whether one of these is true."""
    return True if True in answers else None if None in answers else False


def is_player(wanted: Part | None, seat: int, source: GameObject) -> Answer:
    """Return whether a filter of the object `source` accepts the player at a seat; without a filter, any."""
    kind, whose = (wanted or {}).get("type", "Any"), (wanted or {}).get("controller")
    if kind == "Typed" and whose is not None and not (wanted or {}).get("properties"):
        kind = {"You": "Controller"}.get(str(whose), whose)
    return {"Any": True, "Player": True, "Controller": seat == source.whose, "Opponent": seat != source.whose}.get(
        str(kind)
    )


def matches(wanted: Part | None, thing: GameObject | None, source: GameObject) -> Answer:
    """Return whether a filter of the object `source` accepts an object; without a filter, any."""
    if not wanted or thing is None:
        return None if wanted else True
    answer: Answer = None
    match wanted["type"]:
        case "SelfRef":
            answer = thing.number == source.number
        case "StackSpell":
            answer = thing.zone == "Stack" and bool(thing.types)
        case "AttachedTo":
            answer = thing.number == source.host
        case "Or":
            answer = any_of(*(matches(each, thing, source) for each in wanted["filters"]))
        case "And":
            answer = all_of(*(matches(each, thing, source) for each in wanted["filters"]))
        case "Typed":
            mine = thing.whose == source.whose
            answer = all_of(
                {None: True, "You": mine, "Opponent": not mine}.get(wanted.get("controller")),
                *(_is_kind(each, thing) for each in wanted.get("type_filters") or ()),
                *(_has(each, thing, source) for each in wanted.get("properties") or ()),
            )
    return answer


def _is_kind(wanted: str | Part, thing: GameObject) -> Answer:
    if isinstance(wanted, str):
        if wanted in ("Card", "Any"):
            return True
        return not _PERMANENTS.isdisjoint(thing.types) if wanted == "Permanent" else wanted in thing.types
    if "Subtype" in wanted:
        return wanted["Subtype"] in thing.subtypes or (None if "Changeling" in thing.keywords else False)
    if "Non" in wanted:
        other = _is_kind(wanted["Non"], thing)
        return None if other is None else not other
    return any_of(*(_is_kind(each, thing) for each in wanted["AnyOf"])) if "AnyOf" in wanted else None


def _has(wanted: Part, thing: GameObject, source: GameObject) -> Answer:
    kind = wanted["type"]
    answer: Answer = None
    match kind:
        case "Another":
            answer = thing.number != source.number
        case "Token" | "NonToken":
            answer = thing.is_token is (kind == "Token")
        case "HasColor" | "NotColor":
            answer = (wanted.get("color") in thing.colours) is (kind == "HasColor")
        case "HasSupertype" | "NotSupertype":
            answer = (wanted.get("value") in thing.supertypes) is (kind == "HasSupertype")
        case "Owned":
            mine = thing.owner == source.whose
            answer = {"You": mine, "Opponent": not mine}.get(str(wanted.get("controller")))
        case "InZone":
            answer = thing.zone == wanted["zone"]
        case "WithKeyword" | "WithoutKeyword" if isinstance(wanted["value"], str):
            answer = (wanted["value"] in thing.keywords) is (kind == "WithKeyword")
        case "PtComparison" if wanted["stat"] in _STATS and wanted["scope"] == "Current":
            answer = _compared(_STATS[wanted["stat"]](thing), wanted["comparator"], wanted["value"])
        case "Counters" if wanted["counters"]["type"] == "OfType":
            answer = _compared(thing.counters.get(wanted["counters"]["data"], 0), wanted["comparator"], wanted["count"])
    return answer


def _compared(amount: int | None, comparator: str, other: Part) -> Answer:
    if amount is None or other.get("type") != "Fixed" or comparator not in _COMPARISONS:
        return None
    return _COMPARISONS[comparator](amount, other["value"])
