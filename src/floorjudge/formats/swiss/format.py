"""The format of Swiss rounds with a playoff, by the Magic Tournament Rules."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, TypeVar

from msgspec.structs import replace

from floorjudge.formats.competition import Competition, Draw, Finished, Stage
from floorjudge.formats.errors import NotAtTheTable
from floorjudge.formats.log import Seats, StageMade
from floorjudge.formats.swiss import matches
from floorjudge.formats.swiss.claims import AgreedDraw, Games, Walkover, result_of
from floorjudge.formats.swiss.display.pages import TITLES, Shown, games_needed
from floorjudge.formats.swiss.errors import CannotDraw, PlayoffHasBegun
from floorjudge.formats.swiss.log import Made, Memory, RoundPaired
from floorjudge.formats.swiss.matches import Ending, Result
from floorjudge.formats.swiss.rules import playing
from floorjudge.formats.swiss.rules.playoff import SEEDS
from floorjudge.formats.swiss.rules.rounds import Options, check, planned
from floorjudge.formats.swiss.tables import Match, Seeded
from floorjudge.texts import counted, text

E = TypeVar("E", bound=Competition)
C = Games | AgreedDraw | Walkover


class Swiss(Shown):
    """Swiss rounds and a playoff; its rules are in the other modules of this folder."""

    id = "mtr-swiss"
    once = MappingProxyType({SEEDS: frozenset(playing.PLAYOFF.values())})
    name = text("Swiss rounds")
    summary = text(
        "Matches of two, as in most Magic tournaments: all players play each round against others with as many points, and the best play on in a bracket."
    )
    options = Options
    fewest = 2
    too_late = PlayoffHasBegun
    stage_event = RoundPaired
    claims = (Games, AgreedDraw)
    further_claims = (Walkover,)
    names = frozenset({"games", "conceded_by", "in_playoff"})
    cites = MappingProxyType({"games_open": ("MTR 10.4",)})
    sentences = MappingProxyType(
        {
            RoundPaired: lambda event: (
                counted(
                    "{stage}: {count} table.",
                    "{stage}: {count} tables.",
                    count=len(event.tables),
                    stage=TITLES[event.stage],
                )
                if playing.is_playoff(event.stage)
                else counted(
                    "Round {round} was paired at {count} table.",
                    "Round {round} was paired at {count} tables.",
                    count=len(event.tables),
                    round=event.round,
                )
            )
        }
    )
    undone = MappingProxyType({"RoundPaired": text("a pairing")})

    def check_options(self, options: Options) -> None:
        """Check the options, before the number of players is known."""
        check(options)

    def proposed(self, options: Options, players: int) -> Options:
        """Return the options with proposals for the rounds and the cut, for a number of players.

        Clauses: MTR appendix E
        """
        plan = planned(options, players)
        return replace(options, rounds=plan.rounds, cut=plan.cut)

    def memory(self, options: Any) -> Memory:
        """Return the memory of a new event, without a playoff."""
        return Memory()

    def next(self, event: Competition, draw: Draw) -> Made | Finished:
        """Return the next round, or the end."""
        return playing.following(event, draw)

    def stage_made(self, stage: Stage, **start: str | None) -> StageMade:
        """Return the event of the log that makes a round."""
        if not isinstance(stage, Made):
            raise TypeError(stage)
        return RoundPaired(
            stage.kind,
            stage.round,
            stage.tables,
            stage.sitting_out,
            stage.bye_again,
            stage.in_playoff,
            stage.slots,
            **start,
        )

    def made(self, event: E, made: Any) -> E:
        """Return the event after a round was paired, with the playoff in its memory."""
        if not playing.is_playoff(made.stage):
            return event
        memory: Memory = event.memory
        return replace(event, memory=Memory(made.in_playoff or memory.in_playoff, (*memory.slots, made.slots)))

    def check(self, event: Competition, table: Match, claim: C) -> None:
        """Check a claim about a match.

        Clauses: MTR 2.1, MTR 2.4, MTR 2.5
        """
        gone = event.absent(table)
        if isinstance(claim, AgreedDraw) and gone:
            raise CannotDraw(gone[0])
        self.check_amended(event, table, None, claim)

    def check_amended(self, event: Competition, table: Match, before: Result | None, claim: C) -> None:
        """Check the claim by which a match is corrected.

        Clauses: MTR 2.1, MTR 2.4, MTR 2.5
        """
        needed = games_needed(event, table)
        if isinstance(claim, Walkover) and claim.winner is not None and claim.winner not in table.players:
            raise NotAtTheTable(claim.winner, table.players, where="winner")
        matches.check(result_of(table.players, claim, needed), needed, playoff=isinstance(table.why, Seeded))

    def outcome(self, event: Competition, table: Match, claim: C) -> Result:
        """Return the result of a match."""
        return result_of(table.players, claim, games_needed(event, table))

    def is_provisional(self, outcome: Result) -> bool:
        """Return whether a result stands only until the match is reported, because players left during it."""
        return outcome.ending in {Ending.OPPONENT_LEFT, Ending.BOTH_LEFT}

    def decided_by_absence(self, event: Competition, table: Match) -> Walkover | None:
        """Return how a match is decided after players have left: the one who stays wins it.

        Clauses: MTR 2.10
        """
        here = [name for name in table.players if not event.has_left(name)]
        if len(here) == len(table.players):
            return None
        return Walkover(here[0] if here else None)

    def sizes_by_hand(self, event: Competition) -> tuple[int, ...]:
        """Return 2: a match has two players."""
        return (2,)

    def seated_in_round(self, event: Competition, seats: Seats, reason: str) -> Match:
        """Return the match of players who were moved by hand."""
        return playing.by_hand(event, seats, reason)

    def undrawn(self, event: Competition, made: Any) -> tuple[Any, ...]:
        """Return the parts of a round that chance does not decide: the number of matches, and in a Swiss round the players.

        Chance decides which of several equal players are in the playoff.
        """
        bare = replace(made, tables=(), sitting_out=(), in_playoff=(), slots=())
        seated = sorted([*made.sitting_out, *(name for table in made.tables for name in table.players)])
        numbers = (len(made.tables), len(made.sitting_out), len(made.in_playoff), len(made.slots))
        return bare, numbers, [] if playing.is_playoff(made.stage) else seated


FORMAT = Swiss()
