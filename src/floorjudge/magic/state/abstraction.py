"""The abstraction of a position: a shape that must be equal for a loop to have come round, and counters that may change.

Equal abstractions are equal positions, whatever numbers the engine gave to the objects. The shape is a value to compare; the
counters are whole numbers: life, how many objects are in each class, counters on them, cards in a library. Nothing here knows
the engine's JSON: it works on the graph that `magic.phase` reads from an export.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import groupby
from sys import intern
from typing import TypeAlias

import msgspec

from floorjudge.magic.state.equivalence import EquivalenceClass, Node, Path, partition, tangled

CounterName: TypeAlias = "tuple[str | int, ...]"
COUNT = "count"


class Reading(msgspec.Struct, frozen=True):
    """A value of the export, read.

    `text` is all of it but the objects it means and its amounts; `objects` are these objects' numbers in the order of
    the text, with the place of each; `amounts` are its amounts, with the place of each. `sets` are the parts of
    `objects` (from, to) whose order means nothing.
    """

    text: str
    objects: tuple[tuple[Path, int], ...]
    amounts: tuple[tuple[Path, int], ...]
    sets: tuple[tuple[int, int], ...] = ()


class Graph(msgspec.Struct, frozen=True):
    """A position, read: objects and what refers to them, then the players, their libraries from the top, and the game as a whole.

    `offers` is what the engine keeps of shortcuts of its own. `keeps_history` says that what happened earlier in the turn
    is among what was read; `kept_for` names the cards because of which it is, as far as everybody can see them.
    """

    nodes: tuple[Node, ...]
    players: tuple[Reading, ...]
    libraries: tuple[tuple[int, ...], ...]
    game: Reading
    offers: str
    keeps_history: bool
    kept_for: tuple[str, ...]


class Abstraction(msgspec.Struct, frozen=True):
    """A position as shape and counters.

    `shape` is all that must be equal, labelled objects included; `counters` are the amounts by their names:
    `("class", 3, "count")` is how many are in class 3, `("class", 3, ...)` an amount on each of its members,
    `("player", 0, "life")` an amount of a player, `("library", 0, 2)` how long the third run of equal cards from the top of
    a library is. `nodes`, `classes` and `class_of` (for each node, its class) say what the classes are; `keeps_history` and
    `kept_for` are those of the graph.
    """

    shape: Hashable
    counters: Mapping[CounterName, int]
    nodes: tuple[Node, ...]
    classes: tuple[EquivalenceClass, ...]
    class_of: tuple[int, ...]
    keeps_history: bool
    kept_for: tuple[str, ...]

    @property
    def key(self) -> Hashable:
        """Return the position as one value to compare."""
        return self.shape, tuple(self.counters.items())

    def member(self, index: int) -> Node:
        """Return a member of a class, the first."""
        return self.nodes[self.classes[index].members[0]]


def abstract(graph: Graph, labels: Mapping[str, int]) -> Abstraction:
    """Return the abstraction of a position that was read; `labels` name objects by the engine's numbers."""
    classes, class_of = partition(graph.nodes)
    by_number = {node.number: each for node, each in zip(graph.nodes, class_of, strict=True) if node.number}
    counters: dict[CounterName, int] = {}
    for index, each in enumerate(classes):
        counters["class", index, COUNT] = len(each.members)
        counters |= {("class", index, *path): amount for path, amount in each.amounts}
    rest = _Rest(by_number)
    for seat, (player, library) in enumerate(zip(graph.players, graph.libraries, strict=True)):
        rest.take(("player", seat), player)
        rest.take_library(seat, library)
    rest.take(("game",), graph.game)
    shape = (
        tuple((intern(each.content), each.links, tuple(path for path, _ in each.amounts)) for each in classes),
        tangled(graph.nodes, classes, class_of),
        tuple(rest.shape),
        intern(graph.offers),
    )
    labelled = tuple((label, by_number.get(labels[label], -1)) for label in sorted(labels))
    return Abstraction(
        (shape, labelled),
        counters | rest.counters,
        graph.nodes,
        tuple(classes),
        tuple(class_of),
        graph.keeps_history,
        graph.kept_for,
    )


class _Rest:
    """What is no node: the players, the libraries, the fields of the whole game."""

    def __init__(self, class_of: Mapping[int, int]) -> None:
        self._class_of = class_of
        self.shape: list[Hashable] = []
        self.counters: dict[CounterName, int] = {}
        # Equivalent objects are told apart by the order in which the fields of the game mean them.
        self._order: dict[int, int] = {}

    def take(self, name: Path, reading: Reading) -> None:
        self.counters |= {(*name, *path): amount for path, amount in reading.amounts}
        unordered = {index for first, last in reading.sets for index in range(first, last)}
        meant = [
            (
                self._class_of.get(number, -1),
                -1 if index in unordered else self._order.setdefault(number, len(self._order)),
            )
            for index, (_, number) in enumerate(reading.objects)
        ]
        for first, last in reading.sets:
            meant[first:last] = sorted(meant[first:last])
        self.shape.append((*name, intern(reading.text), tuple(meant), tuple(path for path, _ in reading.amounts)))

    def take_library(self, seat: int, cards: tuple[int, ...]) -> None:
        runs = [(each, len(list(run))) for each, run in groupby(self._class_of[card] for card in cards)]
        self.counters |= {("library", seat, index): length for index, (_, length) in enumerate(runs)}
        self.shape.append(("library", seat, tuple(each for each, _ in runs)))
