"""What the engine is known to play otherwise than the rules, each with what is done about it here.

1. A mana ability can be paid with counters that are not there: such an activation is refused (`unpayable`).
2. The engine keeps an order of triggers that is not the one it proposes, and does not ask again: that memory is wiped after each
   answer, so that it is asked each time and every iteration makes the same choices (`FORGET_ORDERS`).
3. Ways to change one's mind and standing orders are listed beside choices: they are not offered (`is_no_choice`).
4. Old cards return what they exiled by an ability of its own when they leave, which uses the stack; newer ones exile "until" they
   leave, and what was exiled is back at once. The engine plays the old ones as the new ones: such cards are named (`misplayed`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from floorjudge.magic.phase.faces import ABILITIES, Face
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
_BACK_AT_ONCE = "UntilHostLeavesPlay"
_SAYS_SO = ("until", "as long as")


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


def misplayed(faces: Mapping[str, Face]) -> tuple[str, ...]:
    """Return the words of the abilities on the faces of a card that are known to be played otherwise than they are written.

    None are known for most cards; that does not say that all is played as it should be.
    """
    found = [words for face in faces.values() for kind in ABILITIES for words in _misread(face.raw.get(kind), "")]
    return tuple(dict.fromkeys(found))


def _misread(value: object, words: str) -> Iterator[str]:
    """Yield the words around each part of an ability that lasts until its source leaves, where they do not say so."""
    if isinstance(value, list):
        for part in value:
            yield from _misread(part, words)
    elif isinstance(value, dict):
        said = value.get("description")
        words = said if isinstance(said, str) else words
        if value.get("duration") == _BACK_AT_ONCE and words and not any(each in words.lower() for each in _SAYS_SO):
            yield words
        for part in value.values():
            yield from _misread(part, words)
