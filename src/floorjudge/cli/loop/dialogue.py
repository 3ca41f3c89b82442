"""`floorjudge loop` without a command: a dialogue that ends with a ruling."""

from __future__ import annotations

from typing import Annotated

import typer

from floorjudge.cli import output
from floorjudge.cli.refusals import dialogue_as_json
from floorjudge.cli.settings import say, settings
from floorjudge.texts import text

INTERRUPTED = 130


def add_commands(app: typer.Typer) -> None:
    """Let the group itself, without a command, begin the dialogue."""
    app.callback(invoke_without_command=True)(dialogue)


def dialogue(
    context: typer.Context,
    edition: Annotated[
        str, typer.Option("--edition", help=say(text("Edition of the rules for the dialogue.")))
    ] = "mtr",
) -> None:
    """Talk until there is a ruling, or nobody answers any more."""
    if context.invoked_subcommand is not None:
        return
    if settings.as_json:
        raise dialogue_as_json()
    from floorjudge.cli.loop.conversation import talk

    try:
        talk(edition)
    except EOFError:
        _say_goodbye()
    except KeyboardInterrupt:
        _say_goodbye()
        raise typer.Exit(INTERRUPTED) from None


def _say_goodbye() -> None:
    output.print_line()
    output.print_text(text("The dialogue ends here. Nothing was saved."))
