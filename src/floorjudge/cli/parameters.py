"""Arguments and options of commands, with their help in the language of the run."""

from __future__ import annotations

from typing import Any

import typer

from floorjudge.cli.settings import say
from floorjudge.texts import Text


def argument(said: Text, **more: Any) -> Any:  # noqa: ANN401 (as typer has it)
    """Return an argument of a command: what it is for, then what `typer.Argument` takes."""
    return typer.Argument(help=say(said), **more)


def option(said: Text, *names: str, **more: Any) -> Any:  # noqa: ANN401 (as typer has it)
    """Return an option of a command: what it is for, its names, then what `typer.Option` takes."""
    return typer.Option(*names, help=say(said), **more)
