"""The shapes of the JSON values of an event, for the description of the API.

The `…_json` methods of a format make the values; `tests/web/test_api.py` compares the two.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Whole = Annotated[int, Meta(ge=0)]


class Draw(msgspec.Struct, forbid_unknown_fields=True):
    """The promise of the draws: the hash of the seed, and the seed itself after the event is finished.

    `typed`: the organiser typed the seed (null if an older version did not record it); `closed`: the list of players is
    closed; `starts`: the number of starts of the event.
    """

    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    seed: str | None
    public: str | None
    typed: bool | None
    closed: bool
    starts: Whole


class StandingShape(msgspec.Struct):
    """A line of the standings; the place is null until places are public, `standing` has an exact value for each column."""

    player: str
    present: bool
    rank: int | None
    place: int | None
    standing: dict[str, str]


class TableShape(msgspec.Struct):
    """A table of the stage being played; its result is null until it is reported."""

    table: Whole
    players: list[str]
    why: str
    result: dict[str, Any] | None


class GameShape(msgspec.Struct):
    """A finished game."""

    round: Whole
    stage: str
    table: Whole
    players: list[str]
    result: dict[str, Any]


class ViewShape(msgspec.Struct):
    """The public view of an event, in most formats."""

    name: str
    format: str
    options: dict[str, Any]
    stage: str
    round: Whole
    rounds: int | None
    tables: list[TableShape]
    byes: list[str]
    players: list[StandingShape]
    draw: Draw


class Shapes(msgspec.Struct, frozen=True):
    """The shapes of a format: of an event's view, and of the further fields of a player's own view."""

    view: type[msgspec.Struct] = ViewShape
    player: type[msgspec.Struct] = StandingShape
    table: type[msgspec.Struct] = TableShape
    game: type[msgspec.Struct] = GameShape
