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


class BoardWithoutSteps(BadInput):
    """A board in words is given where a case is needed."""

    sentence = text(
        "This is not JSON. If it is a board in words, its steps are missing: play them once with “floorjudge magic play {file} --save "
        "loop.json”, and then give loop.json here."
    )
    file: str
