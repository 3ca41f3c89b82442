"""What every command does with its answer: JSON for machines, a table or a sentence for people, one shape for errors."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from floorjudge.cli.settings import say, settings
from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.texts import Text, text

if TYPE_CHECKING:
    from rich.console import Console


def print_json(value: object) -> None:
    """Print one JSON value on a line of its own, flushed."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def print_raw(lines: str) -> None:
    """Print lines that another program will read, as they are."""
    sys.stdout.write(lines)
    sys.stdout.flush()


def write_file(file: Path, content: str) -> None:
    """Write a file whole, so that nobody ever finds half of it.

    Raises BadInput when it cannot be written.
    """
    partial = file.with_name(f".{file.name}.partial")
    try:
        partial.write_text(content, encoding="utf-8", newline="\n")
        partial.replace(file)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        said = text("The file {file} cannot be written ({reason}).", file=str(file), reason=reason)
        raise BadInput("unwritable_file", said, where=str(file)) from None


def print_text(said: Text) -> None:
    """Print a sentence in the language of this run."""
    print_line(say(said))


def print_line(line: str = "") -> None:
    """Print a line that is already in the reader's language; control characters never reach the terminal."""
    sys.stdout.write(harmless(line) + "\n")


def print_table(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], *, right: Sequence[int] = ()
) -> None:
    """Print a table; `right` numbers the columns that hold numbers and line up on the right."""
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=escape(harmless(title)) or None, box=SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for index, column in enumerate(columns):
        table.add_column(escape(column), justify="right" if index in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(escape(harmless(cell)) for cell in row))
    _console().print(table)


def report(error: FloorjudgeError) -> None:
    """Say what went wrong: the one JSON shape on standard output, or a sentence on standard error."""
    if settings.as_json:
        print_json({"error": error.as_json(settings.language)})
        return
    place = f"{error.where}: " if error.where else ""
    sys.stderr.write(harmless(f"{say(text('Not done.'))} {place}{error.message(settings.language)}") + "\n")


def harmless(line: str) -> str:
    """Return a line without characters that could command a terminal; line breaks and tabs stay."""
    return "".join(char for char in line if char in "\n\t" or unicodedata.category(char) != "Cc")


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else 120)
