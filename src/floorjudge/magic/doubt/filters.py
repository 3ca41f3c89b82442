"""Matches objects, now or at an earlier moment, and players with the engine's filters.

An answer is None if the filter, or the engine's record of the object, does not determine it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from floorjudge.magic.engine.objects import CONTROLLED_ZONES, HIDDEN_ZONES

Part: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = bool | None
_PERMANENTS = frozenset({"Artifact", "Creature", "Enchantment", "Land", "Planeswalker", "Battle"})
_STATS = ("Power", "Toughness")
_COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "GE": operator.ge, "GT": operator.gt, "LE": operator.le, "LT": operator.lt, "EQ": operator.eq, "NE": operator.ne,
}  # fmt: skip


class Facts(NamedTuple):
    """An object at some moment; None stands for facts that the engine has not recorded."""

    number: int
    name: str
    zone: str | None
    controller: int
    owner: int
    types: frozenset[str]
    subtypes: frozenset[str]
    supertypes: frozenset[str]
    colours: frozenset[str]
    keywords: tuple[str, ...]
    size: tuple[int | None, int | None]
    counters: Mapping[str, int]
    is_token: bool
    attached_to: object
    triggers: tuple[Part, ...]
    promise: str = ""

    @property
    def seat(self) -> int:
        """Return the seat of its controller on the battlefield and on the stack, of its owner elsewhere."""
        return self.controller if self.zone in CONTROLLED_ZONES else self.owner


def facts_now(raw: Part) -> Facts:
    """Return the current facts of an object."""
    kinds, hidden = raw["card_types"], raw.get("face_down") or raw.get("zone") in HIDDEN_ZONES
    return Facts(
        int(raw["id"]), str(raw["name"]), raw["zone"], raw["controller"], raw["owner"], frozenset(kinds["core_types"]),
        frozenset(kinds["subtypes"]), frozenset(kinds["supertypes"]), frozenset(raw.get("color") or ()),
        tuple(map(str, raw.get("keywords") or ())), (raw.get("power"), raw.get("toughness")), raw.get("counters") or {}, bool(raw.get("is_token")), raw.get("attached_to"), () if hidden else _definitions(raw),
    )  # fmt: skip


def facts_then(record: Part) -> Facts:
    """Return the facts of an object just before it was moved."""
    seen = (record.get("trigger_source_context") or {}).get("lki") or {}
    return Facts(
        int(record["object_id"]), str(record["name"]), record.get("from_zone"), record["controller"], record["owner"],
        frozenset(record["core_types"]), frozenset(record["subtypes"]), frozenset(record["supertypes"]),
        frozenset(record.get("colors") or ()), tuple(map(str, record.get("keywords") or ())),
        (record.get("power"), record.get("toughness")), seen.get("counters") or {}, bool(record.get("is_token")), record.get("attached_to"), _definitions(record),
    )  # fmt: skip


def _definitions(raw: Part) -> tuple[Part, ...]:
    return tuple(
        each["definition"] for each in raw.get("trigger_definitions") or () if each["definition"].get("description")
    )


def all_of(*answers: Answer) -> Answer:
    """Return whether all of these are true."""
    return False if False in answers else None if None in answers else True


def any_of(*answers: Answer) -> Answer:
    """Return whether one of these is true."""
    return True if True in answers else None if None in answers else False


def is_player(wanted: Part | None, seat: int, source: Facts) -> Answer:
    """Return whether a filter of the object `source` accepts the player at a seat; without a filter, any."""
    kind, whose = (wanted or {}).get("type", "Any"), (wanted or {}).get("controller")
    if kind == "Typed" and whose is not None and not (wanted or {}).get("properties"):
        kind = {"You": "Controller"}.get(str(whose), whose)
    return {"Any": True, "Player": True, "Controller": seat == source.seat, "Opponent": seat != source.seat}.get(
        str(kind)
    )


def matches(wanted: Part | None, thing: Facts | None, source: Facts) -> Answer:
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
            host = source.attached_to
            answer = thing.number == host.get("data") if isinstance(host, Mapping) else None if host else False
        case "Or":
            answer = any_of(*(matches(each, thing, source) for each in wanted["filters"]))
        case "And":
            answer = all_of(*(matches(each, thing, source) for each in wanted["filters"]))
        case "Typed":
            mine = thing.seat == source.seat
            answer = all_of(
                {None: True, "You": mine, "Opponent": not mine}.get(wanted.get("controller")),
                *(_is_kind(each, thing) for each in wanted.get("type_filters") or ()),
                *(_has(each, thing, source) for each in wanted.get("properties") or ()),
            )
    return answer


def _is_kind(wanted: str | Part, thing: Facts) -> Answer:
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


def _has(wanted: Part, thing: Facts, source: Facts) -> Answer:
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
            mine = thing.owner == source.seat
            answer = {"You": mine, "Opponent": not mine}.get(str(wanted.get("controller")))
        case "InZone" if thing.zone is not None:
            answer = thing.zone == wanted["zone"]
        case "WithKeyword" | "WithoutKeyword" if isinstance(wanted["value"], str):
            answer = (wanted["value"] in thing.keywords) is (kind == "WithKeyword")
        case "PtComparison" if wanted["stat"] in _STATS and wanted["scope"] == "Current":
            answer = _compared(thing.size[_STATS.index(wanted["stat"])], wanted["comparator"], wanted["value"])
        case "Counters" if wanted["counters"]["type"] == "OfType":
            answer = _compared(thing.counters.get(wanted["counters"]["data"], 0), wanted["comparator"], wanted["count"])
    return answer


def _compared(amount: int | None, comparator: str, other: Part) -> Answer:
    if amount is None or other.get("type") != "Fixed" or comparator not in _COMPARISONS:
        return None
    return _COMPARISONS[comparator](amount, other["value"])
