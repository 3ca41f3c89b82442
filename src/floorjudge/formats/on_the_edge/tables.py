"""Players, tables and results: opponents, the reasons for a table, and how a game ended."""

from __future__ import annotations

from enum import Enum, StrEnum

import msgspec

from floorjudge.formats.players import Player

OFF_NUMBERED_SIZES = (2, 4)
TARGET = 16
READMISSION_TARGET = 8
FINALISTS = 3


class Kind(StrEnum):
    """The kind of a stage."""

    ROUND = "round"
    READMISSION = "readmission"
    FINAL = "final"


class PlayerSet(Enum):
    """A player's set: not beaten yet, beaten and playing on, or gone.

    Clauses: OTE 2.0, OTE 2.2
    """

    ACTIVE = "active"
    INACTIVE = "inactive"
    LEFT = "left"


class Score(msgspec.Struct, frozen=True, gc=False):
    """A player's score so far.

    `set` is the current set or, for a player who left, the one upon coming back; `missed`: tables were made while
    they were away. `late_in` is the round in which a latecomer entered.
    """

    set: PlayerSet = PlayerSet.ACTIVE
    victory_points: int = 0
    influence: int = 0
    off_numbered_games: int = 0
    missed: bool = False
    late_in: int | None = None


def set_of(player: Player) -> PlayerSet:
    """Return a player's set."""
    stands: PlayerSet = player.score.set if player.present else PlayerSet.LEFT
    return stands


class TableSet(Enum):
    """The set to which a table belongs."""

    ACTIVE = "active"
    INACTIVE = "inactive"
    READMISSION = "readmission"
    FINAL = "final"


class Drawn(msgspec.Struct, frozen=True, tag="drawn", tag_field="kind", gc=False):
    """Three active players drawn at random; all players in the first round."""

    first_round: bool


class DrawnOffNumbered(msgspec.Struct, frozen=True, tag="drawn-off-numbered", tag_field="kind", gc=False):
    """Active players drawn for a game of two or four; `again` are those who sat in one before, because too few had not.

    `playing` is the number of active players to group.
    """

    playing: int
    first_round: bool
    again: tuple[str, ...]


class Ranked(msgspec.Struct, frozen=True, tag="ranked", tag_field="kind", gc=False):
    """Consecutive players of the inactive set's list: places `first` to `last` of `playing`."""

    first: int
    last: int
    playing: int


class Tied(msgspec.Struct, frozen=True, tag="tied", tag_field="kind", gc=False):
    """Players whose equal scores straddle the last `seats` of the final; `score` is the exact fraction as text."""

    seats: int
    score: str


class Advanced(msgspec.Struct, frozen=True, tag="advanced", tag_field="kind", gc=False):
    """The final: the active players, and `readmitted` ones from the inactive set."""

    readmitted: tuple[str, ...]


Why = Drawn | DrawnOffNumbered | Ranked | Tied | Advanced


class Table(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One game of a round: its number at this stage, from 1, and its players in seat order.

    `by_hand` is the reason of a move by hand, None without one. It is never in an event of the log, which has the move.
    """

    table: int
    set: TableSet
    players: tuple[str, ...]
    why: Why
    by_hand: str | None = None

    @property
    def target(self) -> int:
        """The influence that wins the game.

        Clauses: OTE 2.4.3, OTE 2.8.3
        """
        return READMISSION_TARGET if self.set is TableSet.READMISSION else TARGET

    @property
    def off_numbered(self) -> bool:
        """Whether this is a game of two or four players (a readmission game is another kind).

        Clauses: OTE 2.0
        """
        return self.set is not TableSet.READMISSION and len(self.players) in OFF_NUMBERED_SIZES

    def scores_as_active(self, player: str) -> bool:
        """Return whether this game gives a player the points of the active set: the player's set when it began.

        Clauses: OTE 2.3
        """
        if isinstance(self.why, Advanced):
            return player not in self.why.readmitted
        return self.set is TableSet.ACTIVE


class Result(msgspec.Struct, frozen=True, gc=False):
    """The end of a game: one winner, and all final influences in seat order.

    `absent` left before it ended; `unplayed` means that the winner was the only player left at the table.
    """

    winner: str
    influence: tuple[int, ...]
    note: str | None = None
    absent: tuple[str, ...] = ()
    unplayed: bool = False


class Qualified(msgspec.Struct, frozen=True, gc=False):
    """The end of a readmission game: the players who leave it for the final, in the order in which they reached 8.

    `absent` left the event before it ended.
    """

    players: tuple[str, ...]
    absent: tuple[str, ...] = ()


Outcome = Result | Qualified


class Memory(msgspec.Struct, frozen=True):
    """The memory of an event: what belongs to neither players nor tables.

    `readmitted` are in the final by their score; `too_late` left a seat of it and came back when all were taken. The
    last two fields are those of `EventFinished`.
    """

    readmitted: tuple[str, ...] = ()
    too_late: tuple[str, ...] = ()
    unplayed_winner: str | None = None
    finalists_placed: bool | None = None
