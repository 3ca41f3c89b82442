"""Reading the files that people name on the command line."""

from __future__ import annotations

import sys
from pathlib import Path

from floorjudge.errors import BadInput
from floorjudge.texts import text

LARGEST_FILE = 64 * 1024 * 1024


def read_bytes(file: Path) -> bytes:
    """Return what a file holds; `-` is standard input.

    Raises BadInput when it cannot be read, or holds more than 64 MiB.
    """
    try:
        content = sys.stdin.buffer.read(LARGEST_FILE + 1) if str(file) == "-" else _from_disk(file)
    except OSError as error:
        said = text(
            "The file {file} cannot be read ({reason}).", file=str(file), reason=error.strerror or type(error).__name__
        )
        raise BadInput("unreadable_file", said, where=str(file)) from None
    if len(content) > LARGEST_FILE:
        said = text("The file {file} is larger than {limit} MiB.", file=str(file), limit=LARGEST_FILE // 2**20)
        raise BadInput("file_too_large", said, where=str(file))
    return content


def _from_disk(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(LARGEST_FILE + 1)


def read_text(file: Path) -> str:
    """Return the text of a file, whichever program saved it; `-` is standard input.

    Raises BadInput when it cannot be read or is no text.
    """
    from floorjudge.tournament.decks import decode_list

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
        said = text("The file {file} does not hold JSON.", file=str(file))
        raise BadInput("no_json_file", said, where=str(file)) from None


def _no_constant(written: str) -> object:
    """Refuse NaN and the infinities, which Python reads and JSON does not know."""
    raise ValueError(written)
