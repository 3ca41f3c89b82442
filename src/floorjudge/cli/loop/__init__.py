"""The command group `loop`: a loop ruled, computed and watched; without a command, a dialogue."""

import typer

from floorjudge.cli.settings import say
from floorjudge.texts import text


def make_app() -> typer.Typer:
    """Return the command group, with its help in the language of this run."""
    from floorjudge.cli.loop import dialogue, rule, sheet, watch

    app = typer.Typer(
        epilog=say(
            text("Without a command, a dialogue asks for the loop and for what each player says, and gives the ruling.")
        )
    )
    for room in (dialogue, rule, sheet, watch):
        room.add_commands(app)
    return app
