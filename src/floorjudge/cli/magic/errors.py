"""What the commands for Magic refuse."""

from __future__ import annotations

from floorjudge.errors import BadInput
from floorjudge.texts import text


class WhichCards(BadInput):
    """A report is asked for without saying on which cards, or in two ways."""

    sentence = text("Name cards, or give --all or --sample with a number: one of the three.")
    place = "NAMES"


class PlayAsJson(BadInput):
    """Playing in the terminal is asked for with --json."""

    sentence = text("This dialogue is for people. A program gives the steps as “body” beside the position.")
    place = "--json"


class ShortcutLeftOut(BadInput):
    """A case names no shortcut."""

    sentence = text(
        "Beside the position, “shortcut” must say what is proposed: “sequence”, and “answers” where there are any."
    )
    place = "shortcut"


class BrokenJson(BadInput):
    """A file that begins as JSON is not JSON; `line` and `column` count from 1 and are where the reading stopped, `found` what stands there."""

    sentence = text(
        "This cannot be read as JSON; the mistake is in line {line} or just before it, where “{found}” stands (character {column}). "
        "Usual reasons: a comma after the last entry, a comma missing between two entries, or quotation marks that are not straight "
        "double ones."
    )
    if_empty = (
        "found",
        text(
            "This cannot be read as JSON: it stops at line {line}, and something is missing there. Usual reasons: a bracket or a "
            "brace that is never closed, or an empty file."
        ),
    )
    line: int
    column: int
    found: str


class WrittenTwice(BadInput):
    """An object in a file has a field twice, and nobody can know which one is meant."""

    sentence = text("“{name}” stands twice in the same place; keep one of them.")
    name: str


class NoNumberOfJson(BadInput):
    """A file says NaN or Infinity where JSON has numbers."""

    sentence = text("“{found}” is no number of JSON; a whole number is written in digits.")
    found: str


class TooDeepJson(BadInput):
    """Lists or objects in a file lie in each other more deeply than can be read."""

    sentence = text("Brackets lie in brackets more deeply here than any case needs; one is probably never closed.")


class HalfACharacter(BadInput):
    """A file has an escape such as \\ud800, which is half of a character."""

    sentence = text("A “\\u…” in this file is half of a character; type the character itself.")


class BoardWithoutSteps(BadInput):
    """A board in words is given where a case is needed."""

    sentence = text(
        "This is not JSON. If it is a board in words, its steps are missing: play them once with “floorjudge magic play {file} --save "
        "loop.json”, and then give loop.json here."
    )
    file: str
