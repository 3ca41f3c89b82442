"""Proof and safe keeping: verify a log, export it, import it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from floorjudge.cli import output
from floorjudge.cli.event.opening import Database, EventName, open_desk, open_store
from floorjudge.cli.files import read_beginning, read_bytes
from floorjudge.cli.settings import say, settings
from floorjudge.events.service.export import export_lines, import_event, read_export, verify_records
from floorjudge.events.service.records import Record
from floorjudge.events.verify import Verified
from floorjudge.texts import counted, text

SQLITE_FILE = b"SQLite format 3\x00"


def add_commands(app: typer.Typer) -> None:
    """Add the commands of this module to the group."""
    app.command("verify", help=say(text("Recompute every group, score and hash of an event from its log.")))(verify)
    app.command("export", help=say(text("Write an event as JSON lines, from which the same can be made again.")))(
        export
    )
    app.command("import", help=say(text("Take in an exported event.")))(import_file)


Seed = Annotated[
    str | None, typer.Option("--seed", help=say(text("The seed of the draws, when the file does not hold it yet.")))
]


def verify(
    file: Annotated[
        Path | None,
        typer.Argument(
            help=say(text("An exported event or a file that keeps events; without it, the events' own file."))
        ),
    ] = None,
    seed: Seed = None,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Check a log; the first record that is wrong is named."""
    exported = file is not None and (str(file) == "-" or _is_export(file))
    if file is not None and exported:
        name, records = read_export(read_bytes(file).splitlines())
    else:
        with open_desk(str(file) if file else db, event) as desk:
            name, records = desk.state.name, list(desk.records)
            seed = seed or desk.seed()
    _print_verified(name, records, verify_records(records, seed))


def _is_export(file: Path) -> bool:
    return read_beginning(file, len(SQLITE_FILE)) != SQLITE_FILE


def _print_verified(name: str, records: Sequence[Record], verified: Verified) -> None:
    if settings.as_json:
        output.print_json(
            {
                "verified": True,
                "name": verified.state.name,
                "records": len(records),
                "head": records[-1].hash,
                "draws_proved": verified.draws_proved,
                "draws_waiting": verified.draws_waiting,
            }
        )
        return
    output.print_text(
        counted(
            "{name}: {count} record, unbroken; groups, points and places are what the rules give.",
            "{name}: {count} records, unbroken; groups, points and places are what the rules give.",
            count=len(records),
            name=name,
        )
    )
    output.print_text(counted("{count} draw is proved.", "{count} draws are proved.", count=verified.draws_proved))
    if verified.draws_waiting:
        output.print_text(
            counted(
                "{count} draw can be proved when the event is finished and its seed is revealed.",
                "{count} draws can be proved when the event is finished and its seed is revealed.",
                count=verified.draws_waiting,
            )
        )


def export(
    file: Annotated[Path, typer.Argument(help=say(text("Where to write; - is standard output.")))] = Path("-"),
    event: EventName = None,
    db: Database = None,
) -> None:
    """Export an event; the seed is not in it before the event is finished."""
    with open_desk(db, event) as desk:
        lines = "".join(f"{line}\n" for line in export_lines(desk.state.name, desk.records))
    if str(file) == "-":
        output.print_raw(lines)
        return
    output.write_file(file, lines)
    if settings.as_json:
        output.print_json({"exported": str(file)})
    else:
        output.print_text(text("Written to {file}.", file=str(file)))


def import_file(
    file: Annotated[Path, typer.Argument(help=say(text("An exported event; - is standard input.")))],
    seed: Seed = None,
    db: Database = None,
) -> None:
    """Import an event; it must verify."""
    name, records = read_export(read_bytes(file).splitlines())
    with open_store(db) as log:
        chosen = import_event(log, name, records, seed)
    if settings.as_json:
        output.print_json({"event": chosen, "records": len(records)})
        return
    output.print_text(
        text(
            "“{name}” was imported; its id is {id}. Commands without --event now mean it: it is the newest.",
            name=name,
            id=chosen,
        )
    )
