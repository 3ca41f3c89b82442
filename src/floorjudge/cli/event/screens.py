"""What the commands of an event print: answers, tables, standings, the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from floorjudge.cli import output
from floorjudge.cli.event.opening import Database, EventName, open_event
from floorjudge.cli.settings import say, settings
from floorjudge.events import view
from floorjudge.events.codec import event_value, read_event, read_object
from floorjudge.events.events import EventOpened
from floorjudge.events.explain import staff_text
from floorjudge.events.service import Answer
from floorjudge.events.service.service import answer_json
from floorjudge.events.standings import standings as standings_of
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.log import EventFinished, RoundGrouped
from floorjudge.formats.on_the_edge.scoring import points, score_as_written, score_text
from floorjudge.formats.on_the_edge.tables import Kind, Qualified, Result, Table, set_of
from floorjudge.formats.on_the_edge.texts import reasons, set_text
from floorjudge.texts import Text, text


def tables(event: EventName = None, db: Database = None) -> None:
    """Show the tables."""
    _show(event, db, ("tables", "sitting_out"), show_tables)


def standings(event: EventName = None, db: Database = None) -> None:
    """Show the score sheet."""
    _show(event, db, ("players", "draw"), show_standings)


def _show(event: str | None, db: str | None, parts: Sequence[str], show: Callable[[State], None]) -> None:
    """Show a part of an event as it stands: its `parts` of the view for machines, what `show` prints for people."""
    with open_event(db, event) as service:
        state = service.state
    if settings.as_json:
        seen = view(state, settings.language)
        output.print_json({key: seen[key] for key in ("name", "stage", "round", *parts)})
    else:
        show(state)


def log(event: EventName = None, db: Database = None) -> None:
    """Show the log."""
    with open_event(db, event) as service:
        state, records = service.state, service.records
    happened = [(record, read_event(record.event)) for record in records]
    if settings.as_json:
        listed = [
            {
                "number": record.number,
                "at": record.at,
                **({} if record.by is None else {"by": record.by}),
                "event": event_value(what),
                "text": say(staff_text(what)),
            }
            for record, what in happened
        ]
        output.print_json({"name": state.name, "records": listed})
        return
    columns = [text("No."), text("When (UTC)"), text("What happened")]
    rows = [[str(record.number), record.at[:19].replace("T", " "), say(staff_text(what))] for record, what in happened]
    if any(record.by for record in records):
        columns.append(text("Who"))
        for row, (record, _) in zip(rows, happened, strict=True):
            row.append(record.by or "")
    output.print_table(heading(state), columns, rows, right=(0,))


def do(database: str | None, event: str | None, command: Mapping[str, Any]) -> Answer:
    """Send a command to an event and print the answer."""
    with open_event(database, event) as service:
        answer = service.take(command, settings.language)
    print_answer(answer)
    return answer


def print_answer(answer: Answer) -> None:
    """Print what a command gave."""
    if settings.as_json:
        output.print_json(read_object(answer_json(answer, settings.language)))
        return
    for change in answer.changes or ():
        output.print_line(str(change["text"]))
    if answer.changes is not None:
        _after_preview(answer)
    for event in answer.events:
        output.print_text(staff_text(event))
        if isinstance(event, EventOpened) and event.short_seed:
            output.print_text(text("Choose a longer seed, or leave it out: then 32 random bytes are taken."))
        if isinstance(event, RoundGrouped):
            show_tables(answer.state)
            output.print_text(text("Report the results with “floorjudge event report”."))
        if isinstance(event, EventFinished):
            output.print_text(
                text("See the places with “floorjudge event standings”, check the draws with “event verify”.")
            )


def _after_preview(answer: Answer) -> None:
    if not answer.changes:
        output.print_text(text("Nothing would change."))
    output.print_text(text("This is a preview: nothing has been changed. Leave --preview out to do it."))


def show_what_is_open(state: State) -> None:
    """Print which tables have no result yet, or what comes next."""
    if still_open := state.open_tables():
        output.print_text(text("Still open: {tables}.", tables=tuple(str(table.table) for table in still_open)))
    else:
        output.print_text(text("Every table has its result. Go on with “floorjudge event next”."))


def show_tables(state: State) -> None:
    """Print the tables of the stage being played, with results as far as there are any, and why these players."""
    if not state.tables:
        output.print_text(text("No round has been grouped yet."))
        return
    rows = [
        (
            str(table.table),
            say(set_text(table.set)),
            _players_and_result(state, table),
            str(table.target),
        )
        for table in state.tables
    ]
    columns = (text("Table"), text("Set"), text("Players"), text("Target"))
    output.print_table(heading(state), columns, rows, right=(0, 3))
    if any(isinstance(outcome, Result) for outcome in state.results.values()):
        output.print_text(text("★ won; then each player's influence and, in brackets, victory points."))
    if state.sitting_out:
        output.print_text(text("Sitting out: {players}.", players=state.sitting_out))
    _show_reasons(state)


def _show_reasons(state: State) -> None:
    """Print why these players sit together, each reason once."""
    for reason, tables in reasons(state.tables):
        output.print_line(f"  {', '.join(map(str, tables))}: {say(reason)}")
    output.print_line()


def heading(state: State) -> Text:
    """Say which event this is and how far it has come."""
    sentences = {
        "registration": text("{name}: registration", name=state.name),
        Kind.ROUND: text("{name}: round {round}", name=state.name, round=state.round),
        Kind.READMISSION: text("{name}: readmission after round {round}", name=state.name, round=state.round),
        Kind.FINAL: text("{name}: round {round}, the final", name=state.name, round=state.round),
        "finished": text("{name}: finished after round {round}", name=state.name, round=state.round),
    }
    return sentences[state.stage]


def _players_and_result(state: State, table: Table) -> str:
    outcome = state.results.get(table.table)
    players = tuple(_marked(name, left=state.has_left(name)) for name in table.players)
    if outcome is None:
        return ", ".join(players)
    if isinstance(outcome, Qualified):
        return say(text("{players}; qualified: {qualified}", players=players, qualified=outcome.players))
    return ", ".join(
        f"{'★ ' if name == outcome.winner else ''}{shown} {influence} (+{won})"
        for name, shown, influence, won in zip(
            table.players, players, outcome.influence, points(table, outcome), strict=True
        )
    )


def _marked(player: str, *, left: bool, late: bool = False) -> str:
    """Return a name, marked when the player has left or came late."""
    if left:
        return say(text("{player} (left)", player=player))
    return say(text("{player} (late)", player=player)) if late else player


def show_standings(state: State) -> None:
    """Print the standings: by final places, or before the end by tournament score; who left at the end."""
    listed = standings_of(state, with_places=True)
    placed = any(row.place for row in listed)
    rows = [
        [
            str(row.place or row.rank or "–"),
            _marked(player.name, left=not player.present, late=player.score.late_in is not None),
            *([] if placed else [say(set_text(set_of(player)))]),
            str(player.score.victory_points),
            str(player.score.influence),
            score_as_written(score_text(player)),
            str(player.score.off_numbered_games),
            say(player.deck.said()) if player.deck else "–",
        ]
        for row in listed
        for player in (row.player,)
    ]
    columns = [
        text("Place") if placed else text("Rank"),
        text("Player"),
        *([] if placed else [text("Set")]),
        text("Victory points"),
        text("Influence"),
        text("Score"),
        text("Off-numbered games"),
        text("Deck"),
    ]
    numbers = range(len(columns) - 5, len(columns) - 1)
    output.print_table(heading(state), columns, rows, right=(0, *numbers))
