"""The last step of setting up: whose turn it is, the order of entering, and a record of a turn without events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from floorjudge.magic.phase.debug_interface import close_door
from floorjudge.magic.positions.board import Placed
from floorjudge.magic.positions.dealing import empty_journal
from floorjudge.magic.positions.position import Position

_COLOURS = {"White", "Blue", "Black", "Red", "Green"}
_BASICS = {"Plains", "Island", "Swamp", "Mountain", "Forest"}
_PHASES = {
    "untap": "Untap",
    "upkeep": "Upkeep",
    "draw": "Draw",
    "main": "PreCombatMain",
    "beginning of combat": "BeginCombat",
    # The engine asks for attackers itself, when everybody has passed at the beginning of combat.
    "declare attackers": "BeginCombat",
    "second main": "PostCombatMain",
    "end step": "End",
}


def settled(position: Position, placed: Placed) -> dict[str, Any]:
    """Return the export of a game in which the position is what there is, and nothing has happened this turn."""
    state = placed.state
    game = state["state"]
    _turn(game, position)
    _order(game, position, placed)
    _forget(game)
    close_door(state)
    return state


def _turn(game: dict[str, Any], position: Position) -> None:
    active, priority = position.turn_of, position.priority
    # Everybody has had a turn before this one, so that "since your last turn" has a meaning.
    game["turn_number"] = position.players + active + 1
    game["active_player"] = active
    game["phase"] = _PHASES[position.step]
    steps = list(_PHASES)
    passed = steps[: steps.index(position.step) + 1]
    game["steps_started_this_turn"] = {_PHASES[step]: 1 for step in passed}
    game["priority_player"] = priority
    game["waiting_for"] = {"type": "Priority", "data": {"player": priority}}
    # Priority goes round from the active player: whoever comes before its holder has passed.
    round_ = [(active + step) % position.players for step in range(position.players)]
    game["priority_passes"] = sorted(round_[: round_.index(priority)])
    game["priority_pass_count"] = round_.index(priority)
    game["lands_played_this_turn"] = position.lands_played
    for player in game["players"]:
        player["turns_taken"] = 2 if player["id"] <= active else 1
        player["lands_played_this_turn"] = position.lands_played if player["id"] == active else 0
    if "draw" in passed[:-1]:
        drawing = game["players"][active]
        drawing["has_drawn_this_turn"], drawing["cards_drawn_this_turn"] = True, 1
    if position.lands_played:
        game["lands_played_this_turn_by_player"] = {str(active): [{"from_zone": "Hand"}] * position.lands_played}


def _order(game: dict[str, Any], position: Position, placed: Placed) -> None:
    """Let permanents have entered in the order in which they are written, and libraries lie as they are written."""
    entered = [
        (number, permanent)
        for permanents, row in zip(position.battlefield, placed.board, strict=True)
        for permanent, numbers in zip(permanents, row, strict=True)
        for number in numbers
    ]
    game["battlefield"] = [number for number, _ in entered]
    for timestamp, (number, permanent) in enumerate(entered, 1):
        thing = game["objects"][str(number)]
        thing["timestamp"] = timestamp
        thing["entered_battlefield_turn"] = game["turn_number"] if permanent.sick else 1
        thing["damage_marked"] = permanent.damage
        if permanent.chosen is not None:
            thing["chosen_attributes"] = [_chosen(permanent.chosen, position.names)]
    game["next_timestamp"] = max(game["next_timestamp"], len(entered) + 1)
    for player in game["players"]:
        for zone in ("hand", "graveyard", "library"):
            player[zone] = placed.zones[zone, player["id"]]


def _chosen(word: str, players: Sequence[str]) -> dict[str, Any]:
    """Return what was chosen as something entered: a player, a color, a basic land type, a number or else a creature type."""
    if word in players:
        return {"type": "Player", "value": players.index(word)}
    if word.capitalize() in _COLOURS:
        return {"type": "Color", "value": word.capitalize()}
    if word.capitalize() in _BASICS:
        return {"type": "BasicLandType", "value": word.capitalize()}
    if word.isdecimal():
        return {"type": "Number", "value": int(word)}
    return {"type": "CreatureType", "value": word[:1].upper() + word[1:]}


def _forget(game: dict[str, Any]) -> None:
    """Empty the engine's records of what has happened, and nothing else."""
    game["resolved_rules_journal"] = empty_journal()
    game["zone_changes_this_turn"] = []
    game["zone_change_library_knowledge_stamps"] = []
    game["battlefield_entries_this_turn"] = []
    # Decks are for sideboards and the next game; without them exporting and loading take half as long.
    for pool in game["deck_pools"]:
        pool["current_main"], pool["registered_main"] = [], []
