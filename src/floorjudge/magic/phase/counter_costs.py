"""Costs paid with counters: the engine lets a mana ability be paid with counters that are not there, so it is looked at here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

# The engine writes “any number” as a number of counters that nothing could have.
_ANY_NUMBER = 2**31


def lacks_counters(thing: Mapping[str, Any], ability: int) -> bool:
    """Say whether a mana ability of an object asks for more counters on that object than there are.

    `thing` is an object as the engine tells of it, `ability` the index of one of its abilities. Other abilities are the engine's business: there it looks.
    """
    abilities = thing.get("abilities") or ()
    if ability >= len(abilities) or not abilities[ability].get("is_mana_ability"):
        return False
    counters = thing.get("counters") or {}
    return any(_there(counters, kind) < count for kind, count in _removed(abilities[ability].get("cost")))


def _there(counters: Mapping[str, int], kind: str | None) -> int:
    return sum(counters.values()) if kind is None else int(counters.get(kind, 0))


def _removed(cost: Mapping[str, Any] | None) -> Iterator[tuple[str | None, int]]:
    """Yield the kind of counters (None: any) that a cost takes off its own object, and how many."""
    if cost is None:
        return
    if cost.get("type") == "RemoveCounter" and cost.get("target") is None and cost["count"] < _ANY_NUMBER:
        yield (cost.get("counter_type") or {}).get("data"), cost["count"]
    for part in cost.get("costs", ()):
        yield from _removed(part)
