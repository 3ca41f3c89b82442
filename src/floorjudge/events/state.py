"""The state of a tournament: a value, reached only by `evolve` from events."""

from __future__ import annotations

from enum import Enum
from operator import attrgetter
from typing import Any

import msgspec
from rpds import HashTrieMap, List

from floorjudge.events.events import Event
from floorjudge.formats.on_the_edge.decks import Verdict
from floorjudge.formats.on_the_edge.tables import Outcome, Qualified, Result, Table

FINALISTS = 3


class Stage(Enum):
    """How far a tournament has come."""

    REGISTRATION = "registration"
    ROUND = "round"
    READMISSION = "readmission"
    FINAL = "final"
    FINISHED = "finished"


class PlayerSet(Enum):
    """Where a player stands: not beaten yet, beaten and playing on, or gone.

    Clauses: OTE 2.0, OTE 2.2
    """

    ACTIVE = "active"
    INACTIVE = "inactive"
    LEFT = "left"


class Player(msgspec.Struct, frozen=True, gc=False):
    """A player and what they have so far; `number` counts registrations from 1."""

    name: str
    number: int
    set: PlayerSet = PlayerSet.ACTIVE
    victory_points: int = 0
    influence: int = 0
    off_numbered_games: int = 0
    deck: Verdict | None = None


class Played(msgspec.Struct, frozen=True):
    """The tables and results of a stage that is over; corrections of results arrive here too."""

    round: int
    stage: Stage
    tables: tuple[Table, ...]
    results: HashTrieMap[int, Outcome]


class Trail(msgspec.Struct, frozen=True):
    """The way back: a state that was kept whole, and what happened since, newest first.

    The opened event is kept, every state before a grouping, and one now and then in between.
    """

    base: State
    since: List[Event]


class State(msgspec.Struct, frozen=True):
    """A tournament at one moment.

    `round` counts the rounds that were grouped; a readmission game keeps its round's number. `tables`, `results` and
    `sitting_out` are those of the stage being played; `past` holds the stages before it. `readmitted` are in the final by
    their score. `roster` is the digest of the players at the start, `seed` is known only when the event is finished.
    """

    name: str
    format: str
    commitment: str
    stage: Stage = Stage.REGISTRATION
    round: int = 0
    players: HashTrieMap[str, Player] = HashTrieMap()
    registered: int = 0
    tables: tuple[Table, ...] = ()
    results: HashTrieMap[int, Outcome] = HashTrieMap()
    sitting_out: tuple[str, ...] = ()
    past: tuple[Played, ...] = ()
    readmitted: tuple[str, ...] = ()
    public: str | None = None
    roster: str | None = None
    orders: int = 0
    seed: str | None = None
    unplayed_winner: str | None = None
    trail: Trail | None = None

    def everybody(self) -> list[Player]:
        """Return all players, in the order of registration."""
        return sorted([player for _, player in self._entries()], key=attrgetter("number"))

    def members(self, of: PlayerSet) -> list[Player]:
        """Return the players of a set, in the order of registration."""
        return sorted([player for _, player in self._entries() if player.set is of], key=attrgetter("number"))

    def _entries(self) -> list[tuple[str, Player]]:
        # To walk a map, rpds takes one entry after another out of a copy of it. The form that it gives to pickle holds
        # all entries at once, fifteen times as fast.
        form: Any = self.players.__reduce__()
        entries: list[tuple[str, Player]] = form[1][0]
        return entries

    def has_left(self, player: str) -> bool:
        """Say whether a player is gone."""
        return self.players[player].set is PlayerSet.LEFT

    def absent(self, table: Table) -> tuple[str, ...]:
        """Return the players of a table who are gone."""
        return tuple(name for name in table.players if self.has_left(name))

    def table(self, number: int) -> Table | None:
        """Return a table of the stage being played, None when there is no such number."""
        return self.tables[number - 1] if 1 <= number <= len(self.tables) else None

    def open_tables(self) -> list[Table]:
        """Return the tables whose game has no result yet."""
        return [table for table in self.tables if table.table not in self.results]

    def result(self, table: Table) -> Result | None:
        """Return the result of a game for points, None while it is open or when it is a readmission game."""
        outcome = self.results.get(table.table)
        return outcome if isinstance(outcome, Result) else None

    def newest_event(self) -> Event | None:
        """Return the last event that still stands, None when nothing has happened since the opening."""
        return next(iter(self.trail.since), None) if self.trail else None

    def finalists(self) -> list[str]:
        """Return who is in the final by now: the active players, then the readmitted ones who are still here.

        Clauses: OTE 2.8
        """
        names = [player.name for player in self.members(PlayerSet.ACTIVE)]
        qualified = [outcome.players for outcome in self.results.values() if isinstance(outcome, Qualified)]
        waiting = (*self.readmitted, *(name for players in qualified for name in players))
        return names + [name for name in waiting if self.players[name].set is PlayerSet.INACTIVE]

    def vacancies(self) -> int:
        """Return how many seats of the final nobody has yet, 0 to 3."""
        return max(0, FINALISTS - len(self.finalists()))
