"""The seats of a pod: drawn, but no player gets the first or the last seat more often than another without need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations

from floorjudge.formats.pods.records import seat_of

ENDS, MIDDLE = 3, 1


def seated(players: Sequence[str], seats: Mapping[str, Sequence[int]], pod: int) -> tuple[str, ...]:
    """Return the players of a pod in seat order.

    `players` come in the order of a draw; `seats` count how often each of them had each seat of a full pod of `pod`
    players. Of all orders it is the one that adds least to the unevenness of the seats, where the two ends count three
    times as much as the middle; of equal ones the first, beginning with the order of the draw.
    Clauses: MSTR 2.2A, MSTR X.3A
    """
    counted = [seat_of(seat, len(players), pod) for seat in range(len(players))]
    costs = [
        [(MIDDLE if 0 < seat < pod - 1 else ENDS) * (2 * seats[name][seat] + 1) for seat in counted] for name in players
    ]
    best = min(_orders(len(players)), key=lambda order: sum([costs[one][seat] for seat, one in enumerate(order)]))
    return tuple(players[one] for one in best)


@cache
def _orders(players: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(players)))
