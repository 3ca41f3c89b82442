"""An event of pods on pages, in prints and on the command line, and the forms for results and options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

from floorjudge.formats import display, seating
from floorjudge.formats.competition import Competition, Player
from floorjudge.formats.display import (
    Badge,
    Bracket,
    BracketRound,
    Cell,
    Column,
    Form,
    Given,
    SeatResult,
    Slip,
    rounded,
)
from floorjudge.formats.magic_events import MagicEvents
from floorjudge.formats.pods import reports
from floorjudge.formats.pods.display.explaining import meaning, meetings_again, who_begins, why_bye, why_seated
from floorjudge.formats.pods.display.opening import opening_form
from floorjudge.formats.pods.options import Options
from floorjudge.formats.pods.results import AllLeft, LastLeft, Outcome, PodDrawn, PodWon
from floorjudge.formats.pods.rules import cut, playing
from floorjudge.formats.pods.tables import CutPod, Pod, RankedPod, SeatedPod
from floorjudge.formats.protocol import JsonObject, LoopEdition
from floorjudge.formats.ranking import Compared
from floorjudge.texts import Text, text

MATCH_POINTS = Column(
    "match_points",
    text("Match points"),
    text("Points"),
    text("A result counts as soon as it is in, and a bye at once; those of the cut do not count."),
    main=True,
)
MATCH_WIN = Column(
    "match_win",
    text("Match-win percentage"),
    text("MW"),
    text("Games won of those played at a table; byes are left out."),
)
OPPONENTS_POINTS = Column(
    "opponents_match_points",
    text("Opponents' mean match points"),
    text("OMP"),
    text("The mean of the match points of all opponents, each as often as they were met."),
)
OPPONENTS_WIN = Column(
    "opponents_match_win",
    text("Opponents' match-win percentage"),
    text("OMW"),
    text("The mean of the opponents' match-win percentages; each has a lower limit, which a bye counts as."),
)
POINTS_DECIMALS, PERCENT_DECIMALS = 2, 4


def by_elimination(event: Competition) -> bool:
    """Return whether players who do not win score by the order in which they are eliminated."""
    return bool(event.options.points.others)


def _by_wins(event: Competition) -> bool:
    by_wins: bool = event.options.tie_break == "opponents_match_win"
    return by_wins


def is_played_again(event: Competition, table: Pod, claim: Any) -> bool:
    """Return whether a game with this claim is played again: a draw in the cut, unless all players have left."""
    drawn = isinstance(claim, PodDrawn) and not isinstance(claim, AllLeft)
    return drawn and isinstance(table.why, CutPod) and event.options.drawn_cut == "again"


class Shown(MagicEvents):
    """The display of an event of pods, and its forms."""

    path_title: ClassVar[Text] = text("The cut")
    advanced_word: ClassVar[Text] = text("in the cut")
    places_why: ClassVar[Text | None] = text(
        "Where there was a cut, it decides its places; the standings decide all others (MSTR 10.4A)."
    )
    leaving_help = text(
        "Who leaves keeps points and place. The others at the table play on; the last one who is left there has won."
    )
    among_the_best = text("The cut is being played among the best of the standings.")
    late_words = text("Who enters late has no points of the rounds that they missed.")
    typed_example = text(
        "who won, by seat or by the beginning of the name, such as: 5 Ana. For a draw the table and “draw”: 5 draw."
    )

    def columns_of_rounds(self, event: Competition) -> tuple[Column, ...]:
        """Return the columns of the standings after rounds."""
        return (MATCH_POINTS, MATCH_WIN, OPPONENTS_WIN if _by_wins(event) else OPPONENTS_POINTS)

    def compared(self, event: Competition) -> Compared:
        """Return the values that rank the players after the rounds so far."""
        return playing.compared(event)

    def cells_of_rounds(
        self, event: Competition, numbers: tuple[int, ...], divisors: tuple[int, ...]
    ) -> tuple[Cell, ...]:
        """Return a player's cells in the standings after rounds."""
        return _cells(numbers, divisors, by_wins=_by_wins(event))

    def still_in(self, event: Competition) -> tuple[str, ...]:
        """Return the players of the cut being played who are not out and have not left."""
        return playing.still_in_cut(event)

    def places(self, event: Competition) -> dict[str, int]:
        """Return the places in a finished event."""
        return playing.places(event)

    def is_last(self, kind: str) -> bool:
        """Return whether stages of a kind belong to the cut."""
        return kind == playing.CUT

    def last_title(self, kind: str, round_number: int) -> Text:
        """Return the name of a round of the cut as a heading."""
        return text("Round {round}, cut", round=round_number)

    def last_word(self, kind: str) -> Text:
        """Return the name of a round of the cut within a sentence."""
        return text("the cut")

    def why(self, table: Pod) -> Text:
        """Return why the players of a pod sit together."""
        return seating.why_here(table, why_seated(table.why))

    def stage_note(self, event: Competition) -> Text | None:
        """Return how often players of the round meet again; None if none do."""
        found = playing.meetings(event)
        return None if found is None else meetings_again(found)

    def table_badges(self, event: Competition, table: Pod) -> tuple[Badge, ...]:
        """Return the badges of a table: players who meet again, fewer players than in a full pod."""
        badges = [*seating.badges(table)]
        if isinstance(table.why, RankedPod | SeatedPod) and table.why.meet_again:
            badges.append(Badge("rematch", text("met before")))
        if len(table.players) < event.options.pod:
            badges.append(Badge("small", text("pod of {players}", players=len(table.players))))
        return tuple(badges)

    def who_begins(self, table: Pod) -> Text:
        """Return which player of a pod begins."""
        return who_begins(table.players[0])

    def why_without_game(self, event: Competition, player: Player) -> tuple[Text, ...]:
        """Return what a bye means and why a player has it, or that they wait in the cut."""
        if event.stage_kind == playing.CUT:
            return (text("Waits for the next round of the cut."),)
        why = seating.without_game_by_hand(event, player.name) or (why_bye(first=event.round == 1),)
        return text("Has a bye in this round: it counts at once, as a win."), *why

    def path(self, event: Competition) -> Bracket | None:
        """Return the rounds of the cut; None before it."""
        rounds = [
            BracketRound(
                self.stage_title(played.kind, played.round),
                tuple(_in_bracket(table, played.results.get(table.table)) for table in _by_seeds(played.tables)),
            )
            for played in event.stages()
            if played.kind == playing.CUT
        ]
        return Bracket(tuple(rounds)) if rounds else None

    def slip(self, event: Competition, table: Pod) -> Slip:
        """Return the contents of a result slip."""
        if by_elimination(event):
            return Slip(
                text("Number the others in the order in which they were eliminated"),
                text("Won, or eliminated as number"),
                text(
                    "Each scans their own code, or: mark the winner, number the others from the first eliminated, and sign."
                ),
            )
        return Slip(
            None,
            text("Won or drawn"),
            text("Each scans their own code, or: mark the winner, or all in a draw, and sign."),
        )

    def result_rows(self, event: Competition, table: Pod, outcome: Outcome) -> tuple[SeatResult, ...]:
        """Return a result line by line; for a draw in the cut, the player who advances."""
        through = cut.winner(table, outcome) if isinstance(table.why, CutPod) else None
        goes_on = text("goes on") if isinstance(outcome, PodDrawn) else None
        winner = outcome.winner if isinstance(outcome, PodWon) else through
        return tuple(
            SeatResult(name, name == winner, won_as=goes_on if name == winner else None) for name in table.players
        )

    def claim_rows(self, event: Competition, table: Pod, claim: Outcome) -> tuple[SeatResult, ...] | None:
        """Return the winner of a claim line by line; None if its sentence is shown instead."""
        if isinstance(claim, PodDrawn) or claim.out:
            return None
        return self.result_rows(event, table, claim)

    def result_note(self, outcome: Outcome) -> Text | None:
        """Return a note beside a result."""
        if isinstance(outcome, PodDrawn):
            return _drawn(outcome)
        if isinstance(outcome, LastLeft):
            return text("the others left")
        return outcome.sentence() if outcome.out else None

    def result_words(self, event: Competition, outcome: Outcome, players: tuple[str, ...]) -> Text | None:
        """Return a draw in words, which has no row of a winner."""
        if not isinstance(outcome, PodDrawn):
            return None
        return text("{players}: {result}", players=players, result=_drawn(outcome))

    def result_json(self, event: Competition, table: Pod, outcome: Outcome) -> JsonObject:
        """Return a result with the fields of a report."""
        out = {"out": [list(group) for group in outcome.out]} if outcome.out else {}
        if isinstance(outcome, PodWon):
            return {"winner": outcome.winner, **out}
        return {"draw": True, **({"lost": list(outcome.lost)} if outcome.lost else {}), **out}

    def how_typed(self, event: Competition, table: Pod) -> Text:
        """Return how a result is typed; with points by elimination, in which order."""
        if not by_elimination(event):
            return super().how_typed(event, table)
        return text(
            "who won, then the others from the first to be eliminated, by seat: 5 1 3 2 4; at once: 5 1 3+2 4. For a draw the table and “draw”: 5 draw."
        )

    def typed(self, event: Competition, table: Pod, words: Sequence[str]) -> JsonObject:
        """Return the report that typed words mean."""
        return reports.from_words(table, words, by_elimination=by_elimination(event))

    def by_chance(self, event: Competition, table: Pod, chance: Random) -> JsonObject:
        """Return a random result for a rehearsal: a tenth of the games outside the cut are draws."""
        if not isinstance(table.why, CutPod) and chance.random() < 0.1:
            return {"draw": True}
        order = list(table.players)
        chance.shuffle(order)
        winner, *others = order
        if not by_elimination(event):
            return {"winner": winner}
        return {"winner": winner, "out": [[name] for name in others]}

    def loop_edition(self, event: Competition, table: Pod) -> LoopEdition:
        """Return the edition of the rules for more than two players, for a pod of any size.

        Clauses: MSTR 4.4A
        """
        return "mstr"

    def loop_draw(self, event: Competition, table: Pod, drawn: int) -> PodDrawn | Text:
        """Return a draw of all players; in the cut, if the event replays draws, return a sentence that the game is played again.

        Clauses: MSTR 2.1A
        """
        claim = PodDrawn()
        return text("A drawn game of the cut is played again.") if is_played_again(event, table, claim) else claim

    def result_form(self, event: Competition, table: Pod) -> Form:
        """Return a button for each player and one for a draw, and fields for all possible results."""
        again = is_played_again(event, table, PodDrawn())
        return reports.form(table, by_elimination=by_elimination(event), again=again)

    def result_help(self, event: Competition, table: Pod) -> Text | None:
        """Return a help text for the form of a table."""
        return reports.form_help(by_elimination=by_elimination(event))

    def as_given(self, table: Pod, claim: Outcome) -> Given:
        """Return the values of the form for a claim."""
        return reports.as_given(table, claim)

    def from_form(self, event: Competition, table: Pod, given: Given) -> JsonObject:
        """Return a claim from the values of the form."""
        return reports.from_form(table, given, by_elimination=by_elimination(event))

    def options_form(self, players: int | None) -> Form:
        """Return the form in which an event of pods is opened."""
        return opening_form(self.banned_field(), OPPONENTS_POINTS.title, OPPONENTS_WIN.title)

    def options_words(self, options: Options) -> tuple[Text, ...]:
        """Return a sentence for each option."""
        return tuple(meaning(options))


def _drawn(outcome: PodDrawn) -> Text:
    """Return a draw in words beside the players of the table: for whom it is none, if there are such."""
    return outcome.sentence() if outcome.lost or outcome.out else text("a draw")


# A result changes the values of few players.
@lru_cache(20_000)
def _cells(numbers: tuple[int, ...], divisors: tuple[int, ...], *, by_wins: bool) -> tuple[Cell, ...]:
    (points, match_win, opponents), (parts, matches, means) = numbers, divisors
    whole = None if points % parts else str(points // parts)
    return (
        rounded(points, parts, POINTS_DECIMALS) if whole is None else Cell(whole, whole),
        rounded(match_win, matches, PERCENT_DECIMALS),
        rounded(opponents, means, PERCENT_DECIMALS if by_wins else POINTS_DECIMALS),
    )


def _by_seeds(tables: Iterable[Pod]) -> list[Pod]:
    """Return the pods of a round of the cut in the order of their highest seeds, whatever their tables."""
    return sorted(tables, key=lambda table: min(table.why.seeds) if isinstance(table.why, CutPod) else 0)


def _in_bracket(table: Pod, outcome: Outcome | None) -> display.Match:
    """Return a pod of the cut for the bracket."""
    seeds = table.why.seeds if isinstance(table.why, CutPod) else ()
    through = None if outcome is None else cut.winner(table, outcome)
    return display.Match(table.players, seeds, (), () if through is None else (through,), table.table)
