"""`floorjudge loop rule`: what the tournament rules make of a loop."""

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
    app.command("rule", help=say(text("Rule on a loop (MTR 4.4), or say who is asked next and what they may say.")))(
        rule
    )


def rule(file: Annotated[Path, typer.Argument(help=say(text("The case as JSON; - is standard input.")))]) -> None:
    """Answer with one line of JSON."""
    from floorjudge.loops import answer_value, read_case
    from floorjudge.loops import rule as ruling_on

    output.print_json(answer_value(ruling_on(read_case(read_json(file))), settings.language))
