"""Reading the files that people name on the command line."""

from __future__ import annotations

import sys
from pathlib import Path

from floorjudge.cli.errors import FileTooLarge, NoJsonFile, UnreadableFile

LARGEST_FILE = 64 * 1024 * 1024


def read_bytes(file: Path) -> bytes:
    """Return what a file holds; `-` is standard input.

    Raises BadInput when it cannot be read, or holds more than 64 MiB.
    """
    content = read_beginning(file, LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise FileTooLarge(str(file), LARGEST_FILE // 2**20)
    return content


def read_beginning(file: Path, size: int) -> bytes:
    """Return the first `size` bytes of a file, or all when it has fewer; `-` is standard input.

    Raises BadInput when it cannot be read.
    """
    try:
        if str(file) == "-":
            return sys.stdin.buffer.read(size)
        with file.open("rb") as opened:
            return opened.read(size)
    except OSError as error:
        raise UnreadableFile(str(file), error.strerror or type(error).__name__) from None


def read_text(file: Path) -> str:
    """Return the text of a file, whichever program saved it; `-` is standard input.

    Raises BadInput when it cannot be read or is no text.
    """
    from floorjudge.formats.on_the_edge.decks import decode_list

    return decode_list(read_bytes(file))


def read_json(file: Path) -> object:
    """Return the JSON value in a file; `-` is standard input. Whole numbers may have any length.

    Raises BadInput when it holds anything else.
    """
    import json

    from floorjudge.exact.digits import from_digits

    try:
        return json.loads(read_bytes(file), parse_int=from_digits, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise NoJsonFile(str(file)) from None


def _no_constant(written: str) -> object:
    """Refuse NaN and the infinities, which Python reads and JSON does not know."""
    raise ValueError(written)
