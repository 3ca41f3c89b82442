"""Reading the input of a command: positions and cases in files, and the user's card texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from floorjudge.cli.files import json_value, read_text
from floorjudge.cli.settings import say, settings
from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary, Position
from floorjudge.magic.positions.json_form import read_position
from floorjudge.texts import Text, text

# The fields beside a position in a case with something to play.
CASE_FIELDS = ("about", "body", "before", "times", "title", "kind", "why", "expected", "collection", "shortcut")


class BoardWithoutSteps(BadInput):
    sentence = text(
        "This is not JSON. If it is a board in words, its steps are missing: play them once with “floorjudge magic play {file} --save "
        "loop.json”, and then give loop.json here."
    )
    file: str


def read_position_file(file: Path) -> Position:
    """Return the position in a file; `-` is standard input. A text that begins with “{” is JSON, any other is words.

    Of a case, which has choices to play, only the position is read.

    Raises BadInput if it cannot be read or is not a position.
    """
    written = read_text(file)
    if not _looks_like_json(written):
        from floorjudge.magic.positions.text_form import read_position_text

        return read_position_text(written)
    return read_position(json_value(written, file), beside=CASE_FIELDS)


def read_case_file(file: Path) -> object:
    """Return the JSON value of a case in a file; `-` is standard input.

    Raises BadInput, with the line of the mistake, if it cannot be read, is not JSON, or is a board in words.
    """
    written = read_text(file)
    if written.strip() and not _looks_like_json(written):
        raise BoardWithoutSteps(str(file), where=str(file))
    return json_value(written, file)


def _looks_like_json(written: str) -> bool:
    return written.lstrip().startswith(("{", "["))


def open_library() -> closing[CardLibrary]:
    """Return this user's cards, open while a block runs; see `CardLibrary.open`."""
    return closing(CardLibrary.open(watched=lambda: progress_bar(text("Preparing the card texts, once"))))


@contextmanager
def progress_bar(sentence: Text) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on a terminal while the block runs, and yield the function to call with (done, total)."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    hidden = settings.as_json or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as bar:
        task = bar.add_task(say(sentence), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
