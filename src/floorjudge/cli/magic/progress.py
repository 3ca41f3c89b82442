"""A progress bar on standard error, for people who watch; machines and files see none of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from floorjudge.cli.settings import say, settings
from floorjudge.texts import Text

Advance = Callable[[int, int], None]


@contextmanager
def progress_bar(said: Text) -> Iterator[Advance]:
    """Show a bar while the block runs; the block calls what it is given with how much is done, and of how much."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    hidden = settings.as_json or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as bar:
        task = bar.add_task(say(said), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
