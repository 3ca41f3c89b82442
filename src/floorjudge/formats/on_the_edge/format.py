"""The format of On the Edge, by its tournament rules 1.2."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, TypeVar

from msgspec.structs import replace

from floorjudge.errors import FloorjudgeError
from floorjudge.formats import seating
from floorjudge.formats.claims import Claim
from floorjudge.formats.competition import Competition, Draw, Finished, Phase, Stage
from floorjudge.formats.decks import DeckLine, DeckReport
from floorjudge.formats.display import Change, Column, Further
from floorjudge.formats.log import Decided, Seats, SeatsMoved
from floorjudge.formats.on_the_edge import errors, log
from floorjudge.formats.on_the_edge.claims import Alone, NoWinner, ReachedEight, Won
from floorjudge.formats.on_the_edge.decks import check_deck, load_catalogue, read_cards, with_further_cards
from floorjudge.formats.on_the_edge.decks.catalogue import decks_by_chance
from floorjudge.formats.on_the_edge.decks.listing import Entry, read_list
from floorjudge.formats.on_the_edge.display import corrections, leaving, view
from floorjudge.formats.on_the_edge.display.pages import Shown
from floorjudge.formats.on_the_edge.display.sentences import SENTENCES, UNDONE
from floorjudge.formats.on_the_edge.display.texts import set_text, stage_text
from floorjudge.formats.on_the_edge.display.view import SHAPES
from floorjudge.formats.on_the_edge.reports.typed import from_words, further, question, typed
from floorjudge.formats.on_the_edge.rules import playing
from floorjudge.formats.on_the_edge.rules.event import places, vacancies, with_seats
from floorjudge.formats.on_the_edge.rules.grouping import undrawn
from floorjudge.formats.on_the_edge.rules.stages import first_round, next_stage
from floorjudge.formats.on_the_edge.tables import (
    Kind,
    Memory,
    Outcome,
    PlayerSet,
    Qualified,
    Result,
    Score,
    Table,
    TableSet,
    set_of,
)
from floorjudge.formats.players import Player
from floorjudge.formats.protocol import JsonObject
from floorjudge.texts import Text, text

E = TypeVar("E", bound=Competition)


class OnTheEdge(Shown):
    """On the Edge; its rules are in the other modules of this folder."""

    id = "ote-1.2"
    name = text("On the Edge")
    summary = text(
        "Games of three: who loses plays on in the inactive set, and the best of it come back for the final."
    )
    fewest = 3
    stage_event = log.RoundGrouped
    own_events = log.EVENTS
    claims = (Won, ReachedEight, NoWinner)
    further_claims = (Alone,)
    drawn = NoWinner
    names = frozenset(
        {"absent", "again", "readmitted", "qualified", "active", "inactive", "unplayed_winner", "influence", "too_late"}
    )
    cites = MappingProxyType(
        {
            "has_left": ("OTE 2.2",),
            "is_to_come_back": ("OTE 2.2",),
            "games_open": ("OTE 2.1",),
            "illegal_decks": ("OTE 1.1", "OTE 1.3", "OTE 1.4", "OTE 1.5", "OTE 1.6"),
        }
    )
    sentences = SENTENCES
    shapes = SHAPES
    deck_example = "3 Lope [143]"
    undone = UNDONE
    typed_example = text(
        "the final influence of its players in their order, such as: 12 16 7 -2. A star marks the winner where the numbers do not "
        "tell: 12 9 14* 3."
    )

    asking = text(
        "For each table type the final influence in the order shown, such as 16 7 -2; nothing to skip it, “{drawn}” when no player won.",
        drawn=text("drawn"),
    )
    table_columns = (
        (Column("set", text("Set"), text("Set")),),
        (Column("target", text("Target"), text("Target")),),
    )
    list_columns = (
        (Column("set", text("Set"), text("Set")),),
        (Column("off_numbered_games", text("Off-numbered games"), text("Off-numbered games")),),
    )
    result_legend = text("★ won; then each player's influence and, in brackets, victory points.")

    def claims_of(self, command: str) -> tuple[type[Claim], ...]:
        """Return the claims that a command may carry: a game without a winner has its own command."""
        return self.claims if command == "propose" else (Won, ReachedEight)

    def named_twice(self, field: str, names: tuple[str, ...]) -> FloorjudgeError:
        """Return the error for a player whose influence is given twice."""
        return errors.InfluenceTwice(names)

    def check_deck(self, listing: str, options: Any = None, cards: Any = None) -> DeckReport:
        """Check a deck list; options make no difference."""
        return check_deck(listing)

    def asks_for_decks(self, options: Any) -> bool:
        """Return that players hand in deck lists."""
        return True

    def deck_check(self, cards: str, source: str) -> Callable[[str], DeckReport]:
        """Return a function that checks deck lists with further cards."""
        catalogue = load_catalogue()
        if cards:
            catalogue = with_further_cards(catalogue, read_cards(cards, source), source)
        return lambda listing: check_deck(listing, catalogue)

    def decks_by_chance(self, chance: Random) -> Iterator[str]:
        """Yield deck lists for a demonstration, with all possible findings."""
        return decks_by_chance(chance)

    def deck_lines(self, listing: str) -> list[DeckLine]:
        """Return the cards of a deck list, and its headings."""
        return [_deck_line(entry) for entry in read_list(listing)]

    def memory(self, options: Any) -> Memory:
        """Return the memory of a new event: nothing."""
        return Memory()

    def score(self, event: Competition, *, late: bool) -> Score:
        """Return the first score of a player: active at the start, inactive with no points for a latecomer.

        Clauses: OTE 2.2
        """
        return Score(PlayerSet.INACTIVE, late_in=event.round) if late else Score()

    def next(self, event: Competition, draw: Draw) -> Stage | Finished:
        """Return the next stage, or the end."""
        if event.phase is Phase.REGISTRATION:
            return first_round(event.in_event(), draw)
        return next_stage(event.stage_kind, event.round, event.in_event(), with_seats(event), draw)

    def made(self, event: E, made: Any) -> E:
        """Return the event after a grouping."""
        return playing.grouped(event, made)

    def check(self, event: Competition, table: Table, claim: Claim) -> None:
        """Check a claim about a game."""
        playing.check_claim(event, table, claim)

    def check_amended(self, event: Competition, table: Table, before: Outcome, claim: Claim) -> None:
        """Check the claim by which a game is corrected."""
        playing.check_correction(table, before, claim)

    def outcome(self, event: Competition, table: Table, claim: Claim) -> Outcome | None:
        """Return the result of a game."""
        return playing.outcome_of(table, claim, event.absent(table))

    def amended_outcome(self, event: Competition, table: Table, before: Outcome | None, claim: Claim) -> Outcome | None:
        """Return the result of a corrected game, with the same absent players as before."""
        return playing.outcome_of(table, claim, before.absent if before else ())

    def is_provisional(self, outcome: Outcome) -> bool:
        """Return whether a result stands only until the game is reported, because the others left and no influence was counted."""
        return isinstance(outcome, Result) and outcome.unplayed

    def credit(self, event: E, table: Table, before: Outcome | None, after: Outcome | None, *, now: bool) -> E:
        """Return the event after one outcome of a game has replaced another."""
        return playing.credited(event, table, before, after, now=now)

    def decided_by_leaving(self, event: Competition, player: str) -> tuple[Decided, ...]:
        """Return the game that is decided because a player has left."""
        return playing.decided_by_leaving(event, player)

    def decided_when_reopened(self, event: Competition, table: Table, outcome: Outcome) -> Claim | None:
        """Return how a game is decided after its result was removed."""
        return playing.decided_when_reopened(event, table, outcome)

    def check_late(self, event: Competition, name: str, *, let_in: bool) -> None:
        """Check that a player may enter after the start."""
        playing.check_late(event, name, let_in=let_in)

    def returning(self, event: Competition, name: str) -> log.PlayerReturned:
        """Return the event of the log by which a player comes back."""
        return playing.returning(event, name)

    def returned(self, event: E, returned: Any) -> E:
        """Return the event after a player has come back."""
        return playing.returned(event, returned)

    def check_seats(self, event: Competition, moved: SeatsMoved) -> None:
        """Check moves by hand: opponents are drawn, so only whole tables move, each within its set.

        Clauses: OTE 2.5, OTE 2.6
        """
        seating.check_whole_tables(event, moved)
        sets = {event.table(seats.table).set for seats in moved.tables}
        if len(sets) > 1:
            raise errors.TablesOfTwoSets

    def seated(self, event: Competition, seats: Seats, reason: str) -> Table:
        """Return the table of players who were moved by hand."""
        whole: Table = seating.moved_whole(event, seats, reason)
        return whole

    def ended(self, event: E, ended: Any) -> E:
        """Return the event after its end."""
        return playing.ended(event, ended)

    def is_about(self, kind: str, claim: Claim) -> bool:
        """Return whether a claim can be about a game of a stage: only a readmission game has players who qualify."""
        return (kind == Kind.READMISSION) is isinstance(claim, ReachedEight)

    def no_such_stage(self, round_number: int, claim: Claim) -> FloorjudgeError:
        """Return the error for a correction of a readmission game in a round without one."""
        return errors.NoReadmissionInRound(round_number)

    def stage_made(self, stage: Any, **start: str | None) -> log.RoundGrouped:
        """Return the event of the log for a grouping."""
        return log.RoundGrouped(stage.kind, stage.round, stage.tables, stage.sitting_out, stage.readmitted, **start)

    def reported(self, table: int, claim: Claim) -> log.ResultReported | log.ReadmissionReported | log.GameDrawn:
        """Return the event of the log for a report."""
        if isinstance(claim, Won):
            return log.ResultReported(table, claim.winner, dict(claim.influence), claim.note)
        if isinstance(claim, ReachedEight):
            return log.ReadmissionReported(table, claim.qualified)
        return log.GameDrawn(table)

    def unreported(self, table: int, reason: str, decided: Any) -> log.ResultUnreported:
        """Return the event of the log that removes a result."""
        return log.ResultUnreported(table, reason, None if decided is None else decided.winner)

    def amended(
        self,
        where: tuple[int, int],
        claim: Any,
        reason: str,
        otherwise: Any,
    ) -> log.ResultAmended | log.ReadmissionAmended:
        """Return the event of the log for a correction."""
        if isinstance(claim, ReachedEight):
            return log.ReadmissionAmended(*where, claim.qualified, reason, otherwise)
        return log.ResultAmended(*where, claim.winner, dict(claim.influence), reason, claim.note, otherwise)

    def admitted(self, player: str, number: int) -> log.LatecomerAdmitted:
        """Return the event of the log for a late entry."""
        return log.LatecomerAdmitted(player, number)

    def player_left(self, player: str, decided: tuple[Decided, ...]) -> log.PlayerLeft:
        """Return the event of the log by which a player leaves."""
        for each in decided:
            if isinstance(each.claim, ReachedEight):
                return log.PlayerLeft(player, each.table, qualified=each.claim.qualified)
            return log.PlayerLeft(player, each.table, winner=getattr(each.claim, "winner", None))
        return log.PlayerLeft(player)

    def finished(self, finished: Any, seed: str) -> log.EventFinished:
        """Return the event of the log that ends the event."""
        return log.EventFinished(seed, finished.unplayed_winner, finalists_placed=True)

    def compare(
        self, before: Competition, corrected: Competition, came: Stage | Finished, would_have_come: Stage | Finished
    ) -> log.Otherwise:
        """Return what a correction would have changed, had it been known in time."""
        return playing.compare(before, corrected, came, would_have_come)

    def undrawn(self, event: Competition, made: Any) -> tuple[Any, ...]:
        """Return the parts of a grouping that chance does not decide."""
        return undrawn(event, made)

    def as_older(self, expected: Any, event: Any) -> Any:
        """Return an event of the log in the form of an older version."""
        later = {"PlayerReturned": "set", "EventFinished": "finalists_placed"}.get(type(event).__name__)
        if later is None or getattr(event, later) is not None:
            return expected
        return replace(expected, **{later: None})

    def older_claim(self, error: FloorjudgeError, claim: Any) -> Claim | None:
        """Return a claim with a note, which an older version did not require for a winner behind another player."""
        return replace(claim, note=str(error)) if isinstance(error, errors.WinnerBehind) else None

    def places(self, event: Competition) -> dict[str, int]:
        """Return the places by player, without the players who have none."""
        return places(event)

    def stage_word(self, kind: str) -> Text:
        """Return the name of a stage within a sentence."""
        return stage_text(kind)

    def outcome_claim(self, table: Table, outcome: Outcome) -> Claim:
        """Return the claim behind an outcome."""
        return playing.claim_of(table, outcome)

    def result_json(self, event: Competition, table: Table, outcome: Outcome) -> JsonObject:
        """Return an outcome as JSON."""
        return view.result_json(table, outcome)

    def table_json(self, event: Competition, table: Table) -> JsonObject:
        """Return a table as JSON."""
        return view.table_json(table)

    def player_json(self, player: Player, place: int | None) -> JsonObject:
        """Return a player as JSON."""
        return view.player_json(player, place)

    def view_json(self, event: Competition, tables: Sequence[Any], players: Sequence[Any]) -> JsonObject:
        """Return the fields of the view between `name` and `draw`."""
        return {
            "stage": event.stage,
            "round": event.round,
            "tables": tables,
            "sitting_out": event.sitting_out,
            "players": players,
        }

    def changes(
        self,
        before: Competition,
        after: Competition,
        played: tuple[Table, Outcome],
        amended: Any,
    ) -> Iterator[Change]:
        """Yield what a correction would change."""
        placed = [places(each) if each.phase is Phase.FINISHED else {} for each in (before, after)]
        return corrections.changes((before, placed[0]), (after, placed[1]), played[1], amended)

    def leaving(self, event: Competition, after: Competition, left: Any) -> Iterator[Text]:
        """Yield what would change if a player left."""
        return leaving.changes_by_leaving(event, after, left)

    def coming_back(self, event: Competition, returned: Any) -> Iterator[Text]:
        """Yield what would change if a player came back."""
        return leaving.changes_by_returning(event, returned)

    def typed(self, event: Competition, table: Table, words: Sequence[str]) -> JsonObject:
        """Return the fields of a report from typed words."""
        return typed(table, words)

    def from_words(
        self,
        event: Competition,
        table: Table,
        words: Sequence[str],
        extra: Mapping[str, Any],
    ) -> JsonObject:
        """Return the fields of a report from words and options."""
        return from_words(table, words, extra)

    def question(self, event: Competition, table: Table) -> Text:
        """Return the prompt for the result of a table."""
        return question(table)

    def further(
        self, event: Competition, table: Table, words: Sequence[str], extra: Mapping[str, Any]
    ) -> Further | None:
        """Return a further question."""
        return further(table, words, extra)

    def heading(self, name: str, kind: str, round_number: int) -> Text:
        """Return the name of an event and its stage, as a heading."""
        sentences = {
            "registration": text("{name}: registration", name=name),
            Kind.ROUND: text("{name}: round {round}", name=name, round=round_number),
            Kind.READMISSION: text("{name}: readmission after round {round}", name=name, round=round_number),
            Kind.FINAL: text("{name}: round {round}, the final", name=name, round=round_number),
            "finished": text("{name}: finished after round {round}", name=name, round=round_number),
        }
        return sentences[kind]

    def table_cells(self, event: Competition, table: Table) -> tuple[tuple[Text | str, ...], tuple[Text | str, ...]]:
        """Return the set of a table, and its target."""
        return (set_text(table.set),), (str(table.target),)

    def list_cells(self, event: Competition, player: Player) -> tuple[tuple[Text | str, ...], tuple[Text | str, ...]]:
        """Return a player's set, and the number of off-numbered games."""
        return (set_text(set_of(player)),), (str(player.score.off_numbered_games),)

    def result_words(self, event: Competition, outcome: Outcome, players: tuple[str, ...]) -> Text | None:
        """Return the result of a readmission game in words."""
        if isinstance(outcome, Qualified):
            return text("{players}; qualified: {qualified}", players=players, qualified=outcome.players)
        return None

    def by_chance(self, event: Competition, table: Table, chance: Random) -> JsonObject:
        """Return the fields of a random report."""
        if table.set is TableSet.READMISSION:
            return {"qualified": chance.sample(table.players, vacancies(event))}
        winner = chance.choice(table.players)
        influence = {
            name: chance.randint(16, 19) if name == winner else chance.randint(-3, 15) for name in table.players
        }
        return {"winner": winner, "influence": influence}


def _deck_line(entry: Entry) -> DeckLine:
    heading = entry.perhaps_heading and not load_catalogue().named(entry.name)
    return DeckLine(entry.line, None if heading else entry.copies, entry.name or entry.written, entry.number)


FORMAT = OnTheEdge()
