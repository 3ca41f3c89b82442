"""The shapes of On the Edge's JSON values."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

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
