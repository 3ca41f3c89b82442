"""The commands: to the tournament, and on the floor around its tables.

A command that needs a draw carries the seed: the caller stores it, the state never holds it. The time and the author
are written beside the event, not in the command. A phone may send a form that was filled in an hour ago: `stage`, the
number of the grouping on its screen (see `State.stage_number`), keeps a report from reaching the same table of another
round; None means the current one.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from floorjudge.events.events import PenaltyKind
from floorjudge.formats.claims import Claim
from floorjudge.formats.decks import Verdict

# The format of an event that is opened without naming one.
FIRST_FORMAT = "ote-1.2"


class TournamentCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """A command to the tournament itself.

    A command that can be sent has a name, its tag. In the form that is sent, the fields of a `claim` stand beside the
    command's own.
    """


class Open(TournamentCommand, frozen=True, tag="open"):
    """Open an event with a typed seed, for tests and for replaying a known event."""

    name: str
    seed: str
    format: str = FIRST_FORMAT
    options: dict[str, Any] | None = None


class OpenSealed(TournamentCommand, frozen=True, tag=False):
    """Open an event whose seed the operating system drew and no person has seen; the log holds only its promise."""

    name: str
    commitment: str
    format: str = FIRST_FORMAT
    options: dict[str, Any] | None = None


class RenewSeed(TournamentCommand, frozen=True, tag="renew_seed"):
    """Request a new seed, because the old one has become public and the event goes on."""


class PromiseSeed(TournamentCommand, frozen=True, tag=False):
    """Promise the new seed that the operating system drew."""

    commitment: str


class Register(TournamentCommand, frozen=True, tag="register"):
    """Register a player; `alike`: the organiser allows a name that looks like another player's.

    `late`: the organiser admits the player after the start, too.
    """

    player: str
    alike: bool = False
    late: bool = False


class CloseRoster(TournamentCommand, frozen=True, tag="close_roster"):
    """Close the list of players, before the public words are chosen."""


class ReopenRoster(TournamentCommand, frozen=True, tag="reopen_roster"):
    """Open the list of players again."""


class SubmitDeck(TournamentCommand, frozen=True, tag="deck"):
    """Hand in a deck list."""

    player: str
    list: str


class SubmitCheckedDeck(TournamentCommand, frozen=True, tag=False):
    """Hand in a deck list that was checked: the caller has the card texts, which the core lacks."""

    player: str
    list: str
    verdict: Verdict
    clauses: tuple[str, ...]


class Start(TournamentCommand, frozen=True, tag="start"):
    """Fix the roster and group the first round; `reason` allows illegal decks.

    Of `public`, the words spoken in public, only letters and digits count.
    """

    public: str | None = None
    reason: str | None = None
    seed: str | None = None


class Report(TournamentCommand, frozen=True, tag="report"):
    """Report how a game ended."""

    table: int
    claim: Claim


class Drawn(TournamentCommand, frozen=True, tag="drawn"):
    """Report that a game had no winner, in a format with a claim for that, whose report means the same."""

    table: int


class Unreport(TournamentCommand, frozen=True, tag="unreport"):
    """Remove a result that has decided nothing yet: its stage is still being played, and the table is open again."""

    table: int
    reason: str


class Seat(TournamentCommand, frozen=True, tag="seat"):
    """Seat players at a table of the stage being played, in this order, instead of the drawn players; `reason` is why.

    The players whom they replace take their former places, in order. The table after the last one is a new one.
    """

    table: int
    players: tuple[str, ...]
    reason: str


class Next(TournamentCommand, frozen=True, tag="next"):
    """Go on to the next round, another stage, or the end.

    `public` are the public words after the seed was renewed; none are allowed at any other time.
    """

    seed: str | None = None
    public: str | None = None


class Leave(TournamentCommand, frozen=True, tag="leave"):
    """Take a player out of the event."""

    player: str


class ComeBack(TournamentCommand, frozen=True, tag="come_back"):
    """Bring back a player who left; `alike` as in `Register`."""

    player: str
    alike: bool = False


class Rename(TournamentCommand, frozen=True, tag="rename"):
    """Give a player another name, at any time; `alike` as in `Register`."""

    player: str
    name: str
    alike: bool = False


class Forget(TournamentCommand, frozen=True, tag="forget"):
    """Remove a player's name from everything stored; `former`: only the earlier names.

    `also` are other spellings to be removed from free texts: nicknames, typing errors.
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
    """Undo the last command."""


class FloorCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """A command on the floor; its name is its tag, as for commands to the tournament."""


class ProposeResult(FloorCommand, frozen=True, tag="propose"):
    """Report as a player how one's game ended; also to correct an earlier report, or to confirm another one by an equal report."""

    table: int
    player: str
    claim: Claim
    stage: int | None = None


class Confirm(FloorCommand, frozen=True, tag="confirm"):
    """Agree with a statement; `statement` is the number of the one on the player's screen, None if there is only one."""

    table: int
    player: str
    statement: int | None = None
    stage: int | None = None


class Dispute(FloorCommand, frozen=True, tag="dispute"):
    """Object to a statement without reporting another result."""

    table: int
    player: str
    text: str
    stage: int | None = None


class SetAside(FloorCommand, frozen=True, tag="set_aside"):
    """Set aside the statements of a table's players by the staff; the players may report again."""

    table: int
    reason: str


class CallJudge(FloorCommand, frozen=True, tag="call"):
    """Call a judge: to a table, for a player, or neither."""

    about: str
    table: int | None = None
    player: str | None = None


class TakeCall(FloorCommand, frozen=True, tag="take"):
    """Take a call as a judge, also from another judge."""

    call: int


class NoteOnCall(FloorCommand, frozen=True, tag="note"):
    """Add a note to a call, for judges only."""

    call: int
    text: str


class LoopAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The question to the loop desk and its answer: the JSON values of `loop rule`."""

    case: dict[str, Any]
    answer: dict[str, Any]


class AskAboutLoop(FloorCommand, frozen=True, tag="loop"):
    """Put a loop to the players of a call; it replaces an earlier one with its answers.

    `case` is the JSON value of `loop rule`; `sheet`, the changes by one iteration, that of `loop sheet`; `found` is the
    loop finder's name of the search that found the loop.
    """

    call: int
    case: dict[str, Any]
    sheet: dict[str, Any] | None = None
    found: str | None = None


class Declare(FloorCommand, frozen=True, tag="declare"):
    """Answer the loop desk: with a number (digits, a power) or a word; with `steps`, a part of the last iteration."""

    call: int
    player: str
    says: int | str
    steps: int | None = None


class Rule(FloorCommand, frozen=True, tag="ruling"):
    """Rule as a judge, with the clauses behind the ruling (`MTR 4.4.3`) and the loop desk's answer if there was one."""

    call: int
    text: str
    clauses: tuple[str, ...] = ()
    loop: LoopAnswer | None = None


class Appeal(FloorCommand, frozen=True, tag="appeal"):
    """Appeal to the head judge against a ruling; `player` is the one who appeals."""

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
    """Give a table more minutes; `call` is the reason."""

    table: int
    minutes: int
    call: int | None = None


class CloseCall(FloorCommand, frozen=True, tag="close_call"):
    """Close a call about which nothing is left to do."""

    call: int


class StartClock(FloorCommand, frozen=True, tag="clock"):
    """Start the clock of the current round."""

    minutes: int


class PauseClock(FloorCommand, frozen=True, tag="pause_clock"):
    """Pause the clock for all tables."""


class ResumeClock(FloorCommand, frozen=True, tag="resume_clock"):
    """Resume the clock."""


class StopClock(FloorCommand, frozen=True, tag="stop_clock"):
    """Remove the clock."""


class SetSelfRegistration(FloorCommand, frozen=True, tag="self_registration"):
    """Allow or forbid that people register themselves."""

    open: bool


class Join(FloorCommand, frozen=True, tag="join"):
    """Register oneself."""

    player: str


class SharePhones(FloorCommand, frozen=True, tag="share_phones"):
    """Allow or forbid that one phone reports and confirms for several players of a table."""

    allowed: bool


class Publish(FloorCommand, frozen=True, tag="publish"):
    """Publish the places or the deck lists, or hide them again."""

    places: bool
    decks: bool


class Announce(FloorCommand, frozen=True, tag="announce"):
    """Show an announcement to all readers, or remove it (None). One that is not `kept` ends with the stage."""

    text: str | None
    kept: bool = True


class Describe(FloorCommand, frozen=True, tag="describe"):
    """Describe the event: the whole description is replaced, and a field left out is empty; without a name it keeps the present one.

    `date` is an ISO 8601 day; `capacity` is the limit of registrations by the players themselves; `minutes` is the
    length of a round; `time_over` is the rule for its end.
    """

    name: str | None = None
    date: str | None = None
    place: str | None = None
    about: str | None = None
    capacity: int | None = None
    minutes: int | None = None
    time_over: str | None = None


class Rehearse(FloorCommand, frozen=True, tag="rehearsal"):
    """Mark the event as a rehearsal, whose results are invented: before its start, for good."""


class Archive(FloorCommand, frozen=True, tag="archive"):
    """Remove the event from the list of events, or put it there again; its pages stay."""

    archived: bool


class ClaimName(FloorCommand, frozen=True, tag="claim"):
    """Claim a name on the list that no one has claimed yet."""

    player: str


class Penalise(FloorCommand, frozen=True, tag="penalty"):
    """Record a warning or a penalty for a player, with its reason; `call` is the call behind it.

    Any effect on a result is reported or corrected there.
    """

    player: str
    kind: PenaltyKind
    text: str
    call: int | None = None


class WithdrawPenalty(FloorCommand, frozen=True, tag="withdraw_penalty"):
    """Withdraw a penalty, with the reason; it stays on record as withdrawn."""

    penalty: int
    reason: str


Command: TypeAlias = TournamentCommand | FloorCommand
