"""The number of players at each table of a round, and the number of byes."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Remainder: TypeAlias = Literal["byes", "threes"]
FEWEST = 3


class Sizes(NamedTuple):
    """The sizes of the pods of a round, the largest first, and the number of byes."""

    pods: tuple[int, ...]
    byes: int


def sizes(players: int, pod: int, remainder: Remainder) -> Sizes:
    """Return the sizes of the tables for a number of players, and the number of byes.

    `pod` is the size of a full pod. With `byes`, players who fill no pod have a bye, but three or more players who do
    not even fill one pod play in one smaller pod. With `threes` (pods of four only), there are as many pods of four as
    leave a number that pods of three use up; five players are one pod of three and two byes. Fewer than three players
    each have a bye.
    Clauses: MSTR X.1B, MSTR 10.4A
    """
    if FEWEST <= players < pod:
        return Sizes((players,), 0)
    threes = -players % pod if remainder == "threes" else 0
    fours = (players - FEWEST * threes) // pod
    if threes and fours < 0:
        # Of the numbers without such a split only five makes a table.
        return Sizes((FEWEST,) * (players // FEWEST), players % FEWEST)
    seats = pod * fours + FEWEST * threes
    return Sizes((pod,) * fours + (FEWEST,) * threes, players - seats)
