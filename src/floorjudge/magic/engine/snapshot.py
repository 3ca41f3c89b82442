"""A position on the engine as a value: its contents, its abstraction, and the same position with a change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import msgspec

from floorjudge.magic.engine.fields import (
    LAST_KNOWN,
    LEFT_OUT_OF_GAME,
    LISTS_IN_ORDER,
    Json,
    empty_journal,
    is_history,
)
from floorjudge.magic.engine.graph import graph_of
from floorjudge.magic.engine.objects import GameObject, Player, StackObject
from floorjudge.magic.engine.readings.wording import Activated, Wording
from floorjudge.magic.engine.views import Field, View
from floorjudge.magic.state import Abstraction, abstract
from floorjudge.reading import is_whole

# History that has to agree with other fields, or is so small that leaving it out saves nothing.
_SMALL_HISTORY = frozenset({"deck_pools", "outside_game", "steps_started_this_turn"})
# History that must not change: the turn itself, and fields that have to agree with others.
_FIXED_HISTORY = _SMALL_HISTORY | {"turn_number", "turns_taken", "zone_changes_this_turn"}
_MUCH, _MANY = 100, 40
# A delayed trigger on the stack is looked up in the log on loading, unless this field calls it an ordinary one.
_FIRINGS, _ORDINARY, _LOOKED_UP = "stack_trigger_firings", "Ordinary", "ReceiptEligible"
# The last trigger; the next one overwrites it, and its moves are looked up in the record of the turn.
_LAST_BATCH = "pending_trigger_event_batch"
# The moves that together have set off a trigger; they are looked up in the record of the turn too.
_BATCHES = "batched_zone_change_trigger_fired"
# Fields that count as facts although the comparison of positions leaves them out.
_FACTS = frozenset({"objects", *LISTS_IN_ORDER} - {"stack"})
_LEFT_OUT_OF_FACTS = frozenset(
    {
        "waiting_for", "player_actions_this_way", "resolving_stack_entry", "pending_trigger_event_batch", "current_trigger_event",
        "current_trigger_events", "current_trigger_match_count", "tracked_object_sets", "chain_tracked_set_id",
        "tracked_set_member_causes", "last_effect_amount", "last_effect_counts_by_player", "stack_trigger_event_batches",
        "pending_activations",
    }
)  # fmt: skip
# Counts of a player, not of an object.
_COUNTED = ("life", "poison_counters", "energy", "player_counters")
# The engine's words for effects by which a player cannot lose or win the game; no object has the number 0.
_NO_END = ("CantLoseTheGame", "CantWinTheGame")
_NO_THING = 0
_PUT_OFF = ("delayed_triggers", "transient_continuous_effects")


class Snapshot(View):
    """A position: the engine's export, and the numbers of labelled objects. It is not changed."""

    def __init__(
        self,
        export: Mapping[str, Json],
        labels: Mapping[str, int] | None = None,
        activated: Activated | None = None,
    ) -> None:
        """Take an export, which the caller does not change after this.

        `activated` tests the names of objects whose abilities may be activated from here; None for all.
        """
        super().__init__(export["state"])
        self.export = export
        self.labels: Mapping[str, int] = labels or {}
        self.activated = activated

    @classmethod
    def from_json(cls, written: str, labels: Mapping[str, int]) -> Snapshot:
        """Return the position that `as_json` has written."""
        return cls(msgspec.json.decode(written), labels)

    def as_json(self) -> str:
        """Return the export as text, which the engine loads as well."""
        return msgspec.json.encode(self.export).decode()

    @cached_property
    def objects(self) -> Mapping[int, GameObject]:
        """Return all objects by their numbers."""
        return {int(number): GameObject(raw) for number, raw in self.raw["objects"].items()}

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Return the players in the order of seats."""
        return tuple(map(Player, self.raw["players"]))

    stack = Field("stack", lambda entries: tuple(map(StackObject, entries)))
    """The objects on the stack; the one that resolves first is last."""
    delayed = Field("delayed_triggers", lambda waiting: tuple(waiting or ()))
    """The delayed triggers, in the engine's form."""
    active = Field("active_player", int)
    """The seat of the player whose turn it is."""
    turn = Field("turn_number", int)
    """The number of the turn."""
    phase = Field("phase", str)
    """The engine's word for the step or phase."""
    open_question: Field[tuple[str, int | None]] = Field(
        "waiting_for", lambda question: (str(question["type"]), (question.get("data") or {}).get("player"))
    )
    """The kind of the open question, and the seat of the player who answers it."""
    in_combat = Field("combat", bool)
    """Whether there is combat."""
    attackers = Field(
        "combat", lambda combat: frozenset(int(each["object_id"]) for each in (combat or {}).get("attackers") or ())
    )
    """The numbers of the creatures that attack."""
    blockers = Field("combat", lambda combat: frozenset(map(int, (combat or {}).get("blocker_to_attacker") or ())))
    """The numbers of the creatures that block."""
    exerted = Field("exerted_this_turn", lambda numbers: frozenset(map(int, numbers or ())))
    """The numbers of what was exerted in this turn."""
    more_loyalty_abilities = Field("extra_loyalty_activations_this_turn", lambda more: sum((more or {}).values()))
    """The number of loyalty abilities of a permanent that effects allow this turn beyond one."""
    extra_phases = Field("extra_phases", lambda phases: tuple(str(each["segment"]["data"]) for each in phases or ()))
    """The engine's words for the phases still to be added to the turn."""
    extra_turns = Field("extra_turns", lambda turns: len(turns or ()))
    """The number of turns still to be added after this one."""

    def last_known_name(self, number: int) -> str:
        """Return the name that an object had when it left the battlefield, empty if the engine does not know it any more."""
        return str(((self.raw.get("lki_cache") or {}).get(str(number)) or {}).get("name") or "")

    @property
    def put_off(self) -> int:
        """Return the number of delayed triggers and of effects with an end."""
        return sum(len(self.raw.get(name) or ()) for name in _PUT_OFF)

    moves = Field("next_timestamp", int)
    """A number that rises when an object changes its zone."""
    made = Field("next_object_id", int)
    """A number that rises when an object is made, such as a copy of a spell."""
    chance = Field("rng_word_pos", int)
    """How much chance has been used up to here."""

    @cached_property
    def wording(self) -> Wording:
        """Return the wording of the cards in this position, as far as it matters to a loop."""
        return Wording(self.raw, self.activated)

    @cached_property
    def abstraction(self) -> Abstraction:
        """Return the shape, which comes back with each iteration of a loop, and the amounts, which may change."""
        return abstract(graph_of(self.export, self.wording), self.labels)

    def activating(self, activated: Activated | None) -> Snapshot:
        """Return the position with another test for the objects whose abilities may be activated from here."""
        return Snapshot(self.export, self.labels, activated)

    def with_seed(self, seed: int) -> Snapshot:
        """Return the position with another seed of chance."""
        return self._with(rng_seed=seed)

    def looks_like(self, other: Snapshot) -> bool:
        """Return whether two positions with a common origin look the same on a table, whatever their records."""
        return self._looks() == other._looks()

    def _looks(self) -> tuple[object, ...]:
        things = {
            number: (*thing.seen, thing.traits, dict(thing.counters), thing.attached_to)
            for number, thing in self.objects.items()
        }
        players = [(each.life, each.poison, each.mana, dict(each.counters), each.library) for each in self.players]
        stack = [entry.looks(self.objects) for entry in self.stack]
        rest = (self.open_question, self.phase, self.turn, self.chance, self.extra_phases, self.put_off)
        return things, players, stack, rest

    def differs_only_in_stack(self, other: Snapshot) -> bool:
        """Return whether two positions in which a player has priority differ at most in the stack and in records."""
        return self._facts() == other._facts()

    def _facts(self) -> dict[str, Json]:
        game = {name: value for name, value in self.raw.items() if value and _is_fact(name)}
        game["players"] = [
            {name: value for name, value in player.items() if not is_history(name)} for player in self.raw["players"]
        ]
        return game

    def without_log(self) -> Snapshot:
        """Return the position without the engine's log: no rule reads it, and a short one is quicker."""
        return self._with(resolved_rules_journal=empty_journal(), attribution={})

    def with_other_histories(self) -> tuple[Snapshot, Snapshot]:
        """Return the position as if nothing, and as if very much, had happened before that is not compared."""
        return self._with_history(_nothing), self._with_history(_more)

    def compacted(self, *, reads_history: bool) -> Snapshot:
        """Return the position without the log, and without turn history unless a card `reads_history`: it loads faster.

        A certificate never rests on this.
        """
        game = dict(self.raw)
        game["attribution"] = {}
        if not game["stack"]:
            game.update((name, {}) for name in LAST_KNOWN)
            if not reads_history:
                game.update(
                    (name, type(value)()) for name, value in self.raw.items() if _is_list_of_history(name, value)
                )
            if game.get("pending_trigger") is None and _LAST_BATCH in game:
                game[_LAST_BATCH] = []
        if not game["stack"] or _LOOKED_UP not in str(game["stack"]):
            if _FIRINGS in game:
                game[_FIRINGS] = dict.fromkeys(game[_FIRINGS], _ORDINARY)
            game["resolved_rules_journal"] = empty_journal()
        return Snapshot({**self.export, "state": game}, self.labels, self.activated)

    def without_end(self) -> Snapshot:
        """Return the position with effects, until end of turn, by which no player can lose or win the game."""
        number, now = self.raw["next_continuous_effect_id"], self.raw["next_timestamp"]
        ways = [(seat, mode) for seat in range(len(self.players)) for mode in _NO_END]
        more = [
            {
                "affected": {"type": "SpecificPlayer", "id": seat},
                "controller": seat,
                "duration": "UntilEndOfTurn",
                "id": number + index,
                "modifications": [{"type": "AddStaticMode", "mode": mode}],
                "source_id": _NO_THING,
                "source_name": "",
                "timestamp": now,
            }
            for index, (seat, mode) in enumerate(ways)
        ]
        return self._with(
            transient_continuous_effects=[*self.raw["transient_continuous_effects"], *more],
            next_continuous_effect_id=number + len(more),
        )

    def with_end(self) -> Snapshot:
        """Return the position without the effects of `without_end`."""
        effects = self.raw["transient_continuous_effects"]
        return self._with(
            transient_continuous_effects=[
                each for each in effects if each["source_id"] != _NO_THING or each["source_name"]
            ]
        )

    def counts_like(self, other: Snapshot) -> bool:
        """Return whether the players have the same life and counters in two positions."""
        return self._counted() == other._counted()

    def _counted(self) -> list[list[Json]]:
        return [[player.get(name) for name in _COUNTED] for player in self.raw["players"]]

    def _with(self, **fields: Json) -> Snapshot:
        return Snapshot({**self.export, "state": {**self.raw, **fields}}, self.labels, self.activated)

    def _with_history(self, change: Callable[[Json], Json]) -> Snapshot:
        past = self.wording.past

        def changed(owner: Mapping[str, Json]) -> dict[str, Json]:
            return {
                field: change(value) if past.may_differ(field) and field not in _FIXED_HISTORY else value
                for field, value in owner.items()
            }

        game = changed(self.raw)
        game["players"] = [changed(player) for player in self.raw["players"]]
        return Snapshot({**self.export, "state": game}, self.labels, self.activated)


def _is_fact(name: str) -> bool:
    """Return whether a field of the game is about more than priority, the open question and records of the past."""
    return name in _FACTS or not (
        name in LEFT_OUT_OF_GAME or name in _LEFT_OUT_OF_FACTS or name.startswith("priority_") or is_history(name)
    )


def _nothing(value: Json) -> Json:
    if isinstance(value, (dict, list)):
        return type(value)()
    return 0 if is_whole(value) else value


def _more(value: Json) -> Any:  # noqa: ANN401 (any JSON value)
    if is_whole(value):
        return value + _MUCH
    if isinstance(value, list):
        return value * _MANY
    if isinstance(value, dict) and value and all(map(is_whole, value.values())):
        return {name: inner + _MUCH for name, inner in value.items()}
    return value


def _is_list_of_history(name: str, value: object) -> bool:
    """Return whether a field of the game is a list of past events, which grows with every move."""
    if not value or not isinstance(value, (list, dict)) or name in _SMALL_HISTORY:
        return False
    return name == _BATCHES or is_history(name)
