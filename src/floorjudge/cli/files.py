"""Reading the files named on the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from floorjudge import reading
from floorjudge.cli import errors
from floorjudge.decoding import decoded
from floorjudge.errors import BadInput, UnreadableFile, reason_of
from floorjudge.exact.digits import json_integer

LARGEST_FILE = 64 * 1024 * 1024
# A JSON value in memory can take fifty times the size of its text.
LARGEST_JSON = 12 * 1024 * 1024
_FOUND_SHOWN = 20


def read_bytes(file: Path) -> bytes:
    """Return a file's content; `-` is standard input.

    Raises BadInput if it cannot be read, or has more than 64 MiB.
    """
    content = read_beginning(file, LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise errors.FileTooLarge(str(file), LARGEST_FILE // 2**20)
    return content


def read_beginning(file: Path, size: int) -> bytes:
    """Return the first `size` bytes of a file, or all if it has fewer; `-` is standard input.

    Raises BadInput if it cannot be read.
    """
    try:
        if str(file) == "-":
            return sys.stdin.buffer.read(size)
        with file.open("rb") as opened:
            return opened.read(size)
    except OSError as error:
        raise UnreadableFile(str(file), reason_of(error)) from None


def read_text(file: Path) -> str:
    """Return the text of a file, whichever program saved it; `-` is standard input.

    Raises BadInput if it cannot be read or is not a text.
    """
    content = read_bytes(file)
    try:
        return decoded(content)
    except BadInput as error:
        raise error.at(str(file)) from None


def read_json(file: Path) -> object:
    """Return the JSON value in a file; `-` is standard input. Whole numbers may have any length.

    Raises BadInput, with the line of the mistake, for anything else.
    """
    return json_value(read_text(file), file)


def json_value(written: str, file: Path) -> object:
    """Return the JSON value in a file's text.

    Raises BadInput, with the line of the mistake, if it is not JSON, or has more than 12 Mi characters or 100 000
    digits in a number.
    """
    if len(written) > LARGEST_JSON:
        raise errors.FileTooLarge(str(file), LARGEST_JSON // 2**20)

    def no_constant(found: str) -> object:
        raise errors.NoNumberOfJson(found, where=str(file))

    try:
        value: object = reading.json_value(
            written, parse_int=lambda found: json_integer(found, str(file)), parse_constant=no_constant
        )
        # JSON can contain half of a surrogate pair, which is not text. Numbers stay strings in this check.
        json.dumps(json.loads(written, parse_int=str), ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        found = written[error.pos :].split("\n", 1)[0][:_FOUND_SHOWN].strip()
        line, column = error.lineno, error.colno
        raise errors.BrokenJson(line, column, found, where=f"{file}:{line}:{column}") from None
    except RecursionError:
        raise errors.TooDeepJson(where=str(file)) from None
    except UnicodeEncodeError:
        raise errors.HalfACharacter(where=str(file)) from None
    return value
