"""Whether anything in a position can look up the past: what happened this turn, and the order of a graveyard."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from floorjudge.magic.state.turn_history import Json, reads_ledgers, reads_nested_records

_ORDER = re.compile(
    r"graveyard order|order of (your|their|a|that player's) graveyard|(top|bottom)[\w ]* card of [\w' ]*graveyard"
    r"|(directly|card) (above|below) |\babove it\b",
    re.IGNORECASE,
)
_ABILITIES = (
    "abilities", "trigger_definitions", "static_definitions", "replacement_definitions", "keywords", "base_abilities",
    "base_trigger_definitions", "base_static_definitions", "base_replacement_definitions", "base_keywords",
)  # fmt: skip
_HIDDEN = frozenset({"Hand", "Library"})
_NO_ABILITIES = frozenset(
    {"name", "base_name", "owner", "controller", "zone", "token_art", "mana_cost", "base_mana_cost"}
)


class Readers(NamedTuple):
    """What may look up what happened before: whether there is anything, and the names of what everybody can see.

    `nested` says whether anything may look up the records that objects themselves carry.
    """

    any: bool
    seen: tuple[str, ...]
    nested: bool = True


def readers_of_ledgers(game: Mapping[str, Any]) -> Readers:
    """Return what may look up what happened before; names are in alphabetical order, and give no hidden card away."""
    abilities = list(abilities_of(game))
    names = {name for name, value in abilities if reads_ledgers(value)}
    nested = bool(names) or any(reads_nested_records(value) for _, value in abilities)
    things = game["objects"].values()
    hidden = {str(thing["name"]) for thing in things if thing["zone"] in _HIDDEN}
    seen = {str(thing["name"]) for thing in things if thing["zone"] not in _HIDDEN}
    return Readers(bool(names), tuple(sorted(names - (hidden - seen))), nested)


def graveyards_are_read(game: Mapping[str, Any]) -> bool:
    """Say whether something may look at the order of a graveyard."""
    return any(_mentions_order(value) for _, value in abilities_of(game))


def abilities_of(game: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield everything that can have a say in the game, with the name of what it belongs to; like objects only once."""
    seen: set[str] = set()
    for value in game["objects"].values():
        name = str(value.get("name"))
        known = {field: inner for field, inner in value.items() if field not in _NO_ABILITIES and inner}
        marker = name + repr(sorted(known)) + repr([known.get(field) for field in _ABILITIES])
        if marker not in seen:
            seen.add(marker)
            yield name, {field: inner for field, inner in known.items() if isinstance(inner, (list, dict))}
    for field in ("stack", "delayed_triggers", "transient_continuous_effects", "emblems", "pending_replacement"):
        for value in game.get(field) or []:
            yield field, value


def _mentions_order(value: Json) -> bool:
    if isinstance(value, Mapping):
        return any(map(_mentions_order, value.values()))
    if isinstance(value, list):
        return any(map(_mentions_order, value))
    return isinstance(value, str) and _ORDER.search(value) is not None
