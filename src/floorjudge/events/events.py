"""What happened: the only thing a tournament is made of. One command gives one event; events never change afterwards."""

from __future__ import annotations

import msgspec

from floorjudge.formats.on_the_edge.decks import Verdict
from floorjudge.formats.on_the_edge.tables import Table


class EventOpened(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """An event was opened and its seed promised; `short_seed`: somebody could guess the seed behind the promise."""

    name: str
    format: str
    commitment: str
    short_seed: bool


class PlayerRegistered(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """A player was registered, or came back before the start."""

    player: str


class DeckSubmitted(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """A player's deck list was handed in and checked."""

    player: str
    list: str
    verdict: Verdict


class RoundGrouped(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """The tables of the next stage; they stand as written here, the seed only proves them.

    `stage` is round, readmission or final; `round` counts from 1. `readmitted` are in the final by their score so far.
    `public` and `roster` are set at the start only; `deck_reason` is why illegal decks were let in.
    """

    stage: str
    round: int
    tables: tuple[Table, ...]
    sitting_out: tuple[str, ...] = ()
    readmitted: tuple[str, ...] = ()
    public: str | None = None
    roster: str | None = None
    deck_reason: str | None = None


class ResultReported(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """A game ended."""

    table: int
    winner: str
    influence: dict[str, int]
    note: str | None = None


class ReadmissionReported(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """A readmission game ended."""

    table: int
    qualified: tuple[str, ...]


class GameDrawn(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """A game ended without a winner and is played again."""

    table: int


class PlayerLeft(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """A player left; when that decided the game at `table`, its `winner` or those `qualified` are here too."""

    player: str
    table: int | None = None
    winner: str | None = None
    qualified: tuple[str, ...] | None = None


class Otherwise(msgspec.Struct, frozen=True):
    """What would have been different at the next grouping, had a result been reported as it is now corrected.

    `active` and `inactive`: who would have been in that set and was not; `stage`: what would have come instead of what
    came, None when the same; `groups`: the groups that would have been and were not.
    """

    active: tuple[str, ...] = ()
    inactive: tuple[str, ...] = ()
    stage: str | None = None
    groups: tuple[tuple[str, ...], ...] = ()


class ResultAmended(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """A result was corrected; `otherwise` is set when the next stage had been grouped and so stands."""

    round: int
    table: int
    winner: str
    influence: dict[str, int]
    reason: str
    note: str | None = None
    otherwise: Otherwise | None = None


class ReadmissionAmended(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """The result of a readmission game was corrected; see `ResultAmended`."""

    round: int
    table: int
    qualified: tuple[str, ...]
    reason: str
    otherwise: Otherwise | None = None


class OrderDrawn(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """Some things were put in random order."""

    items: tuple[str, ...]
    reason: str
    order: tuple[str, ...]


class EventFinished(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """The event is over and its seed is revealed; `unplayed_winner` was the only one left for the final."""

    seed: str
    unplayed_winner: str | None = None


class CommandUndone(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """The last command that still stood was taken back; `undone` names the event it had given."""

    undone: str


Event = (
    EventOpened
    | PlayerRegistered
    | DeckSubmitted
    | RoundGrouped
    | ResultReported
    | ReadmissionReported
    | GameDrawn
    | PlayerLeft
    | ResultAmended
    | ReadmissionAmended
    | OrderDrawn
    | EventFinished
    | CommandUndone
)
