"""Perfect matchings of least cost, where a cost is several criteria in their order of importance."""

from __future__ import annotations

from collections.abc import Iterable
from operator import neg

import msgspec

# rustworkx computes with 128 bits; for a weight of 127 bits it returns wrong matchings without an error.
MOST_BITS = 120
MOST_CHANCE_BITS = 32
_WORD = (1 << 64) - 1


class Scale(msgspec.Struct, frozen=True, gc=False):
    """A packing of the criteria of a cost into one whole number: the lowest bit of each; the lowest `chance` bits are random.

    Each criterion has room for its largest sum over all pairs, so that no sum overflows into a more important
    criterion.
    """

    chance: int
    distance: int
    pair_downs: int
    unequal: int
    squares: int
    bye: int
    rematches: int


class Largest(msgspec.Struct, frozen=True, gc=False):
    """The largest values of each criterion for one pair; the two that count pairs have 1."""

    distance: int
    pair_downs: int
    square: int
    bye: int


def scale(vertices: int, largest: Largest) -> Scale:
    """Return the scale of a matching with so many vertices; chance takes at most 32 of the remaining bits.

    Raises OverflowError if no bit remains for it.
    """
    pairs = vertices // 2 + 1
    sums = (
        pairs * largest.distance,
        pairs * largest.pair_downs,
        pairs,
        pairs * largest.square,
        largest.bye,  # a criterion that is 1 for at most one pair
        pairs,
    )
    widths = [most.bit_length() for most in sums]
    chance = min(MOST_CHANCE_BITS, MOST_BITS - pairs.bit_length() - sum(widths))
    if chance < 1:
        raise OverflowError(f"costs of {sum(widths)} bits")
    begins = [chance + pairs.bit_length()]
    for width in widths[:-1]:
        begins.append(begins[-1] + width)
    return Scale(chance, *begins)


def ticket(rank: int) -> int:
    """Return 64 bits for a place in a draw, mixed so well that products of two of them tie only by chance."""
    mixed = (rank + 1) * 0x9E3779B97F4A7C15 & _WORD
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _WORD
    return mixed ^ (mixed >> 31)


def cheapest(vertices: int, edges: Iterable[tuple[int, int, int]]) -> list[tuple[int, int]] | None:
    """Return the perfect matching of least cost, as pairs in ascending order; None if there is no perfect one.

    `edges` are pairs of vertices, numbered from 0, each with its cost, a whole number of at most 120 bits.
    """
    import rustworkx  # noqa: PLC0415 (only who pairs a round waits for it)

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from(list(edges))
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=neg)
    if 2 * len(matched) < vertices:
        return None
    # The order of the pairs, and that within a pair, differ from call to call.
    return sorted((min(pair), max(pair)) for pair in matched)
