"""What the engine reads on a face that happens once: nothing there makes itself, or anything else, happen again.

Only what is known to happen once counts. What the engine has not understood, and every effect and keyword that is not listed
here, may happen again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from floorjudge.magic.engine.faces import Face, understanding_of
from floorjudge.magic.engine.wording import mana_costs, parts_of

# Effects that untap, make, copy, return and add nothing, and end with what they do.
_ONCE = frozenset(
    "Attach Counter DamageAll DamageEachPlayer DealDamage Destroy DestroyAll Discard Draw Fight GainLife LoseLife Mill Pump "
    "PumpAll Regenerate RevealHand RevealTop Sacrifice Scry Surveil TargetOnly".split()
)
# What a spell may do besides, which brings back no spell.
_ONCE_BY_SPELL = _ONCE | frozenset(
    "Animate BecomeCopy CopyTokenOf GainControl Investigate Mana Populate Proliferate PutCounter PutCounterAll SetTapState "
    "Token Transform".split()
)
_KEYWORDS = frozenset(
    "Changeling Deathtouch Defender Devoid DoubleStrike Enchant Fear FirstStrike Flash Flying Haste Hexproof Indestructible "
    "Intimidate Landwalk Menace Protection Reach Shroud Skulk Trample Vigilance Ward".split()
)
_SPELLS = frozenset({"Instant", "Sorcery"})


def happens_once(face: Face) -> bool:
    """Return whether nothing on a face can happen again because of it, or because of another such face.

    It has no triggered ability and changes nothing that would happen; what it lets a player do has a cost that nothing here
    pays again.
    """
    return (
        _is_read(face)
        and _effects(face) <= _ONCE
        and not any(map(_is_free, face.raw.get("abilities") or ()))
        and all(map(_only_strengthens, face.raw.get("static_abilities") or ()))
    )


def is_cast_once(face: Face) -> bool:
    """Return whether a face is a spell that brings back or copies no spell, whatever else it does."""
    return bool(_SPELLS & set(face.types)) and _is_read(face) and _effects(face) <= _ONCE_BY_SPELL


def _is_read(face: Face) -> bool:
    """Return whether the engine has understood a face without triggers, replacements and keywords that bring something back."""
    return (
        not face.raw.get("triggers")
        and not face.raw.get("replacements")
        and set(_keywords(face)) <= _KEYWORDS
        and understanding_of({face.name: face}).level == "fully"
    )


def _keywords(face: Face) -> Iterator[str]:
    for keyword in face.raw.get("keywords") or ():
        yield keyword if isinstance(keyword, str) else next(iter(keyword), "")


def _effects(face: Face) -> set[str]:
    """Return the kinds of the effects of its abilities, also of those that it grants."""
    effects = (part.get("effect") for part in parts_of([face.raw.get("abilities"), face.raw.get("static_abilities")]))
    return {effect["type"] for effect in effects if isinstance(effect, dict) and isinstance(effect.get("type"), str)}


def _only_strengthens(static: dict[str, Any]) -> bool:
    """Return whether a static ability changes power and toughness, or gives keywords that make nothing happen again."""
    changes = static.get("modifications") or ()
    return static.get("mode") == "Continuous" and all(
        change.get("type") in {"AddPower", "AddToughness"}
        or (change.get("type") == "AddKeyword" and str(change.get("keyword")) in _KEYWORDS)
        for change in changes
    )


def _is_free(ability: dict[str, Any]) -> bool:
    """Return whether an ability is activated for nothing: neither tapping nor mana is in its cost."""
    cost = ability.get("cost")
    has_mana = any(each["generic"] or each["shards"] for each in mana_costs(cost))
    return ability.get("kind") == "Activated" and "Tap" not in str(cost) and not has_mana
