"""What people ask for. A command that needs a draw carries the seed: the caller keeps it, the state never holds it."""

from __future__ import annotations

import msgspec


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open an event; `seed` is any text, best 32 random bytes in hex."""

    name: str
    seed: str
    format: str = "ote-1.2"


class Register(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Register a player."""

    player: str


class SubmitDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hand in a deck list."""

    player: str
    list: str


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fix the roster and group the first round; `reason` lets illegal decks in."""

    public: str | None = None
    reason: str | None = None
    seed: str | None = None


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Report how a game ended; `note` says why a winner had not reached the target."""

    table: int
    winner: str
    influence: dict[str, int]
    note: str | None = None


class ReportReadmission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Report who reached 8 in a readmission game, in order."""

    table: int
    qualified: tuple[str, ...]


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Report that a game had no winner."""

    table: int


class Next(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Go on: the next round, the readmission game, the final, or the end."""

    seed: str | None = None


class Leave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a player out of the event."""

    player: str


class Amend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Replace a whole result, at any time."""

    round: int
    table: int
    winner: str
    influence: dict[str, int]
    reason: str
    note: str | None = None
    seed: str | None = None


class AmendReadmission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Replace the result of the last readmission game of a round."""

    round: int
    table: int
    qualified: tuple[str, ...]
    reason: str
    seed: str | None = None


class RandomOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Put things in random order, such as the effects to resolve when a player leaves a readmission game."""

    items: tuple[str, ...]
    reason: str
    seed: str | None = None


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take back the last command."""


Command = (
    Open
    | Register
    | SubmitDeck
    | Start
    | Report
    | ReportReadmission
    | Drawn
    | Next
    | Leave
    | Amend
    | AmendReadmission
    | RandomOrder
    | Undo
)
