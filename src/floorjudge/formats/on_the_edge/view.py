"""An event of On the Edge as JSON values for scripts and pages."""

from __future__ import annotations

from typing import Any

from floorjudge.formats.on_the_edge.scoring import points, score_text
from floorjudge.formats.on_the_edge.tables import Outcome, Qualified, Table, set_of
from floorjudge.formats.players import Player


def player_json(player: Player, place: int | None) -> dict[str, Any]:
    """Return a player's line of the score sheet as JSON."""
    score = player.score
    return {
        "player": player.name,
        "set": set_of(player).value,
        "victory_points": score.victory_points,
        "influence": score.influence,
        "score": score_text(player),
        "off_numbered_games": score.off_numbered_games,
        "place": place,
        "deck": None if player.deck is None else player.deck.value,
    }


def table_json(table: Table) -> dict[str, Any]:
    """Return the fields of a table before `why` and `result`, as JSON."""
    return {
        "table": table.table,
        "set": table.set.value,
        "players": list(table.players),
        "target": table.target,
        "off_numbered": table.off_numbered,
    }


def result_json(table: Table, outcome: Outcome) -> dict[str, Any]:
    """Return a result as JSON."""
    if isinstance(outcome, Qualified):
        return {"qualified": list(outcome.players)}
    return {
        "winner": outcome.winner,
        "influence": dict(zip(table.players, outcome.influence, strict=True)),
        "points": dict(zip(table.players, points(table, outcome), strict=True)),
        "note": outcome.note,
    }
