"""Which objects of a position are interchangeable, whatever the engine calls them.

Objects are equivalent when they look alike, refer to equivalent objects, and are referred to alike; the partition is refined
until nothing tells members of a class apart. The order of the classes depends on what they are, not on the engine's numbers,
so that equal positions have equal classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

Path: TypeAlias = "tuple[str | int, ...]"
NodeKind: TypeAlias = Literal["object", "mana", "entry", "gone"]


class Node(msgspec.Struct, frozen=True):
    """One object, one unit of mana, one entry of a list such as the stack, or what something refers to and is gone.

    `number` is the engine's, 0 where there is none; `place` where it stands in the export. `content` is what it is but for
    its amounts, and says which of its references mean the same object; `links` are the nodes it refers to, each once, in
    order. `references` are the places of these references in it, with the numbers that stand there.
    """

    kind: NodeKind
    number: int
    place: Path
    content: str
    links: tuple[int, ...]
    references: tuple[tuple[Path, int], ...]
    amounts: tuple[tuple[Path, int], ...]


class EquivalenceClass(msgspec.Struct, frozen=True):
    """Interchangeable nodes: their indices, what each is, the classes that each refers to."""

    members: tuple[int, ...]
    content: str
    links: tuple[int, ...]
    amounts: tuple[tuple[Path, int], ...]


def partition(nodes: Sequence[Node]) -> tuple[list[EquivalenceClass], list[int]]:
    """Return the classes in their order, and for each node the class it is in."""
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
    """Return ranks that tell nodes apart by what they refer to and what refers to them, as far as that goes.

    Without `counting` it does not matter how many nodes of a kind refer to a node, only which kinds do.
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
    """Return the references among several like objects that the classes alone do not determine, by the engine's numbers.

    Classes say how many members refer to how many; that settles who refers to whom as long as the references between
    classes of several make no ring, and no member stands between two classes whose members are each referred to several
    times. Anything else is compared number by number.
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
    """Say whether undirected edges make a ring; an edge that is there twice is one."""
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
