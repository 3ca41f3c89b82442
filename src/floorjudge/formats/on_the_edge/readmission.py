"""Who fills the vacant seats of the final."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from floorjudge.events.state import Player
from floorjudge.formats.on_the_edge.scoring import doubled_score


class Readmission(msgspec.Struct, frozen=True):
    """`by_score` are in the final; `tied` play for the `seats` that are left. Without a tie, `tied` is empty."""

    by_score: tuple[str, ...]
    tied: tuple[Player, ...] = ()
    seats: int = 0


def readmit(candidates: Sequence[Player], seats: int) -> Readmission:
    """Return who of the candidates takes the vacant seats of the final, and who is tied for the last of them.

    `candidates` are the inactive players who are still here; `seats` is 0 to 3.
    Clauses: OTE 2.8, OTE 2.8.2, OTE 2.8.3
    """
    ranked = sorted(candidates, key=lambda player: (-doubled_score(player), player.number))
    if len(ranked) <= seats:
        return Readmission(tuple(player.name for player in ranked))
    if seats == 0:
        return Readmission(())
    last = doubled_score(ranked[seats - 1])
    if doubled_score(ranked[seats]) != last:
        return Readmission(tuple(player.name for player in ranked[:seats]))
    above = tuple(player.name for player in ranked if doubled_score(player) > last)
    tied = tuple(player for player in ranked if doubled_score(player) == last)
    return Readmission(above, tied, seats - len(above))
