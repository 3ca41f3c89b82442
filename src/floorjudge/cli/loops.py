"""`floorjudge loop` and `floorjudge shortcut` for programs: a case in a JSON file, the answer as one line of JSON.

Each command imports only the parts of `loops` that it needs, since importing all of it would take longer than the work.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, TypeAlias

from floorjudge.cli import output
from floorjudge.cli.files import read_json
from floorjudge.cli.line.parameters import argument, option
from floorjudge.cli.settings import settings
from floorjudge.texts import text

Digits: TypeAlias = Annotated[int, option(text("Numbers of more digits are given as closed forms."), "--digits", min=1)]


def rule(file: Annotated[Path, argument(text("The case as JSON; - is standard input."))]) -> None:
    """Rule on a loop."""
    from floorjudge.loops.mtr.codec import answer_value, read_case
    from floorjudge.loops.mtr.settling import rule as ruling_on

    output.print_json(answer_value(ruling_on(read_case(read_json(file))), settings.language))


def sheet(
    file: Annotated[Path, argument(text("The sheet as JSON; - is standard input."))], digits: Digits = 100_000
) -> None:
    """Answer what a number of iterations does."""
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
    from floorjudge.decoding import unicode_lines
    from floorjudge.loops.repetition.json_lines import watch_answers
    from floorjudge.loops.repetition.watches import CheckpointWatch, RepetitionWatch

    positions = RepetitionWatch[bytes]() if keep is None else CheckpointWatch[bytes](keep)
    for answer in watch_answers(unicode_lines(sys.stdin.buffer), positions, settings.language):
        output.print_raw(answer)


def settle(
    file: Annotated[Path, argument(text("The proposal and its answers as JSON; - is standard input."))],
    digits: Digits = 100_000,
) -> None:
    """Answer where a shortcut ends."""
    from floorjudge.loops.shortcuts.codec import read_shortcut, shortcut_answer
    from floorjudge.loops.shortcuts.settling import settle as settled

    proposal, answers = read_shortcut(read_json(file))
    output.print_json(shortcut_answer(settled(proposal, answers), settings.language, digits))


def fragmented(
    file: Annotated[Path, argument(text("The choices and their positions as JSON; - is standard input."))],
) -> None:
    """Answer which player must choose differently."""
    from floorjudge.loops.shortcuts.codec import fragmented_answer

    output.print_json(fragmented_answer(read_json(file), settings.language))


def mandatory(file: Annotated[Path, argument(text("The actions of the loop as JSON; - is standard input."))]) -> None:
    """Answer whether a mandatory loop is a draw."""
    from floorjudge.loops.shortcuts.codec import mandatory_answer

    output.print_json(mandatory_answer(read_json(file), settings.language))
