"""The common part of the formats for Magic: deck lists, byes, moves by hand, late entry and coming back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from floorjudge.formats import seating
from floorjudge.formats.competition import Competition, Phase, Player
from floorjudge.formats.display import Cell, Column, Document, Standing
from floorjudge.formats.errors import LastStagesHaveBegun
from floorjudge.formats.log import PlayerRejoined, Seats, SeatsMoved
from floorjudge.formats.magic_decks.banned import banned_json
from floorjudge.formats.magic_decks.in_events import MagicDecks
from floorjudge.formats.protocol import Format, JsonObject, waiting
from floorjudge.formats.ranking import Compared, ranked
from floorjudge.texts import Text, text

WINS = Column("wins", text("Wins"), text("Wins"), main=True)


class MagicEvents(MagicDecks, Format):
    """A format for Magic: rounds for all players, then last stages for the best, a playoff or a cut.

    Its options have `rounds` and `cut`. Each of its tables has a value `why`, and in `by_hand` the reason of a move by hand or None.
    """

    sitting_out_title: ClassVar[Text] = text("Bye")
    sits_out: ClassVar[Text] = text("bye")
    # On the page of a player outside the last stages; what a late entry means.
    among_the_best: ClassVar[Text]
    late_words: ClassVar[Text]
    # The error of entering in the last stages.
    too_late: ClassVar[type[LastStagesHaveBegun]]

    @abstractmethod
    def is_last(self, kind: str) -> bool:
        """Return whether stages of a kind are among the last ones, after the rounds."""

    @abstractmethod
    def last_title(self, kind: str, round_number: int) -> Text:
        """Return the name of one of the last stages as a heading."""

    @abstractmethod
    def last_word(self, kind: str) -> Text:
        """Return the name of one of the last stages within a sentence."""

    @abstractmethod
    def columns_of_rounds(self, event: Competition) -> tuple[Column, ...]:
        """Return the columns of the standings after rounds."""

    @abstractmethod
    def compared(self, event: Competition) -> Compared:
        """Return the values that rank the players after the rounds so far."""

    @abstractmethod
    def cells_of_rounds(
        self, event: Competition, numbers: tuple[int, ...], divisors: tuple[int, ...]
    ) -> tuple[Cell, ...]:
        """Return a player's cells in the standings after rounds, from the values in `compared`."""

    @abstractmethod
    def still_in(self, event: Competition) -> Collection[str]:
        """Return the players of the last stages being played who are not out and have not left; none at any other time."""

    @abstractmethod
    def why_without_game(self, event: Competition, player: Player) -> tuple[Text, ...]:
        """Return what a player without a game reads: what a bye, or waiting in the last stages, means and its reason."""

    @abstractmethod
    def who_begins(self, table: Any) -> Text:
        """Return who begins at a table, or who decides that."""

    @abstractmethod
    def sizes_by_hand(self, event: Competition) -> Sequence[int]:
        """Return the numbers of players that a table of a round may have after a move by hand."""

    @abstractmethod
    def seated_in_round(self, event: Competition, seats: Seats, reason: str) -> Any:
        """Return the table of a round for players who were moved by hand."""

    def stage_title(self, kind: str, round_number: int) -> Text:
        """Return the name of a stage as a heading."""
        titles = {
            "registration": text("Registration"),
            "round": text("Round {round}", round=round_number),
            "finished": text("Finished after round {round}", round=round_number),
        }
        return titles.get(kind) or self.last_title(kind, round_number)

    def stage_word(self, kind: str) -> Text:
        """Return the name of a stage within a sentence."""
        words = {
            "registration": text("registration"),
            "round": text("a round"),
            "finished": text("the end of the event"),
        }
        return words.get(kind) or self.last_word(kind)

    def columns(self, event: Competition) -> tuple[Column, ...]:
        """Return the columns of the standings; where the last stages are played alone, the wins in them."""
        return (WINS,) if _has_no_rounds(event) else self.columns_of_rounds(event)

    def standings(self, event: Competition, placed: Mapping[str, int]) -> Sequence[Standing]:
        """Return all players in the order of the rules; last stages alone, without rounds, give no ranks.

        Clauses: MTR 3.1, MSTR 3.1A
        """
        compared = self.compared(event)
        alone = _has_no_rounds(event)
        order = self.places(event) if alone else compared.ranks()

        def cells(player: Player) -> tuple[Cell, ...]:
            if alone:
                wins = str(self._wins(event, player.name))
                return (Cell(wins, wins),)
            return self.cells_of_rounds(event, compared.numbers[player.name], compared.divisors)

        lines = ranked(
            event,
            lambda player: order[player.name],
            cells,
            placed=placed,
            advanced=self.still_in(event),
            rank_all=True,
        )
        return [replace(line, rank=None, level=False) for line in lines] if alone else lines

    def _wins(self, event: Competition, player: str) -> int:
        """Return how often a player won, or went on, in the last stages."""
        return sum(
            row.won
            for stage, table in event.games_of(player)
            if self.is_last(stage.kind)
            for row in self.result_rows(event, table, stage.results[table.table])
            if row.name == player
        )

    def standing_json(self, event: Competition, row: Standing) -> JsonObject:
        """Return a player's values in the standings; those of rounds also where there are none, as programs expect them."""
        values = super().standing_json(event, row)
        if _has_no_rounds(event):
            compared = self.compared(event)
            cells = self.cells_of_rounds(event, compared.numbers[row.player.name], compared.divisors)
            values |= {
                column.key: cell.exact for column, cell in zip(self.columns_of_rounds(event), cells, strict=True)
            }
        return values

    def next_steps(self, event: Competition, player: Player) -> tuple[Text, ...]:
        """Return what comes next for a player."""
        table = event.table_of(player.name)
        if table is not None and table.table not in event.results:
            moved = () if table.by_hand is None else (seating.moved_by_hand(table.by_hand),)
            return (text("Now at table {table}.", table=table.table), *moved, self.who_begins(table))
        still = waiting(len(event.open_tables()), last=self.ends_next(event))
        if player.name in event.sitting_out:
            return (*self.why_without_game(event, player), still)
        if table is not None:
            return (still,)
        return (
            (self.among_the_best,) if self.is_last(event.stage_kind) else (text("Plays from the next round on."), still)
        )

    def ends_next(self, event: Competition) -> bool:
        """Return whether the last table of the last stages is being played, or the last round of an event without them."""
        if self.is_last(event.stage):
            return len(event.tables) == 1 and not event.sitting_out
        options = event.options
        return event.phase is Phase.PLAYING and not options.cut and event.round >= (options.rounds or 0)

    def is_late(self, event: Competition) -> bool:
        """Return whether it is too late to enter an event or to come back.

        Clauses: MTR 2.10, MSTR 10.4A
        """
        return event.phase is Phase.FINISHED or self.is_last(event.stage_kind)

    def late_help(self, event: Competition) -> Text | None:
        """Return what a late entry means; None if it is too late for one."""
        return None if self.is_late(event) else self.late_words

    def check_late(self, event: Competition, name: str, *, let_in: bool) -> None:
        """Check that a player may still enter: until the last stages begin.

        Clauses: MTR 2.10, MSTR 10.4A
        """
        if self.is_late(event):
            raise self.too_late(name)

    def check_seats(self, event: Competition, moved: SeatsMoved) -> None:
        """Check moves by hand: any players may sit together in a round; in the last stages only whole tables move.

        Clauses: MTR 10.4, MSTR 1.1A, MSTR 10.4A
        """
        if self.is_last(event.stage_kind):
            seating.check_whole_tables(event, moved)
        else:
            seating.check_sizes(event, moved, self.sizes_by_hand(event))

    def seated(self, event: Competition, seats: Seats, reason: str) -> Any:
        """Return the table of players after a move by hand."""
        if self.is_last(event.stage_kind):
            return seating.moved_whole(event, seats, reason)
        return self.seated_in_round(event, seats, reason)

    def sitting_out_words(self, players: tuple[str, ...]) -> Text:
        """Return a sentence that names the players with a bye, or waiting for the next round of the last stages."""
        return text("Bye: {players}.", players=players)

    def banned_field(self) -> Document:
        """Return the field for a list of banned cards in the form that opens an event."""
        return Document(
            "banned",
            text("Banned cards"),
            text(
                "One name on each line, a line with the date of the list, such as “date: 2026-11-09”, and one with its name, such as “name: Modern”. A line “source: …” can say where it is from. Below a line “Restricted” stand cards of which a deck may have one."
            ),
        )

    def rounds(self, event: Competition) -> int | None:
        """Return the number of rounds before the last stages; None while the number of players will decide it."""
        rounds: int | None = event.options.rounds
        return rounds

    def view_json(self, event: Competition, tables: Sequence[Any], players: Sequence[Any]) -> JsonObject:
        """Return the fields of the view between `name` and `draw`; of the list of banned cards only its name and date."""
        found = super().view_json(event, tables, players)
        banned = event.options.banned
        return found if banned is None else {**found, "options": {**found["options"], "banned": banned_json(banned)}}

    def why_key(self, table: Any) -> Any:
        """Return a value that is equal for tables made for the same reason."""
        return table.why, table.by_hand

    def returning(self, event: Competition, name: str) -> PlayerRejoined:
        """Return the event of the log by which a player comes back, as long as players may enter late.

        Clauses: MTR 2.10, MSTR 10.4A
        """
        self.check_late(event, name, let_in=False)
        return PlayerRejoined(name)


def _has_no_rounds(event: Competition) -> bool:
    """Return whether an event is known to begin with its last stages."""
    rounds: int | None = event.options.rounds
    return rounds == 0
