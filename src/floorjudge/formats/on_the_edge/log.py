"""The events of On the Edge in the log; their fields and the order of these never change."""

from __future__ import annotations

from typing import Literal

import msgspec

from floorjudge.formats.claims import Claim
from floorjudge.formats.log import Admitted, Amended, Decided, Ended, Left, Reported, Returned, StageMade, Unreported
from floorjudge.formats.on_the_edge.claims import Alone, NoWinner, ReachedEight, Won
from floorjudge.formats.on_the_edge.tables import Table


class RoundGrouped(StageMade, frozen=True, gc=False):
    """The tables of the next stage; see `StageMade`.

    `stage` is round, readmission or final. `readmitted` are in the final by their score so far.
    """

    stage: str
    round: int
    tables: tuple[Table, ...]
    sitting_out: tuple[str, ...] = ()
    readmitted: tuple[str, ...] = ()
    public: str | None = None
    roster: str | None = None
    deck_reason: str | None = None


class ResultReported(Reported, frozen=True, gc=False):
    """A game ended."""

    table: int
    winner: str
    influence: dict[str, int]
    note: str | None = None

    @property
    def claim(self) -> Won:
        """How it ended."""
        return Won(self.winner, self.influence, self.note)


class ReadmissionReported(Reported, frozen=True, gc=False):
    """A readmission game ended."""

    table: int
    qualified: tuple[str, ...]

    @property
    def claim(self) -> ReachedEight:
        """How it ended."""
        return ReachedEight(self.qualified)


class GameDrawn(Reported, frozen=True, gc=False):
    """A game ended without a winner and is played again."""

    table: int

    @property
    def claim(self) -> NoWinner:
        """How it ended."""
        return NoWinner()


class ResultUnreported(Unreported, frozen=True, gc=False):
    """A result of the stage being played was removed, and its game is open again.

    `winner` is the only player left at the table, and has won as before the report.
    """

    table: int
    reason: str
    winner: str | None = None

    @property
    def decided(self) -> Alone | None:
        """The claim by which the absence of players decides the game."""
        return None if self.winner is None else Alone(self.winner)


class LatecomerAdmitted(Admitted, frozen=True, gc=False):
    """The organiser admitted a player after the start: into the inactive set, with no points; see `Admitted`."""

    player: str
    number: int


class PlayerLeft(Left, frozen=True, gc=False):
    """A player left; if that decided the game at `table`, its `winner` or the `qualified` players are here too."""

    player: str
    table: int | None = None
    winner: str | None = None
    qualified: tuple[str, ...] | None = None

    @property
    def decided(self) -> tuple[Decided, ...]:
        """The game that this decides."""
        if self.table is None:
            return ()
        claim: Claim = Alone(str(self.winner)) if self.qualified is None else ReachedEight(self.qualified)
        return (Decided(self.table, claim),)


class PlayerReturned(Returned, frozen=True, gc=False):
    """A player who had left is in the event again, in this set.

    None in older logs, where every player without an open game came back inactive.
    """

    player: str
    set: Literal["active", "inactive"] | None = None


class Otherwise(msgspec.Struct, frozen=True, gc=False):
    """The difference at the next grouping if the corrected result had been reported at once.

    `active` and `inactive` are the players who would have been in that set and were not; `stage` is the stage that
    would have come instead, None for the same; `groups` are the groups that would have been made and were not.
    """

    active: tuple[str, ...] = ()
    inactive: tuple[str, ...] = ()
    stage: str | None = None
    groups: tuple[tuple[str, ...], ...] = ()


class ResultAmended(Amended, frozen=True, gc=False):
    """A result was corrected; `otherwise` is set if the next stage had already been grouped, which stays."""

    round: int
    table: int
    winner: str
    influence: dict[str, int]
    reason: str
    note: str | None = None
    otherwise: Otherwise | None = None

    @property
    def claim(self) -> Won:
        """How the game ended."""
        return Won(self.winner, self.influence, self.note)


class ReadmissionAmended(Amended, frozen=True, gc=False):
    """The result of a readmission game was corrected; see `ResultAmended`."""

    round: int
    table: int
    qualified: tuple[str, ...]
    reason: str
    otherwise: Otherwise | None = None

    @property
    def claim(self) -> ReachedEight:
        """How the game ended."""
        return ReachedEight(self.qualified)


class EventFinished(Ended, frozen=True, gc=False):
    """The event is over and its seed is revealed; `unplayed_winner` was the only player left for the final.

    `finalists_placed`: the players of the final have the places that it gave, also after leaving. None in older logs,
    where of the players who had left only the winner had a place.
    """

    seed: str
    unplayed_winner: str | None = None
    finalists_placed: bool | None = None


EVENTS = (
    RoundGrouped,
    ResultReported,
    ReadmissionReported,
    GameDrawn,
    ResultUnreported,
    LatecomerAdmitted,
    PlayerLeft,
    PlayerReturned,
    ResultAmended,
    ReadmissionAmended,
    EventFinished,
)
