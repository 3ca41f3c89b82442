"""Commands, their arguments and options, with their help in the language of the run."""

from __future__ import annotations

from collections.abc import Callable
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


def add(app: typer.Typer, command: Callable[..., object], said: Text, name: str | None = None, **more: Any) -> None:  # noqa: ANN401 (as typer has it)
    """Add a command to a group: its function, what it does, its name where that is not the function's."""
    app.command(name or command.__name__.replace("_", "-"), help=say(said), **more)(command)
