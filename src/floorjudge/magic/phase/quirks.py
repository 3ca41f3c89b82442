"""What the engine is known to play otherwise than the rules and can be kept from, each with how that is done.

1. A mana ability can be paid with counters that are not there: such an activation is refused (`unpayable`).
2. The engine keeps an order of triggers that is not the one it proposes, and does not ask again: that memory is wiped after each
   answer, so that it is asked each time and every iteration makes the same choices (`FORGET_ORDERS`).
3. Ways to change one's mind and standing orders are listed beside choices: they are not offered (`is_no_choice`).

What cannot be undone here is in `misreadings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from floorjudge.magic.phase.objects import GameObject

FORGET_ORDERS = {"type": "SetTriggerOrderTemplate", "data": {"op": {"type": "ClearAll"}}}

# The first are undone elsewhere, the second would be choices never made; to end an effect by paying for it, a step has no words.
_NO_CHOICES = frozenset(
    {
        "CancelCast",
        "BackToManaPayment",
        "DecideOptionalEffectAndRemember",
        "ChooseReplacementAndRemember",
        "DeclineShortcut",
        "BeginResolveAll",
        "Concede",
        "EndContinuousEffect",
    }
)


def unpayable(thing: GameObject, ability: int) -> bool:
    """Say whether a mana ability of an object asks for more counters on that object than there are.

    `ability` is the index of one of its abilities. Other abilities are the engine's business: there it looks.
    """
    meant = thing.ability(ability)
    if meant is None or not meant.makes_mana:
        return False
    counters = thing.counters
    return any(
        (sum(counters.values()) if kind is None else counters.get(kind, 0)) < count
        for kind, count in meant.removed_counters()
    )


def is_no_choice(kind: str, data: Mapping[str, Any] | None) -> bool:
    """Say whether an action that the engine lists is no choice in the game, but a way back, a standing order, or a shortcut of its own."""
    proposes = kind == "PrecastCopyShortcut" and (data or {}).get("response", {}).get("type") == "Propose"
    return kind in _NO_CHOICES or proposes
