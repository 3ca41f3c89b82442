"""The position with which a game ends: after what ended it, before anything of it is cleared away.

With the end of a game the engine exiles all that those own who have lost. So the last action is made a second time, in a game in which
no player can lose or win: all that the state-based actions see is still there. That is shown only where all that happened is the same in
both games up to the end, and nothing happened after it. Else it is the position in which a player last had priority.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import msgspec

from floorjudge.magic.phase.actions import ENDS, Event
from floorjudge.magic.phase.prompts import perform
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.playing import Decision

# Questions after the stack has resolved: none, or about the triggered abilities that would go onto the stack next.
_AFTER_ALL = frozenset({"Priority", "OrderTriggers", "TriggerTargetSelection"})


class LastMoment(msgspec.Struct, frozen=True):
    """A position at the end of a game; where it `is_earlier`, the one in which a player last had priority."""

    position: Snapshot
    is_earlier: bool


def last_moment(table: Table, decisions: Sequence[Decision], over: Snapshot) -> LastMoment:
    """Return the position with which a game ends by some decisions, one or more, that are made on a table; `over` is what then is left.

    Raises ValueError where the engine does not allow one, or does not take a position.
    """
    for made in decisions[:-1]:
        perform(table, made.player, made.chosen)
    before, last = table.snapshot(), decisions[-1]
    happened = perform(table, last.player, last.chosen)
    goes_on = Table.at(table.engine, before.without_end(), before.labels, table.names)
    seen = perform(goes_on, last.player, last.chosen)
    after = goes_on.snapshot().with_end()
    is_seen = after.asked[0] in _AFTER_ALL and after.counts_like(over) and _alike_up_to_the_end(happened, seen)
    return LastMoment(after if is_seen else before, is_earlier=not is_seen)


def _alike_up_to_the_end(happened: Sequence[Event], seen: Sequence[Event]) -> bool:
    """Return whether the events `seen` in a game that does not end are those that `happened` before the other one was over, and no more changed."""
    # An effect that ends the game has cleared away before that what those had who have lost by it.
    both = zip(happened, seen, strict=False)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0].identity == pair[1].identity, both))
    cleared = takewhile(lambda event: event.kind not in ENDS, happened[alike:])
    return all(map(_clears, cleared)) and not any(event.changes_something for event in seen[alike:])


def _clears(event: Event) -> bool:
    """Return whether an event may be a part of clearing away what those have who have lost."""
    return event.kind == "Unattached" or (event.moved is not None and event.moved[1] == "Exile")
