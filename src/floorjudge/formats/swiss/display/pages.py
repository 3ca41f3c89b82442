"""A Swiss event on pages, in prints and on the command line, and the forms for results and options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from floorjudge.formats import display, seating
from floorjudge.formats.competition import Competition, Played, Player
from floorjudge.formats.display import (
    Badge,
    Bracket,
    BracketRound,
    Cell,
    Choice,
    Column,
    Form,
    Given,
    Line,
    Option,
    SeatResult,
    Slip,
    rounded,
)
from floorjudge.formats.magic_events import MagicEvents
from floorjudge.formats.protocol import JsonObject, LoopEdition
from floorjudge.formats.ranking import Compared
from floorjudge.formats.swiss import reports
from floorjudge.formats.swiss.claims import AgreedDraw, Games, Walkover, claim_of
from floorjudge.formats.swiss.display.explaining import who_begins, why_bye, why_in_playoff, why_paired
from floorjudge.formats.swiss.matches import Ending, Result, possible
from floorjudge.formats.swiss.rules import playing
from floorjudge.formats.swiss.rules.rounds import CUTS, MOST_GAMES_TO_WIN, MOST_ROUNDS
from floorjudge.formats.swiss.tables import Match, Seeded
from floorjudge.texts import Text, counted, text

MATCH_POINTS = Column(
    "match_points",
    text("Match points"),
    text("Points"),
    text("A result counts as soon as it is in, and a bye at once; those of the playoff do not count."),
    main=True,
)
PERCENTAGES = (
    Column(
        "opponents_match_win",
        text("Opponents' match-win percentage"),
        text("OMW"),
        text("The mean of the opponents' match-win percentages, each at least 0.33. Your byes are left out."),
        paper=text("OMW"),
    ),
    Column(
        "game_win",
        text("Game-win percentage"),
        text("GW"),
        text("Game points of all that were possible; at least 0.33."),
        paper=text("GW"),
    ),
    Column(
        "opponents_game_win",
        text("Opponents' game-win percentage"),
        text("OGW"),
        text("The mean of the opponents' game-win percentages, each at least 0.33."),
        paper=text("OGW"),
    ),
)
COLUMNS = (MATCH_POINTS, *PERCENTAGES)
PERCENT_DECIMALS = 4
GAMES_WON = Column("games", text("Games won"), text("Games"), main=True)

# The headings of the rounds of the playoff.
TITLES = {
    "round-of-32": text("Playoff, round of {count}", count=32),
    "round-of-16": text("Playoff, round of {count}", count=16),
    "quarterfinals": text("Quarterfinals"),
    "semifinals": text("Semifinals"),
    "final": text("Final"),
}


def _typed(table: int, needed: int, *, playoff: bool = False) -> Text:
    """Return how the result of a match with so many games to win is typed."""
    won, tied = f"{table} {needed} {needed - 1}", f"{table} {needed - 1} {needed - 1} 1"
    if playoff:
        return text("the games that each has won, in the order of the table, such as: {won}.", won=won)
    return text(
        "the games that each has won, in the order of the table, and the drawn ones: {won}, or {tied}. For an agreed draw the table and “draw”: {table} draw.",
        won=won,
        tied=tied,
        table=table,
    )


class Shown(MagicEvents):
    """The display of a Swiss event, and its forms."""

    path_title: ClassVar[Text] = text("The playoff")
    advanced_word: ClassVar[Text] = text("in the playoff")
    places_why: ClassVar[Text | None] = text("The playoff decides its places, the standings all others (MTR 3.1).")
    leaving_help = text("Who leaves keeps results and place, and is not paired any more.")
    typed_example = _typed(5, 2)
    among_the_best = text("The playoff is being played among the best of the standings.")
    late_words = text("Who enters late has lost the rounds that they missed.")

    def how_typed(self, event: Competition, table: Match) -> Text:
        """Return how a result is typed, with the games of this table in the example."""
        return _typed(table.table, games_needed(event, table), playoff=isinstance(table.why, Seeded))

    def line(self, event: Competition, table: Match) -> Line:
        """Return the label, the example and the help of the field in which a result is typed."""
        needed = games_needed(event, table)
        return replace(super().line(event, table), example=f"{table.table} {needed} {needed - 1}")

    def options_words(self, options: Any) -> tuple[Text, ...]:
        """Return the number of rounds, and the stage after them."""
        needed = counted("{count} game wins a match.", "{count} games win a match.", count=options.games_to_win)
        found = [needed]
        if options.rounds is not None:
            found.append(counted("{count} Swiss round.", "{count} Swiss rounds.", count=options.rounds))
        if options.cut:
            found.append(text("Then a playoff of the best {cut}.", cut=options.cut))
        return tuple(found)

    def columns_of_rounds(self, event: Competition) -> tuple[Column, ...]:
        """Return the columns of the standings after Swiss rounds."""
        return COLUMNS

    def compared(self, event: Competition) -> Compared:
        """Return the values that rank the players after the Swiss rounds so far."""
        return playing.compared(event)

    def cells_of_rounds(
        self, event: Competition, numbers: tuple[int, ...], divisors: tuple[int, ...]
    ) -> tuple[Cell, ...]:
        """Return a player's cells in the standings after Swiss rounds."""
        return _cells(numbers, divisors)

    def still_in(self, event: Competition) -> frozenset[str]:
        """Return the players of the playoff being played who have neither lost nor left."""
        return playing.still_in_playoff(event)

    def places(self, event: Competition) -> dict[str, int]:
        """Return the places in a finished event."""
        return playing.places(event)

    def is_last(self, kind: str) -> bool:
        """Return whether stages of a kind belong to the playoff."""
        return playing.is_playoff(kind)

    def last_title(self, kind: str, round_number: int) -> Text:
        """Return the name of a round of the playoff as a heading."""
        return TITLES[kind]

    def last_word(self, kind: str) -> Text:
        """Return the name of a round of the playoff within a sentence."""
        return text("the final") if kind == "final" else text("the playoff")

    def why(self, table: Match) -> Text:
        """Return why two players meet."""
        if isinstance(table.why, Seeded):
            return seating.why_here(table, why_in_playoff(table.why.seeds))
        begins = text("Who is named first decides who plays first.")
        if table.by_hand is None:
            return seating.besides(why_paired(table.why), begins)
        met = (text("They have met before."),) if table.why.rematch else ()
        return seating.besides(seating.moved_by_hand(table.by_hand), *met, begins)

    def table_badges(self, event: Competition, table: Match) -> tuple[Badge, ...]:
        """Return the badges of a table: players who meet again, or have different points."""
        badges = [*seating.badges(table)]
        if table.rematch:
            badges.append(Badge("rematch", text("rematch")))
        first, second = table.points
        if first != second:
            badges.append(Badge("unequal", text("{first} against {second} points", first=first, second=second)))
        return tuple(badges)

    def who_begins(self, table: Match) -> Text:
        """Return which of two players decides who plays first."""
        return who_begins(table.players[0])

    def why_without_game(self, event: Competition, player: Player) -> tuple[Text, ...]:
        """Return what a bye means, and why a player has it."""
        if playing.is_playoff(event.stage_kind):
            return (text("Goes on to the next round of the playoff without a match."),)
        by_hand = seating.without_game_by_hand(event, player.name)
        why = by_hand or (why_bye(first=event.round == 1, again=playing.had_bye(event, player.name)),)
        return text("Has the bye of this round: it counts at once, as a match won."), *why

    def path(self, event: Competition) -> Bracket | None:
        """Return the bracket of the playoff with the rounds still to come; None before it."""
        stages = [played for played in event.stages() if playing.is_playoff(played.kind)]
        rounds = [
            BracketRound(
                self.stage_title(played.kind, played.round),
                tuple(_in_bracket(played, slots, event.memory.in_playoff)),
            )
            for played, slots in zip(stages, event.memory.slots, strict=True)
        ]
        places = len(event.memory.slots[-1]) // 2 if rounds else 0
        while places > 1:
            title = self.stage_title(playing.PLAYOFF[places], event.round)
            rounds.append(BracketRound(title, (display.Match((None, None)),) * (places // 2)))
            places //= 2
        return Bracket(tuple(rounds)) if rounds else None

    def view_json(self, event: Competition, tables: Sequence[Any], players: Sequence[Any]) -> JsonObject:
        """Return the fields of the view between `name` and `draw`; all rounds of the playoff are one stage in it."""
        found = super().view_json(event, tables, players)
        return {**found, "stage": "playoff"} if playing.is_playoff(event.stage) else found

    def slip(self, event: Competition, table: Match) -> Slip:
        """Return the contents of a result slip."""
        needed = games_needed(event, table)
        return Slip(
            text("{games} games win the match", games=needed) if needed > 1 else None,
            text("Games won"),
            text(
                "{player} decides who plays first. Each scans their own code, or: write the games that each has won and the drawn "
                "ones, and sign.",
                player=table.players[0],
            ),
        )

    def result_columns(self, event: Competition, table: Match) -> Sequence[Column]:
        """Return the column of the games won."""
        return (GAMES_WON,)

    def result_rows(self, event: Competition, table: Match, outcome: Result) -> tuple[SeatResult, ...]:
        """Return a result line by line."""
        return tuple(
            SeatResult(name, outcome.winner == seat, (Cell(str(games), str(games)),))
            for seat, (name, games) in enumerate(zip(table.players, outcome.games, strict=True))
        )

    def claim_rows(self, event: Competition, table: Match, claim: Any) -> tuple[SeatResult, ...] | None:
        """Return the reported games line by line; None for drawn games, a concession and an agreed draw, which have a sentence."""
        if not isinstance(claim, Games) or claim.games.keys() != set(table.players):
            return None
        if claim.drawn or claim.conceded_by is not None:
            return None
        first, second = (claim.games[name] for name in table.players)
        return self.result_rows(event, table, Result((first, second)))

    def result_note(self, outcome: Result) -> Text | None:
        """Return a note beside a result that was not played to its end."""
        notes = {
            Ending.INTENTIONAL_DRAW: text("agreed draw"),
            Ending.CONCESSION: text("conceded"),
            Ending.OPPONENT_LEFT: text("the opponent left"),
            Ending.BOTH_LEFT: text("both players left"),
        }
        if outcome.ending is Ending.PLAYED and outcome.drawn:
            return text("drawn games: {drawn}", drawn=outcome.drawn)
        return notes.get(outcome.ending)

    def outcome_claim(self, table: Match, outcome: Result) -> Games | AgreedDraw | Walkover:
        """Return the claim that a result means."""
        return claim_of(table.players, outcome)

    def result_json(self, event: Competition, table: Match, outcome: Result) -> JsonObject:
        """Return a result with the fields of a report; for one that was not played to its end, how it ended."""
        value: JsonObject = {"games": dict(zip(table.players, outcome.games, strict=True)), "drawn": outcome.drawn}
        return value if outcome.ending is Ending.PLAYED else {**value, "ending": outcome.ending.value}

    def typed(self, event: Competition, table: Match, words: Sequence[str]) -> JsonObject:
        """Return the report that typed words mean."""
        return reports.from_words(table, words)

    def by_chance(self, event: Competition, table: Match, chance: Random) -> JsonObject:
        """Return a random result for a rehearsal."""
        needed = games_needed(event, table)
        results = [result for result in possible(needed) if max(result.games) == needed]
        result = chance.choice(results)
        return {"games": dict(zip(table.players, result.games, strict=True)), "drawn": 0}

    def loop_edition(self, event: Competition, table: Match) -> LoopEdition:
        """Return the edition of the rules for two players."""
        return "mtr"

    def loop_draw(self, event: Competition, table: Match, drawn: int) -> Text:
        """Return a sentence that the match goes on.

        Clauses: MTR 2.1
        """
        return counted(
            "The match goes on with another game. Its report counts {count} drawn game by rulings on loops, which is filled in.",
            "The match goes on with another game. Its report counts {count} drawn games by rulings on loops, which are filled in.",
            count=drawn,
        )

    def result_form(self, event: Competition, table: Match) -> Form:
        """Return one-touch answers for the usual results, and fields for all possible ones."""
        return self.result_form_after(event, table, 0)

    def result_form_after(self, event: Competition, table: Match, drawn: int) -> Form:
        """Return the form with a number of drawn games filled in."""
        return reports.form(table, games_needed(event, table), drawn)

    def as_given(self, table: Match, claim: Any) -> Given:
        """Return the values of the form for a claim."""
        return reports.as_given(table, claim)

    def from_form(self, event: Competition, table: Match, given: Given) -> JsonObject:
        """Return a claim from the values of the form."""
        return reports.from_form(table, given)

    def options_form(self, players: int | None) -> Form:
        """Return the form in which a Swiss event is opened."""
        match = tuple(Option(str(number), str(number)) for number in range(1, MOST_GAMES_TO_WIN + 1))
        by_players = Option("", text("by the number of players"))
        rounds = tuple(Option(str(number), str(number)) for number in range(MOST_ROUNDS + 1))
        cuts = (Option("0", text("no playoff")), *(Option(str(cut), str(cut)) for cut in CUTS))
        return Form(
            (
                Choice("games_to_win", text("Games that win a match"), match, start="2"),
                Choice("rounds", text("Swiss rounds"), (by_players, *rounds), required=False),
                Choice("cut", text("Players in the playoff"), (by_players, *cuts), required=False),
                Choice(
                    "playoff_games_to_win",
                    text("Games that win a match of the playoff"),
                    (Option("", text("as in the rounds")), *match),
                    required=False,
                ),
                Choice(
                    "last_round",
                    text("Last Swiss round"),
                    (Option("random", text("drawn at random")), Option("standings", text("by the standings"))),
                ),
                Choice(
                    "decks",
                    text("Deck lists"),
                    (
                        Option("", text("not asked for")),
                        Option("constructed", text("constructed")),
                        Option("limited", text("limited")),
                    ),
                    required=False,
                ),
                self.banned_field(),
            )
        )


def games_needed(event: Competition, table: Match) -> int:
    """Return the number of games that win a match; matches of the playoff may be longer or shorter.

    Clauses: MTR 2.1
    """
    usual: int = event.options.games_to_win
    in_playoff: int | None = event.options.playoff_games_to_win
    return in_playoff if isinstance(table.why, Seeded) and in_playoff is not None else usual


# A result changes the values of few players.
@lru_cache(20_000)
def _cells(numbers: tuple[int, ...], divisors: tuple[int, ...]) -> tuple[Cell, ...]:
    """Return a line of the standings; percentages have four decimals.

    Clauses: MTR 3.1
    """
    (points, *shares), (_, *wholes) = numbers, divisors
    percentages = (rounded(share, whole, PERCENT_DECIMALS) for share, whole in zip(shares, wholes, strict=True))
    return Cell(str(points), str(points)), *percentages


def _in_bracket(played: Played, slots: Sequence[int], in_playoff: Sequence[str]) -> Iterator[display.Match]:
    """Yield the matches of a round of the playoff from top to bottom, whatever their tables; a bye is a match with one player."""
    at = {seed: table for table in played.tables for seed in table.seeds}
    for pair in zip(slots[::2], slots[1::2], strict=True):
        here = [seed for seed in pair if seed]
        table = next((at[seed] for seed in here if seed in at), None)
        if table is not None:
            yield _match(table, played.results.get(table.table))
        elif here:
            yield display.Match((in_playoff[here[0] - 1],), (here[0],))
        else:
            yield display.Match((None, None))


def _match(table: Match, result: Result | None) -> display.Match:
    """Return a match of the playoff for the bracket."""
    if result is None:
        return display.Match(table.players, table.seeds, (None, None), (), table.table)
    winners = () if result.winner is None else (table.players[result.winner],)
    return display.Match(table.players, table.seeds, tuple(map(str, result.games)), winners, table.table)
