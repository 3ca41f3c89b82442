"""`floorjudge shortcut`: what becomes of a shortcut that a player proposes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from floorjudge.cli import output
from floorjudge.cli.files import read_json
from floorjudge.cli.settings import say, settings
from floorjudge.texts import text


def make_app() -> typer.Typer:
    """Return the command group."""
    app = typer.Typer(no_args_is_help=not settings.as_json)

    @app.callback()
    def group() -> None:
        """Keep `settle` a command of its own: typer would put the only command of a group in the group's place."""

    app.command(
        "settle",
        help=say(text("Say where a proposed shortcut ends after the answers of the other players, or who is asked.")),
    )(settle)
    return app


def settle(
    file: Annotated[Path, typer.Argument(help=say(text("The proposal and its answers as JSON; - is standard input.")))],
    digits: Annotated[
        int, typer.Option("--digits", min=1, help=say(text("Numbers of more digits are given as closed forms.")))
    ] = 100_000,
) -> None:
    """Answer with one line of JSON."""
    from floorjudge.loops.shortcuts.codec import read_shortcut, shortcut_answer
    from floorjudge.loops.shortcuts.settling import settle as settled_shortcut

    proposal, answers = read_shortcut(read_json(file))
    output.print_json(shortcut_answer(settled_shortcut(proposal, answers), settings.language, digits))
