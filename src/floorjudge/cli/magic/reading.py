"""What is read for a command: positions and cases in files, whichever program saved them, and the user's card texts."""

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

# What stands beside a position in a case, where something is played in it.
CASE_FIELDS = ("about", "body", "before", "times", "title", "kind", "why", "expected", "collection", "shortcut")


class BoardWithoutSteps(BadInput):
    sentence = text(
        "This is not JSON. If it is a board in words, its steps are missing: play them once with “floorjudge magic play {file} --save "
        "loop.json”, and then give loop.json here."
    )
    file: str


def read_position_file(file: Path) -> Position:
    """Return the position in a file; `-` is standard input. What begins with “{” is JSON, everything else is words.

    A case, which has something to be played, is read for its position only.

    Raises BadInput when it cannot be read or is no position.
    """
    written = read_text(file)
    if not _looks_like_json(written):
        from floorjudge.magic.positions.text_form import read_position_text

        return read_position_text(written)
    return read_position(json_value(written, file), beside=CASE_FIELDS)


def read_case_file(file: Path) -> object:
    """Return the JSON value of a case in a file; `-` is standard input.

    Raises BadInput, with the line of the mistake, when it cannot be read, is not JSON, or is a board in words.
    """
    written = read_text(file)
    if written.strip() and not _looks_like_json(written):
        raise BoardWithoutSteps(str(file), where=str(file))
    return json_value(written, file)


def _looks_like_json(written: str) -> bool:
    return written.lstrip().startswith(("{", "["))


def open_library() -> closing[CardLibrary]:
    """Return the cards of this user, open while a block runs; see `CardLibrary.open`."""
    return closing(CardLibrary.open(watched=lambda: progress_bar(text("Preparing the card texts, once"))))


@contextmanager
def progress_bar(said: Text) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on a terminal while the block runs; the block calls what it is given with how much is done, of how much."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    hidden = settings.as_json or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as bar:
        task = bar.add_task(say(said), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
