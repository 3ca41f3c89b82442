"""The command group `magic`: card texts, positions, and loops of real cards on a real engine."""

import typer


def make_app() -> typer.Typer:
    """Return the command group, with its help in the language of this run."""
    from floorjudge.cli.magic import cards, certify, check, deck, find, play, shortcut, show, verify

    app = typer.Typer()
    for room in (cards, show, play, certify, check, find, deck, shortcut, verify):
        room.add_commands(app)
    return app
