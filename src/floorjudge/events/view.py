"""What everybody may see of a tournament, as JSON values: the shape that scripts and pages build on."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from floorjudge.events.explain import why_text
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.scoring import points, score_text
from floorjudge.formats.on_the_edge.tables import Player, Qualified, Result, Table
from floorjudge.texts import Language, render

JsonObject = dict[str, Any]
REMEMBERED = 5_000


def view(state: State, language: Language) -> JsonObject:
    """Return the whole view: stage, tables, standings, the draw's promise; never the seed before the end.

    Everybody may look at the scores at any time.
    Clauses: OTE 2.3
    """
    placed = state.places()
    return {
        "name": state.name,
        "stage": state.stage.value,
        "round": state.round,
        "tables": [table_view(state, table, language) for table in state.tables],
        "sitting_out": list(state.sitting_out),
        "players": [player_view(player, placed.get(player.name)) for player in state.everybody()],
        "draw": {"commitment": state.commitment, "seed": state.seed, "public": state.public},
    }


def table_view(state: State, table: Table, language: Language) -> JsonObject:
    """Return one table of the stage being played, with its result when there is one."""
    return {
        "table": table.table,
        "set": table.set.value,
        "players": list(table.players),
        "target": table.target,
        "off_numbered": table.off_numbered,
        "why": _why(table, language),
        "result": _result_view(table, state.results.get(table.table)),
    }


# The view is made after every command, and nearly every table says what it said before.
@lru_cache(maxsize=REMEMBERED)
def _why(table: Table, language: Language) -> str:
    return render(why_text(table), language)


@lru_cache(maxsize=REMEMBERED)
def _points(table: Table, result: Result) -> tuple[int, ...]:
    return points(table, result)


def _result_view(table: Table, outcome: Result | Qualified | None) -> JsonObject | None:
    if outcome is None:
        return None
    if isinstance(outcome, Qualified):
        return {"qualified": list(outcome.players)}
    return {
        "winner": outcome.winner,
        "influence": dict(zip(table.players, outcome.influence, strict=True)),
        "points": dict(zip(table.players, _points(table, outcome), strict=True)),
        "note": outcome.note,
    }


def player_view(player: Player, place: int | None) -> JsonObject:
    """Return one player's line of the score sheet."""
    return {
        "player": player.name,
        "set": player.set.value,
        "victory_points": player.victory_points,
        "influence": player.influence,
        "score": score_text(player),
        "off_numbered_games": player.off_numbered_games,
        "place": place,
        "deck": None if player.deck is None else player.deck.value,
    }
