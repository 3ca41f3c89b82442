"""Reads an exported game as a graph: objects, mana and waiting effects are nodes, with their references and amounts.

A JSON value becomes a text that two values share if they differ only in their referenced objects and in their amounts;
the objects and the amounts are listed beside it. An entry of a list whose order matters records its place among unlike
entries, so that ten equal ones in a row are equivalent and two unlike ones keep their order.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby, pairwise
from typing import Any

import msgspec

from floorjudge.magic.engine.fields import (
    ADDED_PHASES,
    CHAIN,
    DELAYED,
    EFFECTS,
    LAST_KNOWN,
    LEFT_OUT_ANYWHERE,
    LEFT_OUT_OF_ENTRY,
    LEFT_OUT_OF_GAME,
    LEFT_OUT_OF_MANA,
    LEFT_OUT_OF_OBJECT,
    LEFT_OUT_WHILE_NO_SET_IS_MEANT,
    LEFT_OUT_WHILE_NOTHING_IS_CHOSEN,
    LEFT_OUT_WHILE_SETS_ARE_READ,
    LISTS_IN_ORDER,
    NESTED_HISTORY,
    REPLACEMENTS,
    ROLLS,
    SOURCE,
    ZONES_OF_PLAYER,
    Json,
    is_shield,
)
from floorjudge.magic.engine.readings.looking_back import Past
from floorjudge.magic.engine.readings.wording import Wording, means_tracked_set
from floorjudge.magic.state import Graph, Node, NodeKind, Path, Reading
from floorjudge.reading import is_whole

_ORDERS = "decision_templates"
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
        "poison_counters", "energy", "count", "last_effect_amount", "life_gained_this_turn", "life_lost_this_turn",
    }
)  # fmt: skip
_TURNS = frozenset({"entered_battlefield_turn", "recorded_turn_number", "discarded_turn"})
# The layer in which a change is applied; a change not named here may concern all layers.
_LAYERS = {"ChangeController": "control", "AddKeyword": "abilities", "AddPower": "sizes", "AddToughness": "sizes"}
_EVERY_LAYER = ("abilities", "control", "sizes")
_ONLY_ADDING = frozenset({"abilities", "sizes"})
_TAKING_AWAY = frozenset({"Sacrifice", "Destroy", "ChangeZone"})
# Changes of which one that does the same later leaves nothing; keywords of which a second one does nothing.
_OVERWRITING = frozenset({"SetPower", "SetToughness", "AddKeyword", "AddType", "AddSubtype", "RemoveAllSubtypes"})
_HAD_ONCE = frozenset(
    {
        "Deathtouch", "Defender", "DoubleStrike", "FirstStrike", "Flying", "Haste", "Hexproof", "Indestructible", "Lifelink", "Menace",
        "Reach", "Trample", "Vigilance",
    }
)  # fmt: skip
_AMOUNTS_BY_KIND = frozenset({"counters", "player_counters"})
# Most objects are unchanged since the position before, or alike: the number of cached readings.
_KEPT = 2_000
_readings: dict[tuple[bytes, Past, bool, int], Reading] = {}


class _Found(msgspec.Struct, frozen=True):
    """A future node: its number (0: none), place, reading, and its zone if that matters."""

    kind: NodeKind
    number: int
    place: Path
    reading: Reading
    mark: str = ""


def graph_of(state: Mapping[str, Json], wording: Wording) -> Graph:
    """Return an exported game as a graph, with the turn history and the order of graveyards that a card may read."""
    game, past = state["state"], wording.past
    reader = _Reader(game, nested_history=wording.reads_nested_history)
    found = [*_objects(game, reader, wording)]
    for name in LISTS_IN_ORDER:
        found += _entries(game.get(name) or [], (name,), reader, game)
    for seat, player in enumerate(game["players"]):
        found += _mana(player["mana_pool"]["mana"], ("players", seat, "mana_pool", "mana"), reader)
    nodes = tuple(_linked(found, reader))

    def of_player(field: str) -> bool:
        return field in ZONES_OF_PLAYER or past.leaves_out(field)

    return Graph(
        nodes=nodes,
        players=tuple(reader.read(past.compared(player), of_player) for player in game["players"]),
        libraries=tuple(tuple(player["library"]) for player in game["players"]),
        game=reader.read(past.compared(_without_old_orders(game)), _left_out_of_game(game, nodes, past)),
        # The number of the next offer of a shortcut only distinguishes it from others.
        offers=json.dumps(
            {
                name: value
                for name, value in (state.get("precast_shortcut_runtime") or {}).items()
                if name != "next_epoch"
            },
            sort_keys=True,
        ),
    )


def _without_old_orders(game: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return a game without the orders of triggers that a player chose for objects that have moved since, or are gone.

    The engine chooses such an order again for the same objects, each known by its number and the count of its moves:
    that count only rises.
    """
    chosen = game.get(_ORDERS) or []
    kept = [each for each in chosen if all(_is_now(source, game) for source in _ordered_objects(each))]
    if len(kept) == len(chosen):
        return game
    rest = {name: value for name, value in game.items() if name != _ORDERS}
    return {**rest, _ORDERS: kept} if kept else rest  # as the engine writes it


def _ordered_objects(template: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the objects whose triggers were ordered."""
    for source, *_ in (template.get("key") or {}).get("sources") or ():
        if isinstance(source, dict) and isinstance(source.get("ThisObject"), dict):
            yield source["ThisObject"]


def _is_now(source: Mapping[str, Any], game: Mapping[str, Any]) -> bool:
    now = game["objects"].get(str(source["source_id"]))
    return now is not None and now.get("incarnation", 0) == source["incarnation"]


def _left_out_of_game(game: Mapping[str, Json], nodes: tuple[Node, ...], past: Past) -> Callable[[str], bool]:
    """Return a test for the fields of the whole game that are not compared in this position."""
    names = LEFT_OUT_OF_GAME
    if game["waiting_for"]["type"] == "Priority":
        names |= LEFT_OUT_WHILE_NOTHING_IS_CHOSEN
    meant = [means_tracked_set(node.content) for node in nodes if node.kind == "entry"]
    if "by number" not in meant:
        names |= LEFT_OUT_WHILE_NO_SET_IS_MEANT if "of this chain" not in meant else LEFT_OUT_WHILE_SETS_ARE_READ
    return lambda field: field in names or past.leaves_out(field)


def _objects(game: Mapping[str, Any], reader: _Reader, wording: Wording) -> Iterator[_Found]:
    rolls = [(mark, frozenset(game.get(field) or ())) for field, mark in ROLLS.items()]
    graveyards = [player["graveyard"] for player in game["players"]] if wording.reads_graveyard_order else []
    places = {number: place for graveyard in graveyards for place, number in enumerate(graveyard)}
    for key, value in game["objects"].items():
        number = int(key)
        mark = " ".join(mark for mark, members in rolls if number in members)
        if number in places:
            mark += f" graveyard {places[number]}"
        if uses := wording.past.uses_of(value, game):
            mark += f" used {uses}"
        reading = reader.read_object(value, wording.past)
        yield _Found("object", number, ("objects", key), reading, mark)


def _entries(entries: list[Any], place: Path, reader: _Reader, game: Mapping[str, Any]) -> list[_Found]:
    firings: Mapping[str, Any] = game.get("stack_trigger_firings") or {}
    read = []
    for index, entry in enumerate(entries):
        number = entry.get("id", 0) if place == ("stack",) else 0
        mark = str(firings.get(str(number), "")) if number else ""
        compared = _without_source(entry) if place == (DELAYED,) else entry
        reading = reader.read(compared, LEFT_OUT_OF_ENTRY.__contains__)
        if str(number) in game["objects"]:  # a spell and its card have one number: the entry is the one that refers
            reading = msgspec.structs.replace(reading, objects=(*reading.objects, (("id",), number)))
            number = 0
        read.append(_Found("entry", number, (*place, index), reading, f"{place[0]} {mark}"))
    if place == (EFFECTS,):
        return _effects(entries, read)
    texts = [each.reading.text for each in read]
    rounds = period_of(texts) if place == (ADDED_PHASES,) else None
    if rounds is not None:
        return [
            msgspec.structs.replace(each, mark=f"{each.mark} round {index % rounds}") for index, each in enumerate(read)
        ]
    marked: list[_Found] = []
    runs = groupby(read, key=lambda each: (each.reading.text, each.mark))
    for run, (_, members) in enumerate(runs):
        marked += (msgspec.structs.replace(each, mark=f"{each.mark} {run}") for each in members)
    return marked


def period_of(values: list[str]) -> int | None:
    """Return after how many values a sequence repeats, from its first value to its last; None where two equal ones stand in a row."""
    if any(one == other for one, other in pairwise(values)):
        return None
    lengths = (each for each in range(1, len(values) + 1) if len(values) % each == 0)
    return next((each for each in lengths if values[:each] * (len(values) // each) == values), None)


def _without_source(delayed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a delayed trigger with no more than the name of its source, where all that it does is to take away what it has made.

    Whichever permanent of that name made a token, it is sacrificed, destroyed or exiled alike.
    """
    ability, when = delayed.get("ability") or {}, delayed.get("condition") or {}
    effect = ability.get("effect") or {}
    takes_away = effect.get("type") in _TAKING_AWAY and effect.get("destination", "Exile") == "Exile"
    alone = takes_away and not (ability.get("sub_ability") or ability.get("condition"))
    if not alone or effect.get("target") != {"type": "LastCreated"} or when.get("type") != "AtNextPhase":
        return delayed
    source = ability.get("trigger_source") or {}
    known = {"name": (source.get("lki") or {}).get("name"), "token": source.get("is_token")}
    rest = {name: inner for name, inner in ability.items() if name not in SOURCE} | {"of": known}
    return {name: inner for name, inner in delayed.items() if name not in SOURCE} | {"ability": rest}


def _effects(entries: list[Any], read: list[_Found]) -> list[_Found]:
    """Mark each effect with its places among the effects on the same object, and among those on more than one.

    The order in which effects began does not matter if they affect different objects, are applied in different layers,
    or only add something in the same one. One that does the same again later counts as begun then.
    """
    again = _done_again(entries, read)
    last: dict[tuple[int, str], tuple[str, int]] = {}
    wide: Counter[str] = Counter()
    since: dict[str, set[str]] = defaultdict(set)
    marks: dict[int, str] = {}
    for index, (entry, each) in enumerate(zip(entries, read, strict=True)):
        if index in again:
            continue
        number = _only_affected(entry)
        alone, changes = number is not None, _changes(entry)
        layers = {_LAYERS.get(str(change.get("type"))) for change in changes}
        places = []
        for layer in _EVERY_LAYER if None in layers else sorted(filter(None, layers)):
            does = layer if layer in _ONLY_ADDING and None not in layers else each.reading.text
            did, place = last.get((number or 0, layer), ("", 0))
            last[number or 0, layer] = does, place + (did != does)
            if alone:
                since[layer].add(does)
            elif did != does or (since[layer] and since[layer] | {does} != {layer}):
                wide[layer] += 1
                since[layer].clear()
            places.append(f"{layer} {wide[layer]} {last[number or 0, layer][1]}")
        marks[index] = " ".join((each.mark, *places))
    return [msgspec.structs.replace(each, mark=marks[again.get(index, index)]) for index, each in enumerate(read)]


def _done_again(entries: list[Any], read: list[_Found]) -> dict[int, int]:
    """Return the place of the last effect that does the same, for the place of each effect on one object that it overwrites."""
    last: dict[tuple[object, ...], int] = {}
    again: dict[int, int] = {}
    for index in reversed(range(len(entries))):
        reading = read[index].reading
        same = (reading.text, reading.objects, reading.amounts)
        if same in last:
            again[index] = last[same]
        elif _only_affected(entries[index]) is not None and all(map(_overwrites, _changes(entries[index]))):
            last[same] = index
    return again


def _only_affected(effect: Mapping[str, Any]) -> int | None:
    """Return the number of the object that an effect affects; None if it may affect several."""
    affected = effect.get("affected")
    if not isinstance(affected, dict) or affected.get("type") != "SpecificObject":
        return None
    return int(affected["id"])


def _changes(effect: Mapping[str, Any]) -> list[dict[str, object]]:
    """Return what an effect changes; one that does not name its changes may concern every layer."""
    return effect.get("modifications") or [{}]


def _overwrites(change: Mapping[str, object]) -> bool:
    kind = change.get("type")
    return kind in _OVERWRITING and (kind != "AddKeyword" or change.get("keyword") in _HAD_ONCE)


def _mana(units: list[Any], place: Path, reader: _Reader) -> Iterator[_Found]:
    for index, unit in enumerate(units):
        yield _Found("mana", 0, (*place, index), reader.read(unit, LEFT_OUT_OF_MANA.__contains__), f"mana {place[1]}")


def _linked(found: list[_Found], reader: _Reader) -> list[Node]:
    index_of = {each.number: index for index, each in enumerate(found) if each.number}
    gone: list[Node] = []

    def link(number: int) -> int:
        if number not in index_of:
            index_of[number] = len(found) + len(gone)
            gone.append(Node("gone", number, (), f"gone {reader.last_known(number)}", (), (), ()))
        return index_of[number]

    return [_node(each, link) for each in found] + gone


def _node(found: _Found, link: Callable[[int], int]) -> Node:
    reading = found.reading
    links = [link(number) for _, number in reading.objects]
    once = tuple(dict.fromkeys(links))
    pattern = "".join(f" {once.index(each)}" for each in links)
    content = f"{found.mark}|{pattern}|{reading.text}"
    return Node(found.kind, found.number, found.place, content, once, reading.objects, reading.amounts)


class _Reader:
    """Reads values of one exported game.

    `_incarnations` counts the moves of each object by its number: a reference with another count means the earlier
    object, and is read with its last known state. `_nested_history`: the past that objects carry within them is read.
    """

    def __init__(self, game: Mapping[str, Any], *, nested_history: bool) -> None:
        self._nested_history = nested_history
        self._left_out = LEFT_OUT_ANYWHERE if nested_history else LEFT_OUT_ANYWHERE | NESTED_HISTORY
        self._incarnations = {int(key): value.get("incarnation", 0) for key, value in game["objects"].items()}
        self._turn: int = game["turn_number"]
        causes = game.get("tracked_set_member_causes") or {}
        sets = game.get("tracked_object_sets") or {}
        self._tracked = {int(key): members for key, members in sets.items() if not causes.get(key)}
        self._last_known = {field: game.get(field) or {} for field in LAST_KNOWN}
        self._objects: list[tuple[Path, int]] = []
        self._amounts: list[tuple[Path, int]] = []
        self._sets: list[tuple[int, int]] = []
        self._read_of_others = False
        # The fields of an object that are compared, by all that it has.
        self._compared: dict[tuple[str, ...], list[str]] = {}

    def read_object(self, value: Mapping[str, Json], past: Past) -> Reading:
        """Return the reading of an object; that of a like one, which does not depend on others, is taken from the cache."""
        names = tuple(value)
        if names not in self._compared:
            left_out = self._left_out | LEFT_OUT_OF_OBJECT
            self._compared[names] = [name for name in names if name not in left_out and not past.leaves_out(name)]
        compared = {name: value[name] for name in self._compared[names]}
        if replacements := compared.get(REPLACEMENTS):
            compared[REPLACEMENTS] = [each for each in replacements if not is_shield(each)]
        key = msgspec.json.encode(compared), past, self._nested_history, self._turn
        if (known := _readings.get(key)) is not None:
            return known
        self._read_of_others = False
        reading = self.read(compared)
        if not self._read_of_others:
            if len(_readings) >= _KEPT:
                _readings.clear()
            _readings[key] = reading
        return reading

    def read(self, value: Json, left_out: Callable[[str], bool] = frozenset[str]().__contains__) -> Reading:
        """Return the reading of a value; `left_out` tests which of its outermost fields are ignored."""
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
        if len(value) == 2 and value.get("type") == "Object" and is_whole(value.get("data")):
            return self._meant((*path, "data"), value["data"])
        if len(value) == 2 and value.get("type") == "SpecificObject" and is_whole(value.get("id")):
            return self._meant((*path, "id"), value["id"])
        if len(value) == 2 and value.get("type") == "TrackedSet" and value.get("id") in self._tracked:
            return self._set((*path, "id"), value["id"])
        return {
            name: self._plain_field(name, value[name], path, value)
            for name in sorted(value)
            if name not in self._left_out
        }

    def _plain_field(self, name: str, inner: Json, path: Path, around: Mapping[str, Any]) -> Json:
        if is_whole(inner):
            return self._plain_number(name, inner, path, around)
        if not isinstance(inner, (dict, list)) or not inner:
            return inner
        if isinstance(inner, list):
            return self._plain_list(name, inner, (*path, name))
        if name in _AMOUNTS_BY_KIND and all(map(is_whole, inner.values())):
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
        if name in _LISTS_OF_OBJECTS and all(map(is_whole, values)):
            return [self._meant((*path, index), number) for index, number in enumerate(values)]
        return self._plain(values, path)

    def _plain_set(self, values: list[Any], path: Path) -> Json:
        """Read a list without a meaningful order, as far as every entry refers to at most one object."""
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

    def _set(self, path: Path, number: int) -> Json:
        """Return a set that the engine tracks by number as its objects; its number only tells it from others."""
        return {"set": [self._meant((*path, index), each) for index, each in enumerate(self._tracked[number])]}

    def _plain_number(self, name: str, number: int, path: Path, around: Mapping[str, Any]) -> Json:
        if name in _OBJECT_FIELDS:
            return self._meant((*path, name), number)
        if name == CHAIN and number in self._tracked:
            return self._set((*path, name), number)
        if name in _AMOUNTS:
            self._amounts.append(((*path, name), number))
            return "#"
        if name in ("incarnation", "source_incarnation", "entered_incarnation"):
            meant = around.get("source_id" if name == "source_incarnation" else "object_id")
            if meant is not None:
                self._read_of_others = True
                return NOW if self._incarnations.get(meant) == number else [BEFORE, self.last_known(meant, number)]
        if name in _TURNS:
            return "this turn" if number == self._turn else "last turn" if number == self._turn - 1 else "earlier"
        return number

    def last_known(self, number: int, incarnation: int | None = None) -> str:
        """Return the last known appearance of an object that is gone or has moved since."""
        known = {field: notes[str(number)] for field, notes in self._last_known.items() if str(number) in notes}
        moves = known.get("lki_by_incarnation")
        if isinstance(moves, dict) and incarnation is not None:
            known["lki_by_incarnation"] = moves.get(str(incarnation))
        return json.dumps(known, sort_keys=True) if known else ""

    def _meant(self, path: Path, number: int) -> str:
        self._objects.append((path, number))
        return "@"
