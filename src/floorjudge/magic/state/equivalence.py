"""Piles: which objects of a position are interchangeable, whatever the engine calls them.

Objects are alike when they look alike, refer to objects that are alike, and are referred to alike; the classes are refined
until nothing tells members of a class apart. A class is a pile. The order of the classes depends on what they are, not on
the engine's numbers, so that equal positions have equal piles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

import msgspec

from floorjudge.magic.phase.references import Path


class Node(msgspec.Struct, frozen=True):
    """One object, or one entry of a list that refers to objects.

    `number` is the engine's; `place` where it stands in the export. `content` is what it is but for its amounts, and
    says which of its references mean the same object; `links` are the nodes it refers to, each once, in order.
    `references` are the places of these references in it, with the numbers that stand there.
    """

    number: int
    place: Path
    content: str
    links: tuple[int, ...]
    references: tuple[tuple[Path, int], ...]
    amounts: tuple[tuple[Path, int], ...]


class Pile(msgspec.Struct, frozen=True):
    """Interchangeable nodes: their indices, what each is, the piles each refers to."""

    members: tuple[int, ...]
    content: str
    links: tuple[int, ...]
    amounts: tuple[tuple[Path, int], ...]


def sort_into_piles(nodes: Sequence[Node]) -> tuple[list[Pile], list[int]]:
    """Return the piles in their order, and for each node the pile it is in."""
    looks: list[Hashable] = [(node.content, tuple(_words(path) for path, _ in node.amounts)) for node in nodes]
    alike = _refined(nodes, _ranks(looks), counting=False)
    exact = [(alike[index], tuple(amount for _, amount in node.amounts)) for index, node in enumerate(nodes)]
    piled = _refined(nodes, _ranks(exact), counting=True)
    members: list[list[int]] = [[] for _ in range(len(set(piled)))]
    for index, pile in enumerate(piled):
        members[pile].append(index)
    return [_pile(nodes, piled, tuple(each)) for each in members], piled


def _pile(nodes: Sequence[Node], piled: Sequence[int], members: tuple[int, ...]) -> Pile:
    first = nodes[members[0]]
    return Pile(members, first.content, tuple(piled[link] for link in first.links), first.amounts)


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


def _words(path: Path) -> tuple[str, ...]:
    return tuple(map(str, path))


def tangled(nodes: Sequence[Node], piles: Sequence[Pile], piled: Sequence[int]) -> tuple[tuple[int, int, int], ...]:
    """Return the references among several like objects that the piles alone do not determine, by the engine's numbers.

    Piles say how many members refer to how many; that settles who refers to whom as long as the references between
    piles of several make no ring, and no member stands between two piles whose members are each referred to several
    times. Anything else is compared number by number.
    """
    many = [len(pile.members) > 1 for pile in piles]
    edges = [(index, link) for index, pile in enumerate(piles) if many[index] for link in pile.links if many[link]]
    crowded = Counter(source for source, target in edges if len(piles[source].members) > len(piles[target].members))
    if not _has_ring(edges) and all(count < 2 for count in crowded.values()):
        return ()
    return tuple(
        sorted(
            (node.number, position, nodes[link].number)
            for index, node in enumerate(nodes)
            for position, link in enumerate(node.links)
            if many[piled[index]] and many[piled[link]]
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
