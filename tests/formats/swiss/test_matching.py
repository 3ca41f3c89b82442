import random
from itertools import pairwise

import pytest

from floorjudge.formats.swiss.pairing.matching import MOST_BITS, Largest, cheapest, scale, ticket


def test_each_criterion_has_room_for_its_largest_sum() -> None:
    largest = Largest(distance=400, pair_downs=9, square=900, bye=70)
    units = scale(21, largest)
    begins = [units.distance, units.pair_downs, units.unequal, units.squares, units.bye, units.rematches]
    sums = [11 * 400, 11 * 9, 11, 11 * 900, 70]
    assert units.chance == 32
    assert 11 * (2**units.chance - 1) < 2**units.distance
    for most, (begin, following) in zip(sums, pairwise(begins), strict=True):
        assert most << begin < 1 << following


def test_chance_takes_the_bits_that_are_left_and_must_have_one() -> None:
    vertices = 2**21 - 4  # no more pairs have a number of 20 bits
    for bits in (30, 39):
        few = scale(vertices, Largest(distance=0, pair_downs=0, square=2**bits, bye=0))
        assert few.chance == MOST_BITS - 20 - (20 + 20 + bits + 20) > 0
    with pytest.raises(OverflowError, match="costs of 100 bits"):
        scale(vertices, Largest(distance=0, pair_downs=0, square=2**40, bye=0))


def test_without_a_perfect_matching_there_is_none() -> None:
    assert cheapest(4, [(0, 1, 0), (0, 2, 0), (0, 3, 0)]) is None
    assert cheapest(0, []) == []


def test_the_cheapest_matching_is_found_among_costs_of_120_bits() -> None:
    edges = [(0, 1, 2**119 + 1), (2, 3, 2**119), (0, 2, 2**119), (1, 3, 2**119)]
    assert cheapest(4, [*edges, (0, 3, 2**119 + 5), (1, 2, 2**119 + 5)]) == [(0, 2), (1, 3)]


def test_the_order_of_the_edges_changes_nothing() -> None:
    chance = random.Random(8)
    tickets = [ticket(rank) for rank in range(40)]
    edges = [
        (one, other, tickets[one] * tickets[other] >> 32 & 0xFFFFFFFF) for one in range(40) for other in range(one)
    ]
    found = set()
    for _ in range(20):
        chance.shuffle(edges)
        found.add(tuple(cheapest(40, [(other, one, cost) for one, other, cost in edges]) or ()))
    assert len(found) == 1


def test_tickets_of_neighbours_have_nothing_in_common() -> None:
    tickets = [ticket(rank) for rank in range(1000)]
    assert len(set(tickets)) == 1000
    products = [one * other >> 32 & 0xFFFFFFFF for one, other in pairwise(tickets)]
    assert 0.45 < sum(product >> 31 for product in products) / len(products) < 0.55
