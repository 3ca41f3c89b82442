"""The actions of the engine, their subjects, and its events; no other package sees the engine's form of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from floorjudge.magic.engine.views import Field, View, as_it_is, numbers_in

PASS = "PassPriority"  # noqa: S105 (what a player does)
YES, NO = "yes", "no"
_ACTIVATIONS = frozenset(
    {
        "ActivateAbility",
        "Equip",
        "CrewVehicle",
        "ActivateStation",
        "SaddleMount",
        "Transform",
        "TurnFaceUp",
        "UnlockRoomDoor",
    }
)
_SOURCES = ("source_id", "equipment_id", "vehicle_id", "mount_id", "spacecraft_id", "object_id")
# Events that change nothing by themselves.
_NO_CHANGE = frozenset({"PriorityPassed", "EffectResolved", "StackResolved", "StackPushed", "BecomesTarget"})
_MANA = frozenset({"ManaAdded", "ManaAbilityProduced", "ManaExpended", "TappedForMana", "AbilityActivated"})
# The events that end the game, for one player or for all.
LOST = "PlayerLost"
ENDS = frozenset({LOST, "PlayerEliminated", "GameOver"})
NUMBERS = {"ChooseX": "value", "SubmitPayAmount": "amount"}


class Subject(msgspec.Struct, frozen=True):
    """One subject of an action: an object, a player, or words of the game; `number` is its place in a list."""

    thing: int | None = None
    seat: int | None = None
    words: str = ""
    number: int | None = None


_FIGHTERS = {"DeclareBlockers": "assignments", "DeclareAttackers": "attacks"}


class Action(msgspec.Struct, frozen=True):
    """One action of the engine: its kind, and its data in the engine's form."""

    kind: str
    raw: dict[str, Any] = {}

    @classmethod
    def select_cards(cls, numbers: Sequence[int]) -> Action:
        """Return the choice of several cards or permanents, in order."""
        return cls("SelectCards", {"cards": list(numbers)})

    @classmethod
    def select_modes(cls, indices: Sequence[int]) -> Action:
        """Return the choice of modes by their places."""
        return cls("SelectModes", {"indices": list(indices)})

    @classmethod
    def order_triggers(cls, order: Sequence[int]) -> Action:
        """Return an order of triggered abilities by their places."""
        return cls("OrderTriggers", {"order": list(order)})

    @classmethod
    def block(cls, pairs: Sequence[tuple[int, int]]) -> Action:
        """Return the declaration of blockers, each with the attacker that it blocks."""
        return cls("DeclareBlockers", {"assignments": [list(pair) for pair in pairs]})

    @property
    def is_pass(self) -> bool:
        """Return whether it is passing."""
        return self.kind == PASS

    @property
    def is_activation(self) -> bool:
        """Return whether an ability is activated."""
        return self.kind in _ACTIVATIONS

    @property
    def declines_to_pay(self) -> bool:
        """Return whether the player declines to pay a cost that would prevent an effect."""
        return self.kind == "PayUnlessCost" and self.raw.get("pay") is False

    @property
    def declines(self) -> bool:
        """Return whether a player does not pay, says no to a “may”, or declares no attackers or blockers."""
        if self.kind in _FIGHTERS:
            return not self.raw.get(_FIGHTERS[self.kind])
        return self.declines_to_pay or (self.kind == "DecideOptionalEffect" and self.raw.get("accept") is False)

    @property
    def source(self) -> int:
        """Return the number of the object that is cast or played or whose ability is activated, -1 for none."""
        return next((int(self.raw[name]) for name in _SOURCES if name in self.raw), -1)

    ability = Field("ability_index", lambda index: index if isinstance(index, int) else None)
    """The index of the activated ability."""
    cards = Field("cards", numbers_in)
    """The numbers of the chosen cards."""
    order = Field("order", numbers_in)
    """The places of triggered abilities in the chosen order."""
    attacks = Field("attacks", lambda pairs: tuple((int(who), target_of(whom)) for who, whom in pairs or ()))
    """The attackers, each with the player or permanent that it attacks."""
    blocks = Field("assignments", lambda pairs: tuple((int(who), int(whom)) for who, whom in pairs or ()))
    """The blockers, each with the attacker that it blocks."""
    division = Field("distribution", lambda pairs: tuple((target_of(who), int(part)) for who, part in pairs or ()))
    """The parts of a divided amount, each with its player or object."""

    def paid_by_hand(self) -> Action:
        """Return the same spell, with the engine waiting for each mana."""
        return Action(self.kind, self.raw | {"payment_mode": {"type": "Manual"}})

    def sent(self) -> dict[str, Any]:
        """Return the action in the engine's form."""
        return {"type": self.kind, "data": self.raw} if self.raw else {"type": self.kind}


def target_of(target: Mapping[str, Any]) -> Subject:
    """Return the player or object in either of the engine's two forms of a target."""
    kind, number = (target["type"], target["data"]) if "type" in target else next(iter(target.items()))
    return Subject(seat=int(number)) if kind == "Player" else Subject(int(number))


def identity_of(kind: str, data: Mapping[str, Any]) -> str:
    """Return a key of an event: all of its data except the appearance of its objects."""
    return kind + str(sorted((name, str(value)) for name, value in data.items() if name != "record"))


class _Is:
    """A property of an `Event`: whether it is of a kind and, if effects are given, of one of these."""

    def __init__(self, kind: str, *done: str) -> None:
        self._kind, self._done = kind, done

    def __get__(self, event: Event, _type: type | None = None) -> bool:
        return event.kind == self._kind and (not self._done or event.raw.get("kind") in self._done)


class Event(View):
    """Something that happened while an action was performed, with the engine's data of it."""

    __slots__ = ("kind",)

    def __init__(self, raw: Mapping[str, Any]) -> None:
        super().__init__(raw.get("data") or {})
        self.kind = str(raw["type"])

    thing = Field("object_id", as_it_is)
    """The number of the object to which it happened."""
    source = Field("source_id", as_it_is)
    """The number of its source."""
    is_mana_ability = _Is("AbilityActivated", "Mana")
    """Whether a mana ability was activated."""
    is_cast = _Is("SpellCast")
    """Whether a spell was cast."""
    copies = _Is("EffectResolved", "CopySpell")
    """Whether a spell or an ability was copied."""
    destroys = _Is("CreatureDestroyed")
    """Whether a permanent was destroyed."""
    resolves = _Is("EffectResolved")
    """Whether an effect has resolved; the events before it are those of the effect."""
    explores = _Is("EffectResolved", "Explore")
    """Whether something has explored."""
    ends_the_game = _Is("EffectResolved", "LoseTheGame", "WinTheGame")
    """Whether an effect has resolved by which a player loses or wins the game."""
    creates_token = _Is("TokenCreated")
    """Whether a token was created."""
    attaches = _Is("EffectResolved", "Attach")
    """Whether its source was to be attached to something."""

    @property
    def identity(self) -> str:
        """Return a key that distinguishes it from other events; equal ones may happen several times."""
        return identity_of(self.kind, self.raw)

    @property
    def source_name(self) -> str:
        """Return the name of its source, if the source has left."""
        return str((self.raw.get("departed_source_lki") or {}).get("name") or "")

    @property
    def adds_mana_for(self) -> int | None:
        """Return the seat of the player who gets one mana."""
        return self.raw.get("player_id") if self.kind == "ManaAdded" else None

    @property
    def discards_for(self) -> int | None:
        """Return the seat of the player who discards a card."""
        return self.raw.get("player_id") if self.kind == "Discarded" else None

    @property
    def added(self) -> str:
        """Return the engine's word for an added mana, empty for any other event."""
        return str(self.raw["mana_type"]) if self.kind == "ManaAdded" else ""

    @property
    def changes_something(self) -> bool:
        """Return whether it is more than a pass, or a change of the stack."""
        return self.kind not in _NO_CHANGE

    @property
    def may_trigger(self) -> bool:
        """Return whether an ability may trigger on it."""
        return self.explores or (self.kind not in _NO_CHANGE and self.kind not in _MANA)

    @property
    def target(self) -> Subject | None:
        """Return the player or object that became a target."""
        return target_of(self.raw["target"]) if self.kind == "BecomesTarget" else None

    @property
    def moved(self) -> tuple[str | None, str | None] | None:
        """Return the old and the new zone of a moved object, in the engine's words."""
        return (self.raw.get("from"), self.raw.get("to")) if self.kind == "ZoneChanged" else None

    @property
    def may_clear_away(self) -> bool:
        """Return whether it may be part of clearing away the objects of a defeated player."""
        return self.kind == "Unattached" or (self.moved is not None and self.moved[1] == "Exile")

    @property
    def moved_name(self) -> str:
        """Return the name of a moved object, as it was before."""
        return str(self._before.get("name") or "")

    @property
    def seat(self) -> int | None:
        """Return the seat of the player who acted, or who controlled the object before it was moved."""
        player = self.raw.get("player_id", self.raw.get("controller"))
        return player if isinstance(player, int) else self._before.get("controller")

    @property
    def of_creature(self) -> bool:
        """Return whether a moved object was a creature before."""
        return "Creature" in (self._before.get("card_types") or ())

    @property
    def _before(self) -> Mapping[str, Any]:
        context = (self.raw.get("record") or {}).get("trigger_source_context") or {}
        return context.get("lki") or {}

    @property
    def phase(self) -> str | None:
        """Return the step or phase that has begun, in the engine's word."""
        return self.raw.get("phase") if self.kind == "PhaseChanged" else None
