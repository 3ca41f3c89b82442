"""What happened on the floor. Together with the tournament's events this is the log; one command gives one event.

When it happened and who did it stands in the record around the event.
"""

from __future__ import annotations

from typing import Any

import msgspec

from floorjudge.events.floor.said import Said


class ResultProposed(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """A player said how their game ended, and nobody has said anything else."""

    table: int
    player: str
    said: Said


class ResultConfirmed(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """A player agreed with what was said, and others of the table have not spoken yet."""

    table: int
    player: str
    statement: int


class ResultDisputed(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """A player said something else (`said`), or only that it is wrong (`text`); a judge is called under this number."""

    table: int
    player: str
    call: int
    said: Said | None = None
    text: str | None = None


class ProposalSetAside(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """The staff took what the players of a table had said off the table."""

    table: int
    reason: str


class CallOpened(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """Somebody wants a judge."""

    call: int
    about: str
    table: int | None = None
    player: str | None = None


class CallTaken(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """A judge is on the way; who it is stands in the record."""

    call: int


class CallNoted(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """A judge wrote something down."""

    call: int
    text: str


class LoopAsked(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """A judge put a loop to the players of a call."""

    call: int
    case: dict[str, Any]
    sheet: dict[str, Any] | None = None


class LoopDeclared(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """A player answered the loop desk; `says` is all digits of a number, or a word."""

    call: int
    player: str
    says: str
    steps: int | None = None


class Ruled(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """A judge has ruled; `loop` is the loop desk's case and answer."""

    call: int
    text: str
    clauses: tuple[str, ...] = ()
    loop: dict[str, Any] | None = None


class Appealed(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """Somebody asked the head judge to look at a ruling."""

    call: int
    text: str
    player: str | None = None


class AppealRuled(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """The head judge has ruled, and that is final."""

    call: int
    text: str
    clauses: tuple[str, ...] = ()
    loop: dict[str, Any] | None = None


class TimeExtended(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """A table got more minutes."""

    table: int
    minutes: int
    call: int | None = None


class CallClosed(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """A call is done with."""

    call: int


class ClockStarted(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """The round's clock was started."""

    minutes: int


class ClockPaused(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """The time stands still."""


class ClockResumed(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """The time goes on."""


class ClockStopped(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """The clock was taken away."""


class SelfRegistrationSet(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """People may, or may no longer, register themselves."""

    open: bool


class Published(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """What everybody may see was changed."""

    places: bool
    decks: bool


class Announced(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """Something was said to everybody, or taken back."""

    text: str | None


VenueEvent = (
    ResultProposed
    | ResultConfirmed
    | ResultDisputed
    | ProposalSetAside
    | CallOpened
    | CallTaken
    | CallNoted
    | LoopAsked
    | LoopDeclared
    | Ruled
    | Appealed
    | AppealRuled
    | TimeExtended
    | CallClosed
    | ClockStarted
    | ClockPaused
    | ClockResumed
    | ClockStopped
    | SelfRegistrationSet
    | Published
    | Announced
)
