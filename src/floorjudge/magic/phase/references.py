"""Values of the engine's export, walked: what refers to an object, what is an amount, and everything else.

`read_value` turns a JSON value into a text that two values share when they differ only in which objects they mean and in
their amounts; the objects and the amounts are listed beside it, in the order of the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from floorjudge.magic.state.key_leaves_out import LAST_KNOWN, LEFT_OUT_ANYWHERE
from floorjudge.magic.state.turn_history import NESTED_RECORDS, Json

Path: TypeAlias = "tuple[str | int, ...]"

NOW, BEFORE = "now", "as it was before"
_OBJECT_FIELDS = frozenset(
    {
        "object_id", "source_id", "source", "source_object", "target_id", "attached_to", "host", "creature_id", "equipment_id",
        "Object", "exiled_id", "exiled_by", "linked_id", "paired_with", "ObjectId", "attacker_id", "blocker_id", "original_id", "returned_id",
        "bestowed_to", "copied_from", "SpecificObject", "effect_source", "object",
        "entered_via_ability_source",
    }
)  # fmt: skip
_LISTS_OF_OBJECTS = frozenset(
    {
        "object_ids", "cards", "attackers", "blockers", "creatures", "revealed_cards", "public_revealed_cards", "command_zone",
        "objects_that_dealt_damage", "cancelled_casts", "exiled_cards", "members", "linked_cards", "blocked_by", "blocking", "linked_exile",
    }
)  # fmt: skip
# Lists of what may be chosen: the engine's order means nothing.
_POSSIBLE = re.compile(r"legal|valid|choosable|candidates|eligible")
_MAPS_BY_OBJECT = frozenset({"valid_attack_targets_by_attacker", "valid_block_targets"})
_PAIRS_WITH_OBJECT = frozenset({"pending_activations"})
_AMOUNTS = frozenset(
    {
        "new_total", "amount", "damage_marked", "power", "toughness", "loyalty", "defense", "life", "excess",
        "poison_counters", "energy", "count", "last_effect_amount",
    }
)  # fmt: skip
_TURNS = frozenset({"entered_battlefield_turn", "recorded_turn_number"})
_AMOUNTS_BY_KIND = frozenset({"counters", "player_counters"})


class Reading(msgspec.Struct, frozen=True):
    """A value, read.

    `text` is all of it but the objects it means and its amounts; `objects` are these objects' numbers in the order of
    the text, with the place of each; `amounts` are its amounts, with the place of each. `sets` are the stretches of
    `objects` (from, to) whose order means nothing.
    """

    text: str
    objects: tuple[tuple[Path, int], ...]
    amounts: tuple[tuple[Path, int], ...]
    sets: tuple[tuple[int, int], ...] = ()


class Reader:
    """Reads values of one exported game.

    `incarnations` says how often each object has moved, by its number: a reference that counts otherwise means the object
    as it was before, and is read with how it was then. `records` says whether nested records of the past are read.
    """

    def __init__(self, game: Mapping[str, Any], *, records: bool) -> None:
        self._left_out = LEFT_OUT_ANYWHERE.keys() if records else LEFT_OUT_ANYWHERE.keys() | NESTED_RECORDS
        self._incarnations = {int(key): value.get("incarnation", 0) for key, value in game["objects"].items()}
        self._turn: int = game["turn_number"]
        self._last_known = {field: game.get(field) or {} for field in LAST_KNOWN}
        self._objects: list[tuple[Path, int]] = []
        self._amounts: list[tuple[Path, int]] = []
        self._sets: list[tuple[int, int]] = []

    def read(self, value: Json, left_out: Callable[[str], bool]) -> Reading:
        """Return a value read; `left_out` says which of its outermost fields are not looked at."""
        self._objects, self._amounts, self._sets = [], [], []
        if isinstance(value, dict):
            value = {name: inner for name, inner in value.items() if not left_out(name)}
        plain = self._plain(value, ())
        written = json.dumps(plain, separators=(",", ":"))
        return Reading(written, tuple(self._objects), tuple(self._amounts), tuple(self._sets))

    def _plain(self, value: Json, path: Path) -> Json:
        if isinstance(value, dict):
            return self._plain_object(value, path)
        if isinstance(value, list):
            return [
                self._plain(inner, (*path, index)) if isinstance(inner, (dict, list)) else inner
                for index, inner in enumerate(value)
            ]
        return value

    def _plain_object(self, value: dict[str, Any], path: Path) -> Json:
        if len(value) == 2 and value.get("type") == "Object" and _is_number(value.get("data")):
            return self._meant((*path, "data"), value["data"])
        if len(value) == 2 and value.get("type") == "SpecificObject" and _is_number(value.get("id")):
            return self._meant((*path, "id"), value["id"])
        return {
            name: self._plain_field(name, value[name], path, value)
            for name in sorted(value)
            if name not in self._left_out
        }

    def _plain_field(self, name: str, inner: Json, path: Path, around: Mapping[str, Any]) -> Json:
        if _is_number(inner):
            return self._plain_number(name, inner, path, around)
        if not isinstance(inner, (dict, list)) or not inner:
            return inner
        if isinstance(inner, list):
            return self._plain_list(name, inner, (*path, name))
        if name in _AMOUNTS_BY_KIND and all(map(_is_number, inner.values())):
            self._amounts += (((*path, name, kind), inner[kind]) for kind in sorted(inner))
            return sorted(inner)
        if name in _MAPS_BY_OBJECT:
            entries = [{"object_id": int(key), "to": to} for key, to in inner.items()]
            return self._plain_set(entries, (*path, name))
        return self._plain(inner, (*path, name))

    def _plain_list(self, name: str, values: list[Any], path: Path) -> Json:
        if name in _PAIRS_WITH_OBJECT:
            return [[self._meant((*path, index, 0), pair[0]), *pair[1:]] for index, pair in enumerate(values)]
        if _POSSIBLE.search(name):
            numbers = name.endswith("_ids")
            return self._plain_set([{"object_id": each} for each in values] if numbers else values, path)
        if name in _LISTS_OF_OBJECTS and all(map(_is_number, values)):
            return [self._meant((*path, index), number) for index, number in enumerate(values)]
        return self._plain(values, path)

    def _plain_set(self, values: list[Any], path: Path) -> Json:
        """Read a list whose order means nothing, as far as every entry means one object at most."""
        before = len(self._objects)
        plain = []
        for index, inner in enumerate(values):
            here = len(self._objects)
            plain.append(self._plain(inner, (*path, index)))
            if len(self._objects) - here > 1:
                return [
                    *plain,
                    *(self._plain(each, (*path, index + 1 + more)) for more, each in enumerate(values[index + 1 :])),
                ]
        self._sets.append((before, len(self._objects)))
        return sorted(plain, key=lambda each: json.dumps(each, sort_keys=True))

    def _plain_number(self, name: str, number: int, path: Path, around: Mapping[str, Any]) -> Json:
        if name in _OBJECT_FIELDS:
            return self._meant((*path, name), number)
        if name in _AMOUNTS:
            self._amounts.append(((*path, name), number))
            return "#"
        if name in ("incarnation", "source_incarnation", "entered_incarnation"):
            meant = around.get("source_id" if name == "source_incarnation" else "object_id")
            if meant is not None:
                return NOW if self._incarnations.get(meant) == number else [BEFORE, self.last_known(meant, number)]
        if name in _TURNS:
            return "this turn" if number == self._turn else "last turn" if number == self._turn - 1 else "earlier"
        return number

    def last_known(self, number: int, incarnation: int | None = None) -> str:
        """Return what is still known of how an object was that is gone, or has moved since."""
        known = {field: notes[str(number)] for field, notes in self._last_known.items() if str(number) in notes}
        moves = known.get("lki_by_incarnation")
        if isinstance(moves, dict) and incarnation is not None:
            known["lki_by_incarnation"] = moves.get(str(incarnation))
        return json.dumps(known, sort_keys=True) if known else ""

    def _meant(self, path: Path, number: int) -> str:
        self._objects.append((path, number))
        return "@"


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
