"""What people ask for: of the tournament, and on the floor around its tables.

A command that needs a draw carries the seed: the caller keeps it, the state never holds it. When it happened and who
asked is written beside the event, not in the command. A phone may send what was typed an hour ago: `stage`, the number of
the grouping that was on its screen (see `State.stage_number`), keeps a report from landing at the same table of another
round. None: whatever is played now.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from floorjudge.events.events import PenaltyKind
from floorjudge.formats.claims import Claim
from floorjudge.formats.decks import Verdict

# The format of an event that is opened without saying which.
FIRST_FORMAT = "ote-1.2"


class TournamentCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """A command to the tournament itself.

    A command that can be sent has a name, its tag. In what is sent, the fields of a `claim` stand beside the command's own.
    """


class Open(TournamentCommand, frozen=True, tag="open"):
    """Open an event with a typed seed, for tests and for playing a known event again."""

    name: str
    seed: str
    format: str = FIRST_FORMAT
    options: dict[str, Any] | None = None


class OpenSealed(TournamentCommand, frozen=True, tag=False):
    """Open an event whose seed the operating system drew and no person has seen; the log has only its promise."""

    name: str
    commitment: str
    format: str = FIRST_FORMAT
    options: dict[str, Any] | None = None


class RenewSeed(TournamentCommand, frozen=True, tag="renew_seed"):
    """Ask for a new seed, because the old one has become public and the event goes on all the same."""


class PromiseSeed(TournamentCommand, frozen=True, tag=False):
    """Promise the new seed that the operating system drew."""

    commitment: str


class Register(TournamentCommand, frozen=True, tag="register"):
    """Register a player; `alike`: the organiser knows that the name looks like another player's, and both may stand.

    `late`: the organiser lets the player in after the start, too.
    """

    player: str
    alike: bool = False
    late: bool = False


class CloseRoster(TournamentCommand, frozen=True, tag="close_roster"):
    """Close the list of players, before the public words are asked for."""


class ReopenRoster(TournamentCommand, frozen=True, tag="reopen_roster"):
    """Open the list of players again."""


class SubmitDeck(TournamentCommand, frozen=True, tag="deck"):
    """Hand in a deck list."""

    player: str
    list: str


class SubmitCheckedDeck(TournamentCommand, frozen=True, tag=False):
    """Hand in a deck list that was checked: whoever takes commands has the card texts, and what decides them has none."""

    player: str
    list: str
    verdict: Verdict
    clauses: tuple[str, ...]


class Start(TournamentCommand, frozen=True, tag="start"):
    """Fix the roster and group the first round; `reason` lets illegal decks in.

    Of `public`, the words that were said in public, only letters and digits count.
    """

    public: str | None = None
    reason: str | None = None
    seed: str | None = None


class Report(TournamentCommand, frozen=True, tag="report"):
    """Report how a game ended."""

    table: int
    claim: Claim


class Drawn(TournamentCommand, frozen=True, tag="drawn"):
    """Report that a game had no winner, in a format that has a claim for that; it means the same as that report."""

    table: int


class Unreport(TournamentCommand, frozen=True, tag="unreport"):
    """Take away a result that has decided nothing yet: its stage is still being played, and the table is open as before."""

    table: int
    reason: str


class Seat(TournamentCommand, frozen=True, tag="seat"):
    """Seat players at a table of the stage being played, in this order, whatever the draw gave; `reason` is why.

    Who sat there and is not named takes the places of those who come, in order. The table after the last one is a new one.
    """

    table: int
    players: tuple[str, ...]
    reason: str


class Next(TournamentCommand, frozen=True, tag="next"):
    """Go on: the next round or another stage, or the end.

    `public` are the public words after the seed was renewed; there are none to give at any other time.
    """

    seed: str | None = None
    public: str | None = None


class Leave(TournamentCommand, frozen=True, tag="leave"):
    """Take a player out of the event."""

    player: str


class ComeBack(TournamentCommand, frozen=True, tag="come_back"):
    """Let a player in again who has left; `alike` as in `Register`."""

    player: str
    alike: bool = False


class Rename(TournamentCommand, frozen=True, tag="rename"):
    """Call a player by another name, at any time; `alike` as in `Register`."""

    player: str
    name: str
    alike: bool = False


class Forget(TournamentCommand, frozen=True, tag="forget"):
    """Remove a player's name from all that is kept; `former`: only the names that they had before.

    `also` are other spellings to be removed from what people wrote: nicknames, slips of the pen.
    """

    player: str
    also: tuple[str, ...] = ()
    former: bool = False


class Amend(TournamentCommand, frozen=True, tag="amend"):
    """Replace a whole result, at any time."""

    round: int
    table: int
    claim: Claim
    reason: str
    seed: str | None = None


class RandomOrder(TournamentCommand, frozen=True, tag="random_order"):
    """Put things in random order, such as the effects to resolve when a player leaves a game."""

    items: tuple[str, ...]
    reason: str
    seed: str | None = None


class Undo(TournamentCommand, frozen=True, tag="undo"):
    """Take back the last command."""


class FloorCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """A command on the floor; its name is its tag, as those of the tournament's are."""


class ProposeResult(FloorCommand, frozen=True, tag="propose"):
    """A player reports how their game ended; also how they correct what they said, or confirm it by saying the same."""

    table: int
    player: str
    claim: Claim
    stage: int | None = None


class Confirm(FloorCommand, frozen=True, tag="confirm"):
    """A player agrees with a statement; `statement` is the number of what they saw; None if there is only one."""

    table: int
    player: str
    statement: int | None = None
    stage: int | None = None


class Dispute(FloorCommand, frozen=True, tag="dispute"):
    """A player says that a statement is wrong, without giving another result."""

    table: int
    player: str
    text: str
    stage: int | None = None


class SetAside(FloorCommand, frozen=True, tag="set_aside"):
    """The staff take what the players of a table have said off the table; they may report anew."""

    table: int
    reason: str


class CallJudge(FloorCommand, frozen=True, tag="call"):
    """Somebody wants a judge: at a table, for a player, or neither."""

    about: str
    table: int | None = None
    player: str | None = None


class TakeCall(FloorCommand, frozen=True, tag="take"):
    """A judge goes there; also how one judge takes over from another."""

    call: int


class NoteOnCall(FloorCommand, frozen=True, tag="note"):
    """Something to remember about a call, for judges only."""

    call: int
    text: str


class LoopAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the loop desk was asked and what it answered: the JSON values of `loop rule`."""

    case: dict[str, Any]
    answer: dict[str, Any]


class AskAboutLoop(FloorCommand, frozen=True, tag="loop"):
    """A judge puts a loop to the players of a call; another one takes the place of the one before, answers and all.

    `case` is the JSON value of `loop rule`; `sheet`, what one iteration changes, that of `loop sheet`; `found` is what the loop
    finder calls the search in which the loop was found.
    """

    call: int
    case: dict[str, Any]
    sheet: dict[str, Any] | None = None
    found: str | None = None


class Declare(FloorCommand, frozen=True, tag="declare"):
    """A player answers the loop desk: a number (digits, a power) or a word; with `steps`, a part of the last iteration."""

    call: int
    player: str
    says: int | str
    steps: int | None = None


class Rule(FloorCommand, frozen=True, tag="ruling"):
    """A judge's ruling, with the clauses it rests on (`MTR 4.4.3`) and the loop desk's answer when there was one."""

    call: int
    text: str
    clauses: tuple[str, ...] = ()
    loop: LoopAnswer | None = None


class Appeal(FloorCommand, frozen=True, tag="appeal"):
    """A player asks the head judge to look at a ruling; `player` is who asks."""

    call: int
    text: str
    player: str | None = None


class RuleAppeal(FloorCommand, frozen=True, tag="rule_appeal"):
    """The head judge's ruling on an appeal, which is final."""

    call: int
    text: str
    clauses: tuple[str, ...] = ()
    loop: LoopAnswer | None = None


class Extend(FloorCommand, frozen=True, tag="extend"):
    """Give a table more minutes; `call` is why."""

    table: int
    minutes: int
    call: int | None = None


class CloseCall(FloorCommand, frozen=True, tag="close_call"):
    """Nothing is left to do about a call."""

    call: int


class StartClock(FloorCommand, frozen=True, tag="clock"):
    """Start the clock of the round that is being played."""

    minutes: int


class PauseClock(FloorCommand, frozen=True, tag="pause_clock"):
    """Pause the time of the round for all tables."""


class ResumeClock(FloorCommand, frozen=True, tag="resume_clock"):
    """Let the time go on."""


class StopClock(FloorCommand, frozen=True, tag="stop_clock"):
    """Take the clock away."""


class SetSelfRegistration(FloorCommand, frozen=True, tag="self_registration"):
    """Return whether people may register themselves."""

    open: bool


class Join(FloorCommand, frozen=True, tag="join"):
    """Somebody registers themselves."""

    player: str


class SharePhones(FloorCommand, frozen=True, tag="share_phones"):
    """Return whether one phone may report and confirm for several players of a table."""

    allowed: bool


class Publish(FloorCommand, frozen=True, tag="publish"):
    """Publish the places or the deck lists, or hide them again."""

    places: bool
    decks: bool


class Announce(FloorCommand, frozen=True, tag="announce"):
    """Show an announcement to all readers; None takes it away. One that is not `kept` ends with the stage."""

    text: str | None
    kept: bool = True


class Describe(FloorCommand, frozen=True, tag="describe"):
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


class Rehearse(FloorCommand, frozen=True, tag="rehearsal"):
    """Mark the event as a rehearsal, whose results are invented: before its start, and for good."""


class Archive(FloorCommand, frozen=True, tag="archive"):
    """Take the event off the list of events, or put it there again; its pages stay."""

    archived: bool


class ClaimName(FloorCommand, frozen=True, tag="claim"):
    """Claim a name on the list as one's own, where it is not claimed yet."""

    player: str


class Penalise(FloorCommand, frozen=True, tag="penalty"):
    """Write down a warning or a penalty for a player, and why; `call` is the call that it came of.

    What a penalty means for a result is reported or corrected there.
    """

    player: str
    kind: PenaltyKind
    text: str
    call: int | None = None


class WithdrawPenalty(FloorCommand, frozen=True, tag="withdraw_penalty"):
    """Take a penalty back, with the reason; it stays on record as withdrawn."""

    penalty: int
    reason: str


Command: TypeAlias = TournamentCommand | FloorCommand
