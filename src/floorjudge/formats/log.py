"""The events of a tournament's log: those that formats share, and the families to which their own events belong.

A family has abstract properties for what every event of the tournament must be able to read. It has no fields, because
each of its structs declares its own, in an order that never changes. A loaded format is checked for missing ones. The tag
of an event is the name of its class and unique among all formats, so that a log is read without knowing its format.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import msgspec

from floorjudge.formats.claims import Claim


class TournamentEvent(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """An event of the tournament itself."""


class StageMade(TournamentEvent, frozen=True):
    """The tables of the next stage. They are valid as written here; the seed only proves them. Every format has its own struct.

        class RoundPaired(StageMade, frozen=True, gc=False):
            stage: str
            round: int
            tables: tuple[Match, ...]
            sitting_out: tuple[str, ...] = ()
            public: str | None = None
            roster: str | None = None
            deck_reason: str | None = None

    `stage` is the kind of the stage. `roster` is set at the start only, `public` there and after the seed was renewed;
    `deck_reason` is why illegal decks were allowed.
    """

    @property
    @abstractmethod
    def stage(self) -> str:
        """The kind of the stage, a word of the format."""

    @property
    @abstractmethod
    def round(self) -> int:
        """The number of its round, from 1."""

    @property
    @abstractmethod
    def tables(self) -> tuple[Any, ...]:
        """Its tables, numbered from 1."""

    @property
    @abstractmethod
    def sitting_out(self) -> tuple[str, ...]:
        """The players without a game in it."""

    @property
    @abstractmethod
    def public(self) -> str | None:
        """The public words that go into the draw."""

    @property
    @abstractmethod
    def roster(self) -> str | None:
        """The digest of the players at the start."""

    @property
    @abstractmethod
    def deck_reason(self) -> str | None:
        """Why illegal decks were allowed at the start."""


class Reported(TournamentEvent, frozen=True):
    """A game ended."""

    @property
    @abstractmethod
    def table(self) -> int:
        """The table of the stage being played."""

    @property
    @abstractmethod
    def claim(self) -> Any:
        """How it ended."""


class Unreported(TournamentEvent, frozen=True):
    """A result of the stage being played was removed, and its game is open again; `reason` is why."""

    @property
    @abstractmethod
    def table(self) -> int:
        """The table of the stage being played."""

    @property
    @abstractmethod
    def reason(self) -> str:
        """Why, in words."""

    @property
    @abstractmethod
    def decided(self) -> Any:
        """The claim by which the absence of players decides the game; None if it is open."""


class Amended(TournamentEvent, frozen=True):
    """A result was corrected; `otherwise` is set if the next stage had already been made, which stays."""

    @property
    @abstractmethod
    def round(self) -> int:
        """The round of the game."""

    @property
    @abstractmethod
    def table(self) -> int:
        """Its table in that round."""

    @property
    @abstractmethod
    def claim(self) -> Any:
        """How the game ended."""

    @property
    @abstractmethod
    def reason(self) -> str:
        """Why the result was corrected, in words."""

    @property
    @abstractmethod
    def otherwise(self) -> Any:
        """What would have been different, had it been known before the next stage was made."""


class Admitted(TournamentEvent, frozen=True):
    """The organiser admitted a player after the start; no other player ever has this `number`."""

    @property
    @abstractmethod
    def player(self) -> str:
        """The player who entered."""

    @property
    @abstractmethod
    def number(self) -> int:
        """Their number."""


class Left(TournamentEvent, frozen=True):
    """A player left."""

    @property
    @abstractmethod
    def player(self) -> str:
        """The player who left."""

    @property
    @abstractmethod
    def decided(self) -> tuple[Decided, ...]:
        """The games that this decides."""


class Returned(TournamentEvent, frozen=True):
    """A player who had left is in the event again."""

    @property
    @abstractmethod
    def player(self) -> str:
        """The returning player."""


class Ended(TournamentEvent, frozen=True):
    """The event is over and its seed is revealed."""

    @property
    @abstractmethod
    def seed(self) -> str:
        """The seed of the draws."""


class Decided(msgspec.Struct, frozen=True):
    """A game that is decided without being played to its end."""

    table: int
    claim: Claim


class Otherwise(msgspec.Struct, frozen=True, gc=False):
    """The difference at the next stage if the corrected result had been reported at once.

    `stage` is the kind of the stage that would have come instead, None for the same; `groups` are the players of each table
    that would have been made and was not.
    """

    stage: str | None = None
    groups: tuple[tuple[str, ...], ...] = ()


# The events of formats without structs of their own. On the Edge, whose logs are older, has others.


class GameReported(Reported, frozen=True):
    """A game ended as claimed."""

    table: int
    claim: Claim


class GameReopened(Unreported, frozen=True):
    """A result of the stage being played was removed; see `Unreported`."""

    table: int
    reason: str
    decided: Claim | None = None


class GameAmended(Amended, frozen=True):
    """A result was corrected; see `Amended`."""

    round: int
    table: int
    claim: Claim
    reason: str
    otherwise: Otherwise | None = None


class Seats(msgspec.Struct, frozen=True, gc=False):
    """The players of a table, in seat order."""

    table: int
    players: tuple[str, ...]


class SeatsMoved(TournamentEvent, frozen=True):
    """Players of the stage being played were moved by hand; `reason` is why.

    `tables` are those with other players or another seat order than before: first the one that the organiser named, then those
    that its players came from. `sitting_out` are the players who had a game before and have none now.
    """

    tables: tuple[Seats, ...]
    sitting_out: tuple[str, ...]
    reason: str

    def out_after(self, sitting_out: tuple[str, ...]) -> tuple[str, ...]:
        """Return the players without a game after the move, from those without one before."""
        seated = {name for seats in self.tables for name in seats.players}
        return (*(name for name in sitting_out if name not in seated), *self.sitting_out)


class PlayerEntered(Admitted, frozen=True, gc=False):
    """A player entered after the start; see `Admitted`."""

    player: str
    number: int


class PlayerDropped(Left, frozen=True):
    """A player left; see `Left`."""

    player: str
    decided: tuple[Decided, ...] = ()


class PlayerRejoined(Returned, frozen=True, gc=False):
    """A player who had left is in the event again."""

    player: str


class EventEnded(Ended, frozen=True, gc=False):
    """The event is over and its seed is revealed."""

    seed: str


SHARED: tuple[type[TournamentEvent], ...] = (
    GameReported,
    GameReopened,
    GameAmended,
    SeatsMoved,
    PlayerEntered,
    PlayerDropped,
    PlayerRejoined,
    EventEnded,
)
