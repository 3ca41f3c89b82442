"""The state of a tournament: a value, reached only by `evolve` from events."""

from __future__ import annotations

import msgspec
from rpds import HashTrieMap, List

from floorjudge.events.draw import commitment
from floorjudge.events.events import TournamentEvent
from floorjudge.events.floor.state import Venue
from floorjudge.events.players import Players
from floorjudge.formats.on_the_edge.scoring import places
from floorjudge.formats.on_the_edge.stages import finalists
from floorjudge.formats.on_the_edge.tables import (
    FINALISTS,
    Outcome,
    Player,
    PlayerSet,
    Qualified,
    Result,
    Stage,
    Table,
    TableSet,
)


class Played(msgspec.Struct, frozen=True):
    """The tables and results of a stage; corrections of results arrive here too when it is over."""

    round: int
    stage: Stage
    tables: tuple[Table, ...]
    results: HashTrieMap[int, Outcome]

    @property
    def kind(self) -> Stage:
        """The stage that the tables belong to: those of an event that is over are those of its final."""
        return Stage.FINAL if self.stage is Stage.FINISHED else self.stage


class Trail(msgspec.Struct, frozen=True):
    """The way back: a state that was kept whole, and what happened since, newest first.

    The opened event is kept, every state before a grouping, and one now and then in between; of the tournament only, for
    what happened around the tables is not taken back with it.
    """

    base: State
    since: List[TournamentEvent]


class Lasting(msgspec.Struct, frozen=True):
    """What no undo takes back: registration numbers that were given, starts that were made, seeds that were revealed.

    `orders` has, for each number of a random order from 1, the digest of the things that were drawn with it.
    """

    numbers: int = 0
    starts: int = 0
    revealed: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True):
    """A tournament at one moment.

    `round` counts the rounds that were grouped; a readmission game keeps its round's number. `tables`, `results` and
    `sitting_out` are those of the stage being played; `past` holds the stages before it. `readmitted` are in the final by
    their score; `too_late` left a seat of it and came back when all were taken. `looks` holds the players' names, the newest first, by what they look like, see
    `floorjudge.events.lookalikes`, `decks` how many lists each player has handed in. `closed`: the list of players is;
    `roster` is the digest of the players at the start, `seed` is known only when the event is finished. `orders` are the numbers of
    the random orders that stand. `typed`, `draws`, `version`: see `EventOpened`, `finalists_placed`: `EventFinished`; `opened_as`: the name
    at the opening. `venue` is what happens around the tables.
    """

    name: str
    format: str
    commitment: str
    stage: Stage = Stage.REGISTRATION
    round: int = 0
    players: Players = Players()
    registered: int = 0
    looks: HashTrieMap[str, List[str]] = HashTrieMap()
    decks: HashTrieMap[str, int] = HashTrieMap()
    closed: bool = False
    tables: tuple[Table, ...] = ()
    results: HashTrieMap[int, Outcome] = HashTrieMap()
    sitting_out: tuple[str, ...] = ()
    past: tuple[Played, ...] = ()
    readmitted: tuple[str, ...] = ()
    too_late: tuple[str, ...] = ()
    public: str | None = None
    roster: str | None = None
    orders: tuple[int, ...] = ()
    seed: str | None = None
    unplayed_winner: str | None = None
    finalists_placed: bool | None = None
    typed: bool | None = None
    draws: int | None = None
    version: int | None = None
    opened_as: str = ""
    lasting: Lasting = Lasting()
    trail: Trail | None = None
    venue: Venue = Venue()

    @property
    def draws_numbers(self) -> bool:
        """Whether draws are made among players' numbers; in older logs it is among their names."""
        return self.version is not None

    @property
    def stage_number(self) -> int:
        """How many stages have been grouped: the rounds, the readmission games and the final; 0 before the start."""
        return len(self.past) + bool(self.tables)

    def stages(self) -> tuple[Played, ...]:
        """Return all stages that were grouped, the one being played last."""
        now = Played(self.round, self.stage, self.tables, self.results)
        return (*self.past, now) if self.tables else self.past

    @property
    def start_can_be_undone(self) -> bool:
        """Whether the start can be taken back without taking a result with it."""
        return self.stage is Stage.ROUND and not self.past and not self.results

    @property
    def seed_is_public(self) -> bool:
        """Whether everybody may know the seed that is promised now: then nothing may be drawn with it any more."""
        return any(commitment(seed) == self.commitment for seed in self.lasting.revealed)

    @property
    def may_join(self) -> bool:
        """Whether players can register themselves now."""
        return self.venue.self_registration and self.stage is Stage.REGISTRATION and not self.closed

    @property
    def awaits_words(self) -> bool:
        """Whether public words are to be said for a seed that was renewed."""
        return self.roster is not None and self.public is None and bool(self.lasting.revealed)

    def played(self, where: int | None) -> Played:
        """Return the stage `past[where]`; None is the one that is being played."""
        if where is not None:
            return self.past[where]
        return Played(self.round, self.stage, self.tables, self.results)

    def everybody(self) -> list[Player]:
        """Return all players, in the order of registration."""
        return self.players.in_order()

    def members(self, of: PlayerSet) -> list[Player]:
        """Return the players of a set, in the order of registration."""
        return [player for player in self.everybody() if player.set is of]

    def has_left(self, player: str) -> bool:
        """Say whether a player is gone."""
        return self.players[player].set is PlayerSet.LEFT

    def absent(self, table: Table) -> tuple[str, ...]:
        """Return the players of a table who are gone."""
        return tuple(name for name in table.players if self.has_left(name))

    def table(self, number: int) -> Table | None:
        """Return a table of the stage being played, None when there is no such number."""
        return self.tables[number - 1] if 1 <= number <= len(self.tables) else None

    def table_in(self, stage: int, number: int) -> Table | None:
        """Return a table of a stage, counted as `stage_number` does, None when there is none of this number."""
        if stage == self.stage_number:
            return self.table(number)
        tables = self.past[stage - 1].tables if 1 <= stage <= len(self.past) else ()
        return tables[number - 1] if 1 <= number <= len(tables) else None

    def open_tables(self) -> list[Table]:
        """Return the tables whose game has no result yet."""
        return [table for table in self.tables if table.table not in self.results]

    def result(self, table: Table) -> Result | None:
        """Return the result of a game for points, None while it is open or when it is a readmission game."""
        outcome = self.results.get(table.table)
        return outcome if isinstance(outcome, Result) else None

    def newest_event(self) -> TournamentEvent | None:
        """Return the last event that still stands, None when nothing has happened since the opening."""
        return next(iter(self.trail.since), None) if self.trail else None

    def final_table(self) -> Table | None:
        """Return the table of the final, None when it has not been grouped."""
        return next((table for table in self.tables if table.set is TableSet.FINAL), None)

    def places(self) -> dict[str, int]:
        """Return the place of each player who has one; nobody has one before the event is finished.

        Clauses: OTE 2.10
        """
        if self.stage is not Stage.FINISHED:
            return {}
        final = self.final_table()
        result = self.result(final) if final else None
        played = None if final is None or result is None else (final, result)
        return places(self.everybody(), played, self.unplayed_winner, keeping=bool(self.finalists_placed))

    def in_event(self) -> list[Player]:
        """Return the players who have not left, in the order of registration."""
        return [player for player in self.everybody() if player.set is not PlayerSet.LEFT]

    def with_seats(self) -> list[str]:
        """Return who has won a seat of the final by score or in a readmission game, in that order."""
        games = (self.results.get(table.table) for table in self.tables if table.set is TableSet.READMISSION)
        qualified = (name for game in games if isinstance(game, Qualified) for name in game.players)
        return [name for name in (*self.readmitted, *qualified) if name not in self.too_late]

    def finalists(self) -> list[str]:
        """Return who is in the final by now: the active players, then the readmitted ones who are still here."""
        return finalists(self.in_event(), self.with_seats())

    def vacancies(self) -> int:
        """Return how many seats of the final nobody has yet, 0 to 3."""
        return max(0, FINALISTS - len(self.finalists()))
