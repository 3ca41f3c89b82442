"""The events in a log. One command causes one event; events never change afterwards.

The events at the tables are those of the event's format, see `floorjudge.formats.log`; here are those that all formats
share. The time and the author are in the record around the event.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from floorjudge.formats.claims import Claim
from floorjudge.formats.decks import Verdict
from floorjudge.formats.log import TournamentEvent

PenaltyKind: TypeAlias = Literal["warning", "slow_play", "penalty"]


class EventOpened(TournamentEvent, frozen=True, gc=False):
    """An event was opened and its seed promised; `short_seed`: the seed behind the promise could be guessed.

    `typed`: a person typed the seed; false: the operating system drew it and no one has seen it. None where this was not
    recorded: such an event goes on by the rules of its opening, and its public words count to the letter. `draws` is the
    version of how draws follow from the seed: 2, or None in older logs, where the places of things in the list that was
    typed, and how many orders stood, decided their random order. `version` is that of the log: from 2 on draws are
    made among the numbers of players and not among their names, so that a name can be forgotten; None in older logs.
    `options` are those of the format as a JSON value; a format without options leaves them out.
    """

    name: str
    format: str
    commitment: str
    short_seed: bool
    typed: bool | None = None
    draws: int | None = None
    version: int | None = None
    options: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class SeedRenewed(TournamentEvent, frozen=True, gc=False):
    """The old seed had become public; the further draws are promised with another one. Undo never removes this."""

    commitment: str


class PlayerRegistered(TournamentEvent, frozen=True, gc=False):
    """A player was registered, or came back before the start.

    No other player ever has this `number`; None in older logs, where after an undone registration the next player got
    its number.
    """

    player: str
    number: int | None = None


class RosterClosed(TournamentEvent, frozen=True, gc=False):
    """The list of players was closed; `roster` is its digest, see `floorjudge.events.draw`."""

    players: int
    roster: str


class RosterReopened(TournamentEvent, frozen=True, gc=False):
    """The list of players was opened again."""


class DeckSubmitted(TournamentEvent, frozen=True, gc=False):
    """A player's deck list was handed in and checked; `clauses` are those that an illegal one breaks, none in older logs."""

    player: str
    list: str
    verdict: Verdict
    clauses: tuple[str, ...] = ()


class PlayerRenamed(TournamentEvent, frozen=True, gc=False):
    """A player has another name from now on, also for everything before; draws use the one on the roster."""

    player: str
    name: str


class PlayerForgotten(TournamentEvent, frozen=True, gc=False):
    """A player's name was removed from everything stored; a number stands for it, also in everything before.

    `former`: only the player's earlier names were removed.
    """

    player: str
    former: bool = False


class OrderDrawn(TournamentEvent, frozen=True, gc=False):
    """Some things were put in random order; `number` is that of the draw, None in older events, see `EventOpened`."""

    items: tuple[str, ...]
    reason: str
    order: tuple[str, ...]
    number: int | None = None


class CommandUndone(TournamentEvent, frozen=True, gc=False):
    """The last command in force was undone; `undone` names the event that it had caused."""

    undone: str


# Events that no undo removes, and that do not stand in its way.
LASTING = (SeedRenewed, PlayerRenamed, PlayerForgotten)


class FloorEvent(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """An event around the tables of the tournament."""


class ResultProposed(FloorEvent, frozen=True, gc=False):
    """A player reported how their game ended, and no other report differs."""

    table: int
    player: str
    said: Claim


class ResultConfirmed(FloorEvent, frozen=True, gc=False):
    """A player agreed with a statement, and others of the table have not answered yet."""

    table: int
    player: str
    statement: int


class ResultDisputed(FloorEvent, frozen=True, gc=False):
    """A player reported something else (`said`), or only an objection (`text`); a judge is called under this number."""

    table: int
    player: str
    call: int
    said: Claim | None = None
    text: str | None = None


class ProposalSetAside(FloorEvent, frozen=True, gc=False):
    """The staff set aside the statements of a table's players."""

    table: int
    reason: str


class CallOpened(FloorEvent, frozen=True, gc=False):
    """A person called a judge."""

    call: int
    about: str
    table: int | None = None
    player: str | None = None


class CallTaken(FloorEvent, frozen=True, gc=False):
    """A judge is on the way, whose name is in the record."""

    call: int


class CallNoted(FloorEvent, frozen=True, gc=False):
    """A judge wrote a note."""

    call: int
    text: str


class LoopAsked(FloorEvent, frozen=True, gc=False):
    """A judge put a loop to the players of a call."""

    call: int
    case: dict[str, Any]
    sheet: dict[str, Any] | None = None
    found: str | None = None


class LoopDeclared(FloorEvent, frozen=True, gc=False):
    """A player answered the loop desk; `says` is all digits of a number, or a word."""

    call: int
    player: str
    says: str
    steps: int | None = None


class Ruled(FloorEvent, frozen=True, gc=False):
    """A judge ruled; `loop` is the loop desk's case and answer."""

    call: int
    text: str
    clauses: tuple[str, ...] = ()
    loop: dict[str, Any] | None = None


class Appealed(FloorEvent, frozen=True, gc=False):
    """A player appealed to the head judge."""

    call: int
    text: str
    player: str | None = None


class AppealRuled(FloorEvent, frozen=True, gc=False):
    """The head judge ruled, which is final."""

    call: int
    text: str
    clauses: tuple[str, ...] = ()
    loop: dict[str, Any] | None = None


class TimeExtended(FloorEvent, frozen=True, gc=False):
    """A table got more minutes."""

    table: int
    minutes: int
    call: int | None = None


class CallClosed(FloorEvent, frozen=True, gc=False):
    """A call was closed."""

    call: int


class ClockStarted(FloorEvent, frozen=True, gc=False):
    """The round's clock was started."""

    minutes: int


class ClockPaused(FloorEvent, frozen=True, gc=False):
    """The clock was paused."""


class ClockResumed(FloorEvent, frozen=True, gc=False):
    """The clock was resumed."""


class ClockStopped(FloorEvent, frozen=True, gc=False):
    """The clock was removed."""


class SelfRegistrationSet(FloorEvent, frozen=True, gc=False):
    """People may, or may no longer, register themselves."""

    open: bool


class PhonesShared(FloorEvent, frozen=True, gc=False):
    """One phone may, or may no longer, speak for several players of a table."""

    allowed: bool


class Published(FloorEvent, frozen=True, gc=False):
    """The public parts of the event were changed."""

    places: bool
    decks: bool


class Announced(FloorEvent, frozen=True, gc=False, omit_defaults=True):
    """An announcement was made, or removed; `kept`: it stays after the end of the stage."""

    text: str | None
    kept: bool = True


class NameClaimed(FloorEvent, frozen=True, gc=False):
    """A person claimed a name on the list."""

    player: str


class PenaltyGiven(FloorEvent, frozen=True, gc=False):
    """A judge recorded a warning or a penalty; penalties are numbered from 1."""

    penalty: int
    player: str
    kind: PenaltyKind
    text: str
    call: int | None = None


class PenaltyWithdrawn(FloorEvent, frozen=True, gc=False):
    """A penalty was withdrawn."""

    penalty: int
    reason: str


class EventArchived(FloorEvent, frozen=True, gc=False):
    """The event was removed from the list of events, or put there again."""

    archived: bool


class RehearsalBegun(FloorEvent, frozen=True, gc=False):
    """The event was marked as a rehearsal for good."""


class EventDescribed(FloorEvent, frozen=True, gc=False):
    """The description of the event was replaced: its name, and all of its details; see the command `Describe`."""

    name: str
    date: str | None = None
    place: str | None = None
    about: str | None = None
    capacity: int | None = None
    minutes: int | None = None
    time_over: str | None = None


Event: TypeAlias = TournamentEvent | FloorEvent
