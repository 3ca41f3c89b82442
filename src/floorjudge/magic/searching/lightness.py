"""Exports without what the search does not need: the less there is in one, the quicker the engine loads it.

A certificate never rests on this: it begins from the position as it was set up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from floorjudge.magic.state.key_leaves_out import LAST_KNOWN
from floorjudge.magic.state.reading_past import readers_of_ledgers
from floorjudge.magic.state.turn_history import is_ledger

_EMPTY_JOURNAL = {
    "entries": [],
    "nodes": [],
    "next_command_ordinal": 0,
    "next_settlement_node_ordinal": 0,
    "produced_mana": [],
    "spent_mana": [],
}
# Records that the engine wants to agree with other fields, and what is so small that it does not count.
_KEPT = frozenset({"deck_pools", "outside_game", "steps_started_this_turn"})
# A delayed trigger that waits on the stack is looked up in the diary when the game is loaded, unless this field calls it an ordinary one.
_FIRINGS, _ORDINARY = "stack_trigger_firings", "Ordinary"
_LOOKED_UP = "ReceiptEligible"
# What went off last; it is written anew by whatever goes off next, and moves in it are looked up in the record of the turn.
_LAST_BATCH = "pending_trigger_event_batch"
# Which moves together have set off a trigger; they are looked up in the record of the turn too.
_BATCHES = "batched_zone_change_trigger_fired"


def reads_past(state: Mapping[str, Any]) -> bool:
    """Say whether something in an exported game looks up what happened before."""
    return readers_of_ledgers(state["state"]).any


def lightened(state: dict[str, Any], *, reads_past: bool) -> dict[str, Any]:
    """Take out of an export, which is changed and returned, the diary, and the record of the turn where nothing reads it."""
    game = state["state"]
    game["attribution"] = {}
    if not game["stack"]:
        game.update((name, {}) for name in LAST_KNOWN)
        if not reads_past:
            game.update((name, type(value)()) for name, value in game.items() if _is_record(name, value))
        if game.get("pending_trigger") is None and _LAST_BATCH in game:
            game[_LAST_BATCH] = []
    if not game["stack"] or _LOOKED_UP not in str(game["stack"]):
        if _FIRINGS in game:
            game[_FIRINGS] = dict.fromkeys(game[_FIRINGS], _ORDINARY)
        game["resolved_rules_journal"] = _EMPTY_JOURNAL
    return state


def _is_record(name: str, value: object) -> bool:
    """Say whether a field of the game is a list of what has happened, which grows with every move."""
    if not value or not isinstance(value, (list, dict)) or name in _KEPT:
        return False
    return name == _BATCHES or is_ledger(name)
