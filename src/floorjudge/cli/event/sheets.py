"""Looking at an event: tables, standings, the log."""

from __future__ import annotations

import typer

from floorjudge.cli import output
from floorjudge.cli.event.opening import Database, EventName, open_desk
from floorjudge.cli.event.screens import heading, show_standings, show_tables
from floorjudge.cli.settings import say, settings
from floorjudge.events import view
from floorjudge.events.codec import event_value
from floorjudge.events.floor.codec import read_any_event
from floorjudge.events.service.story import staff_text
from floorjudge.texts import text


def add_commands(app: typer.Typer) -> None:
    """Add the commands of this module to the group."""
    app.command("tables", help=say(text("Show the tables that are being played, and why these players sit there.")))(
        tables
    )
    app.command("standings", help=say(text("Show points, scores and places.")))(standings)
    app.command("log", help=say(text("Show everything that has happened, in plain words.")))(log)


def tables(event: EventName = None, db: Database = None) -> None:
    """Show the tables."""
    with open_desk(db, event) as desk:
        state = desk.state
    if settings.as_json:
        seen = view(state, settings.language)
        output.print_json({key: seen[key] for key in ("name", "stage", "round", "tables", "sitting_out")})
    else:
        show_tables(state)


def standings(event: EventName = None, db: Database = None) -> None:
    """Show the score sheet."""
    with open_desk(db, event) as desk:
        state = desk.state
    if settings.as_json:
        seen = view(state, settings.language)
        output.print_json({key: seen[key] for key in ("name", "stage", "round", "players", "draw")})
    else:
        show_standings(state)


def log(event: EventName = None, db: Database = None) -> None:
    """Show the log."""
    with open_desk(db, event) as desk:
        state, records = desk.state, desk.records
    happened = [(record, read_any_event(record.event)) for record in records]
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
    output.print_table(say(heading(state)), [say(column) for column in columns], rows, right=(0,))
