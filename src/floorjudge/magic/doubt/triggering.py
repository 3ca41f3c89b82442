"""Determines from the engine's own form of abilities which of them have triggered on some events.

The engine reads a card in one place and triggers its abilities in another. This module compares its readings with its
events, which reveals an ability that it knows and forgets. An answer of None means that the form does not determine it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from floorjudge.magic.doubt.filters import Answer, Part, all_of, any_of, is_player, matches
from floorjudge.magic.engine.actions import Event
from floorjudge.magic.engine.objects import GameObject, as_it_left, description_of
from floorjudge.magic.engine.snapshot import Snapshot

_TARGET = re.compile(r"\btarget\b", re.IGNORECASE)
_UP_TO = re.compile(r"\b(?:up to|any number of)\b", re.IGNORECASE)
_HARD_TO_TARGET = re.compile(r"Hexproof|Shroud|Protection|CantBeTarget")
_SUPPRESSED = "SuppressTriggers"
_TYPE_MADE = "TriggerEventManaType"
# Fields of a definition that narrow it in ways that this module does not examine.
_NARROWED = (
    "origin_zones", "zone_change_clauses", "spell_cast_origin", "damage_amount", "life_amount", "saga_chapter", "attack_target_filter",
    "valid_subject_player", "destination_constraint", "secondary",
)  # fmt: skip


class Due(NamedTuple):
    """An ability (its words, none if it is a delayed one) of an object that has triggered.

    `quoted` are words for people. `sure`: it has certainly triggered; otherwise its form leaves that open.
    """

    source: int
    card: str
    words: str
    quoted: str
    sure: bool


def due(before: Snapshot, after: Snapshot, events: Sequence[Event]) -> Iterator[Due]:
    """Yield each ability that has triggered on the events between two positions, each time; on damage at most once.

    An ability of which that is not known comes with `sure` False. If an effect stops abilities from triggering, nothing is known.
    """
    if any(_SUPPRESSED in str(thing.statics) for thing in (*before.objects.values(), *after.objects.values())):
        return
    watched = _Watched(before, after, events)
    once: set[tuple[int, str]] = set()
    for event in events:
        for source, definition in watched.happens(event):
            answer = watched.triggers(source, definition, event)
            if answer is False:
                continue
            words = description_of(definition)
            together = bool(definition.get("batched")) or definition["mode"] in _OF_DAMAGE
            if together and (source.number, words) in once:
                continue
            once.add((source.number, words))
            yield Due(source.number, source.name, words, words or _promised(source), answer is True)


def without_damage(position: Snapshot, events: Sequence[Event], source: int, words: str) -> bool:
    """Return whether an ability of an object with these words is about damage, and all damage was prevented (CR 615.1)."""
    if source not in position.objects or any(event.kind == "DamageDealt" and event.raw["amount"] for event in events):
        return False
    abilities = position.objects[source].triggers
    return any(str(each["mode"]) in _OF_DAMAGE and each["description"] == words for each in abilities)


def adds_every_type(position: Snapshot, events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """Yield the source and the words of each ability that adds one mana of a type that was produced, but has added several.

    The engine adds one of each type then (CR 106.12a).
    """
    added: dict[int, set[str]] = {}
    for event in events:
        if event.adds_mana_for is not None and event.source is not None:
            added.setdefault(event.source, set()).add(event.added)
        elif event.kind == "EffectResolved" and len(added.pop(event.source or 0, ())) > 1:
            source = position.objects.get(event.source or 0)
            triggers = () if source is None else source.triggers
            yield from (
                (event.source or 0, str(each["description"]))
                for each in triggers
                if _TYPE_MADE in str(each.get("execute"))
            )


class _Watched:
    """Follows some events in order: the objects at each, and those whose abilities may trigger on it."""

    def __init__(self, before: Snapshot, after: Snapshot, events: Sequence[Event]) -> None:
        self._records = [as_it_left(event.raw["record"]) for event in events if event.moved is not None]
        self._after = after.objects
        self._known = dict(before.objects)
        self._active = before.active
        self._hard_to_target = any(
            _HARD_TO_TARGET.search(str((thing.keywords, thing.statics)))
            for thing in after.objects.values()
            if thing.in_play
        )
        self._left: dict[int, GameObject] = {}
        self._watching = {
            number: _abilities_of_both(thing, self._after.get(number)) for number, thing in before.objects.items()
        }
        self._delayed = [
            (source, each["condition"]["trigger"])
            for each in before.delayed
            if "trigger" in (each.get("condition") or {})
            and each in after.delayed
            and (source := self._known.get((each.get("ability") or {}).get("source_id", -1))) is not None
        ]

    def happens(self, event: Event) -> Iterator[tuple[GameObject, Part]]:
        """Record an event, and yield the abilities that may trigger on it: the source, and the form of the ability."""
        leaving: GameObject | None = None
        if event.kind == "TurnStarted":
            self._active = event.raw["player_id"]
        if event.moved is not None:
            number, to = int(event.raw["object_id"]), event.moved[1]
            record = self._records.pop(0)
            # An object that moves on has its last appearance; a copy enters as the object that it copies.
            arrived = next((each for each in self._records if each.number == number), self._after.get(number))
            if arrived is None or arrived.zone != to:
                arrived = record.but(zone=to, trigger_definitions=())
            if event.moved[0] == "Battlefield":
                leaving = self._left[number] = record
            else:
                self._left.pop(number, None)
            self._known[number], self._watching[number] = arrived, arrived.triggers
        for number, abilities in self._watching.items():
            source, own = self._known[number], leaving is not None and leaving.number == number
            for each in abilities:
                if source.zone in each.get("trigger_zones", ()) and not (own and _looks_back(each)):
                    yield source, each
        if leaving is not None:
            yield from ((leaving, each) for each in leaving.triggers if _looks_back(each))
        yield from self._delayed

    def triggers(self, source: GameObject, definition: Part, event: Event) -> Answer:
        """Return whether an ability triggers on an event."""
        matched = self._matched(source, definition, event)
        if matched is False:
            return False
        narrowed = any(definition.get(name) for name in _NARROWED) or "threshold" in (
            definition.get("counter_filter") or {}
        )
        return all_of(
            matched,
            None if narrowed else True,
            self._in_time(source, definition),
            self._is_so(definition, event),
            self._has_target(source, definition),
        )

    def _in_time(self, source: GameObject, definition: Part) -> Answer:
        constraint = definition.get("constraint")
        if not constraint:
            return True
        kind = constraint.get("type") if isinstance(constraint, Mapping) else constraint
        whose = {"OnlyDuringYourTurn": True, "OnlyDuringOpponentsTurn": False}.get(str(kind))
        return None if whose is None else (self._active == source.whose) is whose

    def _is_so(self, definition: Part, event: Event) -> Answer:
        """Return whether the condition of an ability is met, which it has to be when the ability triggers."""
        condition = definition.get("condition")
        if not condition:
            return True
        if condition["type"] != "HadCounters" or event.moved is None:
            return None
        counters = as_it_left(event.raw["record"]).counters
        kind = condition.get("counter_type")
        return bool(counters.get(kind)) if isinstance(kind, str) else None

    def _has_target(self, source: GameObject, definition: Part) -> Answer:
        """Return whether there is a possible target; an ability without one does not go onto the stack."""
        words = description_of(definition)
        if _TARGET.search(words) is None:
            return True
        target = ((definition.get("execute") or {}).get("effect") or {}).get("target")
        if not isinstance(target, Mapping):
            return None
        # Players, and objects of any kind, exist; protection from being a target is not examined.
        zones = _zones(target)
        if "Battlefield" in zones and self._hard_to_target:
            return None
        if any(map(_is_always_there, target["filters"] if target.get("type") == "Or" else (target,))):
            return True
        found = any_of(*(matches(target, thing, source) for thing in self._after.values() if thing.zone in zones))
        return None if found is False and _UP_TO.search(words) else found

    def _matched(self, source: GameObject, definition: Part, event: Event) -> Answer:
        """Return whether an event is one that an ability triggers on."""
        if event.kind not in _LOOKED_FOR.get(str(definition["mode"]), ()) or not _is_kind_of(definition, event):
            return False
        card, player = definition.get("valid_card"), definition.get("valid_target")
        if event.kind == "DamageDealt":
            by = matches(definition.get("valid_source"), self._thing(event.raw["source_id"]), source)
            return all_of(by, self._is_damaged(event.raw["target"], card, player, source))
        # The engine names the exploring creature as a source, but not if it is a target.
        one = event.source if event.explores else event.raw.get("object_id")
        things = [self._thing(each) for each in event.raw.get("attacker_ids", (one,))]
        seat = None if event.moved is not None else event.seat
        if seat is None and things and things[0] is not None:
            seat = things[0].whose
        # Nothing is left of a copy of a spell that has resolved.
        known = None if definition.get("valid_source") or event.moved == ("Stack", "Graveyard") else True
        return all_of(
            known,
            any_of(*(matches(card, thing, source) for thing in things)),
            True if not player else None if seat is None else is_player(player, seat, source),
        )

    def _is_damaged(self, target: Part, card: Part | None, player: Part | None, source: GameObject) -> Answer:
        if "Player" in target:
            return not card and is_player(player, target["Player"], source)
        return matches(player or card, self._thing(target["Object"]), source)

    def _thing(self, number: int | None) -> GameObject | None:
        """Return an object, as it last was if it has left the battlefield."""
        if number is None:
            return None
        return self._left.get(number) or self._known.get(number) or self._after.get(number)


_OF_DAMAGE = ("DamageDone", "DamageReceived", "DamageDoneOnceByController")
# The events on which each kind of ability triggers.
_LOOKED_FOR = {
    **dict.fromkeys(("ChangesZone", "ChangesZoneAll", "LeavesBattlefield", "EntersOrAttacks"), ("ZoneChanged",)),
    **dict.fromkeys(_OF_DAMAGE, ("DamageDealt",)),
    **dict.fromkeys(("LifeGained", "LifeLost"), ("LifeChanged",)),
    "SpellCast": ("SpellCast",),
    "SpellCopy": ("SpellCopied",),
    "SpellCastOrCopy": ("SpellCast", "SpellCopied"),
    "CounterAdded": ("CounterAdded",),
    "CounterRemoved": ("CounterRemoved",),
    "Drawn": ("CardDrawn",),
    "Discarded": ("Discarded",),
    "Milled": ("Milled",),
    "Sacrificed": ("PermanentSacrificed",),
    "Taps": ("PermanentTapped",),
    "Untaps": ("PermanentUntapped",),
    "Attacks": ("AttackersDeclared",),
    "Explored": ("EffectResolved",),
}


def _is_kind_of(definition: Part, event: Event) -> bool:
    """Return whether an event has the details that an ability requires: zones, damage, counters, gain or loss of life."""
    match event.kind:
        case "ZoneChanged":
            origin = "Battlefield" if definition["mode"] == "LeavesBattlefield" else definition.get("origin")
            wanted = (origin, definition.get("destination"))
            return all(zone in (None, is_so) for zone, is_so in zip(wanted, event.moved or (), strict=True))
        case "EffectResolved":
            return event.explores
        case "DamageDealt":
            combat = {"CombatOnly": True, "NoncombatOnly": False}.get(str(definition.get("damage_kind")))
            return event.raw["amount"] > 0 and combat in (None, event.raw["is_combat"])
        case "CounterAdded" | "CounterRemoved":
            return (definition.get("counter_filter") or {}).get("counter_type") in (None, event.raw["counter_type"])
        case "LifeChanged":
            return bool((event.raw["amount"] > 0) == (definition["mode"] == "LifeGained"))
    return True


def _zones(wanted: Part) -> set[str]:
    """Return the zones in which a filter looks for objects: the battlefield if it names none."""
    inner = [_zones(each) for each in wanted.get("filters") or ()]
    if wanted.get("type") == "StackSpell" or (wanted.get("type") == "And" and {"Stack"} in inner):
        return {"Stack"}
    named = {
        zone for each in wanted.get("properties") or () for zone in (each.get("zone"), *each.get("zones", ())) if zone
    }
    return named.union(*inner) or {"Battlefield"}


def _is_always_there(wanted: Part) -> bool:
    """Return whether a filter accepts a player, or anything on the battlefield."""
    anything = not wanted.get("type_filters") and "Battlefield" in _zones(wanted)
    return anything and wanted.get("type") in ("Any", "Player", "Typed")


def _looks_back(definition: Part) -> bool:
    """Return whether an ability of a permanent that leaves the battlefield triggers on its leaving (CR 603.10a)."""
    return definition["mode"] == "LeavesBattlefield" or definition.get("origin") == "Battlefield"


def _abilities_of_both(earlier: GameObject, later: GameObject | None) -> tuple[Part, ...]:
    """Return the abilities that an object had earlier and has now; all earlier ones if it is elsewhere now."""
    if later is None or later.zone != earlier.zone:
        return earlier.triggers
    return tuple(each for each in earlier.triggers if each in later.triggers)


def _promised(thing: GameObject) -> str:
    """Return the words of an object by which something will trigger later."""
    return next((each.description for each in thing.abilities if "when" in each.description.lower()), "")
