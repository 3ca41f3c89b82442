"""The parts of every event in any format: players, stages with tables, results; and the view of them that a format gets.

Everything here is an immutable value. Parts that only one format has, such as a player's score, are structs of that
format.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, Protocol, Self

import msgspec
from msgspec.structs import replace
from rpds import HashTrieMap

from floorjudge.formats.decks import Verdict
from floorjudge.formats.log import SeatsMoved
from floorjudge.formats.players import Player, Players

__all__ = [
    "Competition",
    "Draw",
    "Finished",
    "Phase",
    "Played",
    "Player",
    "Players",
    "Stage",
    "Table",
    "Verdict",
    "as_kept",
]


class Draw(Protocol):
    """The source of chance."""

    def in_order(self, label: str, names: Iterable[str]) -> list[str]:
        """Return different names in the order of a draw, such as `round 2/seats`.

        Each label is for one draw only. Draws use `Player.roster_name`, which never changes.
        """
        ...


class Phase(Enum):
    """The phase of an event, in any format."""

    REGISTRATION = "registration"
    PLAYING = "playing"
    FINISHED = "finished"


class Table(Protocol):
    """One game or match of a stage. A format's own struct has more, such as `why` these players sit together."""

    @property
    def table(self) -> int:
        """The number of the table at its stage, from 1."""
        ...

    @property
    def players(self) -> tuple[str, ...]:
        """Its players in seat order."""
        ...


class Stage(msgspec.Struct, frozen=True):
    """A stage to play next: a round, a playoff, or another kind of the format. A format may add fields.

    `kind` is the format's word for it, `round` the number of its round, from 1. The tables are numbered from 1, without
    a gap. `sitting_out` are the players without a game in it: some formats call that a bye.
    """

    kind: str
    round: int
    tables: tuple[Any, ...]
    sitting_out: tuple[str, ...] = ()


class Finished(msgspec.Struct, frozen=True):
    """The end of an event. A format may add fields."""


class Played(msgspec.Struct, frozen=True):
    """A stage with its results, also with corrections made after it was over. `moves` were made by hand, in order."""

    kind: str
    round: int
    tables: tuple[Any, ...]
    results: HashTrieMap[int, Any]
    sitting_out: tuple[str, ...] = ()
    moves: tuple[SeatsMoved, ...] = ()


class Competition(msgspec.Struct, frozen=True):
    """Everything that a format may know of an event.

    `stage_kind` is the format's word for the current or last stage, empty before the start; `round` is the round of
    that stage. `tables`, `results` (the outcomes by table), `sitting_out` and the `moves` by hand are also those of
    that stage; `past` holds the stages before it. `options` is a struct of the format, with its proposals filled in
    from the start on; `memory` is another one, for what belongs to neither players nor tables.
    """

    options: Any = None
    phase: Phase = Phase.REGISTRATION
    stage_kind: str = ""
    round: int = 0
    players: Players = Players()
    tables: tuple[Any, ...] = ()
    results: HashTrieMap[int, Any] = HashTrieMap()
    sitting_out: tuple[str, ...] = ()
    moves: tuple[SeatsMoved, ...] = ()
    past: tuple[Played, ...] = ()
    memory: Any = None

    @property
    def stage(self) -> str:
        """The word for the progress of the event: registration, the kind of the stage being played, or finished."""
        return self.stage_kind if self.phase is Phase.PLAYING else self.phase.value

    @property
    def stage_number(self) -> int:
        """The number of stages so far; 0 before the start."""
        return len(self.past) + bool(self.tables)

    def stages(self) -> tuple[Played, ...]:
        """Return all stages so far, the current one last."""
        return (*self.past, self.played(None)) if self.tables else self.past

    def played(self, where: int | None) -> Played:
        """Return the stage `past[where]`, for None the one being played."""
        if where is not None:
            return self.past[where]
        return Played(self.stage_kind, self.round, self.tables, self.results, self.sitting_out, self.moves)

    def all_players(self) -> list[Player]:
        """Return all players, in the order of registration."""
        return self.players.in_order()

    def in_event(self) -> list[Player]:
        """Return the players who have not left, in the order of registration."""
        return [player for player in self.all_players() if player.present]

    def has_left(self, player: str) -> bool:
        """Return whether a player has left."""
        return not self.players[player].present

    def may_act(self, player: str) -> bool:
        """Return whether a player may call a judge and answer about a loop: one who is in the event, or has left it but has an open game."""
        return not self.has_left(player) or any(player in table.players for table in self.open_tables())

    def absent(self, table: Table) -> tuple[str, ...]:
        """Return the players of a table who have left."""
        return tuple(name for name in table.players if self.has_left(name))

    def table(self, number: int) -> Any:
        """Return a table of the stage being played; None if there is no such number."""
        return self.tables[number - 1] if 1 <= number <= len(self.tables) else None

    def table_in(self, stage: int, number: int) -> Any:
        """Return a table of a stage, whose number is as in `stage_number`; None if it has no table with this number."""
        if stage == self.stage_number:
            return self.table(number)
        tables = self.past[stage - 1].tables if 1 <= stage <= len(self.past) else ()
        return tables[number - 1] if 1 <= number <= len(tables) else None

    def table_of(self, player: str) -> Any:
        """Return a player's table of the stage being played; None without one."""
        return next((table for table in self.tables if player in table.players), None)

    def games_of(self, player: str) -> Iterator[tuple[Played, Any]]:
        """Yield the tables at which a player had a game with a result, with their stages, the oldest first."""
        for played in self.stages():
            for table in played.tables:
                if player in table.players and table.table in played.results:
                    yield played, table

    def open_tables(self) -> list[Any]:
        """Return the tables whose game has no result yet."""
        return [table for table in self.tables if table.table not in self.results]

    def anything_played(self) -> bool:
        """Return whether there are ranks: a game has a result, or the event is over."""
        return bool(self.past or self.results) or self.phase is Phase.FINISHED

    def with_scores(self, scores: Mapping[str, Any]) -> Self:
        """Return the event with new scores for some players, by name."""
        players = self.players
        for name, score in scores.items():
            players = players.with_player(replace(players[name], score=score))
        return replace(self, players=players)


def as_kept(name: str) -> str:
    """Return a name in its stored spelling: composed characters, single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).split())
