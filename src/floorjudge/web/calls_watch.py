"""What changed around the tables and is on nobody's live page: players' words on their games, and calls for a judge."""

from __future__ import annotations

from floorjudge.events.floor import Venue


def changed_around_tables(before: Venue, after: Venue) -> frozenset[str]:
    """Return the names under which pages can watch a change.

    `said-3`: what the players of table 3 say, `said`: of any table; `call-7`: call 7; `calls`: any call; `at-3`: any call to table 3.
    """
    if before is after:
        return frozenset()
    tables = {*before.proposals, *after.proposals}
    found = {f"said-{table}" for table in tables if before.proposals.get(table) is not after.proposals.get(table)}
    if found:
        found.add("said")
    for number in range(1, len(after.calls) + 1):
        call = after.calls[number]
        if before.calls.get(number) is not call:
            found |= {"calls", f"call-{number}"} | ({f"at-{call.table}"} if call.table is not None else set())
    return frozenset(found)
