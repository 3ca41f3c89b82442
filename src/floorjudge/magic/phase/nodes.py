"""The parts of an exported game that can come in piles: objects, delayed triggers, effects, mana, and what is on the stack.

Entries that lie in a list whose order matters say at which place among unlike entries they stand, so that ten equal ones
in a row are a pile and two unlike ones keep their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any

import msgspec

from floorjudge.magic.phase.references import Path, Reader, Reading
from floorjudge.magic.state.equivalence import Node
from floorjudge.magic.state.key_leaves_out import LEFT_OUT_OF_ENTRY, LEFT_OUT_OF_OBJECT
from floorjudge.magic.state.turn_history import ROLLS, is_ledger

LISTS_IN_ORDER = (
    "stack",
    "delayed_triggers",
    "transient_continuous_effects",
    "exile_links",
    "extra_turns",
    "extra_phases",
    "extra_phase_resume",
    "pending_damage_replacements",
)
EFFECTS = "transient_continuous_effects"
GONE = "gone"


class Found(msgspec.Struct, frozen=True):
    """Something that will be a node: its number (0 where it has none), place, reading, and its zone where that matters."""

    number: int
    place: Path
    reading: Reading
    mark: str = ""


def nodes_of(game: Mapping[str, Any], reader: Reader, *, with_ledgers: bool, ordered_graveyards: bool) -> list[Node]:
    """Return the nodes of a game; what they refer to and does not exist any more is a node too.

    `with_ledgers`: objects keep what they record of this turn. `ordered_graveyards`: places in graveyards are compared.
    """
    found = [*_objects(game, reader, with_ledgers=with_ledgers)]
    found = _in_graveyards(game, found) if ordered_graveyards else found
    for name in LISTS_IN_ORDER:
        found += _entries(game.get(name) or [], (name,), reader, game)
    for seat, player in enumerate(game["players"]):
        place = ("players", seat, "mana_pool", "mana")
        found += _mana(player["mana_pool"]["mana"], place, reader)
    return _linked(found, reader)


def _objects(game: Mapping[str, Any], reader: Reader, *, with_ledgers: bool) -> Iterator[Found]:
    def left_out(field: str) -> bool:
        return field in LEFT_OUT_OF_OBJECT or (not with_ledgers and is_ledger(field))

    rolls = [(mark, frozenset(game.get(field) or ())) for field, mark in ROLLS.items()]
    for key, value in game["objects"].items():
        mark = " ".join(mark for mark, members in rolls if int(key) in members)
        yield Found(int(key), ("objects", key), reader.read(value, left_out), mark)


def _in_graveyards(game: Mapping[str, Any], found: list[Found]) -> list[Found]:
    places = {number: place for player in game["players"] for place, number in enumerate(player["graveyard"])}
    return [
        msgspec.structs.replace(each, mark=f"{each.mark} graveyard {places[each.number]}")
        if each.number in places
        else each
        for each in found
    ]


def _entries(entries: list[Any], place: Path, reader: Reader, game: Mapping[str, Any]) -> list[Found]:
    firings: Mapping[str, Any] = game.get("stack_trigger_firings") or {}
    read = []
    for index, entry in enumerate(entries):
        number = entry.get("id", 0) if place == ("stack",) else 0
        mark = str(firings.get(str(number), "")) if number else ""
        reading = reader.read(entry, _of_entry)
        if str(number) in game["objects"]:  # a spell and its card have one number: the entry is the one that refers
            reading = msgspec.structs.replace(reading, objects=(*reading.objects, (("id",), number)))
            number = 0
        read.append(Found(number, (*place, index), reading, f"{place[0]} {mark}"))
    if place == (EFFECTS,):
        return _effects(entries, read)
    marked: list[Found] = []
    runs = groupby(read, key=lambda each: (each.reading.text, each.mark))
    for run, (_, members) in enumerate(runs):
        marked += (msgspec.structs.replace(each, mark=f"{each.mark} {run}") for each in members)
    return marked


def _effects(entries: list[Any], read: list[Found]) -> list[Found]:
    """Mark each effect with its place among the effects on the same object, and among those on more than one.

    In which order effects on different objects began does not matter.
    """
    wide = 0
    last: dict[int, tuple[str, int]] = {}
    marked = []
    for entry, each in zip(entries, read, strict=True):
        affected = entry.get("affected")
        alone = isinstance(affected, dict) and affected.get("type") == "SpecificObject"
        number = int(affected["id"]) if alone else 0
        words, place = last.get(number, ("", 0))
        if words != each.reading.text:
            place += 1
            wide += not alone
        last[number] = (each.reading.text, place)
        marked.append(msgspec.structs.replace(each, mark=f"{each.mark} {wide} {place}"))
    return marked


def _of_entry(field: str) -> bool:
    return field in LEFT_OUT_OF_ENTRY


def _mana(units: list[Any], place: Path, reader: Reader) -> Iterator[Found]:
    for index, unit in enumerate(units):
        yield Found(0, (*place, index), reader.read(unit, _of_mana), f"mana {place[1]}")


def _of_mana(field: str) -> bool:
    return field in ("pip_id", "source_id")


def _linked(found: list[Found], reader: Reader) -> list[Node]:
    index_of = {each.number: index for index, each in enumerate(found) if each.number}
    gone: list[Node] = []

    def link(number: int) -> int:
        if number not in index_of:
            index_of[number] = len(found) + len(gone)
            gone.append(Node(number, (), f"{GONE} {reader.last_known(number)}", (), (), ()))
        return index_of[number]

    return [_node(each, link) for each in found] + gone


def _node(found: Found, link: Callable[[int], int]) -> Node:
    reading = found.reading
    links = [link(number) for _, number in reading.objects]
    once = tuple(dict.fromkeys(links))
    pattern = "".join(f" {once.index(each)}" for each in links)
    content = f"{found.mark}|{pattern}|{reading.text}"
    return Node(found.number, found.place, content, once, reading.objects, reading.amounts)


def means_a_set(node: Node) -> bool:
    """Say whether a node is something that waits to happen and may mean a set of objects by its number."""
    return bool(node.place) and node.place[0] in LISTS_IN_ORDER and "racked" in node.content
