"""The command group `loop`: a loop ruled, computed and watched; without a command, a dialogue."""

# The annotations are strings until typer reads them, when the language of the run is settled: that is why the help texts
# inside them can be said there.
from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from floorjudge.cli import output
from floorjudge.cli.errors import DialogueAsJson
from floorjudge.cli.files import read_json
from floorjudge.cli.parameters import add, argument, option
from floorjudge.cli.settings import say, settings
from floorjudge.texts import text

INTERRUPTED = 130


def make_app() -> typer.Typer:
    """Return the command group, with its help in the language of this run."""
    app = typer.Typer(
        epilog=say(
            text("Without a command, a dialogue asks for the loop and for what each player says, and gives the ruling.")
        )
    )
    app.callback(invoke_without_command=True)(group)
    add(app, rule, text("Rule on a loop (MTR 4.4), or say who is asked next and what they may say."))
    add(app, sheet, text("Say what N iterations of a loop do, exactly, from what one iteration changes."))
    add(
        app,
        watch,
        text("Take positions from standard input, one JSON value a line, and say of each whether it came before."),
    )
    return app


def group(
    context: typer.Context,
    edition: Annotated[str, option(text("Edition of the rules for the dialogue."), "--edition")] = "mtr",
) -> None:
    """Without a command, talk until there is a ruling, or nobody answers any more."""
    if context.invoked_subcommand is not None:
        return
    if settings.as_json:
        raise DialogueAsJson
    from floorjudge.cli.loop.dialogue import talk

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


def rule(file: Annotated[Path, argument(text("The case as JSON; - is standard input."))]) -> None:
    """Answer with one line of JSON."""
    from floorjudge.loops import answer_value, read_case
    from floorjudge.loops import rule as ruling_on

    output.print_json(answer_value(ruling_on(read_case(read_json(file))), settings.language))


def sheet(
    file: Annotated[Path, argument(text("The sheet as JSON; - is standard input."))],
    digits: Annotated[
        int, option(text("Numbers of more digits are given as closed forms."), "--digits", min=1)
    ] = 100_000,
) -> None:
    """Answer with one line of JSON."""
    from floorjudge.loops.sheet.codec import read_sheet, sheet_answer

    output.print_json(sheet_answer(read_sheet(read_json(file)), settings.language, digits))


def watch(
    keep: Annotated[
        int | None,
        option(
            text(
                "Keep at most so many positions (4 or more); cycles are then noticed a little late, and “first” need not be "
                "the first time."
            ),
            "--keep",
        ),
    ] = None,
) -> None:
    """Answer each line with a line of JSON, at once."""
    from floorjudge.loops.repetition.json_lines import watch_answers
    from floorjudge.loops.repetition.watches import CheckpointWatch, RepetitionWatch

    positions = RepetitionWatch[bytes]() if keep is None else CheckpointWatch[bytes](keep)
    for answer in watch_answers(sys.stdin.buffer, positions, settings.language):
        output.print_raw(answer)
