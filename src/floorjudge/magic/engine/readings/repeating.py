"""What the engine reads on a face that happens once: nothing there makes itself, or anything else, happen again.

Only what is known to happen once counts. What the engine has not understood, and every effect and keyword that is not listed
here, may happen again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from floorjudge.magic.engine.readings.faces import Face, understanding_of
from floorjudge.magic.engine.readings.wording import mana_costs, parts_of

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
# What triggers from outside: by a spell, an attack, a step of the turn. Of changes of zones only entering counts.
_OUTSIDE = frozenset({"Attacks", "Phase", "SpellCast"})
_BY_TRIGGER = _ONCE | {"PutCounter", "PutCounterAll", "SetTapState"}
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
    return not face.raw.get("triggers") and waits_for_others(face)


def waits_for_others(face: Face) -> bool:
    """Return whether whatever triggers on a face waits for what neither it nor another such face makes happen again.

    Apart from its triggers, everything on it happens once. It waits for something to enter, a spell to be cast, an attack or a step of the turn.
    """
    return (
        _is_read(face)
        and _effects(face) <= _ONCE
        and not any(map(_is_free, face.raw.get("abilities") or ()))
        and all(map(_only_strengthens, face.raw.get("static_abilities") or ()))
        and all(map(_triggers_from_outside, face.raw.get("triggers") or ()))
    )


def is_cast_once(face: Face) -> bool:
    """Return whether a face is a spell that brings back or copies no spell, whatever else it does."""
    is_spell = bool(_SPELLS & set(face.types)) and not face.raw.get("triggers")
    return is_spell and _is_read(face) and _effects(face) <= _ONCE_BY_SPELL


def _is_read(face: Face) -> bool:
    """Return whether the engine has understood a face fully, which has no replacements, and only keywords that bring nothing back."""
    return (
        not face.raw.get("replacements")
        and set(_keywords(face)) <= _KEYWORDS
        and understanding_of({face.name: face}).level == "fully"
    )


def _keywords(face: Face) -> Iterator[str]:
    for keyword in face.raw.get("keywords") or ():
        yield keyword if isinstance(keyword, str) else next(iter(keyword), "")


def _effects(face: Face) -> set[str]:
    """Return the kinds of the effects of its abilities, also of those that it grants."""
    return _effects_in([face.raw.get("abilities"), face.raw.get("static_abilities")])


def _effects_in(value: object) -> set[str]:
    effects = (part.get("effect") for part in parts_of(value))
    return {effect["type"] for effect in effects if isinstance(effect, dict) and isinstance(effect.get("type"), str)}


def _only_strengthens(static: dict[str, Any]) -> bool:
    """Return whether a static ability changes power and toughness, gives keywords that make nothing happen again, or lets nothing untap."""
    changes = static.get("modifications") or ()
    if static.get("mode") == "CantUntap":
        return not changes
    return static.get("mode") == "Continuous" and all(
        change.get("type") in {"AddPower", "AddToughness"}
        or (change.get("type") == "AddKeyword" and str(change.get("keyword")) in _KEYWORDS)
        for change in changes
    )


def _triggers_from_outside(trigger: dict[str, Any]) -> bool:
    """Return whether an ability triggers by what these faces do not make happen again, and does nothing that would."""
    enters = trigger.get("mode") == "ChangesZone" and trigger.get("destination") == "Battlefield"
    return (enters or trigger.get("mode") in _OUTSIDE) and _effects_in(trigger) <= _BY_TRIGGER


def _is_free(ability: dict[str, Any]) -> bool:
    """Return whether an ability is activated for nothing: neither tapping nor mana is in its cost."""
    cost = ability.get("cost")
    has_mana = any(each["generic"] or each["shards"] for each in mana_costs(cost))
    return ability.get("kind") == "Activated" and "Tap" not in str(cost) and not has_mana
