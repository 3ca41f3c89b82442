"""The command group `event`: a tournament from the command line, from registration to final places."""

import typer

from floorjudge.cli.settings import say, settings
from floorjudge.texts import text


def make_app() -> typer.Typer:
    """Return the command group, with its help in the language of this run."""
    from floorjudge.cli.event import keeping, registration, rounds, screens, stdio

    app = typer.Typer(
        no_args_is_help=not settings.as_json,
        epilog=say(text("Everywhere: --json for machines, --lang en|es|fr|pt, --db FILE and --event ID.")),
    )
    for module in (registration, rounds, screens, keeping, stdio):
        module.add_commands(app)
    return app
