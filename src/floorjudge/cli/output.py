"""Printing the answer of a command: JSON for machines, a table or a sentence for people."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from floorjudge.cli.errors import UnwritableFile
from floorjudge.cli.settings import say, settings
from floorjudge.errors import FloorjudgeError, reason_of
from floorjudge.texts import Text, text

# The exit codes of a failed command, and of an interrupted one.
BAD_INPUT = 2
INTERRUPTED = 130

# Characters that change the writing direction, and could disguise a line.
_TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

if TYPE_CHECKING:
    from rich.console import Console


class ReaderGone(Exception):
    """The reader has closed our output, as when it is piped into `head`."""


def print_json(value: object) -> None:
    """Print one JSON value on a separate line, flushed."""
    print_raw(json.dumps(value, ensure_ascii=False) + "\n")


def print_either(value: object, *sentences: Text) -> None:
    """Print an answer: the JSON value with --json, else the sentences."""
    if settings.as_json:
        print_json(value)
        return
    for sentence in sentences:
        print_text(sentence)


def print_raw(lines: str) -> None:
    """Print lines for another program, unchanged."""
    try:
        sys.stdout.write(lines)
        sys.stdout.flush()
    except BrokenPipeError:
        raise ReaderGone from None


def write_file(file: Path, content: str) -> None:
    """Write a file whole, so that no reader ever finds half of it.

    Raises BadInput if it cannot be written.
    """
    partial = file.with_name(f".{file.name}.partial")
    try:
        partial.write_text(content, encoding="utf-8", newline="\n")
        partial.replace(file)
    except OSError as error:
        raise UnwritableFile(str(file), reason_of(error)) from None


def print_text(sentence: Text) -> None:
    """Print a sentence in the language of this run."""
    print_line(say(sentence))


def print_line(line: str = "") -> None:
    """Print a line that is already in the reader's language; control characters never reach the terminal."""
    print_raw(harmless(line) + "\n")


def print_table(
    title: Text | str, columns: Sequence[Text | str], rows: Iterable[Sequence[str]], *, right: Sequence[int] = ()
) -> None:
    """Print a table; `right` are the indexes of the columns of numbers, aligned on the right."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text as Plain  # markup and emoji codes in a name are printed unchanged

    table = Table(
        title=Plain(harmless(say(title)), style="bold"), box=SIMPLE_HEAD, title_justify="left", pad_edge=False
    )
    for index, column in enumerate(columns):
        table.add_column(Plain(say(column)), justify="right" if index in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Plain(harmless(cell)) for cell in row))
    _console().print(table)


def report(error: FloorjudgeError) -> None:
    """Report an error: as JSON on standard output, or as a sentence on standard error."""
    if settings.as_json:
        print_json({"error": error.as_json(settings.language)})
        return
    place = f"{error.short_place}: " if error.where else ""
    not_done = say(text("Not done."))
    sys.stderr.write(harmless(f"{not_done} {place}{error.message(settings.language)}") + "\n")


def harmless(line: str) -> str:
    """Return a line without characters that could control a terminal; line breaks and tabs stay."""
    return "".join(
        char for char in line if char in "\n\t" or (unicodedata.category(char) != "Cc" and char not in _TURNING)
    )


def _console() -> Console:
    from rich.console import Console

    class Piped(Console):
        """A console that leaves a closed pipe to `main`, like every other output."""

        def on_broken_pipe(self) -> None:
            raise ReaderGone

    return Piped(highlight=False, width=None if sys.stdout.isatty() else 120)
