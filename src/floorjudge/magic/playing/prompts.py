"""What the engine asks now, of whom, and what it lists as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from floorjudge.magic.phase.counter_costs import lacks_counters
from floorjudge.magic.phase.table import Table

if TYPE_CHECKING:
    from phase import ActionResult

# Ways to change one's mind, and standing orders: the first are undone elsewhere, the second would be choices never made.
_NO_CHOICES = frozenset(
    {
        "CancelCast",
        "BackToManaPayment",
        "DecideOptionalEffectAndRemember",
        "ChooseReplacementAndRemember",
        "DeclineShortcut",
        "BeginResolveAll",
        "Concede",
        # To end an effect by paying for it; a step has no words for that.
        "EndContinuousEffect",
    }
)
PASS = "PassPriority"  # noqa: S105 (what a player does)
ACTIVATIONS = frozenset(
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
_FORGET_ORDERS = {"type": "SetTriggerOrderTemplate", "data": {"op": {"type": "ClearAll"}}}
TARGETS = frozenset({"TargetSelection", "TriggerTargetSelection", "MultiTargetSelection", "RetargetChoice"})


class Act(msgspec.Struct, frozen=True):
    """One action of the engine: its kind, and what goes with it."""

    kind: str
    about: dict[str, Any] = {}

    def sent(self) -> dict[str, Any]:
        """Return the action as the engine takes it."""
        return {"type": self.kind, "data": self.about} if self.about else {"type": self.kind}


class Prompt(msgspec.Struct, frozen=True):
    """What the engine asks: the kind of question, the seat of whom it asks, all it says, and what it lists as possible.

    The list is complete for most questions. Where one would be very long, the engine leaves combinations out: attackers,
    blockers, orders, several cards at once. Mana abilities are in it only while a cost is paid by hand (see `mana_acts`).
    """

    kind: str
    seat: int
    about: dict[str, Any]
    acts: tuple[Act, ...]

    @property
    def waits(self) -> bool:
        """Say whether a question must be answered before anybody has priority."""
        return self.kind not in ("Priority", "GameOver")


def prompt_of(table: Table) -> Prompt:
    """Return what the engine asks now."""
    asked = table.game.waiting_for()
    about = asked.get("data") or {}
    kind = str(asked["type"])
    if kind == "GameOver":
        return Prompt(kind, -1, about, ())
    acts = tuple(
        Act(action.kind, action.data or {})
        for action in table.game.actions()
        if action.kind not in _NO_CHOICES and not _proposes_a_shortcut(action.kind, action.data)
    )
    seat = int(about.get("player", 0))
    if kind == "ManaPayment":
        acts += tuple(act for act in mana_acts(table, seat) if act not in acts)
    return Prompt(kind, seat, about, acts)


def _proposes_a_shortcut(kind: str, about: dict[str, Any] | None) -> bool:
    """Say whether an action would let the engine take a shortcut of its own through copies of a spell."""
    return kind == "PrecastCopyShortcut" and (about or {}).get("response", {}).get("type") == "Propose"


def act_on(table: Table, seat: int, act: Act) -> ActionResult:
    """Let the engine make an action of a player.

    The engine keeps an order of triggers that is not the one it proposes, and does not ask again; that memory is wiped, so that
    it is asked each time and every iteration makes the same choices. Raises ValueError when the engine does not allow the action.
    """
    if act.kind == "ActivateAbility" and lacks_counters(
        table.game.object(act.about["source_id"]) or {}, act.about["ability_index"]
    ):
        raise ValueError("Action not allowed: Not enough counters to remove for mana ability")
    result = table.game.apply(seat, act.sent())
    if act.kind == "OrderTriggers":
        table.game.apply(seat, _FORGET_ORDERS)
    return result


def asked(table: Table) -> tuple[str, int]:
    """Return the kind of question that is open and the seat of whom it asks (-1 when the game is over), and nothing more.

    Listing what is possible takes the engine longer the longer a turn is; this does not.
    """
    question = table.game.waiting_for()
    kind = str(question["type"])
    return kind, -1 if kind == "GameOver" else int((question.get("data") or {}).get("player", 0))


def with_mana(table: Table, prompt: Prompt) -> Prompt:
    """Return a question with the mana abilities among what is possible, where somebody has priority."""
    if prompt.kind != "Priority":
        return prompt
    more = tuple(act for act in mana_acts(table, prompt.seat) if act not in prompt.acts)
    return msgspec.structs.replace(prompt, acts=prompt.acts + more)


def mana_acts(table: Table, seat: int) -> tuple[Act, ...]:
    """Return the mana abilities that a player may activate; the engine does not list them.

    Whether other costs than tapping can be paid is found out by trying.
    """
    return tuple(
        Act("ActivateAbility", {"source_id": thing["id"], "ability_index": index})
        for thing in table.game.battlefield()
        if thing["controller"] == seat
        for index, ability in enumerate(thing["abilities"])
        if ability.get("is_mana_ability")
        and _untapped_enough(thing, ability.get("cost"))
        and not lacks_counters(thing, index)
    )


def _untapped_enough(thing: dict[str, Any], cost: dict[str, Any] | None) -> bool:
    if not _taps(cost):
        return True
    return not thing["tapped"] and not thing.get("has_summoning_sickness", False)


def _taps(cost: dict[str, Any] | None) -> bool:
    if cost is None:
        return False
    return cost.get("type") == "Tap" or any(_taps(part) for part in cost.get("costs", ()))
