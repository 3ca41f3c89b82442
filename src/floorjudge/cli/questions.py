"""Questions in the terminal: each is repeated until the answer can be used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TextIO, TypeVar

from floorjudge.cli import output
from floorjudge.cli.errors import NoSuchOption
from floorjudge.cli.settings import say, settings
from floorjudge.decoding import unicode_lines
from floorjudge.errors import BadInput
from floorjudge.texts import Text, text

Answer = TypeVar("Answer")


def typed() -> str:
    """Return the next typed line, without spaces around it; a dash is an empty line.

    Raises EOFError if the input has ended.
    """
    while True:
        try:
            line = _next_line().strip()
            line.encode()
        except UnicodeError:
            output.print_text(text("This cannot be read as text (UTF-8). Type it again."))
        else:
            return "" if line == "-" else line


def _next_line() -> str:
    """Return the next line of standard input, from a person, a file or another program."""
    if sys.stdin.isatty():
        return input("> ")
    output.print_raw("> ")
    for line in _lines_of(sys.stdin):
        return line.decode()
    raise EOFError


@lru_cache(maxsize=1)
def _lines_of(stdin: TextIO) -> Iterator[bytes]:
    return unicode_lines(stdin.buffer)


def ask(question: Text, read: Callable[[str], Answer], options: Sequence[str] = ()) -> Answer:
    """Return the result of `read` for the answer; if it raises BadInput, print the reason and ask again.

    `options` are shown below the question, numbered from 1.
    """
    output.print_text(question)
    for number, option in enumerate(options, 1):
        output.print_line(f"  {number}  {option}")
    while True:
        try:
            return read(typed())
        except BadInput as error:
            output.print_line(error.message(settings.language))


def choose(question: Text, options: Sequence[str]) -> int:
    """Return the index of the chosen option; the first one for an empty line."""
    return ask(question, lambda line: numbered(line, len(options)) if line else 0, options)


def says_yes(question: Text) -> bool:
    """Return whether the answer is yes; an empty line is a no."""
    return choose(question, [say(text("no")), say(text("yes"))]) == 1


def confirm(question: Text, no: Text, yes: Text, otherwise: BadInput) -> bool:
    """Return whether a person at the keyboard says yes; raise `otherwise` if there is none."""
    if settings.as_json or not sys.stdin.isatty():
        raise otherwise
    return choose(question, [say(no), say(yes)]) == 1


def tick(question: Text, options: Sequence[str]) -> set[int]:
    """Return the indexes of all chosen options, typed with commas or spaces between them; none for an empty line."""
    return ask(
        question, lambda line: {numbered(word, len(options)) for word in line.replace(",", " ").split()}, options
    )


def tick_some(question: Text, options: Sequence[str]) -> set[int]:
    """Return the indexes of all chosen options as `tick` does; repeat the question until there is one."""
    while not (chosen := tick(question, options)):
        pass
    return chosen


def numbered(word: str, options: int) -> int:
    """Return the index of the option with the typed number, counted from 1.

    Raises BadInput for anything that is not the number of an option.
    """
    if word.isdecimal() and word.lstrip("0") in map(str, range(1, options + 1)):
        return int(word) - 1
    raise NoSuchOption(word, options)
