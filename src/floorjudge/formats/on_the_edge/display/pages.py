"""The display of On the Edge: sets and targets of tables, influence and points, the score sheet, a player's next steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from floorjudge.formats import seating
from floorjudge.formats.claims import Claim
from floorjudge.formats.competition import Competition, Phase
from floorjudge.formats.display import Badge, Cell, Column, Given, Line, SeatResult, Slip, Standing
from floorjudge.formats.on_the_edge.claims import Won
from floorjudge.formats.on_the_edge.display.diagram import Path, path_to_final
from floorjudge.formats.on_the_edge.display.texts import set_text, set_title, stage_title, unplayed_text, why_text
from floorjudge.formats.on_the_edge.reports import forms
from floorjudge.formats.on_the_edge.rules.event import finalists, in_readmission, seated_in_final, vacancies
from floorjudge.formats.on_the_edge.rules.scoring import doubled_score, points, score_as_written, score_text
from floorjudge.formats.on_the_edge.tables import (
    Kind,
    Outcome,
    PlayerSet,
    Qualified,
    Result,
    Table,
    TableSet,
    set_of,
)
from floorjudge.formats.players import Player
from floorjudge.formats.protocol import Format, JsonObject, waiting
from floorjudge.formats.ranking import ranked
from floorjudge.texts import Text, counted, signed, text

INFLUENCE, POINTS, WON, IN_THE_FINAL = text("influence"), text("points"), text("won"), text("in the final")
COLUMNS = (
    Column("victory_points", text("Victory points"), text("Points")),
    Column("influence", text("Influence"), text("Influence"), paper=text("Influence points")),
    Column("score", text("Score"), text("Score"), paper=text("Tournament score"), main=True),
)
RESULT_COLUMNS = (Column("influence", INFLUENCE, INFLUENCE), Column("points", POINTS, POINTS))


def _cell(number: int, *, gained: bool = False) -> Cell:
    return Cell(str(number), f"+{number}" if gained else signed(number))


def cells_of(player: Player) -> tuple[Cell, ...]:
    """Return a player's cells, one for each of the columns."""
    exact = score_text(player)
    return _cell(player.score.victory_points), _cell(player.score.influence), Cell(exact, score_as_written(exact))


class Shown(Format):
    """The display of an event of On the Edge."""

    advanced_word = IN_THE_FINAL
    path_title = text("Qualification for the final")
    rank_title = text("Rank by score")
    status_title = text("Set")
    places_why = text(
        "The winner of the final is first, the other finalists follow by their influence in it, and all others by score (OTE 2.10)."
    )
    places_legend = text("On the right: the tournament score")
    order_help = text("For example what is left to resolve when a player leaves a readmission game (OTE 2.8.4).")
    guide = (
        text(
            "Type a result as the table and the final influence in seat order: {example}. A star marks a winner whom the numbers do "
            "not tell: {starred}.",
            example="5\N{NO-BREAK SPACE}16\N{NO-BREAK SPACE}7\N{NO-BREAK SPACE}3",
            starred="9\N{NO-BREAK SPACE}14*\N{NO-BREAK SPACE}3",
        ),
    )
    leaving_help = text(
        "A player who sits a round out leaves, and comes back when its tables are drawn: from then on in the inactive set."
    )

    def stage_title(self, kind: str, round_number: int) -> Text:
        """Return the name of a stage as a heading."""
        return stage_title(kind, round_number)

    def group(self, table: Table) -> str:
        """Return the set that a table plays for."""
        return table.set.value

    def group_title(self, group: str) -> Text:
        """Return the name of a set as a heading."""
        return set_title(group)

    def why(self, table: Table) -> Text:
        """Return why these players sit together."""
        return seating.why_here(table, why_text(table))

    def why_key(self, table: Table) -> Any:
        """Return a value that is equal for tables with the same reason."""
        return table.why, len(table.players), table.by_hand

    def table_badges(self, event: Competition, table: Table) -> tuple[Badge, ...]:
        """Return the target of a table as a badge; the final and a readmission game stand out."""
        chief = table.set in {TableSet.FINAL, TableSet.READMISSION}
        return (Badge("chief" if chief else "", text("to {target}", target=table.target)), *seating.badges(table))

    def columns(self, event: Competition) -> Sequence[Column]:
        """Return the columns of the standings: points, influence, and the tournament score."""
        return COLUMNS

    def standings(self, event: Competition, placed: Mapping[str, int]) -> Sequence[Standing]:
        """Return all players in one order: by place once places are public, else by tournament score; players who left at the end.

        Clauses: OTE 2.3, OTE 2.8.1, OTE 2.10
        """
        ending = event.phase is Phase.FINISHED or event.stage in (Kind.READMISSION, Kind.FINAL)
        advanced = set(seated_in_final(event)) if ending else set()
        return ranked(event, lambda player: -doubled_score(player), cells_of, placed=placed, advanced=advanced)

    def start_help(self) -> Text:
        """Return how many players are enough."""
        return text(
            "First the players: type their names, import a list, or let them register themselves. Three are enough to start."
        )

    def late_help(self, event: Competition) -> Text | None:
        """Return what a late entry means; None if it is too late for one."""
        if event.stage not in (Kind.ROUND, Kind.READMISSION):
            return None
        return text(
            "Into the inactive set, with no points; the first game is at the next tables. The pages and the log say who came late."
        )

    def ends_next(self, event: Competition) -> bool:
        """Return whether the final is being played."""
        return event.stage == Kind.FINAL

    def player_words(self, event: Competition, player: Player) -> tuple[Text, ...]:
        """Return a player's set; for a late player also since when."""
        late = player.score.late_in
        told = () if late is None else (text("let in late, during round {round}", round=late),)
        return (set_title(set_of(player).value), *told)

    def player_badges(self, event: Competition, player: Player) -> tuple[Badge, ...]:
        """Return the badges of a player: entered late, still active."""
        late = () if player.score.late_in is None else (Badge("late", text("late")),)
        active = set_of(player) is PlayerSet.ACTIVE and event.phase is not Phase.REGISTRATION
        return (*late, Badge("on", text("active"))) if active else late

    def status(self, event: Competition, player: Player) -> Text:
        """Return a player's set, and that they came late."""
        of = set_text(set_of(player))
        return of if player.score.late_in is None else text("{set}, late", set=of)

    def paper_note(self, event: Competition, table: Table) -> Text | None:
        """Return a note on an off-numbered game, or the target of a readmission game."""
        if table.set is TableSet.READMISSION:
            return text("to {target} influence", target=table.target)
        return text("off-numbered") if table.off_numbered else None

    def slip(self, event: Competition, table: Table) -> Slip:
        """Return the contents of a result slip."""
        goal = text("to {target} influence", target=table.target)
        if table.set is TableSet.READMISSION:
            return Slip(
                goal,
                text("Reached {target} as number", target=table.target),
                text("Each scans their own code, or: write in which order players reached the target, and sign."),
            )
        return Slip(
            goal,
            text("Final influence"),
            text("Each scans their own code, or: write each player's final influence, circle the winner, and sign."),
        )

    def result_columns(self, event: Competition, table: Table) -> Sequence[Column]:
        """Return the columns of a result: influence and points; a readmission game has none."""
        return () if table.set is TableSet.READMISSION else RESULT_COLUMNS

    def result_rows(self, event: Competition, table: Table, outcome: Outcome) -> tuple[SeatResult, ...]:
        """Return each player's line of a result, in seat order."""
        if isinstance(outcome, Qualified):
            return tuple(SeatResult(name, name in outcome.players, won_as=IN_THE_FINAL) for name in table.players)
        rows = zip(table.players, outcome.influence, points(table, outcome), strict=True)
        return tuple(
            SeatResult(name, name == outcome.winner, (_cell(influence), _cell(won, gained=True)))
            for name, influence, won in rows
        )

    def claim_rows(self, event: Competition, table: Table, claim: Claim) -> tuple[SeatResult, ...] | None:
        """Return each player's line of a report, in seat order; None if its sentence is shown instead."""
        if not isinstance(claim, Won):
            return None
        influence = claim.influence
        return tuple(SeatResult(name, name == claim.winner, (_cell(influence.get(name, 0)),)) for name in table.players)

    def result_note(self, outcome: Outcome) -> str | Text | None:
        """Return a result's note, or the reason for the points of an unfinished game."""
        if not isinstance(outcome, Result):
            return None
        return unplayed_text() if outcome.unplayed and len(outcome.influence) > 2 else outcome.note

    def path(self, event: Competition) -> Path | None:
        """Return the qualification."""
        return path_to_final(event)

    def past_json(self, event: Competition, table: Table, outcome: Outcome) -> JsonObject:
        """Return the JSON object of a finished game in a player's history: the winner and the numbers."""
        if isinstance(outcome, Qualified):
            players: list[JsonObject] = [
                {"player": name, "won": name in outcome.players, "influence": None, "points": None}
                for name in table.players
            ]
        else:
            rows = zip(table.players, outcome.influence, points(table, outcome), strict=True)
            players = [
                {"player": name, "won": name == outcome.winner, "influence": influence, "points": gained}
                for name, influence, gained in rows
            ]
        return {"table": table.table, "target": table.target, "players": players}

    def next_steps(self, event: Competition, player: Player) -> tuple[Text, ...]:
        """Return what a player does next while the event is played."""
        mine, open_tables = event.table_of(player.name), event.open_tables()
        if mine in open_tables:
            return (_to_play(mine),)
        if in_readmission(event):
            seated = player.name in finalists(event)
            if open_tables:
                return (_beside_readmission(seated=seated),)
            step = _after_readmission(seated=seated)
        else:
            step = _without_game(event, player) if mine is None else _after_game(event, player)
        return step, waiting(len(open_tables), last=self.ends_next(event))

    def line(self, event: Competition, table: Table) -> Line:
        """Return how a result is typed: numbers for the players of a table, or the seats of the players who qualify."""
        drawn = text("drawn")
        if table.set is TableSet.READMISSION:
            last = len(table.players)
            example = " ".join(map(str, (table.table, *range(last, last - vacancies(event), -1))))
            sentence = text(
                "Table, then who reached 8, in order, by seat or by the beginning of the name: {example}. For a drawn game: the table "
                "and “{drawn}”.",
                example=unbroken(example),
                drawn=drawn,
            )
            return Line(text("Table, then who reached 8, in order"), example, sentence)
        example = " ".join([str(table.table), str(table.target), *("7", "3", "0")[: len(table.players) - 1]])
        sentence = text(
            "Table, then the final influence in the order of its players: {example}. A star marks the winner where the numbers do not "
            "tell (9 14* 3), then comes the reason. For a drawn game: the table and “{drawn}”.",
            example=unbroken(example),
            drawn=drawn,
        )
        return Line(text("Table, then the final influence in the order of its players"), example, sentence)

    def result_help(self, event: Competition, table: Table) -> Text | None:
        """Return the number of seats of the final that a readmission game fills."""
        if table.set is not TableSet.READMISSION:
            return None
        return counted(
            "{count} seat of the final is open.", "{count} seats of the final are open.", count=vacancies(event)
        )

    def as_given(self, table: Table, claim: Any) -> Given:
        """Return the values of the form for a claim."""
        return forms.as_given(table, claim)

    def from_form(self, event: Competition, table: Table, given: Given) -> JsonObject:
        """Return the fields of the claim that the values of the form mean."""
        return forms.from_form(table, given)

    def as_corrected(self, before: Given, given: Given) -> Given:
        """Return the values of a correction, without a winner that the page preselected."""
        return forms.as_corrected(before, given)


def unbroken(line: str) -> str:
    """Return an example for typing, with spaces that do not break."""
    return line.replace(" ", "\N{NO-BREAK SPACE}")


def _without_game(event: Competition, player: Player) -> Text:
    if player.name in event.sitting_out:
        return text("Sits this round out: there was no opponent left.")
    if player.score.late_in == event.round:
        return text("Let in late: plays in the inactive set from the next tables on.")
    return text("Plays from the next tables on.")


def _to_play(mine: Table) -> Text:
    if mine.set is TableSet.READMISSION:
        return text(
            "Now at table {table}: the readmission game. A player who reaches {target} influence is in the final.",
            table=mine.table,
            target=mine.target,
        )
    if mine.set is TableSet.FINAL:
        return text(
            "Now at table {table}: the final. {target} influence wins it.", table=mine.table, target=mine.target
        )
    return text("Now at table {table}. {target} influence wins.", table=mine.table, target=mine.target)


def _beside_readmission(*, seated: bool) -> Text:
    if seated:
        return text("Has a seat in the final, which comes after the readmission game.")
    return text("The readmission game is being played; then come the final and the last games of all others.")


def _after_readmission(*, seated: bool) -> Text:
    if seated:
        return text("Has reached the final, which comes next.")
    return text("The readmission game is over. The last games of the inactive set come next.")


def _after_game(event: Competition, player: Player) -> Text:
    if event.stage == Kind.FINAL:
        return text("Has played the last game. The places are known when every game is over.")
    if set_of(player) is PlayerSet.ACTIVE:
        return text("Won, and stays in the active set.")
    return text(
        "Plays on in the inactive set: every point still counts for the places, and for a way back into the final."
    )
