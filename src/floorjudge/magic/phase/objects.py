"""What is in a game, typed: objects with their abilities, players, and what is on the stack; the engine's dictionaries stay inside."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from floorjudge.magic.colours import LETTERS

HIDDEN_ZONES = frozenset({"Hand", "Library"})
# How the engine writes the counters that people write by their size.
COUNTERS = {"P1P1": "+1/+1", "M1M1": "-1/-1"}
PHASES = {
    "untap": "Untap",
    "upkeep": "Upkeep",
    "draw": "Draw",
    "main": "PreCombatMain",
    "beginning of combat": "BeginCombat",
    "declare attackers": "DeclareAttackers",
    "end of combat": "EndCombat",
    "second main": "PostCombatMain",
    "end step": "End",
}
"""The steps and phases of a turn in which something can be done, in order, with the engine's words for them."""

_CONTROLLED = ("Battlefield", "Stack")
# What may differ between objects that are otherwise alike, or is told by itself.
_SEEN_APART = frozenset({"name", "zone", "controller", "owner", "tapped", "summoning_sick", "has_summoning_sickness"})
# The engine writes “any number” as a number of counters that nothing could have.
_ANY_NUMBER = 2**31


def counter_name(kind: str) -> str:
    """Return what people call a kind of counters on an object, such as +1/+1 for the engine's P1P1."""
    return COUNTERS.get(kind, kind)


class Ability:
    """An ability that can be activated."""

    __slots__ = ("_raw", "index")

    def __init__(self, raw: Mapping[str, Any], index: int) -> None:
        self._raw = raw
        self.index = index

    @property
    def description(self) -> str:
        """Return its words; of a land on which nothing is written, the mana that it makes, such as {G}."""
        produced = (self._raw.get("effect") or {}).get("produced") or {}
        made = "".join(f"{{{LETTERS.get(colour, colour)}}}" for colour in produced.get("colors", ()))
        return str(self._raw.get("description") or made)

    @property
    def makes_mana(self) -> bool:
        """Say whether it is a mana ability."""
        return bool(self._raw.get("is_mana_ability"))

    @property
    def taps(self) -> bool:
        """Say whether tapping its object is among its costs."""
        return any(cost.get("type") == "Tap" for cost in _costs(self._raw.get("cost")))

    def removed_counters(self) -> Iterator[tuple[str | None, int]]:
        """Yield the kind of counters (None: any) that its costs take off its own object, and how many."""
        for cost in _costs(self._raw.get("cost")):
            if cost.get("type") == "RemoveCounter" and cost.get("target") is None and cost["count"] < _ANY_NUMBER:
                yield (cost.get("counter_type") or {}).get("data"), cost["count"]


def _costs(cost: Mapping[str, Any] | None) -> Iterator[Mapping[str, Any]]:
    """Yield a cost and those that it is made of."""
    if cost is not None:
        yield cost
        for part in cost.get("costs", ()):
            yield from _costs(part)


class GameObject:
    """A card, token, spell or ability in a game, as it is now."""

    __slots__ = ("_raw",)

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self._raw = raw

    @property
    def number(self) -> int:
        """Return the engine's number for it."""
        return int(self._raw["id"])

    @property
    def name(self) -> str:
        """Return its name; what is face down has none."""
        return str(self._raw["name"])

    @property
    def zone(self) -> str:
        """Return the engine's word for the zone it is in: Battlefield, Hand, Graveyard, Exile, Library, Stack or Command."""
        return str(self._raw["zone"])

    @property
    def owner(self) -> int:
        """Return its owner's seat."""
        return int(self._raw["owner"])

    @property
    def controller(self) -> int:
        """Return its controller's seat."""
        return int(self._raw["controller"])

    @property
    def whose(self) -> int:
        """Return the seat of its controller on the battlefield and on the stack, of its owner elsewhere."""
        return int(self._raw["controller" if self._raw["zone"] in _CONTROLLED else "owner"])

    @property
    def is_token(self) -> bool:
        """Say whether it is a token."""
        return bool(self._raw.get("is_token"))

    @property
    def tapped(self) -> bool:
        """Say whether it is tapped."""
        return bool(self._raw["tapped"])

    @property
    def face_down(self) -> bool:
        """Say whether it lies face down."""
        return bool(self._raw.get("face_down"))

    @property
    def transformed(self) -> bool:
        """Say whether its other side is up."""
        return bool(self._raw.get("transformed"))

    @property
    def came_this_turn(self) -> bool:
        """Say whether its controller has had it only since this turn."""
        return bool(self._raw.get("summoning_sick"))

    @property
    def is_sick(self) -> bool:
        """Say whether it is a creature that cannot attack or tap for a cost yet."""
        return bool(self._raw.get("has_summoning_sickness"))

    @property
    def can_tap(self) -> bool:
        """Say whether it can be tapped for a cost."""
        return not (self.tapped or self.is_sick)

    @property
    def damage(self) -> int:
        """Return the damage marked on it."""
        return int(self._raw["damage_marked"])

    @property
    def power(self) -> int | None:
        """Return its power, None for what has none."""
        power: int | None = self._raw.get("power")
        return power

    @property
    def toughness(self) -> int | None:
        """Return its toughness, None for what has none."""
        toughness: int | None = self._raw.get("toughness")
        return toughness

    @property
    def size(self) -> str | None:
        """Return power and toughness such as 2/2, None for what has none."""
        return None if self.power is None else f"{self.power}/{self.toughness}"

    @property
    def loyalty(self) -> int | None:
        """Return its loyalty, None for what has none."""
        loyalty: int | None = self._raw.get("loyalty")
        return loyalty

    @property
    def defense(self) -> int | None:
        """Return its defense, None for what has none."""
        defense: int | None = self._raw.get("defense")
        return defense

    @property
    def counters(self) -> Mapping[str, int]:
        """Return the counters on it by the engine's word for their kind; see `counter_name`."""
        counters: Mapping[str, int] = self._raw.get("counters") or {}
        return counters

    @property
    def attachments(self) -> tuple[int, ...]:
        """Return the numbers of what is attached to it."""
        return tuple(self._raw.get("attachments") or ())

    @property
    def attached_to(self) -> str:
        """Return what it is attached to, as a value to compare; see `host`."""
        return str(self._raw.get("attached_to"))

    @property
    def host(self) -> int | None:
        """Return the number of the object, or the seat of the player, that it is attached to."""
        host = self._raw.get("attached_to")
        return host.get("data") if isinstance(host, dict) else host

    @property
    def supertypes(self) -> tuple[str, ...]:
        """Return its supertypes."""
        return tuple((self._raw.get("card_types") or {}).get("supertypes", ()))

    @property
    def types(self) -> tuple[str, ...]:
        """Return its card types."""
        return tuple((self._raw.get("card_types") or {}).get("core_types", ()))

    @property
    def subtypes(self) -> tuple[str, ...]:
        """Return its subtypes."""
        return tuple((self._raw.get("card_types") or {}).get("subtypes", ()))

    @property
    def timestamp(self) -> int:
        """Return when it came to be as it is: later ones have larger numbers."""
        return int(self._raw.get("timestamp", 0))

    @property
    def abilities(self) -> tuple[Ability, ...]:
        """Return its abilities that can be activated."""
        return tuple(Ability(raw, index) for index, raw in enumerate(self._raw.get("abilities") or ()))

    def ability(self, index: int) -> Ability | None:
        """Return one of its abilities, None where there is none of that number."""
        raw = self._raw.get("abilities") or ()
        return Ability(raw[index], index) if 0 <= index < len(raw) else None

    @property
    def traits(self) -> Hashable:
        """Return what tells it apart from others of its name, but for being tapped, amounts, and what is attached."""
        marks = tuple(name for name, value in self._raw.items() if value is True and name not in _SEEN_APART)
        lists = ("abilities", "trigger_definitions", "static_definitions")
        many = tuple(len(self._raw.get(name) or ()) for name in lists)
        return marks, many, str(self._raw.get("keywords")), str(self._raw.get("chosen_attributes"))


class Player:
    """A player in a game."""

    __slots__ = ("_raw",)

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self._raw = raw

    @property
    def life(self) -> int:
        """Return their life."""
        return int(self._raw["life"])

    @property
    def hand(self) -> tuple[int, ...]:
        """Return the numbers of the cards in their hand."""
        return tuple(self._raw["hand"])

    @property
    def library(self) -> tuple[int, ...]:
        """Return the numbers of the cards in their library, from the top."""
        return tuple(self._raw["library"])

    @property
    def graveyard(self) -> tuple[int, ...]:
        """Return the numbers of the cards in their graveyard, in order."""
        return tuple(self._raw["graveyard"])

    @property
    def mana(self) -> tuple[str, ...]:
        """Return the mana in their pool, one of the engine's words such as Green for each; see `magic.colours`."""
        return tuple(str(unit["color"]) for unit in self._raw["mana_pool"]["mana"])

    @property
    def poison(self) -> int:
        """Return how many poison counters they have."""
        return int(self._raw.get("poison_counters", 0))

    @property
    def lands_played(self) -> int:
        """Return how many lands they have played this turn."""
        return int(self._raw.get("lands_played_this_turn") or 0)

    @property
    def is_out(self) -> bool:
        """Say whether they have left the game."""
        return bool(self._raw["is_eliminated"])


class StackObject:
    """A spell or an ability on the stack."""

    __slots__ = ("_raw",)

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self._raw = raw

    @property
    def number(self) -> int:
        """Return the engine's number for it."""
        return int(self._raw["id"])

    @property
    def source(self) -> int | None:
        """Return the number of what it came from: the card of a spell, the source of an ability."""
        source = self._raw.get("source_id", self._raw.get("id"))
        return source if isinstance(source, int) else None

    def looks(self, objects: Mapping[int, GameObject]) -> Hashable:
        """Return what tells it apart from others of its kind, with names for the `objects` that it means."""
        kind = self._raw.get("kind") or {}
        about = kind.get("data") or {}
        ability = about.get("ability") or {}
        source = objects.get(self._raw.get("source_id") or 0)
        modes = tuple((ability.get("context") or {}).get("chosen_modes") or ())
        return (
            "" if source is None else source.name,
            str(kind.get("type")),
            self._raw.get("controller"),
            str(ability.get("effect")),
            tuple(_named(target, objects) for target in _targets(ability)),
            # For how much an X was cast or activated shows in the first two.
            (ability.get("chosen_x"), about.get("actual_mana_spent"), modes),
        )


def _targets(ability: Mapping[str, Any]) -> Iterator[Any]:
    yield from ability.get("targets") or ()
    inner = ability.get("sub_ability")
    if isinstance(inner, dict):
        yield from _targets(inner)


def _named(target: object, objects: Mapping[int, GameObject]) -> str:
    if isinstance(target, dict) and "Object" in target:
        meant = objects.get(target["Object"])
        return "" if meant is None else meant.name
    return str(target)
