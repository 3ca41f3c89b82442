"""An event of On the Edge as JSON values for scripts and pages: their shapes, and the values."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from floorjudge.formats.on_the_edge.rules.scoring import points, score_text
from floorjudge.formats.on_the_edge.tables import Outcome, Qualified, Table, set_of
from floorjudge.formats.players import Player
from floorjudge.formats.shapes import Draw, Shapes, Whole

Score = Annotated[str, Meta(pattern=r"^-?\d+(/\d+)?$", examples=["16", "31/2"], description="An exact fraction.")]


class OnTheEdgeResult(msgspec.Struct, forbid_unknown_fields=True):
    """The end of a game; in a readmission game only the players who qualified, in order."""

    winner: str | None = None
    influence: dict[str, int] | None = None
    points: dict[str, int] | None = None
    note: str | None = None
    qualified: list[str] | None = None


class OnTheEdgeTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table of the stage being played; its result is null until it is reported."""

    table: Whole
    set: Literal["active", "inactive", "readmission", "final"]
    players: list[str]
    target: int
    off_numbered: bool
    why: str
    result: OnTheEdgeResult | None


class OnTheEdgePlayer(msgspec.Struct, forbid_unknown_fields=True):
    """A line of the score sheet; the place is null until places are public."""

    player: str
    set: Literal["active", "inactive", "left"]
    victory_points: int
    influence: int
    score: Score
    off_numbered_games: int
    place: int | None
    deck: str | None


class OnTheEdgeView(msgspec.Struct, forbid_unknown_fields=True):
    """The public view of an event of On the Edge."""

    name: str
    stage: Literal["registration", "round", "readmission", "final", "finished"]
    round: Whole
    tables: list[OnTheEdgeTable]
    sitting_out: list[str]
    players: list[OnTheEdgePlayer]
    draw: Draw


class OnTheEdgeSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A player of a finished game; influence and points are null if the game has none."""

    player: str
    won: bool
    influence: int | None
    points: int | None


class OnTheEdgeGame(msgspec.Struct, forbid_unknown_fields=True):
    """A finished game."""

    round: Whole
    stage: str
    table: Whole
    target: int
    players: list[OnTheEdgeSeat]


SHAPES = Shapes(OnTheEdgeView, OnTheEdgePlayer, OnTheEdgeTable, OnTheEdgeGame)


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
