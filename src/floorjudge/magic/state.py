"""The abstraction of a position: a shape, equal when a loop has come round, and counters that may change.

Equal abstractions are equal positions, whatever numbers the engine gave to the objects. The shape is a value to
compare; the counters are whole numbers: life, how many objects are in each class, counters on them, cards in a library.
This module does not know the engine's JSON: it works on the graph that `magic.engine` reads from an export.

Objects are in one class, interchangeable, if they look alike, refer to equivalent objects, and are referred to alike;
the partition is refined until the members of each class are indistinguishable. The order of the classes depends on
their contents, not on the engine's numbers, so that equal positions have equal classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from itertools import groupby
from sys import intern
from typing import Any, Literal, TypeAlias

import msgspec

# The path of a value in the export.
Path: TypeAlias = "tuple[str | int, ...]"
NodeKind: TypeAlias = Literal["object", "mana", "entry", "gone"]
CounterName: TypeAlias = "tuple[str | int, ...]"
COUNT = "count"


class Node(msgspec.Struct, frozen=True):
    """One object, one unit of mana, one entry of a list such as the stack, or the former object of a reference.

    `number` is the engine's, 0 if there is none; `place` its path in the export. `content` is its value without its
    amounts, and shows which of its references mean the same object; `links` are the nodes it refers to, each once, in
    order. `references` are the paths of these references in it, with the numbers there.
    """

    kind: NodeKind
    number: int
    place: Path
    content: str
    links: tuple[int, ...]
    references: tuple[tuple[Path, int], ...]
    amounts: tuple[tuple[Path, int], ...]


class Reading(msgspec.Struct, frozen=True):
    """A value read from the export.

    `text` is its content without its objects and amounts; `objects` are these objects' numbers in the order of the
    text, with the path of each; `amounts` are its amounts, with the path of each. `sets` are the parts of `objects`
    (from, to) whose order is irrelevant.
    """

    text: str
    objects: tuple[tuple[Path, int], ...]
    amounts: tuple[tuple[Path, int], ...]
    sets: tuple[tuple[int, int], ...] = ()


class Graph(msgspec.Struct, frozen=True):
    """A position read from an export: objects and references, players, libraries from the top, the game as a whole.

    `offers` is the engine's own record of shortcuts.
    """

    nodes: tuple[Node, ...]
    players: tuple[Reading, ...]
    libraries: tuple[tuple[int, ...], ...]
    game: Reading
    offers: str


class EquivalenceClass(msgspec.Struct, frozen=True):
    """Interchangeable nodes: their indices, their common content, the classes that each refers to."""

    members: tuple[int, ...]
    content: str
    links: tuple[int, ...]
    amounts: tuple[tuple[Path, int], ...]


class Abstraction(msgspec.Struct, frozen=True):
    """A position as shape and counters.

    `shape` is all that must be equal, labelled objects included; `counters` are the amounts by their names: `("class",
    3, "count")` is how many are in class 3, `("class", 3, ...)` an amount on each of its members, `("player", 0,
    "life")` an amount of a player, `("library", 0, 2)` the length of the third run of equal cards from the top of a
    library. `nodes`, `classes` and `class_of` (for each node, its class) describe the classes.
    """

    shape: Hashable
    counters: Mapping[CounterName, int]
    nodes: tuple[Node, ...]
    classes: tuple[EquivalenceClass, ...]
    class_of: tuple[int, ...]

    @property
    def key(self) -> Hashable:
        """Return the position as one value to compare."""
        return self.shape, tuple(self.counters.items())

    def member(self, index: int) -> Node:
        """Return a member of a class, the first."""
        return self.nodes[self.classes[index].members[0]]


def abstract(graph: Graph, labels: Mapping[str, int]) -> Abstraction:
    """Return the abstraction of a position's graph; `labels` name objects by the engine's numbers."""
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
    return Abstraction((shape, labelled), counters | rest.counters, graph.nodes, tuple(classes), tuple(class_of))


class _Rest:
    """The parts of a position that are not nodes: the players, the libraries, the fields of the whole game."""

    def __init__(self, class_of: Mapping[int, int]) -> None:
        self._class_of = class_of
        self.shape: list[Hashable] = []
        self.counters: dict[CounterName, int] = {}
        # The order of the references in the game's fields distinguishes equivalent objects.
        self._order: dict[int, int] = {}

    def take(self, name: Path, reading: Reading) -> None:
        """Add the reading of a player or the game: its amounts to the counters, the rest to the shape."""
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


# The partition of interchangeable objects.


def partition(nodes: Sequence[Node]) -> tuple[list[EquivalenceClass], list[int]]:
    """Return the classes in their order, and for each node its class."""
    looks: list[Hashable] = [(node.content, tuple(tuple(map(str, path)) for path, _ in node.amounts)) for node in nodes]
    alike = _refined(nodes, _ranks(looks), counting=False)
    exact = [(alike[index], tuple(amount for _, amount in node.amounts)) for index, node in enumerate(nodes)]
    class_of = _refined(nodes, _ranks(exact), counting=True)
    members: list[list[int]] = [[] for _ in range(len(set(class_of)))]
    for index, its_class in enumerate(class_of):
        members[its_class].append(index)
    classes = []
    for each in members:
        first = nodes[each[0]]
        links = tuple(class_of[link] for link in first.links)
        classes.append(EquivalenceClass(tuple(each), first.content, links, first.amounts))
    return classes, class_of


def _refined(nodes: Sequence[Node], ranks: list[int], *, counting: bool) -> list[int]:
    """Return ranks that distinguish nodes by their references in both directions, as far as possible.

    Without `counting`, only the kinds of referring nodes matter, not their numbers.
    """
    classes = len(set(ranks))
    while True:
        pointing: list[list[tuple[int, int]]] = [[] for _ in nodes]
        for index, node in enumerate(nodes):
            for position, link in enumerate(node.links):
                pointing[link].append((ranks[index], position))
        described: list[Hashable] = [
            (
                ranks[index],
                tuple(ranks[link] for link in node.links),
                tuple(sorted(Counter(pointing[index]).items())) if counting else tuple(sorted(set(pointing[index]))),
            )
            for index, node in enumerate(nodes)
        ]
        ranks = _ranks(described)
        if len(set(ranks)) == classes:
            return ranks
        classes = len(set(ranks))


def _ranks(values: Sequence[Any]) -> list[int]:
    order = {value: rank for rank, value in enumerate(sorted(set(values)))}
    return [order[value] for value in values]


def tangled(
    nodes: Sequence[Node], classes: Sequence[EquivalenceClass], class_of: Sequence[int]
) -> tuple[tuple[int, int, int], ...]:
    """Return the references among like objects that the classes do not determine, by the engine's numbers.

    Classes tell how many members refer to how many. That determines the references as long as those between classes of
    several make no ring, and no member stands between two classes whose members are each referred to several times. All
    other references are compared number by number.
    """
    many = [len(each.members) > 1 for each in classes]
    edges = [(index, link) for index, each in enumerate(classes) if many[index] for link in each.links if many[link]]
    crowded = Counter(source for source, target in edges if len(classes[source].members) > len(classes[target].members))
    if not _has_ring(edges) and all(count < 2 for count in crowded.values()):
        return ()
    return tuple(
        sorted(
            (node.number, position, nodes[link].number)
            for index, node in enumerate(nodes)
            for position, link in enumerate(node.links)
            if many[class_of[index]] and many[class_of[link]]
        )
    )


def _has_ring(edges: Sequence[tuple[int, int]]) -> bool:
    """Return whether undirected edges make a ring; a doubled edge is one."""
    root: dict[int, int] = {}

    def top(node: int) -> int:
        while (above := root.get(node, node)) != node:
            node = above
        return node

    for one, other in edges:
        first, second = top(one), top(other)
        if first == second:
            return True
        root[first] = second
    return False
