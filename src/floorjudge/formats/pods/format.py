"""The format of pods with a cut, by the Multiplayer Supplemental Tournament Rules."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, TypeVar

from msgspec.structs import replace

from floorjudge.formats.competition import Competition, Draw, Finished, Stage
from floorjudge.formats.log import Seats, StageMade
from floorjudge.formats.pods import results
from floorjudge.formats.pods.display.pages import Shown, by_elimination, is_played_again
from floorjudge.formats.pods.errors import DrawnCutAgain, LateForTheCut
from floorjudge.formats.pods.log import Made, Memory, PodsSeated
from floorjudge.formats.pods.options import Options, check, proposed
from floorjudge.formats.pods.results import AllLeft, LastLeft, Outcome, PodDrawn, PodWon
from floorjudge.formats.pods.rules import playing
from floorjudge.formats.pods.seating.sizes import FEWEST
from floorjudge.formats.pods.tables import Pod
from floorjudge.texts import counted, text

E = TypeVar("E", bound=Competition)


class Pods(Shown):
    """Pods and a cut; its rules are in the other modules of this folder."""

    id = "mstr-pods"
    name = text("Pods")
    summary = text(
        "Games of three to five, such as Commander, one winner at each table: all players play each round beside new opponents, and the best play on in a cut."
    )
    options = Options
    fewest = FEWEST
    too_late = LateForTheCut
    stage_event = PodsSeated
    claims = (PodWon, PodDrawn)
    further_claims = (LastLeft, AllLeft)
    names = frozenset({"out", "lost", "meet_again", "in_cut"})
    cites = MappingProxyType({"games_open": ("MSTR 10.4A",)})
    sentences = MappingProxyType(
        {
            PodsSeated: lambda event: counted(
                "Round {round} was seated at {count} table.",
                "Round {round} was seated at {count} tables.",
                count=len(event.tables),
                round=event.round,
            )
        }
    )
    undone = MappingProxyType({"PodsSeated": text("the seating of a round")})

    def check_options(self, options: Options) -> None:
        """Check the options, before the number of players is known."""
        check(options)

    def proposed(self, options: Options, players: int) -> Options:
        """Return the options with proposals for the rounds, the cut and the points, for a number of players.

        Clauses: MSTR appendix C, MSTR appendix E
        """
        return proposed(options, players)

    def memory(self, options: Any) -> Memory:
        """Return the memory of a new event, without a cut."""
        return Memory()

    def next(self, event: Competition, draw: Draw) -> Made | Finished:
        """Return the next round, or the end."""
        return playing.following(event, draw)

    def stage_made(self, stage: Stage, **start: str | None) -> StageMade:
        """Return the event of the log that makes a round."""
        if not isinstance(stage, Made):
            raise TypeError(stage)
        return PodsSeated(stage.kind, stage.round, stage.tables, stage.sitting_out, stage.in_cut, **start)

    def made(self, event: E, made: Any) -> E:
        """Return the event after a round was seated, with the players of the cut in its memory."""
        return replace(event, memory=Memory(made.in_cut)) if made.in_cut else event

    def check(self, event: Competition, table: Pod, claim: Outcome) -> None:
        """Check a claim about a game; players who have left lose a draw.

        Clauses: MSTR 2.1A
        """
        results.check(table.players, _with_lost(event, table, claim), by_elimination=by_elimination(event))

    def check_amended(self, event: Competition, table: Pod, before: Outcome, claim: Outcome) -> None:
        """Check the claim by which a game is corrected.

        Clauses: MSTR 2.1A
        """
        if is_played_again(event, table, claim):
            raise DrawnCutAgain(table.table)
        results.check(table.players, claim, by_elimination=by_elimination(event))

    def outcome(self, event: Competition, table: Pod, claim: Outcome) -> Outcome | None:
        """Return the result of a game; None if a draw of the cut is played again."""
        return None if is_played_again(event, table, claim) else _with_lost(event, table, claim)

    def amended_outcome(self, event: Competition, table: Pod, before: Outcome, claim: Outcome) -> Outcome:
        """Return the result of a corrected game; players who have left since then do not lose it by that."""
        return claim

    def is_provisional(self, outcome: Outcome) -> bool:
        """Return whether a result stands only until the game is reported, because players left during it."""
        return isinstance(outcome, LastLeft | AllLeft)

    def decided_by_absence(self, event: Competition, table: Pod) -> Outcome | None:
        """Return how a game is decided after players have left: two or more play on, the last one wins.

        With points by elimination, those who have left share the points of their places.
        Clauses: MTR 2.10
        """
        gone = event.absent(table)
        here = [name for name in table.players if name not in gone]
        if not here:
            return AllLeft(lost=gone)
        if len(here) > 1:
            return None
        return LastLeft(here[0], (gone,) if by_elimination(event) else ())

    def sizes_by_hand(self, event: Competition) -> range:
        """Return the possible sizes of a pod."""
        return range(FEWEST, event.options.pod + 1)

    def seated_in_round(self, event: Competition, seats: Seats, reason: str) -> Pod:
        """Return the pod of players who were moved by hand."""
        return playing.by_hand(event, seats, reason)

    def undrawn(self, event: Competition, made: Any) -> tuple[Any, ...]:
        """Return the parts of a round that chance does not decide; chance decides which of several equal players are in the cut."""
        if made.stage == playing.CUT and not made.in_cut:
            return (made,)
        bare = replace(made, tables=(), sitting_out=(), in_cut=())
        sizes = [len(table.players) for table in made.tables]
        seated = sorted([*made.sitting_out, *(name for table in made.tables for name in table.players)])
        return bare, sizes, len(made.sitting_out), [] if made.in_cut else seated


def _with_lost(event: Competition, table: Pod, claim: Outcome) -> Outcome:
    """Return a claim in which the players of a draw who have left have lost it."""
    if not isinstance(claim, PodDrawn):
        return claim
    named = {*claim.lost, *(name for group in claim.out for name in group)}
    gone = tuple(name for name in event.absent(table) if name not in named)
    return replace(claim, lost=(*claim.lost, *gone)) if gone else claim


FORMAT = Pods()
