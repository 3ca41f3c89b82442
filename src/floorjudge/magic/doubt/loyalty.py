"""Checks loyalty abilities: a player activates one of a permanent each turn (CR 606.3).

The engine keeps to that while a game goes on, but forgets what was activated when it is put into a position.
"""

from __future__ import annotations

from collections.abc import Iterator

from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.iterating import Remark


def activated_again(start: Snapshot, end: Snapshot) -> Iterator[Remark]:
    """Yield a remark on each permanent whose loyalty abilities the engine let a player activate too often in a turn.

    The engine was put into `start`, where they had been activated before; it counts from there, so that all that it
    counts in `end` came later. Only what effects have allowed beyond one on the way may do so.

    Clauses: MTR 4.4.9
    """
    if start.turn != end.turn:
        return
    more = end.more_loyalty_abilities - start.more_loyalty_abilities
    for number, thing in end.objects.items():
        before = start.objects.get(number)
        is_same = before is not None and before.moves == thing.moves and thing.zone == "Battlefield"
        if before is not None and is_same and before.loyalty_abilities and thing.loyalty_abilities > more:
            yield Remark("again_this_turn", thing.name, "")
