"""`floorjudge magic play`: a position played choice by choice, and what was played saved as the body of a case."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from floorjudge.cli import output
from floorjudge.cli.magic.reading import open_library, read_position_file
from floorjudge.cli.parameters import add, argument, option
from floorjudge.cli.settings import settings
from floorjudge.errors import BadInput
from floorjudge.texts import text

INTERRUPTED = 130


class PlayAsJson(BadInput):
    """Playing in the terminal is asked for with --json."""

    sentence = text("This dialogue is for people. A program gives the steps as “body” beside the position.")
    place = "--json"


def add_commands(app: typer.Typer) -> None:
    """Add the command of this module to the group."""
    add(app, play, text("Play a position choice by choice, and save what was played as a body."))


def play(
    file: Annotated[Path, argument(text("The position, as JSON or in words."))],
    save: Annotated[
        Path | None, option(text("Write the position and the body to this file, as JSON."), "--save")
    ] = None,
) -> None:
    """Play until nobody answers any more, or the game is over."""
    from floorjudge.cli.errors import FileExists
    from floorjudge.cli.magic.play_dialogue import Dialogue, print_body, saved
    from floorjudge.magic import set_up
    from floorjudge.magic.checking.assumptions import doubtful_cards

    if save is not None and save.exists():
        raise FileExists(str(save))
    if settings.as_json:
        raise PlayAsJson
    position = read_position_file(file)
    with open_library() as library:
        dialogue = Dialogue(set_up(position, library))
        doubts = list(doubtful_cards(position, library))
    for doubt in doubts:
        output.print_text(doubt)
    interrupted = False
    try:
        dialogue.lead()
    except EOFError:
        pass
    except KeyboardInterrupt:
        interrupted = True
    output.print_line()
    if save is not None:
        try:
            saved(save, position, tuple(dialogue.body))
        except BadInput:
            # What was played by hand is not lost with the file.
            print_body(tuple(dialogue.body))
            raise
        output.print_text(text("Steps written to {file}: {count}.", file=str(save), count=len(dialogue.body)))
    else:
        print_body(tuple(dialogue.body))
    if interrupted:
        raise typer.Exit(INTERRUPTED)
