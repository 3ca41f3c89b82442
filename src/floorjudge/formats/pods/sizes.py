"""How many play at each table of a round, and how many have a bye."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Remainder: TypeAlias = Literal["byes", "threes"]
FEWEST = 3


class Sizes(NamedTuple):
    """The sizes of the pods of a round, the largest first, and how many players have a bye."""

    pods: tuple[int, ...]
    byes: int


def sizes(players: int, pod: int, remainder: Remainder) -> Sizes:
    """Return how many play at each table for a number of players, and how many have a bye.

    `pod` is the size of a full pod. With `byes`, players that fill no pod have a bye, but three players or more who do not
    fill even one play one smaller pod. With `threes` (pods of four only), there are as many pods of four as leave a number that pods of three take
    up; five players are one pod of three, and two of them have a bye. Fewer than three players have a bye each.

    Clauses: MSTR X.1B, MSTR 10.4A
    """
    if FEWEST <= players < pod:
        return Sizes((players,), 0)
    threes = -players % pod if remainder == "threes" else 0
    fours = (players - FEWEST * threes) // pod
    if threes and fours < 0:
        # Of the numbers that have no such split only five makes a table.
        return Sizes((FEWEST,) * (players // FEWEST), players % FEWEST)
    seats = pod * fours + FEWEST * threes
    return Sizes((pod,) * fours + (FEWEST,) * threes, players - seats)
