"""The position with which a game ends: after the event that ends it, and before the engine clears anything away.

When a game ends, the engine exiles all objects of the players who have lost. So the last action is made a second time, in a game in which
no player can lose or win: there, the objects that the state-based actions see remain. That position counts only if the events of both
games are the same up to the end, and the second game goes no further. Otherwise the position in which a player last had priority counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from floorjudge.magic.engine.actions import ENDS, Event
from floorjudge.magic.engine.prompts import perform
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.playing import Decision

# Questions after the stack has resolved: none, or about the triggered abilities that would go onto the stack next.
_AFTER_ALL = frozenset({"Priority", "OrderTriggers", "TriggerTargetSelection"})


def last_moment(table: Table, decisions: Sequence[Decision], over: Snapshot) -> tuple[Snapshot, bool]:
    """Make one or more decisions, of which the last ends the game, and return the position with which it ends.

    Also return whether that is seen; if not, the position is the one in which a player last had priority. `over` is the
    engine's position after the end. Raises ValueError if the engine does not allow a decision, or does not accept a
    position.
    """
    for made in decisions[:-1]:
        perform(table, made.player, made.chosen)
    before, last = table.snapshot(), decisions[-1]
    happened = perform(table, last.player, last.chosen)
    goes_on = Table.at(table.engine, before.without_end(), before.labels, table.names)
    seen = perform(goes_on, last.player, last.chosen)
    after = goes_on.snapshot().with_end()
    is_seen = after.asked[0] in _AFTER_ALL and after.counts_like(over) and _alike_up_to_the_end(happened, seen)
    return after if is_seen else before, is_seen


def _alike_up_to_the_end(happened: Sequence[Event], seen: Sequence[Event]) -> bool:
    """Return whether the events `seen` in the endless game are those that `happened` before the end, and no more."""
    # Where an effect ends the game, the engine has by then cleared away the objects of the players who have lost by it.
    both = zip(happened, seen, strict=False)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0].identity == pair[1].identity, both))
    cleared = takewhile(lambda event: event.kind not in ENDS, happened[alike:])
    return all(event.may_clear_away for event in cleared) and not any(event.changes_something for event in seen[alike:])
