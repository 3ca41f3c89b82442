"""What a format says to the rest of floorjudge: how an event is played, what a result is worth, how all of that is shown.

A format is a folder in this package (or in the folder that FLOORJUDGE_FORMATS names) with a module `format.py` that has `FORMAT`, one
instance of a class derived from `Format`. `docs/formats.md` leads through one from beginning to end. Every method is pure: it
gets values, gives values, and raises a `FloorjudgeError` for what cannot be. Most have a default that fits most formats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from floorjudge.errors import FloorjudgeError
from floorjudge.formats import errors, option_fields
from floorjudge.formats.claims import Claim
from floorjudge.formats.competition import Competition, Draw, Finished, Phase, Stage
from floorjudge.formats.decks import DeckLine, DeckReport
from floorjudge.formats.display import Badge, Change, Column, Form, Further, Given, Line, SeatResult, Slip, Standing
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
from floorjudge.formats.players import Player
from floorjudge.formats.shapes import Shapes
from floorjudge.texts import Text, counted, text

E = TypeVar("E", bound=Competition)
JsonObject = dict[str, Any]
# An edition of the rules of loops: for two players, or for tables of more.
LoopEdition: TypeAlias = Literal["mtr", "mstr"]


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a format that has none."""


class Format:
    """How events of one kind are played. See the module."""

    # What it is. `id` stands in every log, for good; `summary` is one sentence for whoever opens an event.
    id: ClassVar[str]
    name: ClassVar[Text]
    summary: ClassVar[Text]
    options: ClassVar[type[msgspec.Struct]] = NoOptions
    fewest: ClassVar[int] = 2
    # Its part of the log: the event of a stage, the events of its own beside those of `formats.log`, the claims (the usual one
    # first) and those that no command carries, the one that the command `drawn` stands for, which fields of its structs hold names of players beside the usual (as values, in lists, as keys), and which texts that
    # the program chooses; all other texts are kept so that they can be forgotten.
    stage_event: ClassVar[type[StageMade]]
    own_events: ClassVar[tuple[type[TournamentEvent], ...]] = ()
    claims: ClassVar[tuple[type[Claim], ...]]
    further_claims: ClassVar[tuple[type[Claim], ...]] = ()
    drawn: ClassVar[type[Claim] | None] = None
    names: ClassVar[frozenset[str]] = frozenset()
    plain: ClassVar[frozenset[str]] = frozenset()
    shapes: ClassVar[Shapes] = Shapes()
    # A line of a deck list, shown in a field that is still empty.
    deck_example: ClassVar[str] = ""
    # The clauses that errors of every event rest on in this format, by the error's code.
    cites: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})

    def claims_of(self, command: str) -> tuple[type[Claim], ...]:
        """Return the claims that a command (`report`, `amend`, `propose`) may carry."""
        return self.claims

    def named_twice(self, field: str, names: tuple[str, ...]) -> FloorjudgeError:
        """Return the error for a claim that names a player twice in a field."""
        return errors.NameTwice(names, where=field)

    def check_deck(self, listing: str, options: Any, cards: KnownCards | None) -> DeckReport | None:
        """Return what is to be said of a deck list in an event with some options, None in a format without decks.

        `cards` are card texts where there are some and `needs_card_texts` asks for them.
        """
        return None

    def deck_words(self, options: Any) -> tuple[Text, ...]:
        """Say what deck lists are checked by beside the rules, a sentence each."""
        return ()

    def asks_for_decks(self, options: Any) -> bool:
        """Say whether players are asked for deck lists."""
        return False

    def needs_card_texts(self, options: Any) -> bool:
        """Say whether card texts make a difference to the check of a deck list."""
        return False

    def deck_check(self, cards: str, source: str) -> Callable[[str], DeckReport | None]:
        """Return what checks deck lists with further cards, from the text of a file called `source`; without any it is empty."""
        return lambda listing: self.check_deck(listing, self.options(), None)

    def decks_by_chance(self, chance: Random) -> Iterator[str]:
        """Yield deck lists for the players of a demonstration."""
        yield from ()

    def deck_lines(self, listing: str) -> Sequence[DeckLine]:
        """Return the lines of a deck list as they are printed."""
        lines = enumerate(map(str.strip, listing.splitlines()), 1)
        return [DeckLine(number, None, line) for number, line in lines if line]

    # How an event is played.

    def check_options(self, options: Any) -> None:
        """Check options whose fields are each of the right kind; raise an error, placed at `options.…`, when they cannot be meant."""

    def proposed(self, options: Any, players: int) -> Any:
        """Return the options with everything filled in that was left to be proposed, for a number of players at the start."""
        return options

    def memory(self, options: Any) -> Any:
        """Return what `Competition.memory` is when an event is opened."""
        return None

    def score(self, event: Competition, *, late: bool) -> Any:
        """Return what a player has who enters: before the start, or `late`."""
        return None

    def next(self, event: Competition, draw: Draw) -> Stage | Finished:
        """Return what comes next: the first stage before the start, else what follows a stage all of whose games have results."""
        raise NotImplementedError

    def made(self, event: E, made: StageMade) -> E:
        """Return the event after a stage was made, whose tables it has already: what that changes in scores and memory."""
        return event

    def check(self, event: Competition, table: Any, claim: Any) -> None:
        """Check a claim about a game of the stage being played; raise an error when no game can end so."""
        raise NotImplementedError

    def check_amended(self, event: Competition, table: Any, before: Any, claim: Any) -> None:
        """Check the claim by which a game is corrected; `before` is its outcome so far."""
        self.check(event, table, claim)

    def outcome(self, event: Competition, table: Any, claim: Any) -> Any:
        """Return what stands as the result of a game of the stage being played; None: the game is played again."""
        return claim

    def amended_outcome(self, event: Competition, table: Any, before: Any, claim: Any) -> Any:
        """Return what stands as the result of a game that is corrected; `before` is its outcome so far."""
        return self.outcome(event, table, claim)

    def is_provisional(self, outcome: Any) -> bool:
        """Say whether a result stands only until the game is reported: one that the leaving of players has decided."""
        return False

    def credit(self, event: E, table: Any, before: Any, after: Any, *, now: bool) -> E:
        """Return the event with scores in which one outcome of a game has taken the place of another; None stands for none.

        `event` has the new result already. `now`: the stage is being played, else a later one has been made and stands.
        """
        return event

    def decided_by_absence(self, event: Competition, table: Any) -> Claim | None:
        """Return how an open game is decided since players have left, None while it can be played."""
        return None

    def decided_by_leaving(self, event: Competition, player: str) -> tuple[Decided, ...]:
        """Return the games that are decided now that a player has left: `event` is the one without them."""
        theirs = (table for table in event.open_tables() if player in table.players)
        found = ((table.table, self.decided_by_absence(event, table)) for table in theirs)
        return tuple(Decided(number, claim) for number, claim in found if claim is not None)

    def decided_when_reopened(self, event: Competition, table: Any, outcome: Any) -> Claim | None:
        """Return how a game is decided whose result was taken away, None when it can be played.

        `event` is the one without the result, which was `outcome`. Raises what forbids to take it away.
        """
        claim = self.decided_by_absence(event, table)
        if claim is not None and outcome == self.outcome(event, table, claim):
            raise errors.DecidedByAbsence(table.table)
        return claim

    def check_late(self, event: Competition, name: str, *, let_in: bool) -> None:
        """Check that a player may enter after the start; `let_in`: the organiser says so."""
        raise errors.NoLateEntryHere(name)

    def returning(self, event: Competition, name: str) -> Returned:
        """Return the log's event of a player's coming back after the start; raise what forbids it."""
        return PlayerRejoined(name)

    def left(self, event: E, left: Left) -> E:
        """Return the event after a player has left: what that changes in scores and memory."""
        return event

    def returned(self, event: E, returned: Returned) -> E:
        """Return the event after a player has come back; here the player is still away."""
        return event

    @property
    def moves_players(self) -> bool:
        """Whether players can be moved by hand in events of this format."""
        return type(self).check_seats is not Format.check_seats

    def check_seats(self, event: Competition, moved: SeatsMoved) -> None:
        """Check that players may be moved so by hand, who are all here and whose tables have no result; raise what forbids it.

        A format that allows some moves says in `seated` which table comes of one; see `formats.seating`.
        """
        raise errors.NotInThisFormat("seat")

    def seated(self, event: Competition, seats: Seats, reason: str) -> Any:
        """Return the table at which players sit who were moved by hand; `event` is the one before the move."""
        raise NotImplementedError

    def ended(self, event: E, ended: Ended) -> E:
        """Return the event after its end: what that changes in memory."""
        return event

    # Loops at its tables.

    def loop_edition(self, event: Competition, table: Any) -> LoopEdition | None:
        """Return the edition of the rules by which a loop at a table is ruled; None in a format of another game than Magic."""
        return None

    def loop_draw(self, event: Competition, table: Any, drawn: int) -> Claim | Text | None:
        """Return what is reported of a table at which a ruling on a loop has drawn the game, the last of so many drawn ones.

        A sentence says instead how it goes on where nothing is reported yet: the match has another game, and its report counts the
        drawn ones, see `result_form_after`, or the game is played again.
        """
        return None

    # How its results are found and written down.

    def is_about(self, kind: str, claim: Claim) -> bool:
        """Say whether a claim can be about a game of a stage of this kind: rounds may have several stages."""
        return True

    def no_such_stage(self, round_number: int, claim: Claim) -> FloorjudgeError:
        """Return the error for a correction of a stage that a round did not have."""
        return errors.NoSuchStage(round_number)

    def stage_made(self, stage: Stage, **start: str | None) -> StageMade:
        """Return the log's event of a stage; `start` are `public`, `roster` and `deck_reason`."""
        return self.stage_event(stage.kind, stage.round, stage.tables, stage.sitting_out, **start)

    def reported(self, table: int, claim: Any) -> Reported:
        """Return the log's event of a report."""
        return GameReported(table, claim)

    def unreported(self, table: int, reason: str, decided: Any) -> Unreported:
        """Return the log's event of a result that is taken away."""
        return GameReopened(table, reason, decided)

    def amended(self, where: tuple[int, int], claim: Any, reason: str, otherwise: Any) -> Amended:
        """Return the log's event of a correction; `where` are round and table."""
        return GameAmended(*where, claim, reason, otherwise)

    def admitted(self, player: str, number: int) -> Admitted:
        """Return the log's event of a late entry."""
        return PlayerEntered(player, number)

    def player_left(self, player: str, decided: tuple[Decided, ...]) -> Left:
        """Return the log's event of a player's leaving."""
        return PlayerDropped(player, decided)

    def finished(self, finished: Finished, seed: str) -> Ended:
        """Return the log's event of the end."""
        return EventEnded(seed)

    def compare(
        self,
        before: Competition,
        corrected: Competition,
        came: Stage | Finished,
        would_have_come: Stage | Finished,
    ) -> Any:
        """Return what a correction would have changed, had it been known before the next stage was made.

        `before` is the event as it was then, `corrected` the same with the correction; `came` and `would_have_come` follow them.
        """
        there, instead = (stage.kind if isinstance(stage, Stage) else "finished" for stage in (came, would_have_come))
        return Otherwise(None if there == instead else instead, other_groups(came, would_have_come))

    def undrawn(self, event: Competition, made: StageMade) -> tuple[Any, ...]:
        """Return all of a stage that chance does not decide: what is compared while the seed is not known.

        `event` is the one before the stage. A format whose tables are drawn keeps how many sit where, and who plays at all.
        """
        seated = sorted(name for table in made.tables for name in table.players)
        sizes = [(table.table, len(table.players)) for table in made.tables]
        return replace(made, tables=(), sitting_out=()), sizes, sorted([*seated, *made.sitting_out])

    def as_older(self, expected: Any, event: Any) -> Any:
        """Return an event as an older version of the program has written it: without what `event` leaves out that came later."""
        return expected

    def older_claim(self, error: FloorjudgeError, claim: Any) -> Claim | None:
        """Return a claim that a correction can be made with which an older version took, and this one refuses with an error."""
        return None

    # How it is shown. Every text is for all languages.

    # What its own events of the log mean in a sentence (a text with the event's fields as gaps, or a function that gives one), and
    # what taking one of them back is called, by its tag.
    sentences: ClassVar[Mapping[type[TournamentEvent], Text | Callable[[Any], Text]]] = MappingProxyType({})
    undone: ClassVar[Mapping[str, Text]] = MappingProxyType({})
    # Headings of the standings: by what they rank, the word beside players who go on, what decides the places. The heading of `path`.
    # For the desk, when a player comes late or leaves.
    rank_title: ClassVar[Text] = text("Rank")
    status_title: ClassVar[Text | None] = None
    advanced_word: ClassVar[Text] = text("goes on")
    places_why: ClassVar[Text | None] = None
    places_legend: ClassVar[Text | None] = None
    path_title: ClassVar[Text] = text("Bracket")
    order_help: ClassVar[Text] = text("For example who is served first at the card stand.")
    # For the players without a game in a stage: over their names on paper, and beside a name.
    sitting_out_title: ClassVar[Text] = text("Sitting out")
    sits_out: ClassVar[Text] = text("sits out")
    # In the guide: how its results are typed, and what else its organisers should know.
    guide: ClassVar[tuple[Text, ...]] = ()
    leaving_help: ClassVar[Text | None] = None

    def rounds(self, event: Competition) -> int | None:
        """Return how many rounds will be played before the last stages, None where that is not known."""
        return None

    def standings(self, event: Competition, placed: Mapping[str, int]) -> Sequence[Standing]:
        """Return all players in order; `placed` are the places that may be seen, none before the end."""
        raise NotImplementedError

    def columns(self, event: Competition) -> Sequence[Column]:
        """Return the columns of the standings."""
        raise NotImplementedError

    def places(self, event: Competition) -> dict[str, int]:
        """Return the places of an event that is finished, by player; players without a place are left out."""
        return {row.player.name: row.rank for row in self.standings(event, {}) if row.rank is not None}

    def stage_title(self, kind: str, round_number: int) -> Text:
        """Return the name of a stage as a heading; the kinds that every event has are `registration` and `finished`."""
        raise NotImplementedError

    def stage_word(self, kind: str) -> Text:
        """Return the name of a stage within a sentence."""
        raise NotImplementedError

    def group(self, table: Any) -> str:
        """Return the word for the group of tables to which one belongs on a page; most formats have one group."""
        return ""

    def group_title(self, group: str) -> Text | None:
        """Return the name of a group of tables as a heading, None for that of a format that has but one."""
        return None

    def why(self, table: Any) -> Text:
        """Say why these players sit together."""
        raise NotImplementedError

    def stage_note(self, event: Competition) -> Text | None:
        """Say of all tables of the stage that is played how good they are, beside why each is made; None where that says it all."""
        return None

    def why_key(self, table: Any) -> Any:
        """Return a value that tables share for which `why` says the same; a page says it once."""
        return str(self.why(table))

    def table_badges(self, event: Competition, table: Any) -> tuple[Badge, ...]:
        """Return what is to be said beside a table."""
        return ()

    def player_badges(self, event: Competition, player: Player) -> tuple[Badge, ...]:
        """Return what is to be said beside a player, beside that they have left."""
        return ()

    def sitting_out_words(self, players: tuple[str, ...]) -> Text:
        """Name the players without a game in a stage."""
        return text("Sitting out: {players}.", players=players)

    def start_help(self) -> Text:
        """Say to an organiser what is still missing while fewer players are registered than play."""
        return text(
            "First the players: type their names, import a list, or let them register themselves. {count} are enough to start.",
            count=self.fewest,
        )

    def late_help(self, event: Competition) -> Text | None:
        """Say to an organiser what a late entry means, None when no player can enter any more."""
        return None

    def ends_next(self, event: Competition) -> bool:
        """Say whether the event is over when every game of the stage being played is, as far as that is known."""
        return False

    def player_words(self, event: Competition, player: Player) -> tuple[Text, ...]:
        """Say where a player stands, under their name; nothing where the standings say it all."""
        return ()

    def path(self, event: Competition) -> Any:
        """Return what a page draws of the way to the end, a `Bracket`, or what the format's fragment `pages/path.html` draws.

        None: there is nothing to be drawn yet.
        """
        return None

    def status(self, event: Competition, player: Player) -> Text | None:
        """Say in a word where a player stands, in a column of the standings on paper under `status_title`, None without one."""
        return None

    def paper_note(self, event: Competition, table: Any) -> Text | None:
        """Say on paper what is at a table not as at the others."""
        return None

    def slip(self, event: Competition, table: Any) -> Slip:
        """Return what a result slip says."""
        return Slip(None, text("Result"), text("Each scans their own code, or: write what each has won, and sign."))

    def next_steps(self, event: Competition, player: Player) -> tuple[Text, ...]:
        """Say to a player of an event that is being played what comes for them."""
        table = event.table_of(player.name)
        if table is not None and table.table not in event.results:
            return (text("Now at table {table}.", table=table.table),)
        return (waiting(len(event.open_tables())),)

    def result_columns(self, event: Competition, table: Any) -> Sequence[Column]:
        """Return the columns of a result of this table."""
        return ()

    def result_rows(self, event: Competition, table: Any, outcome: Any) -> tuple[SeatResult, ...]:
        """Return a result line by line, in seat order."""
        raise NotImplementedError

    def claim_rows(self, event: Competition, table: Any, claim: Any) -> tuple[SeatResult, ...] | None:
        """Return a claim about a game line by line, in seat order; None where a sentence says it better."""
        return None

    def past_json(self, event: Competition, table: Any, outcome: Any) -> JsonObject:
        """Return a game that is over as programs get it beside a player, after its round and stage."""
        return {"table": table.table, "players": list(table.players), "result": self.result_json(event, table, outcome)}

    def result_note(self, outcome: Any) -> str | Text | None:
        """Return what is to be said beside a result."""
        return None

    def outcome_claim(self, table: Any, outcome: Any) -> Claim | None:
        """Return the claim that an outcome came of."""
        return outcome if isinstance(outcome, Claim) else None

    def result_json(self, event: Competition, table: Any, outcome: Any) -> JsonObject:
        """Return an outcome as the JSON value of the view, in the form in which it is reported."""
        raise NotImplementedError

    def table_json(self, event: Competition, table: Any) -> JsonObject:
        """Return the fields of a table in the view that stand before `why` and `result`.

        They follow from the table alone, as the result's from it and its outcome: the view keeps them once they are made.
        """
        return {"table": table.table, "players": list(table.players)}

    def player_json(self, player: Player, place: int | None) -> JsonObject | None:
        """Return a player's line of the view where it follows from nothing else; None: it is made of the standings."""
        return None

    def view_json(self, event: Competition, tables: Sequence[Any], players: Sequence[Any]) -> JsonObject:
        """Return the fields of the view between the name and the draw; `tables` and `players` are JSON already."""
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
        """Yield what a correction would change: the result, the columns of the standings, the places; `played` are table and outcome."""
        claim = self.outcome_claim(*played)
        if claim is not None and not claim.same_as(amended.claim):
            said = text("Result: {was} → {now}", was=claim.sentence(), now=amended.claim.sentence())
            yield Change("result", None, None, None, said)
        columns = self.columns(after)
        placed = [self.places(each) if each.phase is Phase.FINISHED else {} for each in (before, after)]
        now = {row.player.name: row for row in self.standings(after, {})}
        for was in self.standings(before, {}):
            name = was.player.name
            had, has = (each.get(name) for each in placed)
            if had != has:
                said = text("{player}: place {was} becomes {now}.", player=name, was=_dash(had), now=_dash(has))
                yield Change("place", name, had, has, said)
            for column, old, new in zip(columns, was.cells, now[name].cells, strict=True):
                if old != new:
                    said = text(
                        "{player}: {column} {was} becomes {now}.",
                        player=name,
                        column=column.title,
                        was=old.shown,
                        now=new.shown,
                    )
                    yield Change(column.key, name, old.exact, new.exact, said)
        otherwise = amended.otherwise
        if otherwise is not None and otherwise.stage is not None:
            said = text("Next would have come: {stage}.", stage=self.stage_word(otherwise.stage))
            yield Change("would_be_stage", None, None, otherwise.stage, said)
        for group in otherwise.groups if otherwise is not None else ():
            said = text("This group would have played and did not: {players}.", players=group)
            yield Change("would_be_group", None, None, list(group), said)

    def leaving(self, event: Competition, after: Competition, left: Left) -> Iterator[Text]:
        """Yield what would change if a player left, a sentence each; `after` is the event without them."""
        yield text("{player} leaves the event.", player=left.player)
        for decided in left.decided:
            yield text("Table {table} is then decided: {claim}", table=decided.table, claim=decided.claim.sentence())

    def coming_back(self, event: Competition, returned: Returned) -> Iterator[Text]:
        """Yield what would change if a player came back, a sentence each."""
        player = returned.player
        if any(player in table.players for table in event.open_tables()):
            yield text("The game that is still open goes on as if {player} had never left.", player=player)
        else:
            yield text("{player} plays again from the next tables on.", player=player)

    # How results are typed and asked for. `typed_example` ends the sentence “Type the table's number, then …”.
    typed_example: ClassVar[Text]

    def how_typed(self, event: Competition, table: Any) -> Text:
        """Return how a result of a table like this is typed, in the place of `typed_example`."""
        return self.typed_example

    def line(self, event: Competition, table: Any) -> Line:
        """Return what the desk says of the line on which a result of a table like this is typed."""
        what = self.how_typed(event, table)
        return Line(text("Table, then the result"), "", text("Type the table's number, then {result}", result=what))

    def typed(self, event: Competition, table: Any, words: Sequence[str]) -> JsonObject:
        """Return the fields of a claim from the words that a person types for a table, such as `2 1` or the beginning of a name."""
        raise NotImplementedError

    # On the command line: what is asked before all tables; what lists show of tables before and after the players, and of players
    # before (while there are no places) and after the standings' columns; what is to be said under a list of results.
    asking: ClassVar[Text] = text("Type the result of each table; nothing to skip it.")
    table_columns: ClassVar[tuple[tuple[Column, ...], tuple[Column, ...]]] = ((), ())
    list_columns: ClassVar[tuple[tuple[Column, ...], tuple[Column, ...]]] = ((), ())
    result_legend: ClassVar[Text | None] = None

    def from_words(self, event: Competition, table: Any, words: Sequence[str], extra: Mapping[str, Any]) -> JsonObject:
        """Return the fields of a claim from typed words, as `typed` does, and from further ones that were named."""
        return {**(self.typed(event, table, words) if words or not extra else {}), **extra}

    def question(self, event: Competition, table: Any) -> Text:
        """Ask for the result of a table."""
        return text("Table {table}: {players}", table=table.table, players=table.players)

    def further(
        self,
        event: Competition,
        table: Any,
        words: Sequence[str],
        extra: Mapping[str, Any],
    ) -> Further | None:
        """Return what else to ask after words were typed, None when they tell all."""
        return None

    def heading(self, name: str, kind: str, round_number: int) -> Text:
        """Say which event this is and how far it has come."""
        return text("{name}: {stage}", name=name, stage=self.stage_title(kind, round_number))

    def table_cells(self, event: Competition, table: Any) -> tuple[tuple[Text | str, ...], tuple[Text | str, ...]]:
        """Return what stands in `table_columns`."""
        return (), ()

    def list_cells(self, event: Competition, player: Player) -> tuple[tuple[Text | str, ...], tuple[Text | str, ...]]:
        """Return what stands in `list_columns`."""
        return (), ()

    def result_words(self, event: Competition, outcome: Any, players: tuple[str, ...]) -> Text | None:
        """Return a result in words where the cells of its rows do not say it; `players` are the names as they are shown."""
        return None

    def by_chance(self, event: Competition, table: Any, chance: Random) -> JsonObject:
        """Return the fields of a report of a game that chance has played, for rehearsals and demonstrations."""
        raise NotImplementedError

    def result_form(self, event: Competition, table: Any) -> Form:
        """Return the form in which a game is reported, an empty one in a format whose own fragments of pages have it."""
        return Form(())

    def result_form_after(self, event: Competition, table: Any, drawn: int) -> Form:
        """Return the same where rulings on loops have drawn so many games of the match at a table by now."""
        return self.result_form(event, table)

    def result_help(self, event: Competition, table: Any) -> Text | None:
        """Return what the desk has to know to fill in the form of a table."""
        return None

    def as_given(self, table: Any, claim: Any) -> Given:
        """Return the values of the form's fields for a claim."""
        raise NotImplementedError

    def from_form(self, event: Competition, table: Any, given: Given) -> JsonObject:
        """Return the fields of a claim from those of the form."""
        raise NotImplementedError

    def as_corrected(self, before: Given, given: Given) -> Given:
        """Return the fields of a correction, where the form was filled in with the result so far, `before`."""
        return given

    def options_form(self, players: int | None) -> Form:
        """Return the form in which an event is opened: a field for each option, with the option's name."""
        return option_fields.form_of(self.options)

    def options_words(self, options: Any) -> tuple[Text, ...]:
        """Say what options mean, a sentence each, with everything filled in that is proposed."""
        return ()

    def options_from_form(self, given: Given) -> JsonObject:
        """Return options as a JSON value from the fields of the form; what is left empty is left out."""
        return option_fields.from_form(self.options, given)


def waiting(games: int) -> Text:
    """Say to whoever has no game to play what they wait for; `games` of this stage are open."""
    if games == 0:
        return text("Every game of this round is over; the next tables come soon.")
    return counted(
        "{count} game of this round is still being played.",
        "{count} games of this round are still being played.",
        count=games,
    )


def _dash(place: int | None) -> str:
    return "–" if place is None else str(place)


def other_groups(came: Stage | Finished, instead: Stage | Finished) -> tuple[tuple[str, ...], ...]:
    """Return the players of the tables that would have been and were not."""
    if not isinstance(instead, Stage):
        return ()
    there = {frozenset(table.players) for table in came.tables} if isinstance(came, Stage) else set()
    return tuple(table.players for table in instead.tables if frozenset(table.players) not in there)
