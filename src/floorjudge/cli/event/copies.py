"""Safe keeping of everything at once: all events with their secret seeds, the links that were given, in one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from floorjudge.cli import output
from floorjudge.cli.event.opening import Database, is_there, open_everything, shown
from floorjudge.cli.refusals import no_such_database
from floorjudge.cli.settings import say, settings
from floorjudge.texts import Text, counted, text

if TYPE_CHECKING:
    from floorjudge.store.backup import Restored


def add_commands(app: typer.Typer) -> None:
    """Add the commands of this module to the group."""
    app.command("backup", help=say(text("Write all events with their secret seeds into one new file.")))(backup)
    app.command("restore", help=say(text("Put the events of a backup in beside those that are here.")))(restore)


def backup(
    file: Annotated[Path, typer.Argument(help=say(text("The new file; keep it to yourself, for it holds the seeds.")))],
    db: Database = None,
) -> None:
    """Back everything up, as it is at one moment, while others go on working."""
    if not is_there(db):
        raise no_such_database(shown(db))
    with open_everything(db) as store:
        events = len(store.log.tournaments())
        store.backup(file)
    if settings.as_json:
        output.print_json({"backup": str(file), "events": events})
        return
    output.print_text(
        counted(
            "{count} event was backed up to {file}.",
            "{count} events were backed up to {file}.",
            count=events,
            file=str(file),
        )
    )
    output.print_text(text("Keep it to yourself: the secret seeds are in it, and the links that were given."))


def restore(
    file: Annotated[Path, typer.Argument(help=say(text("A backup, packed or not.")))],
    db: Database = None,
) -> None:
    """Restore a backup; what is here already stays, and nothing comes twice."""
    with open_everything(db) as store:
        restored = store.restore(file)
    if settings.as_json:
        output.print_json(
            {
                "events": [
                    {"was": each.was, "id": each.id, "records": each.records, "how": each.how} for each in restored
                ]
            }
        )
        return
    for each in restored:
        output.print_text(_told(each))
    output.print_text(text("They are kept in {file}.", file=shown(db)))


def _told(event: Restored) -> Text:
    if event.how == "new":
        return text("{id}: restored.", id=event.id)
    if event.how == "same":
        return text("{id}: was here as far or further, and stays as it is.", id=event.id)
    if event.how == "further":
        return text("{id}: was here, and goes on to record {records} now.", id=event.id, records=event.records)
    return text("{was}: another event has this id here; it was restored as {id}.", was=event.was, id=event.id)
