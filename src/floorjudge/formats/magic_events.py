"""The common part of the formats for Magic: deck lists, byes, moves by hand, late entry and coming back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from floorjudge.formats import seating
from floorjudge.formats.competition import Competition, Phase, Player
from floorjudge.formats.display import Document
from floorjudge.formats.errors import LastStagesHaveBegun
from floorjudge.formats.log import PlayerRejoined, Seats, SeatsMoved
from floorjudge.formats.magic_decks.banned import banned_json
from floorjudge.formats.magic_decks.in_events import MagicDecks
from floorjudge.formats.protocol import Format, JsonObject, waiting
from floorjudge.texts import Text, text


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

    def next_steps(self, event: Competition, player: Player) -> tuple[Text, ...]:
        """Return what comes next for a player."""
        table = event.table_of(player.name)
        if table is not None and table.table not in event.results:
            moved = () if table.by_hand is None else (seating.moved_by_hand(table.by_hand),)
            return (text("Now at table {table}.", table=table.table), *moved, self.who_begins(table))
        still = waiting(len(event.open_tables()))
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
