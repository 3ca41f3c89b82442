"""What people ask for: of the tournament, and on the floor around its tables.

A command that needs a draw carries the seed: the caller keeps it, the state never holds it. When it happened and who
asked is written beside the event, not in the command. A phone may send what was typed an hour ago: `stage`, the number of
the grouping that was on its screen (see `State.stage_number`), keeps a report from landing at the same table of another
round. None: whatever is played now.
"""

from __future__ import annotations

from typing import Any

import msgspec

from floorjudge.events.events import PenaltyKind


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open an event with a seed that somebody typed, for tests and for playing a known event again."""

    name: str
    seed: str
    format: str = "ote-1.2"


class OpenSealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open an event whose seed the operating system drew and nobody has seen; only its promise is told."""

    name: str
    commitment: str
    format: str = "ote-1.2"


class RenewSeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for a new seed, because the old one has become public and the event goes on all the same."""


class PromiseSeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Promise the new seed that the operating system drew."""

    commitment: str


class Register(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Register a player; `alike`: the organiser knows that the name looks like another player's, and both may stand."""

    player: str
    alike: bool = False


class CloseRoster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Close the list of players, before the public words are asked for."""


class ReopenRoster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open the list of players again."""


class SubmitDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hand in a deck list."""

    player: str
    list: str


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fix the roster and group the first round; `reason` lets illegal decks in.

    Of `public`, the words that everybody has heard, only letters and digits count.
    """

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
    """Go on: the next round, the readmission game, the final, or the end.

    `public` are the public words after the seed was renewed; there are none to give at any other time.
    """

    seed: str | None = None
    public: str | None = None


class Leave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a player out of the event."""

    player: str


class ComeBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let a player in again who has left, as an inactive one unless their game is still being played."""

    player: str


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Call a player by another name, at any time; `alike` as in `Register`."""

    player: str
    name: str
    alike: bool = False


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


TournamentCommand = (
    Open
    | OpenSealed
    | RenewSeed
    | PromiseSeed
    | CloseRoster
    | ReopenRoster
    | Register
    | SubmitDeck
    | Start
    | Report
    | ReportReadmission
    | Drawn
    | Next
    | Leave
    | ComeBack
    | Rename
    | Amend
    | AmendReadmission
    | RandomOrder
    | Undo
)


class ProposeResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player reports how their game ended; also how they correct what they said, or confirm it by saying the same."""

    table: int
    player: str
    winner: str
    influence: dict[str, int]
    note: str | None = None
    stage: int | None = None


class ProposeReadmission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player reports who reached 8 in their readmission game, in order."""

    table: int
    player: str
    qualified: tuple[str, ...]
    stage: int | None = None


class ProposeDrawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player reports that their game had no winner; `drawn` is true, there is nothing else to say."""

    table: int
    player: str
    drawn: bool
    stage: int | None = None


class Confirm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player agrees with what was said; `statement` is the number of what they saw, None when there is only one."""

    table: int
    player: str
    statement: int | None = None
    stage: int | None = None


class Dispute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player says that what was said is wrong, without a result of their own."""

    table: int
    player: str
    text: str
    stage: int | None = None


class SetAside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The staff take what the players of a table have said off the table; they may report anew."""

    table: int
    reason: str


class CallJudge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants a judge: at a table, for a player, or neither."""

    about: str
    table: int | None = None
    player: str | None = None


class TakeCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A judge goes there; also how one judge takes over from another."""

    call: int


class NoteOnCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to remember about a call, for judges only."""

    call: int
    text: str


class LoopAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the loop desk was asked and what it answered: the JSON values of `loop rule`."""

    case: dict[str, Any]
    answer: dict[str, Any]


class AskAboutLoop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A judge puts a loop to the players of a call; another one takes the place of the one before, answers and all.

    `case` is the JSON value of `loop rule`; `sheet`, what one iteration changes, that of `loop sheet`; `found` is what the loop
    finder calls the search in which the loop was found.
    """

    call: int
    case: dict[str, Any]
    sheet: dict[str, Any] | None = None
    found: str | None = None


class Declare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player answers the loop desk: a number (digits, a power) or a word; with `steps`, a part of the last iteration."""

    call: int
    player: str
    says: int | str
    steps: int | None = None


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A judge's ruling, with the clauses it rests on (`MTR 4.4.3`) and the loop desk's answer when there was one."""

    call: int
    text: str
    clauses: tuple[str, ...] = ()
    loop: LoopAnswer | None = None


class Appeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player asks the head judge to look at a ruling; `player` is who asks."""

    call: int
    text: str
    player: str | None = None


class RuleAppeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head judge's ruling on an appeal, which is final."""

    call: int
    text: str
    clauses: tuple[str, ...] = ()
    loop: LoopAnswer | None = None


class Extend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Give a table more minutes; `call` is why."""

    table: int
    minutes: int
    call: int | None = None


class CloseCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing is left to do about a call."""

    call: int


class StartClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Start the clock of the round that is being played."""

    minutes: int


class PauseClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Stop the time for everybody for a while."""


class ResumeClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let the time go on."""


class StopClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take the clock away."""


class SetSelfRegistration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say whether people may register themselves."""

    open: bool


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody registers themselves."""

    player: str


class SharePhones(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say whether one phone may report and confirm for several players of a table."""

    allowed: bool


class Publish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say what everybody may see of it: the places, the deck lists."""

    places: bool
    decks: bool


class Announce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say something to everybody; None takes it away."""

    text: str | None


class ClaimName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody says that a name on the list is theirs, as far as nobody has said so before."""

    player: str


class Penalise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Write down a warning or a penalty for a player, and why; `call` is the call that it came of.

    What a penalty means for a result is reported or corrected there.
    """

    player: str
    kind: PenaltyKind
    text: str
    call: int | None = None


class WithdrawPenalty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a penalty back, with the reason; it stays on record as withdrawn."""

    penalty: int
    reason: str


class Archive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take the event off the list of events, or put it there again; its pages stay."""

    archived: bool


class Rehearse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mark the event as a rehearsal, whose results are invented: before its start, and for good."""


class Describe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say what the event is: all of it, what is left out is empty; without a name it keeps the one it has.

    `date` is an ISO 8601 day; `capacity`: how many may register themselves; `minutes`: how long a round is;
    `time_over`: what happens when its time is.
    """

    name: str | None = None
    date: str | None = None
    place: str | None = None
    about: str | None = None
    capacity: int | None = None
    minutes: int | None = None
    time_over: str | None = None


FloorCommand = (
    ProposeResult
    | ProposeReadmission
    | ProposeDrawn
    | Confirm
    | Dispute
    | SetAside
    | CallJudge
    | TakeCall
    | NoteOnCall
    | AskAboutLoop
    | Declare
    | Rule
    | Appeal
    | RuleAppeal
    | Extend
    | CloseCall
    | StartClock
    | PauseClock
    | ResumeClock
    | StopClock
    | SetSelfRegistration
    | Join
    | SharePhones
    | Publish
    | Announce
    | Describe
    | Rehearse
    | Archive
    | ClaimName
    | Penalise
    | WithdrawPenalty
)

Command = TournamentCommand | FloorCommand
