"""The venue: the state on the floor beside the tournament; an immutable value, which only `evolve_venue` changes."""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from typing import Any

import msgspec
from rpds import HashTrieMap

from floorjudge.events.events import PenaltyKind
from floorjudge.events.lookalikes import without_joiners
from floorjudge.formats.claims import Claim
from floorjudge.loops import Case, Declaration

LONGEST_AUTHOR = 200
# The author, in a record, of an action by a person without a link.
SELF_REGISTRATION = "self-registration"


class Moment(msgspec.Struct, frozen=True, gc=False):
    """The time (UTC, ISO 8601) and the author (None: not known) in the record around an event."""

    at: str
    by: str | None = None


def is_author(by: str) -> bool:
    """Return whether a text can be the `by` of a record: 1 to 200 visible characters, with joiners as in names."""
    return 0 < len(by) <= LONGEST_AUTHOR and without_joiners(by).isprintable()


def is_moment(at: str) -> bool:
    """Return whether a text is a time for computation: ISO 8601, with its time zone."""
    try:
        return datetime.fromisoformat(at).tzinfo is not None
    except ValueError:
        return False


def is_readable(moment: Moment) -> bool:
    """Return whether pages can use the time of an event, and show its author."""
    return is_moment(moment.at) and (moment.by is None or is_author(moment.by))


class Statement(msgspec.Struct, frozen=True):
    """A player's statement about how their game ended; with `said` None it is an objection, in the words of `text`.

    `number` counts the statements of the event; a confirmation names the one that it confirms.
    """

    number: int
    player: str
    at: str
    said: Claim | None
    text: str | None = None


class Proposal(msgspec.Struct, frozen=True):
    """The statements of a table's players so far, in the order of their latest ones; `call` is the call about a dispute."""

    table: int
    statements: tuple[Statement, ...]
    call: int | None = None

    @property
    def disputed(self) -> bool:
        """Whether these players disagree."""
        return self.agreed is None

    @property
    def agreed(self) -> Statement | None:
        """The report on which all agree, as first worded; None if they disagree."""
        first = self.statements[0]
        return first if all(_same(first, other) for other in self.statements) else None

    def versions(self) -> tuple[tuple[Statement, tuple[str, ...]], ...]:
        """Return the different reports, as first worded, with the players who made each."""
        found: list[tuple[Statement, list[str]]] = []
        for statement in self.statements:
            players = next((players for known, players in found if _same(known, statement)), None)
            if players is None:
                found.append((statement, [statement.player]))
            else:
                players.append(statement.player)
        return tuple((statement, tuple(players)) for statement, players in found)

    def of(self, player: str) -> Statement | None:
        """Return a player's statement; None without one."""
        return next((statement for statement in self.statements if statement.player == player), None)


def _same(one: Statement, other: Statement) -> bool:
    return one is other or (one.said is not None and other.said is not None and one.said.same_as(other.said))


class CallState(Enum):
    """The progress of a call."""

    OPEN = "open"
    TAKEN = "taken"
    RULED = "ruled"
    APPEALED = "appealed"
    CLOSED = "closed"


# No judge has gone there, or none since the appeal.
WAITING = frozenset({CallState.OPEN, CallState.APPEALED})


class EntryKind(Enum):
    """The kind of a line in the history of a call."""

    OPENED = "opened"
    DISPUTED = "disputed"
    TAKEN = "taken"
    NOTE = "note"
    LOOP = "loop"
    DECLARED = "declared"
    RULING = "ruling"
    APPEAL = "appeal"
    APPEAL_RULING = "appeal_ruling"
    EXTENSION = "extension"
    SET_ASIDE = "set_aside"
    SETTLED = "settled"
    CLOSED = "closed"


RULINGS = frozenset({EntryKind.RULING, EntryKind.APPEAL_RULING})


class Entry(msgspec.Struct, frozen=True):
    """One line in the history of a call: its time, its author (as in the record), its contents.

    `player` is the one who called, made a statement or appealed; `said` is the result in it; `minutes` are those of an
    extension; `loop` is the loop desk's `case` and, in a ruling, its `answer`; `declaration` is a player's answer to
    the loop desk.
    """

    at: str
    by: str | None
    kind: EntryKind
    text: str | None = None
    player: str | None = None
    said: Claim | None = None
    clauses: tuple[str, ...] = ()
    loop: dict[str, Any] | None = None
    minutes: int | None = None
    declaration: Declaration | None = None


class Call(msgspec.Struct, frozen=True):
    """A call for a judge, with its history.

    `round` and `stage` are those of its beginning; `dispute`: it began because players' statements differ; `final`: the
    head judge has ruled on an appeal. `loop_case` is the case of the loop desk with the answers so far, `loop_sheet`
    the changes by one of its iterations, as a JSON value, `loop_found` the loop finder's name of the search that found
    it.
    """

    number: int
    opened_at: str
    round: int
    stage: int
    table: int | None
    player: str | None
    about: str | None
    dispute: bool
    state: CallState
    history: tuple[Entry, ...]
    taken_by: str | None = None
    final: bool = False
    loop_case: Case | None = None
    loop_sheet: dict[str, Any] | None = None
    loop_found: str | None = None

    @property
    def ends_by_result(self) -> bool:
        """Whether the result of its table answers it: it has a ruling, or a judge has gone there because of a dispute."""
        return self.state is CallState.RULED or (self.dispute and self.state is CallState.TAKEN)

    @property
    def newest_ruling(self) -> Entry | None:
        """The ruling in force; None without one."""
        rulings = (entry for entry in reversed(self.history) if entry.kind in RULINGS)
        return next(rulings, None)


class Clock(msgspec.Struct, frozen=True, gc=False):
    """The clock of a round; `paused_ms` are the milliseconds of the finished pauses, `paused_at` is the beginning of a current one.

    `brought_back`: an undo of the next stage brought its round back.
    """

    minutes: int
    started_at: str
    paused_at: str | None = None
    paused_ms: int = 0
    brought_back: bool = False


class Penalty(msgspec.Struct, frozen=True):
    """A warning or a penalty, with its time, author and round; `withdrawn` is why it no longer counts."""

    number: int
    at: str
    by: str | None
    round: int
    player: str
    kind: PenaltyKind
    text: str
    call: int | None = None
    withdrawn: str | None = None


class Details(msgspec.Struct, frozen=True):
    """The organiser's description of the event beside its name; see the command `Describe`."""

    date: str | None = None
    place: str | None = None
    about: str | None = None
    capacity: int | None = None
    minutes: int | None = None
    time_over: str | None = None


class StageBefore(msgspec.Struct, frozen=True):
    """The part of the floor that ended with a stage, for an undo; `before` is that of the stage before."""

    clock: Clock | None = None
    extensions: HashTrieMap[int, int] = HashTrieMap()
    announcement: str | None = None
    before: StageBefore | None = None


class Venue(msgspec.Struct, frozen=True):
    """The floor at one moment.

    `claimed` are the numbers of the players who have registered themselves or claimed their names. `proposals` are the
    players' reports by table, `extensions` the extra minutes by table, both of the stage being played. `calls` are all
    calls of the event by number, from 1; `unclosed` the numbers of the open ones. `announcement_ends`: the announcement
    ends with the stage.
    """

    proposals: HashTrieMap[int, Proposal] = HashTrieMap()
    statements: int = 0
    calls: HashTrieMap[int, Call] = HashTrieMap()
    unclosed: tuple[int, ...] = ()
    clock: Clock | None = None
    extensions: HashTrieMap[int, int] = HashTrieMap()
    self_registration: bool = False
    phones_shared: bool = False
    places_published: bool = False
    decks_published: bool = False
    announcement: str | None = None
    announcement_ends: bool = False
    details: Details = Details()
    archived: bool = False
    rehearsal: bool = False
    claimed: frozenset[int] = frozenset()
    penalties: tuple[Penalty, ...] = ()
    before: StageBefore | None = None

    def all_calls(self) -> list[Call]:
        """Return every call, in the order of their numbers."""
        return [self.calls[number] for number in range(1, len(self.calls) + 1)]

    def penalties_of(self, player: str) -> tuple[Penalty, ...]:
        """Return the penalties of a player in force, oldest first."""
        return tuple(each for each in self.penalties if each.player == player and each.withdrawn is None)

    def unclosed_calls(self) -> list[Call]:
        """Return the open calls, in the order of their numbers."""
        return [self.calls[number] for number in self.unclosed]

    def unclosed_at(self, stage: int, table: int) -> list[Call]:
        """Return the open calls of a table, in the order of their numbers."""
        return [call for call in self.unclosed_calls() if (call.stage, call.table) == (stage, table)]

    def judge_at(self, stage: int, table: int, *, done: bool) -> str | None:
        """Return `waiting` if an open call of a table has no judge yet, `there` if all have one; None without an open call.

        `done`: the table has a result.
        """
        here = {call.state for call in self.unclosed_at(stage, table) if not (done and call.ends_by_result)}
        return "waiting" if here & WAITING else "there" if CallState.TAKEN in here else None

    def disputes(self, stage: int, table: int) -> list[Call]:
        """Return the open calls about disputes at a table, in the order of their numbers."""
        return [call for call in self.unclosed_at(stage, table) if call.dispute]
