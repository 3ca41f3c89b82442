"""Reading positions that are named on the command line: JSON or words, whatever the file holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from floorjudge.cli import refusals
from floorjudge.cli.files import read_text

if TYPE_CHECKING:
    from floorjudge.games.magic import Position

# What stands beside a position in a case, where something is played in it.
CASE_FIELDS = ("about", "body", "before", "times", "title", "kind", "why", "expected", "collection", "shortcut")


def read_position_file(file: Path) -> Position:
    """Return the position in a file; `-` is standard input. What begins with “{” is JSON, everything else is words.

    A case, which has something to be played, is read for its position only.

    Raises BadInput when it cannot be read or is no position.
    """
    from floorjudge.games.magic.position_json import read_position
    from floorjudge.games.magic.position_text import read_position_text

    written = read_text(file)
    if not written.lstrip().startswith(("{", "[")):
        return read_position_text(written)
    return read_position(_json(written, file), beside=CASE_FIELDS)


def _json(written: str, file: Path) -> object:
    from floorjudge.exact.digits import from_digits

    try:
        return json.loads(written, parse_int=from_digits)
    except (ValueError, RecursionError):
        raise refusals.no_json_file(str(file)) from None
