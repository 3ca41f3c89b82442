"""The amounts of a position by the names that two engines can both give them: by player and card, added up over all alike.

A certificate tells apart piles of one name and things with labels; another engine has neither.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from floorjudge.magic.colours import LETTERS
from floorjudge.magic.phase.objects import GameObject, counter_name
from floorjudge.magic.phase.snapshot import Snapshot

_ZONES = {"Hand": "hand", "Graveyard": "graveyard", "Exile": "exile"}


def amounts_of(position: Snapshot) -> Counter[str]:
    """Return the amounts of a position; what is not there is 0.

    `life.1`, `poison.0`, `energy.0` (and other counters of a player), `library.0` (how many cards), `mana.0.C`; with the name of
    a card or token, `hand.0.NAME`, `graveyard.0.NAME`, `exile.0.NAME`, `battlefield.0.NAME`, `tokens.0.NAME`, `tapped.0.NAME`,
    and summed up over the permanents of that name `counters.0.NAME.KIND` (in lower case), `damage.0.NAME`, `power.0.NAME`, `toughness.0.NAME`.
    A card of two sides goes by its first name.
    """
    found: Counter[str] = Counter()
    for seat, player in enumerate(position.players):
        found[f"life.{seat}"] = player.life
        found[f"poison.{seat}"] = player.poison
        found[f"library.{seat}"] = len(player.library)
        for kind, count in player.counters.items():
            found[f"{kind}.{seat}"] = count
        found.update(f"mana.{seat}.{LETTERS.get(word, word)}" for word in player.mana)
    for thing in position.objects.values():
        name = f"{thing.whose}.{first_name(thing.name)}"
        if thing.zone == "Battlefield":
            _add_permanent(found, name, thing)
        elif thing.zone in _ZONES:
            found[f"{_ZONES[thing.zone]}.{name}"] += 1
    return found


def first_name(name: str) -> str:
    """Return the name of a card of two sides or halves as both engines have it."""
    return name.partition(" // ")[0]


def changes(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Return what is different between two positions, each by how much."""
    names = {*before, *after}
    return {name: by for name in sorted(names) if (by := after.get(name, 0) - before.get(name, 0))}


def _add_permanent(found: Counter[str], name: str, thing: GameObject) -> None:
    found[f"{'tokens' if thing.is_token else 'battlefield'}.{name}"] += 1
    found[f"tapped.{name}"] += thing.tapped
    found[f"damage.{name}"] += thing.damage
    for kind, count in thing.counters.items():
        found[f"counters.{name}.{counter_name(kind).lower()}"] += count
    if "Creature" in thing.types:
        found[f"power.{name}"] += thing.power or 0
        found[f"toughness.{name}"] += thing.toughness or 0
