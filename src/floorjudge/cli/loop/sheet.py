"""`floorjudge loop sheet`: what N iterations of a loop do, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from floorjudge.cli import output
from floorjudge.cli.files import read_json
from floorjudge.cli.settings import say, settings
from floorjudge.texts import text


def add_commands(app: typer.Typer) -> None:
    """Add the command of this module to the group."""
    app.command(
        "sheet", help=say(text("Say what N iterations of a loop do, exactly, from what one iteration changes."))
    )(sheet)


def sheet(
    file: Annotated[Path, typer.Argument(help=say(text("The sheet as JSON; - is standard input.")))],
    digits: Annotated[
        int, typer.Option("--digits", min=1, help=say(text("Numbers of more digits are given as closed forms.")))
    ] = 100_000,
) -> None:
    """Answer with one line of JSON."""
    from floorjudge.loops.sheet.codec import read_sheet, sheet_answer

    output.print_json(sheet_answer(read_sheet(read_json(file)), settings.language, digits))
