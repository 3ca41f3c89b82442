"""What events of every format for Magic have in common: deck lists, byes, and until when players come back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from floorjudge.formats import seating
from floorjudge.formats.competition import Competition, Player
from floorjudge.formats.display import Document
from floorjudge.formats.log import PlayerRejoined
from floorjudge.formats.magic_decks.banned import banned_json
from floorjudge.formats.magic_decks.in_events import MagicDecks
from floorjudge.formats.protocol import Format, JsonObject
from floorjudge.texts import Text, text


class MagicEvents(MagicDecks, Format):
    """A format for Magic: its options have `rounds`, its tables are made for reasons that are values."""

    sitting_out_title: ClassVar[Text] = text("Bye")
    sits_out: ClassVar[Text] = text("bye")

    def sitting_out_words(self, players: tuple[str, ...]) -> Text:
        """Name the players with a bye; in the last stages those who wait for the next round."""
        return text("Bye: {players}.", players=players)

    def banned_field(self) -> Document:
        """Return the field for a list of banned cards, of the form in which an event is opened."""
        return Document(
            "banned",
            text("Banned cards"),
            text(
                "One name on each line, a line with the date of the list, such as “date: 2026-11-09”, and one with its name, such as “name: Modern”. A line “source: …” can say where it is from. Below a line “Restricted” stand cards of which a deck may have one."
            ),
        )

    def rounds(self, event: Competition) -> int | None:
        """Return how many rounds are played before the last stages; None before the start where the number of players decides."""
        rounds: int | None = event.options.rounds
        return rounds

    def view_json(self, event: Competition, tables: Sequence[Any], players: Sequence[Any]) -> JsonObject:
        """Return the fields of the view between the name and the draw, with no more of the list of banned cards than which it is."""
        found = super().view_json(event, tables, players)
        banned = event.options.banned
        return found if banned is None else {**found, "options": {**found["options"], "banned": banned_json(banned)}}

    def why_key(self, table: Any) -> Any:  # noqa: ANN401
        """Return what tables share that are made for the same reason."""
        return table.why, table.by_hand

    def moved_words(self, event: Competition, player: Player, table: Any = None) -> tuple[Text, ...]:  # noqa: ANN401
        """Say to a player that they were moved by hand, to a table or to none, and why; nothing of others."""
        if table is None:
            return seating.without_game_by_hand(event, player.name)
        return () if table.by_hand is None else (seating.moved_by_hand(table.by_hand),)

    def returning(self, event: Competition, name: str) -> PlayerRejoined:
        """Return the log's event of a player's coming back, which is possible as long as a late entry is.

        Clauses: MTR 2.10, MSTR 10.4A
        """
        self.check_late(event, name, let_in=False)
        return PlayerRejoined(name)
