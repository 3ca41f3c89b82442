"""Options that several commands for Magic have."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from floorjudge.cli.settings import say
from floorjudge.texts import text

SecondEngineOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--second",
        help=say(
            text(
                "A second opinion: a program, with its arguments, that plays the case as well. Where it disagrees, nothing is certified."
            )
        ),
    ),
]
