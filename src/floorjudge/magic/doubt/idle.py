"""Abilities that may resolve without changing anything, by the engine's form of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from floorjudge.magic.doubt.filters import matches
from floorjudge.magic.doubt.zones import BATTLEFIELD
from floorjudge.magic.engine.objects import GameObject, StackObject
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table

_TAPPED = {"Tap": True, "Untap": False}
_NONE = {"type": "Prevent"}
_LIFE_STAYS = {"GainLife": "CantGainLife", "LoseLife": "CantLoseLife"}
_MOVED = ("TriggeringSource", "SelfRef")


def may_change_nothing(before: Snapshot, ability: StackObject) -> bool:
    """Return whether each part of an ability is about objects that were not there `before`, so that it may change nothing.

    A token that has left the battlefield does not come back (CR 111.8), a player without such a permanent sacrifices
    none (CR 701.21), a life total that can't change does not, and no counters come where counters can't be put.
    """
    return all(_is_idle(part, ability, before) for part in ability.parts)


def _is_idle(part: Mapping[str, Any], ability: StackObject, before: Snapshot) -> bool:
    effect = part.get("effect") or {}
    target = effect.get("target") or {}
    if effect.get("type") == "ChangeZone" and target.get("type") in _MOVED:
        moved = ability.source if target["type"] == "SelfRef" else ability.triggered_by
        return moved is not None and moved not in before.objects
    if forbidden := _LIFE_STAYS.get(str(effect.get("type"))):
        return any(each.get("mode") == forbidden for thing in _in_play(before) for each in thing.statics)
    if "Counter" in str(effect.get("type")) and effect["type"] != "Counter":
        return any(
            each.get("quantity_modification") == _NONE for thing in _in_play(before) for each in thing.replacements
        )
    if effect.get("type") == "Sacrifice":
        things = list(_in_play(before))
        players = list(_as_of_each(part, ability, before))
        return bool(players) and all(matches(target, thing, one) is False for one in players for thing in things)
    return False


def _in_play(before: Snapshot) -> Iterator[GameObject]:
    return (each for each in before.objects.values() if each.in_play)


def _as_of_each(part: Mapping[str, Any], ability: StackObject, before: Snapshot) -> Iterator[GameObject]:
    """Yield the source of an ability as if each player of a part of it controlled it; none if these are not known."""
    source = before.objects.get(ability.source or 0)
    scope = part.get("player_scope")
    whom = None if scope is None else (scope.get("type") if isinstance(scope, Mapping) else scope)
    if source is None or whom not in (None, "Opponent"):
        return
    for seat in range(len(before.players)):
        if (seat == ability.controller) is (whom is None):
            yield source.but(controller=seat, zone="Battlefield")


def is_tapped_so(part: Mapping[str, Any], ability: StackObject, table: Table) -> bool:
    """Return whether a part of an ability taps, or untaps, its source or its targets, and all these are so already."""
    effect = part.get("effect") or {}
    if effect.get("type") != "SetTapState" or (effect.get("scope") or {}).get("type") != "Single":
        return False
    of_source = (effect.get("target") or {}).get("type") == "SelfRef"
    numbers = (ability.source,) if of_source else ability.targets
    things = [None if number is None else table.object(number) for number in numbers]
    wanted = _TAPPED.get(str((effect.get("state") or {}).get("type")))
    return bool(things) and all(
        thing is None or thing.zone != BATTLEFIELD or thing.tapped is wanted for thing in things
    )
