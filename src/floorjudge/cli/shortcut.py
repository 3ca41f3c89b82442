"""`floorjudge shortcut`: shortcuts and loops by the Comprehensive Rules, proposed, fragmented, mandatory."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from floorjudge.cli import output
from floorjudge.cli.files import read_json
from floorjudge.cli.parameters import add, argument, option
from floorjudge.cli.settings import settings
from floorjudge.texts import text


def make_app() -> typer.Typer:
    """Return the command group."""
    app = typer.Typer(no_args_is_help=not settings.as_json)

    add(
        app, settle, text("Say where a proposed shortcut ends after the answers of the other players, or who is asked.")
    )
    add(
        app,
        fragmented,
        text("Say who must choose something else when several players have brought the game back to where it was."),
    )
    add(app, mandatory, text("Say whether a loop of mandatory actions is a draw."))
    return app


def settle(
    file: Annotated[Path, argument(text("The proposal and its answers as JSON; - is standard input."))],
    digits: Annotated[
        int, option(text("Numbers of more digits are given as closed forms."), "--digits", min=1)
    ] = 100_000,
) -> None:
    """Answer with one line of JSON."""
    from floorjudge.loops.shortcuts.codec import read_shortcut, shortcut_answer
    from floorjudge.loops.shortcuts.settling import settle as settled_shortcut

    proposal, answers = read_shortcut(read_json(file))
    output.print_json(shortcut_answer(settled_shortcut(proposal, answers), settings.language, digits))


def fragmented(
    file: Annotated[Path, argument(text("The choices and their positions as JSON; - is standard input."))],
) -> None:
    """Answer with one line of JSON."""
    from floorjudge.loops.shortcuts.codec import fragmented_answer

    output.print_json(fragmented_answer(read_json(file), settings.language))


def mandatory(
    file: Annotated[Path, argument(text("The actions of the loop as JSON; - is standard input."))],
) -> None:
    """Answer with one line of JSON."""
    from floorjudge.loops.shortcuts.codec import mandatory_answer

    output.print_json(mandatory_answer(read_json(file), settings.language))
