"""How a format shows an event on pages, on paper, on the command line and to programs. Every text is for all languages."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

import msgspec

from floorjudge.formats.claims import Claim
from floorjudge.formats.competition import Competition, Phase
from floorjudge.formats.display import Badge, Change, Column, SeatResult, Slip, Standing, TableShown
from floorjudge.formats.log import Amended, Left, Returned, TournamentEvent
from floorjudge.formats.players import Player
from floorjudge.formats.protocol.rules import FormatRules
from floorjudge.texts import Text, counted, number_text, text

JsonObject = dict[str, Any]


class FormatDisplay(FormatRules):
    """The part of a format that shows an event; see `Format`."""

    # For each event of the log that is the format's own: the sentence that explains it (a text with its fields as gaps, or a
    # function that returns one), and, by its tag, the name of undoing it.
    sentences: ClassVar[Mapping[type[TournamentEvent], Text | Callable[[Any], Text]]] = MappingProxyType({})
    undone: ClassVar[Mapping[str, Text]] = MappingProxyType({})
    # On the standings: the heading of the ranks, that of `status`, the word beside players who go on, what decides the places,
    # the legend of the places. The heading of `path`. The example under the order of late players.
    rank_title: ClassVar[Text] = text("Rank")
    status_title: ClassVar[Text | None] = None
    advanced_word: ClassVar[Text] = text("goes on")
    places_why: ClassVar[Text | None] = None
    places_legend: ClassVar[Text | None] = None
    path_title: ClassVar[Text] = text("Bracket")
    order_help: ClassVar[Text] = text("For example who is served first at the card stand.")
    # Players without a game in a stage: the heading over their names on paper, the word beside a name.
    sitting_out_title: ClassVar[Text] = text("Sitting out")
    sits_out: ClassVar[Text] = text("sits out")
    # For organisers: paragraphs of the guide, and what happens when a player leaves.
    guide: ClassVar[tuple[Text, ...]] = ()
    leaving_help: ClassVar[Text | None] = None

    def rounds(self, event: Competition) -> int | None:
        """Return the number of rounds before the last stages; None if it is not known."""
        return None

    @abstractmethod
    def standings(self, event: Competition, placed: Mapping[str, int]) -> Sequence[Standing]:
        """Return all players in order; `placed` are the places by player, empty before the end."""

    @abstractmethod
    def columns(self, event: Competition) -> Sequence[Column]:
        """Return the columns of the standings."""

    def places(self, event: Competition) -> dict[str, int]:
        """Return the places in a finished event by player, without the players who have none."""
        return {row.player.name: row.rank for row in self.standings(event, {}) if row.rank is not None}

    @abstractmethod
    def stage_title(self, kind: str, round_number: int) -> Text:
        """Return the name of a stage as a heading; `kind` is the format's own, `registration` or `finished`."""

    @abstractmethod
    def stage_word(self, kind: str) -> Text:
        """Return the name of a stage within a sentence."""

    def group(self, table: Any) -> str:
        """Return the group in which pages show a table; most formats have one group."""
        return ""

    def group_title(self, group: str) -> Text | None:
        """Return the heading of a group of tables; None in a format with one group."""
        return None

    @abstractmethod
    def why(self, table: Any) -> Text:
        """Return why these players sit together."""

    def stage_note(self, event: Competition) -> Text | None:
        """Return a sentence on the quality of all tables of the stage being played; None if `why` is enough."""
        return None

    def why_key(self, table: Any) -> Any:
        """Return a value that is equal for tables with the same `why`; a page shows it once."""
        return str(self.why(table))

    def table_badges(self, event: Competition, table: Any) -> tuple[Badge, ...]:
        """Return the badges beside a table."""
        return ()

    def player_badges(self, event: Competition, player: Player) -> tuple[Badge, ...]:
        """Return the badges beside a player, without the one for having left."""
        return ()

    def sitting_out_words(self, players: tuple[str, ...]) -> Text:
        """Return a sentence that names the players without a game in a stage."""
        return text("Sitting out: {players}.", players=players)

    def start_help(self) -> Text:
        """Return what an organiser does while too few players are registered."""
        return text(
            "First the players: type their names, import a list, or let them register themselves. {count} are enough to start.",
            count=self.fewest,
        )

    def late_help(self, event: Competition) -> Text | None:
        """Return what a late entry means; None if no player can enter any more."""
        return None

    def ends_next(self, event: Competition) -> bool:
        """Return whether the event is known to end with the stage being played."""
        return False

    def player_words(self, event: Competition, player: Player) -> tuple[Text, ...]:
        """Return what a player's page shows under the name; nothing if the standings are enough."""
        return ()

    def path(self, event: Competition) -> Any:
        """Return the way to the end: a `Bracket`, or a value for the format's own fragment `pages/path.html`.

        None if there is nothing to draw yet.
        """
        return None

    def status(self, event: Competition, player: Player) -> Text | None:
        """Return a player's cell in the column `status_title` of the standings on paper; None if it is empty."""
        return None

    def paper_note(self, event: Competition, table: Any) -> Text | None:
        """Return a note for paper on a table that differs from the others; None for any other table."""
        return None

    def slip(self, event: Competition, table: Any) -> Slip:
        """Return the contents of a result slip."""
        return Slip(None, text("Result"), text("Each scans their own code, or: write what each has won, and sign."))

    def next_steps(self, event: Competition, player: Player) -> tuple[Text, ...]:
        """Return what comes next for a player in an event that has started."""
        table = event.table_of(player.name)
        if table is not None and table.table not in event.results:
            return (text("Now at table {table}.", table=table.table),)
        return (waiting(len(event.open_tables()), last=self.ends_next(event)),)

    def result_columns(self, event: Competition, table: Any) -> Sequence[Column]:
        """Return the columns of a result of this table."""
        return ()

    @abstractmethod
    def result_rows(self, event: Competition, table: Any, outcome: Any) -> tuple[SeatResult, ...]:
        """Return a result line by line, in seat order."""

    def claim_rows(self, event: Competition, table: Any, claim: Any) -> tuple[SeatResult, ...] | None:
        """Return a claim about a game line by line, in seat order; None if its sentence is shown instead."""
        return None

    def past_json(self, event: Competition, table: Any, outcome: Any) -> JsonObject:
        """Return the JSON object of a finished game in a player's history, without its round and stage."""
        return {"table": table.table, "players": list(table.players), "result": self.result_json(event, table, outcome)}

    def result_note(self, outcome: Any) -> str | Text | None:
        """Return a note beside a result."""
        return None

    def table_shown(self, event: Competition, table: Any, outcome: Any) -> TableShown:
        """Return a table with its result; `outcome` is None without one."""
        group = self.group(table)
        return TableShown(
            group,
            self.group_title(group),
            self.table_badges(event, table),
            tuple(self.result_columns(event, table)),
            () if outcome is None else self.result_rows(event, table, outcome),
            None if outcome is None else self.result_note(outcome),
        )

    def outcome_claim(self, table: Any, outcome: Any) -> Claim | None:
        """Return the claim behind an outcome; None without one."""
        return outcome if isinstance(outcome, Claim) else None

    @abstractmethod
    def result_json(self, event: Competition, table: Any, outcome: Any) -> JsonObject:
        """Return an outcome as JSON for the view, with the fields of a report."""

    def table_json(self, event: Competition, table: Any) -> JsonObject:
        """Return the fields of a table in the view before `why` and `result`.

        They depend on the table alone, and those of a result on the table and its outcome: the view caches both.
        """
        return {"table": table.table, "players": list(table.players)}

    def standing_json(self, event: Competition, row: Standing) -> JsonObject:
        """Return a player's values in the standings: the exact one of each column."""
        return {column.key: cell.exact for column, cell in zip(self.columns(event), row.cells, strict=True)}

    def player_json(self, player: Player, place: int | None) -> JsonObject | None:
        """Return a player's object in the view if it depends on the player alone; None if the standings give it."""
        return None

    def view_json(self, event: Competition, tables: Sequence[Any], players: Sequence[Any]) -> JsonObject:
        """Return the fields of the view between `name` and `draw`; `tables` and `players` are JSON values."""
        return {
            "format": self.id,
            "options": msgspec.to_builtins(event.options),
            "stage": event.stage,
            "round": event.round,
            "rounds": self.rounds(event),
            "tables": tables,
            "byes": event.sitting_out,
            "players": players,
        }

    def changes(
        self,
        before: Competition,
        after: Competition,
        played: tuple[Any, Any],
        amended: Amended,
    ) -> Iterator[Change]:
        """Yield what a correction would change, the most important first: the result, the tables, places, the main column, the others.

        `played` are the table and its outcome so far.
        """
        claim = self.outcome_claim(*played)
        if claim is not None and not claim.same_as(amended.claim):
            sentence = text("Result: {was} → {now}", was=claim.sentence(), now=amended.claim.sentence())
            yield Change("result", None, None, None, sentence)
        otherwise = amended.otherwise
        if otherwise is not None and otherwise.stage is not None:
            sentence = text("Next would have come: {stage}.", stage=self.stage_word(otherwise.stage))
            yield Change("would_be_stage", None, None, otherwise.stage, sentence)
        for group in otherwise.groups if otherwise is not None else ():
            sentence = text("This group would have played and did not: {players}.", players=group)
            yield Change("would_be_group", None, None, list(group), sentence)
        main = {column.key for column in self.columns(after) if column.main}
        in_standings = self._changes_in_standings(before, after)
        yield from sorted(in_standings, key=lambda change: (change.what != "place", change.what not in main))

    def _changes_in_standings(self, before: Competition, after: Competition) -> Iterator[Change]:
        """Yield the changes of places and columns, player by player."""
        columns = self.columns(after)
        placed = [self.places(each) if each.phase is Phase.FINISHED else {} for each in (before, after)]
        now = {row.player.name: row for row in self.standings(after, {})}
        for was in self.standings(before, {}):
            name = was.player.name
            had, has = (each.get(name) for each in placed)
            if had != has:
                sentence = text("{player}: place {was} becomes {now}.", player=name, was=_dash(had), now=_dash(has))
                yield Change("place", name, had, has, sentence)
            for column, old, new in zip(columns, was.cells, now[name].cells, strict=True):
                if old != new:
                    sentence = text(
                        "{player}, {column}: {was} → {now}.",
                        player=name,
                        column=column.title,
                        was=number_text(old.shown),
                        now=number_text(new.shown),
                    )
                    yield Change(column.key, name, old.exact, new.exact, sentence)

    def leaving(self, event: Competition, after: Competition, left: Left) -> Iterator[Text]:
        """Yield a sentence for each change if a player left; `after` is the event without that player."""
        yield text("{player} leaves the event.", player=left.player)
        for decided in left.decided:
            yield text("Table {table} is then decided: {claim}", table=decided.table, claim=decided.claim.sentence())

    def coming_back(self, event: Competition, returned: Returned) -> Iterator[Text]:
        """Yield a sentence for each change if a player came back."""
        player = returned.player
        if any(player in table.players for table in event.open_tables()):
            yield text("The game that is still open goes on as if {player} had never left.", player=player)
        else:
            yield text("{player} plays again from the next tables on.", player=player)


def waiting(tables: int, *, last: bool) -> Text:
    """Return what a player without a table waits for; `tables` of this stage, the event's `last` one or not, are open."""
    if tables == 0 and last:
        return text("Every table of this round has its result; it was the last round.")
    if tables == 0:
        return text("Every table of this round has its result; the next tables come soon.")
    return counted(
        "{count} table of this round is still playing.",
        "{count} tables of this round are still playing.",
        count=tables,
    )


def _dash(place: int | None) -> str:
    return "–" if place is None else str(place)
