"""The user's card texts, with a bar while they are prepared the first time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, TypeAlias

from floorjudge.cli.parameters import option
from floorjudge.cli.settings import say, settings
from floorjudge.texts import Text, text

if TYPE_CHECKING:
    from floorjudge.magic import CardLibrary


def open_library() -> CardLibrary:
    """Return the cards of this user; see `CardLibrary.open`."""
    from floorjudge.magic import CardLibrary

    return CardLibrary.open(watched=lambda: progress_bar(text("Preparing the card texts, once")))


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


SecondEngineOption: TypeAlias = Annotated[
    str,
    option(
        text(
            "A second opinion: a program, with its arguments, that plays the case as well. Where it disagrees, nothing is certified."
        ),
        "--second",
    ),
]
