"""The rules of a format: its decks, how an event is played, what stands in the log, and loops at its tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from floorjudge.errors import FloorjudgeError
from floorjudge.formats import errors
from floorjudge.formats.claims import Claim
from floorjudge.formats.competition import Competition, Draw, Finished, Stage
from floorjudge.formats.decks import DeckLine, DeckReport
from floorjudge.formats.log import (
    Admitted,
    Amended,
    Decided,
    Ended,
    EventEnded,
    GameAmended,
    GameReopened,
    GameReported,
    Left,
    Otherwise,
    PlayerDropped,
    PlayerEntered,
    PlayerRejoined,
    Reported,
    Returned,
    Seats,
    SeatsMoved,
    StageMade,
    TournamentEvent,
    Unreported,
)
from floorjudge.formats.magic_decks.cards import KnownCards
from floorjudge.formats.shapes import Shapes
from floorjudge.texts import Text

E = TypeVar("E", bound=Competition)
# An edition of the rules of loops: for two players, or for tables of more.
LoopEdition: TypeAlias = Literal["mtr", "mstr"]


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a format that has none."""


class FormatRules(ABC):
    """The part of a format that plays an event; see `Format`."""

    # `id` stands in every log and never changes; `summary` is one sentence for the organiser who opens an event.
    id: ClassVar[str]
    name: ClassVar[Text]
    summary: ClassVar[Text]
    options: ClassVar[type[msgspec.Struct]] = NoOptions
    fewest: ClassVar[int] = 2
    # Its part of the log: the event that makes a stage; further events, beside those of `formats.log`; the claims that
    # commands carry, the usual one first; the claims that no command carries; the claim that the command `drawn` means.
    # `names`: further fields of its structs that hold names of players (as values, in lists, as keys). `plain`: fields
    # whose texts the program chooses; every other text can be forgotten at a player's request.
    stage_event: ClassVar[type[StageMade]]
    own_events: ClassVar[tuple[type[TournamentEvent], ...]] = ()
    claims: ClassVar[tuple[type[Claim], ...]]
    further_claims: ClassVar[tuple[type[Claim], ...]] = ()
    drawn: ClassVar[type[Claim] | None] = None
    names: ClassVar[frozenset[str]] = frozenset()
    plain: ClassVar[frozenset[str]] = frozenset()
    shapes: ClassVar[Shapes] = Shapes()
    # Labels of draws that an event has once at the most, each with the kinds of stages whose first one may draw under it. All others
    # begin with the round of their stage, `round 2/`.
    once: ClassVar[Mapping[str, frozenset[str]]] = MappingProxyType({})
    # A line of a deck list, shown in an empty field.
    deck_example: ClassVar[str] = ""
    # The clauses of this format behind errors that all formats share, by the code of the error.
    cites: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})

    def claims_of(self, command: str) -> tuple[type[Claim], ...]:
        """Return the claims that a command (`report`, `amend`, `propose`) may carry."""
        return self.claims

    def named_twice(self, field: str, names: tuple[str, ...]) -> FloorjudgeError:
        """Return the error for a claim that names a player twice in a field."""
        return errors.NameTwice(names, where=field)

    def check_deck(self, listing: str, options: Any, cards: KnownCards | None) -> DeckReport | None:
        """Return the report on a deck list in an event with these options; None in a format without decks.

        `cards` are the card texts of this machine, if it has some and `needs_card_texts` is true.
        """
        return None

    def deck_words(self, options: Any) -> tuple[Text, ...]:
        """Return a sentence for each thing that deck lists are checked by beside the rules."""
        return ()

    def asks_for_decks(self, options: Any) -> bool:
        """Return whether players hand in deck lists."""
        return False

    def needs_card_texts(self, options: Any) -> bool:
        """Return whether the check of a deck list uses card texts."""
        return False

    def deck_check(self, cards: str, source: str) -> Callable[[str], DeckReport | None]:
        """Return a function that checks deck lists with further cards.

        `cards` is the text of a file of cards called `source`, empty without such a file.
        """
        return lambda listing: self.check_deck(listing, self.options(), None)

    def decks_by_chance(self, chance: Random) -> Iterator[str]:
        """Yield deck lists for the players of a demonstration."""
        yield from ()

    def deck_lines(self, listing: str) -> Sequence[DeckLine]:
        """Return the lines of a deck list as they are printed."""
        lines = enumerate(map(str.strip, listing.splitlines()), 1)
        return [DeckLine(number, None, line) for number, line in lines if line]

    # How an event is played. Here and below, `table` is a struct of the format.

    def check_options(self, options: Any) -> None:  # noqa: B027 (a format may have nothing to check)
        """Check options whose fields each have the right type.

        Raises BadInput, placed at `options.…`, if a value is out of range or two values contradict each other.
        """

    def proposed(self, options: Any, players: int) -> Any:
        """Return the options with a proposal for each that was left open, for the number of players at the start."""
        return options

    def memory(self, options: Any) -> Any:
        """Return the first value of `Competition.memory`."""
        return None

    def score(self, event: Competition, *, late: bool) -> Any:
        """Return the score of a player who enters before the start, or `late`."""
        return None

    @abstractmethod
    def next(self, event: Competition, draw: Draw) -> Stage | Finished:
        """Return the first stage before the start, else what follows the stage being played, whose games all have results."""

    def made(self, event: E, made: StageMade) -> E:
        """Return the event, which has the new tables, with the scores and the memory that making a stage changes."""
        return event

    @abstractmethod
    def check(self, event: Competition, table: Any, claim: Any) -> None:
        """Check a claim about a game of the stage being played; raise an error if no game can end like this."""

    def check_amended(self, event: Competition, table: Any, before: Any, claim: Any) -> None:
        """Check the claim by which a game is corrected; `before` is its outcome so far."""
        self.check(event, table, claim)

    def outcome(self, event: Competition, table: Any, claim: Any) -> Any:
        """Return the result of a game of the stage being played; None if the game is played again."""
        return claim

    def amended_outcome(self, event: Competition, table: Any, before: Any, claim: Any) -> Any:
        """Return the result of a game that is corrected; `before` is its outcome so far."""
        return self.outcome(event, table, claim)

    def is_provisional(self, outcome: Any) -> bool:
        """Return whether a result stands only until the game is reported, because players have left."""
        return False

    def credit(self, event: E, table: Any, before: Any, after: Any, *, now: bool) -> E:
        """Return the event with the scores after one outcome of a game has replaced another; None means no outcome.

        `event` has the new result already. `now` is true for the stage being played, false for an earlier one.
        """
        return event

    def decided_by_absence(self, event: Competition, table: Any) -> Claim | None:
        """Return how an open game is decided because players have left; None if it can be played."""
        return None

    def decided_by_leaving(self, event: Competition, player: str) -> tuple[Decided, ...]:
        """Return the games that are decided because a player has left; `event` is the event after that."""
        theirs = (table for table in event.open_tables() if player in table.players)
        found = ((table.table, self.decided_by_absence(event, table)) for table in theirs)
        return tuple(Decided(number, claim) for number, claim in found if claim is not None)

    def decided_when_reopened(self, event: Competition, table: Any, outcome: Any) -> Claim | None:
        """Return how a game is decided after its result was removed; None if it can be played.

        `event` is without the result, which was `outcome`. Raises an error if the result may not be removed.
        """
        claim = self.decided_by_absence(event, table)
        if claim is not None and outcome == self.outcome(event, table, claim):
            raise errors.DecidedByAbsence(table.table)
        return claim

    def check_late(self, event: Competition, name: str, *, let_in: bool) -> None:
        """Check that a player may enter after the start; `let_in` is true if the organiser makes an exception.

        Raises an error if the player may not.
        """
        raise errors.NoLateEntryHere(name)

    def returning(self, event: Competition, name: str) -> Returned:
        """Return the event of the log by which a player comes back after the start; raise an error if the player may not."""
        return PlayerRejoined(name)

    def left(self, event: E, left: Left) -> E:
        """Return the event with the scores and the memory after a player has left."""
        return event

    def returned(self, event: E, returned: Returned) -> E:
        """Return the event with what a player's return changes; in `event` the player is still away."""
        return event

    @property
    def moves_players(self) -> bool:
        """Whether organisers can move players by hand in events of this format."""
        return type(self).check_seats is not FormatRules.check_seats

    def check_seats(self, event: Competition, moved: SeatsMoved) -> None:
        """Check a move of players by hand; the players are all present and their tables have no result.

        A format that allows moves overrides `seated` too; `formats.seating` has what formats share.
        Raises an error if the move is not allowed.
        """
        raise errors.NotInThisFormat("seat")

    def seated(self, event: Competition, seats: Seats, reason: str) -> Any:
        """Return the table of players who were moved by hand; `event` is the event before the move."""
        raise errors.NotInThisFormat("seat")

    def ended(self, event: E, ended: Ended) -> E:
        """Return the event with the memory after its end."""
        return event

    # Loops at its tables.

    def loop_edition(self, event: Competition, table: Any) -> LoopEdition | None:
        """Return the edition of the rules for a loop at a table; None in a format of another game than Magic."""
        return None

    def loop_draw(self, event: Competition, table: Any, drawn: int) -> Claim | Text | None:
        """Return the claim to report for a table after a ruling on a loop has drawn a game; `drawn` counts those so far.

        If nothing is reported yet, return a sentence that explains how the table goes on: the match has another game, whose report
        counts the drawn ones (see `result_form_after`), or the game is played again. Return None in a format without loops.
        """
        return None

    # How its results are found and written into the log.

    def is_about(self, kind: str, claim: Claim) -> bool:
        """Return whether a claim can be about a game of a stage of this kind; a round may have several stages."""
        return True

    def no_such_stage(self, round_number: int, claim: Claim) -> FloorjudgeError:
        """Return the error for a correction of a stage that a round did not have."""
        return errors.NoSuchStage(round_number)

    def stage_made(self, stage: Stage, **start: str | None) -> StageMade:
        """Return the event of the log that makes a stage; `start` are `public`, `roster` and `deck_reason`."""
        return self.stage_event(stage.kind, stage.round, stage.tables, stage.sitting_out, **start)

    def reported(self, table: int, claim: Any) -> Reported:
        """Return the event of the log for a report."""
        return GameReported(table, claim)

    def unreported(self, table: int, reason: str, decided: Any) -> Unreported:
        """Return the event of the log that removes a result."""
        return GameReopened(table, reason, decided)

    def amended(self, where: tuple[int, int], claim: Any, reason: str, otherwise: Any) -> Amended:
        """Return the event of the log for a correction; `where` are round and table."""
        return GameAmended(*where, claim, reason, otherwise)

    def admitted(self, player: str, number: int) -> Admitted:
        """Return the event of the log for a late entry."""
        return PlayerEntered(player, number)

    def player_left(self, player: str, decided: tuple[Decided, ...]) -> Left:
        """Return the event of the log by which a player leaves."""
        return PlayerDropped(player, decided)

    def finished(self, finished: Finished, seed: str) -> Ended:
        """Return the event of the log that ends the event."""
        return EventEnded(seed)

    def compare(
        self,
        before: Competition,
        corrected: Competition,
        came: Stage | Finished,
        would_have_come: Stage | Finished,
    ) -> Any:
        """Return what a correction would have changed, had it been known before the next stage was made.

        `before` is the event at that time, `corrected` the same event with the correction; `came` follows the first,
        `would_have_come` the second.
        """
        there, instead = (stage.kind if isinstance(stage, Stage) else "finished" for stage in (came, would_have_come))
        return Otherwise(None if there == instead else instead, other_groups(came, would_have_come))

    def undrawn(self, event: Competition, made: StageMade) -> tuple[Any, ...]:
        """Return the parts of a stage that chance does not decide, which verification compares while the seed is secret.

        `event` is the event before the stage. By default these are the sizes of the tables and the players who play or sit out.
        """
        seated = sorted(name for table in made.tables for name in table.players)
        sizes = [(table.table, len(table.players)) for table in made.tables]
        return replace(made, tables=(), sitting_out=()), sizes, sorted([*seated, *made.sitting_out])

    def as_older(self, expected: Any, event: Any) -> Any:
        """Return an expected event of the log in the form of an older version of the program, which wrote `event`."""
        return expected

    def older_claim(self, error: FloorjudgeError, claim: Any) -> Claim | None:
        """Return a claim in place of one that an older version accepted and this one refuses with `error`; None without one."""
        return None


def other_groups(came: Stage | Finished, instead: Stage | Finished) -> tuple[tuple[str, ...], ...]:
    """Return the players of each table of `instead` that is not among those of `came`."""
    if not isinstance(instead, Stage):
        return ()
    there = {frozenset(table.players) for table in came.tables} if isinstance(came, Stage) else set()
    return tuple(table.players for table in instead.tables if frozenset(table.players) not in there)
