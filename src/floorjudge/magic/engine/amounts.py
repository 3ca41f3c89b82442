"""Builds a position of a loop with other amounts and the same shape, without playing.

Classes grow by copies of a member together with everything that belongs to this member only (its delayed trigger, the
Aura on it), under new numbers; they shrink in the same way. The caller checks the result: its abstraction must have
exactly the wanted amounts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec

from floorjudge.magic.engine.fields import ADDED_PHASES, LARGEST_AMOUNT, LAST_KNOWN, LISTS_IN_ORDER, ROLLS, Json
from floorjudge.magic.engine.graph import period_of
from floorjudge.magic.engine.readings.looking_back import ACTIVATED, TRIGGERED
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.state import COUNT, Abstraction, CounterName, Path


class CannotHold(Exception):
    """The engine's form of a position has no room for these amounts, or they cannot be reached by copying."""


def with_amounts(start: Snapshot, wanted: Mapping[CounterName, int]) -> Snapshot:
    """Return a position of the same shape with other amounts; `wanted` has the names of the counters of `start`.

    Objects with a label are kept. Raises CannotHold if no such position can be built.
    """
    export: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(start.without_log().export))
    builder = _Builder(
        export["state"], start.abstraction, frozenset(start.labels.values()), with_uses=start.wording.past.compares_uses
    )
    builder.resize(wanted)
    builder.set_amounts(wanted)
    return Snapshot(export, start.labels, start.activated)


class _Builder:
    """Changes a game to which there is no other reference."""

    def __init__(self, game: dict[str, Any], known: Abstraction, keep: frozenset[int], *, with_uses: bool) -> None:
        self._game, self._known, self._keep, self._with_uses = game, known, keep, with_uses
        self._by_place = {node.place: index for index, node in enumerate(known.nodes) if node.place}
        self._pointing: dict[int, list[int]] = defaultdict(list)
        for index, node in enumerate(known.nodes):
            for link in node.links:
                self._pointing[link].append(index)
        self._removed: set[int] = set()
        self._added: dict[Path, list[tuple[int, Any]]] = defaultdict(list)

    def resize(self, wanted: Mapping[CounterName, int]) -> None:
        """Add and remove members until every class has the wanted number."""
        classes = self._known.classes
        need = {index: wanted[("class", index, COUNT)] - len(each.members) for index, each in enumerate(classes)}
        changing = {index for index, missing in need.items() if missing}
        for seat in range(len(self._game["players"])):
            self._resize_library(seat, wanted, need)
        for index in sorted(changing):
            self._resize_class(index, need, changing)
        if any(need.values()):
            raise CannotHold
        self._apply()

    def _resize_library(self, seat: int, wanted: Mapping[CounterName, int], need: dict[int, int]) -> None:
        """Lengthen or shorten the runs of a library, each at its top."""
        library: list[int] = self._game["players"][seat]["library"]
        resized: list[int] = []
        start = 0
        run = 0
        while ("library", seat, run) in self._known.counters:
            length = self._known.counters[("library", seat, run)]
            cards = library[start : start + length]
            missing = wanted[("library", seat, run)] - length
            if missing < 0:
                gone, cards = cards[:-missing], cards[-missing:]
                for number in gone:
                    self._remove(self._by_place[("objects", str(number))])
            elif missing:
                template = self._by_place[("objects", str(cards[0]))]
                cards = [self._copied(template, {})["id"] for _ in range(missing)] + cards
            need[self._known.class_of[self._by_place[("objects", str(library[start]))]]] -= missing
            resized += cards
            start += length
            run += 1
        self._game["players"][seat]["library"] = resized

    def _resize_class(self, resized: int, need: dict[int, int], changing: set[int]) -> None:
        members = [index for index in self._known.classes[resized].members if index not in self._removed]
        members.sort(key=lambda index: self._known.nodes[index].number not in self._keep)
        while need[resized] and members:
            unit = self._unit(members.pop(), changing)
            kinds = Counter(self._known.class_of[index] for index in unit)
            times = 1 if need[resized] < 0 else need[resized] // kinds[resized]
            if not times:
                raise CannotHold
            sign = 1 if need[resized] > 0 else -1
            for kind, count in kinds.items():
                need[kind] -= sign * times * count
            if sign > 0:
                for _ in range(times):
                    self._copy(unit)
            else:
                for index in unit:
                    self._remove(index)
                members = [index for index in members if index not in self._removed]

    def _unit(self, start: int, changing: set[int]) -> list[int]:
        """Return a node and those connected with it through classes whose size changes."""
        unit, todo = [start], [start]
        while todo:
            index = todo.pop()
            for other in (*self._known.nodes[index].links, *self._pointing[index]):
                if self._known.class_of[other] in changing and other not in unit:
                    unit.append(other)
                    todo.append(other)
        return unit

    def _copy(self, unit: Iterable[int]) -> None:
        numbers: dict[int, int] = {}
        for index in unit:
            if number := self._known.nodes[index].number:
                numbers[number] = self._next("next_object_id")
        # The last known state of a new object is that of the one it copies.
        for notes in filter(None, map(self._game.get, LAST_KNOWN)):
            notes |= {str(new): notes[str(number)] for number, new in numbers.items() if str(number) in notes}
        for index in unit:
            if self._known.nodes[index].place:
                self._copied(index, numbers)

    def _copied(self, index: int, numbers: Mapping[int, int]) -> Json:
        """Add a copy of a node, in which the numbers of its unit are new; return it."""
        node = self._known.nodes[index]
        original = _at(self._game, node.place)
        if not isinstance(original, dict):
            self._added[node.place[:-1]].append((int(node.place[-1]), original))
            return original
        copy = self._renumbered(original, {path: numbers[each] for path, each in node.references if each in numbers})
        if node.kind == "object":
            number = numbers.get(node.number) or self._next("next_object_id")
            copy |= {"id": number, "timestamp": self._next("next_timestamp"), "attachments": []}
            self._game["objects"][str(number)] = copy
            self._place(copy)
            for roll in self._rolls(node.number):
                self._game[roll] = [*self._game[roll], number]
            if self._with_uses:
                self._copy_uses(node.number, number)
            return copy
        if node.number in numbers:
            copy["id"] = numbers[node.number]
        if "pip_id" in copy:
            copy["pip_id"] = self._next("next_pip_id")
        if node.place[0] == "transient_continuous_effects":
            copy |= {"id": self._next("next_continuous_effect_id"), "timestamp": self._next("next_timestamp")}
        if node.place[0] == ADDED_PHASES:
            copy["id"] = self._next("next_extra_phase_id")
        if node.place[0] == "extra_phase_resume":
            copy["entry"] = self._next("next_extra_phase_id")
        self._renumber_receipt(copy)
        self._added[node.place[:-1]].append((int(node.place[-1]), copy))
        return copy

    def _renumbered(self, original: Mapping[str, Any], new: Mapping[Path, int]) -> dict[str, Any]:
        """Return a copy of a value with other objects at some paths."""
        copy = dict(original)
        sets: dict[Path, dict[Any, int]] = defaultdict(dict)
        for path, number in new.items():
            if path[-2:-1] == ("id",):
                sets[path[:-1]][path[-1]] = number
            else:
                _set(copy, path, number)
        for path, changed in sets.items():
            _set(copy, path, self._new_set(_at(original, path), changed))
        return copy

    def _new_set(self, number: int, changed: Mapping[Any, int]) -> int:
        """Add a copy of a set that the engine tracks, with other objects at some places; return its number."""
        new, sets = self._next("next_tracked_set_id"), self._game["tracked_object_sets"]
        sets[str(new)] = [changed.get(index, each) for index, each in enumerate(sets[str(number)])]
        self._game["tracked_set_member_causes"][str(new)] = {}
        return new

    def _renumber_receipt(self, copy: dict[str, Any]) -> None:
        receipt = copy.get("provenance")
        if isinstance(receipt, dict) and isinstance(inner := receipt.get("ReceiptEligible"), dict):
            fresh = {
                "instance": self._next("next_delayed_trigger_instance"),
                "token": self._next("next_delayed_trigger_token"),
            }
            if "source_id" in inner:
                fresh["source_id"] = copy["source_id"]
            copy["provenance"] = {"ReceiptEligible": {**inner, **fresh}}

    def _copy_uses(self, number: int, new: int) -> None:
        """Record the same uses of the abilities of a new object as of the one it copies."""
        for name in ACTIVATED:
            used = self._game.get(name) or {}
            for key, count in [*used.items()]:
                thing, _, index = key.partition("_")
                if thing == str(number):
                    used[f"{new}_{index}"] = count
        for name in TRIGGERED:
            for fired in [*(self._game.get(name) or ())]:
                if fired["source"]["object_id"] == number:
                    self._game[name].append({**fired, "source": {**fired["source"], "object_id": new}})

    def _place(self, copy: Mapping[str, Any]) -> None:
        """Put a new object into the list of its zone; cards in libraries are already in theirs."""
        zone, number = copy["zone"], copy["id"]
        if zone in ("Battlefield", "Exile"):
            self._game[zone.lower()].append(number)
        elif zone in ("Hand", "Graveyard"):
            self._game["players"][copy["owner"]][zone.lower()].append(number)
        elif zone != "Library":
            raise CannotHold
        host = copy.get("attached_to")
        if isinstance(host, dict) and host.get("type") == "Object":
            attached_to = self._game["objects"][str(host["data"])]
            attached_to["attachments"] = [*attached_to["attachments"], number]

    def _remove(self, index: int) -> None:
        node = self._known.nodes[index]
        self._removed.add(index)
        if node.kind != "object":
            return
        gone = self._game["objects"].pop(str(node.number))
        for roll in self._rolls(node.number):
            self._game[roll] = [each for each in self._game[roll] if each != node.number]
        zone = gone["zone"]
        lists = self._game if zone in ("Battlefield", "Exile") else self._game["players"][gone["owner"]]
        if zone != "Library" and node.number in lists.get(zone.lower(), []):
            lists[zone.lower()].remove(node.number)
        for other in self._game["objects"].values():
            if node.number in other["attachments"]:
                other["attachments"] = [each for each in other["attachments"] if each != node.number]

    def _rolls(self, number: int) -> list[str]:
        """Return the lists of affected objects that an object is on."""
        return [roll for roll in ROLLS if number in (self._game.get(roll) or ())]

    def _apply(self) -> None:
        """Write the lists of entries anew: without removed ones, with copies beside their originals."""
        gone: dict[Path, set[int]] = defaultdict(set)
        for index in self._removed:
            place = self._known.nodes[index].place
            if place and place[0] != "objects":
                gone[place[:-1]].add(int(place[-1]))
        for place in {*gone, *self._added}:
            if place[0] not in (*LISTS_IN_ORDER, "players"):
                raise CannotHold
            beside: dict[int, list[Any]] = defaultdict(list)
            for index, copy in self._added[place]:
                beside[index].append(copy)
            entries = _at(self._game, place)
            left = [
                (index, each)
                for index, entry in enumerate(list(entries))
                for each in (*beside[index], *([entry] if index not in gone[place] else []))
            ]
            entries[:] = self._in_rounds(left) if place == (ADDED_PHASES,) else [each for _, each in left]

    def _in_rounds(self, phases: Sequence[tuple[int, Json]]) -> list[Json]:
        """Return added phases, each with its place or that of its original, in rounds where the original ones were in rounds."""
        rounds = period_of([node.content for node in self._known.nodes if node.place[:1] == (ADDED_PHASES,)])
        if rounds is None:
            return [each for _, each in phases]
        kinds = [[each for index, each in phases if index % rounds == kind] for kind in range(rounds)]
        if len(set(map(len, kinds))) > 1:
            raise CannotHold
        return list(chain.from_iterable(zip(*kinds, strict=True)))

    def set_amounts(self, wanted: Mapping[CounterName, int]) -> None:
        """Give every member of a class, every player and the game the wanted amounts."""
        for counter, amount in wanted.items():
            if amount == self._known.counters[counter] or counter[-1] == COUNT or counter[0] == "library":
                continue
            if not -LARGEST_AMOUNT <= amount <= LARGEST_AMOUNT:
                raise CannotHold
            if counter[0] == "player":
                _set(self._game["players"][counter[1]], counter[2:], amount)
            elif counter[0] == "game":
                _set(self._game, counter[1:], amount)
            else:
                index = int(counter[1])
                if len(self._known.classes[index].members) != 1:
                    raise CannotHold
                _set(_at(self._game, self._known.member(index).place), counter[2:], amount)

    def _next(self, field: str) -> int:
        number: int = self._game[field]
        self._game[field] = number + 1
        return number


def _at(value: Json, path: Path) -> Json:
    for part in path:
        value = value[part]
    return value


def _set(value: Json, path: Path, new: Json) -> None:
    """Set the value at a path, and copy the values on the way, which a copy of the game may share."""
    for part in path[:-1]:
        inner = value[part]
        value[part] = dict(inner) if isinstance(inner, dict) else list(inner)
        value = value[part]
    value[path[-1]] = new
