"""What happened in a tournament, as its log says it: the events that formats share, and the families that their own belong to.

A family has no fields, for its members write their own in an order that never changes; it says as properties what the procedure of
every event needs. The tag of an event, the name of its class, is unique among all formats: a log is read without knowing its format.
"""

from __future__ import annotations

from typing import Any

import msgspec

from floorjudge.formats.claims import Claim


class TournamentEvent(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """Something that happened in the tournament itself."""


class StageMade(TournamentEvent, frozen=True):
    """The tables of the next stage; they stand as written here, the seed only proves them. Every format has its own.

        class RoundPaired(StageMade, frozen=True, gc=False):
            stage: str
            round: int
            tables: tuple[Match, ...]
            sitting_out: tuple[str, ...] = ()
            public: str | None = None
            roster: str | None = None
            deck_reason: str | None = None

    `stage` is the kind of the stage. `roster` is set at the start only, `public` there and after the seed was renewed;
    `deck_reason` is why illegal decks were let in.
    """

    @property
    def stage(self) -> str:
        """The kind of the stage, a word of the format."""
        raise NotImplementedError

    @property
    def round(self) -> int:
        """The number of its round, from 1."""
        raise NotImplementedError

    @property
    def tables(self) -> tuple[Any, ...]:
        """Its tables, numbered from 1."""
        raise NotImplementedError

    @property
    def sitting_out(self) -> tuple[str, ...]:
        """Who has no game in it."""
        raise NotImplementedError

    @property
    def public(self) -> str | None:
        """The public words that go into the draw."""
        raise NotImplementedError

    @property
    def roster(self) -> str | None:
        """The digest of the players at the start."""
        raise NotImplementedError

    @property
    def deck_reason(self) -> str | None:
        """Why illegal decks were let in at the start."""
        raise NotImplementedError


class Reported(TournamentEvent, frozen=True):
    """A game ended."""

    @property
    def table(self) -> int:
        """The table of the stage being played."""
        raise NotImplementedError

    @property
    def claim(self) -> Any:
        """How it ended."""
        raise NotImplementedError


class Unreported(TournamentEvent, frozen=True):
    """A result of the stage being played was taken away, and its game is open as before; `reason` is why."""

    @property
    def table(self) -> int:
        """The table of the stage being played."""
        raise NotImplementedError

    @property
    def reason(self) -> str:
        """Why, in words."""
        raise NotImplementedError

    @property
    def decided(self) -> Any:
        """What the leaving of players decides all the same, a claim; None where the game is open."""
        raise NotImplementedError


class Amended(TournamentEvent, frozen=True):
    """A result was corrected; `otherwise` is set when the next stage had been made and so stands."""

    @property
    def round(self) -> int:
        """The round of the game."""
        raise NotImplementedError

    @property
    def table(self) -> int:
        """Its table in that round."""
        raise NotImplementedError

    @property
    def claim(self) -> Any:
        """How the game ended."""
        raise NotImplementedError

    @property
    def reason(self) -> str:
        """Why the result was corrected, in words."""
        raise NotImplementedError

    @property
    def otherwise(self) -> Any:
        """What would have been different, had it been known before the next stage was made."""
        raise NotImplementedError


class Admitted(TournamentEvent, frozen=True):
    """The organiser let in a player after the start; `number` is theirs for good and was never anybody else's."""

    @property
    def player(self) -> str:
        """Who came in."""
        raise NotImplementedError

    @property
    def number(self) -> int:
        """Their number."""
        raise NotImplementedError


class Left(TournamentEvent, frozen=True):
    """A player left."""

    @property
    def player(self) -> str:
        """Who left."""
        raise NotImplementedError

    @property
    def decided(self) -> tuple[Decided, ...]:
        """The games that the leaving decides."""
        raise NotImplementedError


class Returned(TournamentEvent, frozen=True):
    """A player who had left is in the event again."""

    @property
    def player(self) -> str:
        """Who is back."""
        raise NotImplementedError


class Ended(TournamentEvent, frozen=True):
    """The event is over and its seed is revealed."""

    @property
    def seed(self) -> str:
        """The seed of the draws."""
        raise NotImplementedError


class Decided(msgspec.Struct, frozen=True):
    """A game that is decided without having been played to its end."""

    table: int
    claim: Claim


class Otherwise(msgspec.Struct, frozen=True, gc=False):
    """What would have been different at the next stage, had a result been reported as it is now corrected.

    `stage`: the kind of the stage that would have come instead of what came, None when the same; `groups`: the tables that would
    have been and were not.
    """

    stage: str | None = None
    groups: tuple[tuple[str, ...], ...] = ()


# What formats write that need nothing of their own. On the Edge, whose logs are older, has others.


class GameReported(Reported, frozen=True):
    """A game ended, as the claim says."""

    table: int
    claim: Claim


class GameReopened(Unreported, frozen=True):
    """A result of the stage being played was taken away; see `Unreported`."""

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
    """Who sits at a table, in seat order."""

    table: int
    players: tuple[str, ...]


class SeatsMoved(TournamentEvent, frozen=True):
    """Players of the stage being played were moved by hand; `reason` is why.

    `tables` are those at which somebody else sits now, or sits otherwise: first the one that was asked for, then those that its
    players came from. `sitting_out` are those who had a game before, and have none now.
    """

    tables: tuple[Seats, ...]
    sitting_out: tuple[str, ...]
    reason: str

    def out_after(self, sitting_out: tuple[str, ...]) -> tuple[str, ...]:
        """Return who has no game after the move, from who had none before."""
        seated = {name for seats in self.tables for name in seats.players}
        return (*(name for name in sitting_out if name not in seated), *self.sitting_out)


class PlayerEntered(Admitted, frozen=True, gc=False):
    """A player came in after the start; see `Admitted`."""

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
