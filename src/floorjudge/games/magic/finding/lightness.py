"""Exports without what the search does not need: the less there is in one, the quicker the engine loads it.

A certificate never rests on this: it begins from the position as it was set up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from floorjudge.games.magic.key_leaves_out import LAST_KNOWN
from floorjudge.games.magic.reading_past import readers_of_ledgers

_EMPTY_JOURNAL = {
    "entries": [],
    "nodes": [],
    "next_command_ordinal": 0,
    "next_settlement_node_ordinal": 0,
    "produced_mana": [],
    "spent_mana": [],
}
_RECORDS = ("zone_changes_this_turn", "damage_dealt_this_turn")
# A delayed trigger that waits on the stack is looked up in the diary when the game is loaded.
_LOOKED_UP = "ReceiptEligible"


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
            game.update((name, []) for name in _RECORDS)
    if not game["stack"] or _LOOKED_UP not in str(game["stack"]):
        game["resolved_rules_journal"] = _EMPTY_JOURNAL
    return state
