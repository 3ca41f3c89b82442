"""The engine's questions: the kind, the player, the possible actions, and the subjects of each action."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import msgspec

from floorjudge.magic.engine.actions import NO, NUMBERS, YES, Action, Event, Subject, target_of
from floorjudge.magic.engine.fields import ITSELF
from floorjudge.magic.engine.objects import GameObject, symbols
from floorjudge.magic.engine.table import Table
from floorjudge.magic.engine.views import Field

TARGETS = frozenset({"TargetSelection", "TriggerTargetSelection", "MultiTargetSelection", "RetargetChoice"})
# Kinds of questions about a hand or a library: the answer, even the only one, would reveal hidden cards.
ABOUT_HIDDEN_CARDS = frozenset(
    {
        "DiscardChoice",
        "DiscardToHandSize",
        "SearchChoice",
        "ScryChoice",
        "SurveilChoice",
        "DigChoice",
        "RevealChoice",
        "WardDiscardChoice",
        "MulliganDecision",
    }
)
# The player's action by the answer, for questions of one kind.
_DOES = {
    "DiscardChoice": "Discard",
    "DiscardToHandSize": "Discard",
    "WardDiscardChoice": "Discard",
    "ChooseLegend": "KeepLegend",
    "OptionalCostChoice": "OptionalCost",
    "ScryChoice": "Scry",
    "ExertChoice": "Exert",
}
_FORGET_ORDERS = {"type": "SetTriggerOrderTemplate", "data": {"op": {"type": "ClearAll"}}}

# Actions that a step of a body does not make: ways back, standing orders for later questions, the engine's own shortcuts, conceding, and paying
# to end an effect, for which a step has no words.
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
# The engine lists at most so many choices of a single card.
_MOST_LISTED = 12
_WORD = re.compile(r"[A-Z][a-z]*")
_POOLS = ("choices", "cards", "selectable_cards", "options")


class Prompt(msgspec.Struct, frozen=True):
    """A question of the engine: its kind, the seat of the player, its data, and the possible actions that the engine lists.

    The list is complete for most questions. Very long ones are without some combinations: attackers, blockers, orders, several cards at once. Mana abilities are in it only while a cost is paid by hand; see
    `with_mana`.
    """

    kind: str
    seat: int
    raw: dict[str, Any]
    actions: tuple[Action, ...]

    description = Field("description", lambda words: str(words or ""))
    """The engine's description of the question, empty if there is none."""
    count = Field("count", lambda count: count if isinstance(count, int) and count > 0 else None)
    """The number of things to choose, if the engine gives it."""
    shares = Field("targets", lambda targets: list(map(target_of, targets)))
    """The players and objects among whom an amount is divided."""
    attackers = Field("valid_attacker_ids", lambda numbers: list(map(int, numbers)))
    """The creatures that can attack."""
    attacked = Field("valid_attack_targets", lambda targets: list(map(target_of, targets)))
    """The players and permanents that can be attacked."""
    blockers = Field("valid_blocker_ids", lambda numbers: list(map(int, numbers)))
    """The creatures that can block."""

    @property
    def source(self) -> int | None:
        """Return the number of the object that calls for a choice, if the engine names it."""
        for holder in (self.raw, self.raw.get("pending_cast") or {}):
            for name in ("source_id", "object_id"):
                if isinstance(holder.get(name), int):
                    return int(holder[name])
        return None

    @property
    def to_pay(self) -> str:
        """Return the mana that a player may pay to prevent an effect, such as {2}; empty for any other question."""
        cost = self.raw.get("cost") if self.kind == "UnlessPayment" else None
        return symbols(cost.get("cost")) if isinstance(cost, dict) and cost.get("type") == "Mana" else ""

    def casts_for(self, action: Action) -> str | None:
        """Return the keyword for whose cost an action casts a spell, such as warp, empty for its mana cost; None for another question."""
        if self.kind != "AlternativeCastChoice":
            return None
        choice, keyword = action.raw.get("choice") or {}, self.raw.get("keyword") or {}
        return (
            _WORD.sub(r" \g<0>", str(keyword.get("type") or "")).strip().lower()
            if choice.get("type") == "Alternative"
            else ""
        )

    @property
    def may_choose_no_target(self) -> bool:
        """Return whether it is possible to choose no further target."""
        return any(each.kind == "ChooseTarget" and each.raw.get("target") is None for each in self.actions)

    @property
    def pool(self) -> list[int]:
        """Return the objects among which several are chosen."""
        listed = {card for each in self.actions for card in each.cards}
        pool: list[Any] = next((self.raw[name] for name in _POOLS if isinstance(self.raw.get(name), list)), [])
        return [*dict.fromkeys([*(each for each in pool if isinstance(each, int)), *sorted(listed)])]

    @property
    def most_cards(self) -> Action | None:
        """Return the choice of all of `pool`, if it is possible and missing from the engine's list."""
        most = max(self.actions, key=lambda each: len(each.cards), default=None)
        if most is None or most.kind != "SelectCards" or not self.raw.get("up_to"):
            return None
        pool = self.pool
        return Action.select_cards(pool) if len(most.cards) < len(pool) <= (self.count or 0) else None

    @property
    def mana_in_combination(self) -> int:
        """Return how much mana is added in any combination of colors; 0 for another question."""
        choice = self.raw.get("choice") if self.kind == "ChooseManaColor" else None
        return int(choice["data"]["count"]) if choice and choice.get("type") == "AnyCombination" else 0

    @property
    def modes(self) -> list[Subject]:
        """Return the modes of a spell or ability."""
        descriptions = self.raw["modal"]["mode_descriptions"]
        return [Subject(words=words, number=index) for index, words in enumerate(descriptions)]

    @property
    def triggers(self) -> list[Subject]:
        """Return the triggered abilities to put in order."""
        return [
            Subject(trigger["source_id"], words=trigger["description"], number=index)
            for index, trigger in enumerate(self.raw["triggers"])
        ]

    def blockable_by(self, blocker: int) -> list[int]:
        """Return the attackers that a creature can block."""
        return [int(number) for number in self.raw["valid_block_targets"][str(blocker)]]

    def attack(self, pairs: Sequence[tuple[int, Subject]]) -> Action:
        """Return the declaration of attackers, each with the one of `attacked` that it attacks."""
        targets = dict(zip(self.attacked, self.raw["valid_attack_targets"], strict=True))
        return Action("DeclareAttackers", {"attacks": [[who, targets[whom]] for who, whom in pairs], "bands": []})

    def number(self, amount: int) -> Action:
        """Return the choice of a number."""
        kind = next(each.kind for each in self.actions if each.kind in NUMBERS)
        return Action(kind, {NUMBERS[kind]: amount})

    def divide(self, parts: Sequence[tuple[Subject, int]]) -> Action:
        """Return the division of an amount among some of `shares`."""
        targets = dict(zip(self.shares, self.raw["targets"], strict=True))
        return Action("DistributeAmong", {"distribution": [[targets[who], amount] for who, amount in parts]})

    def subjects(self, action: Action) -> tuple[Subject, ...]:
        """Return the subjects of one of the possible actions, in its order; none for an action without a choice."""
        if action.is_pass:
            return (Subject(words="pass"),)
        return tuple(_SUBJECTS.get(action.kind, _anything)(self, action.raw))


def done_with(prompt: Prompt) -> str:
    """Return the word for the player's action by the answer to a question, such as Sacrifice or Untap; empty if there is none."""
    data = prompt.raw
    if prompt.kind == "PayCost":
        cost = data.get("kind")
        return str(cost.get("type") or "") if isinstance(cost, dict) else ""
    if prompt.kind == "EffectZoneChoice":
        moves = (data.get("effect_kind"), data.get("zone"), data.get("destination"))
        return "ReturnToHand" if moves == ("ChangeZone", "Battlefield", "Hand") else str(data.get("effect_kind") or "")
    return _DOES.get(prompt.kind, "")


def prompt_of(table: Table) -> Prompt:
    """Return the open question of the engine, with the possible actions."""
    prompt = open_prompt(table)
    if prompt.kind == "GameOver":
        return prompt
    listed = ((each.kind, each.data or {}) for each in table.game.actions())
    actions = tuple(Action(kind, data) for kind, data in listed if not _is_no_choice(kind, data))
    prompt = _with_plain_mana(_with_each_card(msgspec.structs.replace(prompt, actions=actions)))
    return _with_mana(table, prompt) if prompt.kind == "ManaPayment" else prompt


def open_prompt(table: Table) -> Prompt:
    """Return the open question of the engine without the possible actions: this is quick."""
    question = table.game.ask("waiting_for")
    data, kind = question.get("data") or {}, str(question["type"])
    return Prompt(kind, -1 if kind == "GameOver" else int(data.get("player", 0)), data, ())


def _with_each_card(prompt: Prompt) -> Prompt:
    """Return a question with the choice of each single card; the engine only lists the first of them."""
    alone = {each.cards[0] for each in prompt.actions if each.kind == "SelectCards" and len(each.cards) == 1}
    if len(alone) < _MOST_LISTED:
        return prompt
    more = tuple(Action.select_cards([number]) for number in prompt.pool if number not in alone)
    return msgspec.structs.replace(prompt, actions=prompt.actions + more)


def _with_plain_mana(prompt: Prompt) -> Prompt:
    """Return a question about mana in any combination of colors with each combination once, and with all of one color, and all but one.

    The engine lists the same mana in several orders, and does not list every combination.
    """
    count = prompt.mana_in_combination
    if not count or not prompt.actions:
        return prompt
    combinations = {tuple(sorted(each.raw["choice"]["data"])): each for each in reversed(prompt.actions)}
    for main, other in product(prompt.raw["choice"]["data"]["options"], repeat=2):
        mana = [*[main] * (count - 1), other]
        chosen = {**prompt.actions[0].raw, "choice": {"type": "Combination", "data": mana}}
        combinations.setdefault(tuple(sorted(mana)), Action(prompt.actions[0].kind, chosen))
    return msgspec.structs.replace(prompt, actions=tuple(combinations.values()))


def open_question(table: Table) -> tuple[str, int]:
    """Return the kind of the open question and the seat of its player (-1 when the game is over)."""
    prompt = open_prompt(table)
    return prompt.kind, prompt.seat


def winner(table: Table) -> int | None:
    """Return the seat of the winner of a game that is over, None for a draw."""
    seat: int | None = (table.game.ask("waiting_for").get("data") or {}).get("winner")
    return seat


def perform(table: Table, seat: int, action: Action) -> tuple[Event, ...]:
    """Let the engine make an action of a player, and return what happened.

    Raises ValueError if the engine does not allow the action, or if a cost in counters cannot be paid, which it does not check.
    """
    if action.kind == "ActivateAbility":
        thing = table.object(action.source)
        if thing is not None and _unpayable(thing, action.raw["ability_index"]):
            raise ValueError("Action not allowed: Not enough counters to remove for mana ability")
    result = table.game.apply(seat, action.sent())
    if action.kind == "OrderTriggers":
        table.game.apply(seat, _FORGET_ORDERS)
    return tuple(map(Event, result.events))


def with_mana(table: Table, prompt: Prompt) -> Prompt:
    """Return a question with the mana abilities among the possible actions, if a player has priority."""
    return _with_mana(table, prompt) if prompt.kind == "Priority" else prompt


def _with_mana(table: Table, prompt: Prompt) -> Prompt:
    """Add the player's mana abilities; only trying shows whether costs other than tapping can be paid."""
    every = (
        Action("ActivateAbility", {"source_id": thing.number, "ability_index": ability.index})
        for thing in table.battlefield()
        if thing.controller == prompt.seat
        for ability in thing.abilities
        if ability.makes_mana and (thing.can_tap or not ability.taps) and not _unpayable(thing, ability.index)
    )
    more = tuple(each for each in every if each not in prompt.actions)
    return msgspec.structs.replace(prompt, actions=prompt.actions + more)


Reader = Callable[[Prompt, Mapping[str, Any]], "Sequence[Subject]"]


def _fighters(name: str) -> Reader:
    """Return a reader of attackers or blockers, from pairs of an object with an object or a target."""
    return lambda _, data: [Subject(number) for pair in data[name] for number in pair if isinstance(number, int)]


def _replacement(prompt: Prompt, data: Mapping[str, Any]) -> Sequence[Subject]:
    index = int(data["index"])
    candidates = prompt.raw.get("candidates", ())
    if prompt.raw.get("kind", {}).get("type") == "OptionalBranch" and len(candidates) == 2:
        return (Subject(words=(YES, NO)[index]),)
    descriptions = [str(each["description"]) for each in candidates]
    # The order of effects with the same words, unless they are about themselves, makes no difference.
    alike = len(set(descriptions)) == 1 and ITSELF not in descriptions[0]
    words = descriptions[index] if index < len(descriptions) else str(index)
    return (Subject(words=words, number=None if alike else index),)


def _branch(prompt: Prompt, data: Mapping[str, Any]) -> Sequence[Subject]:
    index = int(data["index"])
    descriptions = prompt.raw.get("branch_descriptions") or ()
    return (Subject(words=str(descriptions[index]) if index < len(descriptions) else "", number=index),)


def _colours(_: Prompt, data: Mapping[str, Any]) -> Sequence[Subject]:
    chosen = data["choice"].get("data")
    return [Subject(words=str(each)) for each in (chosen if isinstance(chosen, list) else [chosen])]


def _in_order(prompt: Prompt, data: Mapping[str, Any]) -> Sequence[Subject]:
    triggers = prompt.triggers
    return [msgspec.structs.replace(triggers[index], number=None) for index in data["order"]]


def _anything(_: Prompt, data: Mapping[str, Any]) -> Sequence[Subject]:
    """Return the subjects in all fields of an action: objects, players, yes or no, and otherwise words."""
    return [subject for name, value in data.items() for subject in _leaves(name, value)]


def _leaves(name: str, value: object) -> Iterator[Subject]:
    if isinstance(value, list):
        for each in value:
            yield from _leaves(name, each)
    elif isinstance(value, dict):
        if value and set(value) <= {"Object", "Player"}:
            yield target_of(value)
        else:
            for inner, each in value.items():
                yield from _leaves(inner, each)
    elif isinstance(value, bool):
        yield Subject(words=YES if value else NO)
    elif isinstance(value, int):
        is_thing = name.endswith(("_id", "_ids")) or name in ("keep", "cards", "creatures")
        yield Subject(value) if is_thing else Subject(words=str(value))
    elif value is not None:
        yield Subject(words=str(value))


_SUBJECTS: dict[str, Reader] = {
    "SelectModes": lambda prompt, data: [prompt.modes[index] for index in data["indices"]],
    "OrderTriggers": _in_order,
    "ChooseReplacement": _replacement,
    "ChoosePair": lambda _, data: () if data["partner"] is None else (Subject(int(data["partner"])),),
    "ChooseBranch": _branch,
    "KeepAllCopyTargets": lambda *_: (Subject(words="keep"),),
    "DeclareAttackers": _fighters("attacks"),
    "DeclareBlockers": _fighters("assignments"),
    "ChooseManaColor": _colours,
    "PlayLand": lambda _, data: (Subject(data["object_id"]),),
    "CastSpell": lambda _, data: (Subject(data["object_id"]),),
    "ActivateAbility": lambda _, data: (Subject(data["source_id"]),),
}


def _unpayable(thing: GameObject, ability: int) -> bool:
    """Return whether a mana ability of an object costs more counters on that object than there are.

    `ability` is the index of one of its abilities. The engine itself checks this cost for other abilities.
    """
    meant = thing.ability(ability)
    if meant is None or not meant.makes_mana:
        return False
    counters = thing.counters
    return any(
        (sum(counters.values()) if kind is None else counters.get(kind, 0)) < count
        for kind, count in meant.removed_counters()
    )


def _is_no_choice(kind: str, data: Mapping[str, Any]) -> bool:
    """Return whether a listed action is no choice, but a way back, a standing order, or the engine's own shortcut."""
    proposes = kind == "PrecastCopyShortcut" and data.get("response", {}).get("type") == "Propose"
    return kind in _NO_CHOICES or proposes
