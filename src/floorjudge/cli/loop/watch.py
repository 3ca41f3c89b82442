"""`floorjudge loop watch`: whether a position has been there before, line by line."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from floorjudge.cli import output
from floorjudge.cli.settings import say, settings
from floorjudge.texts import text


def add_commands(app: typer.Typer) -> None:
    """Add the command of this module to the group."""
    app.command(
        "watch",
        help=say(
            text("Take positions from standard input, one JSON value a line, and say of each whether it came before.")
        ),
    )(watch)


def watch(
    keep: Annotated[
        int | None,
        typer.Option(
            "--keep",
            help=say(
                text(
                    "Keep at most so many positions (4 or more); cycles are then noticed a little late, and “first” need not be "
                    "the first time."
                )
            ),
        ),
    ] = None,
) -> None:
    """Answer each line with a line of JSON, at once."""
    from floorjudge.loops.repetition.bounded import CheckpointWatch
    from floorjudge.loops.repetition.exact import RepetitionWatch
    from floorjudge.loops.repetition.json_lines import watch_answers

    positions = RepetitionWatch[bytes]() if keep is None else CheckpointWatch[bytes](keep)
    for answer in watch_answers(sys.stdin.buffer, positions, settings.language):
        output.print_raw(answer)
