"""What the commands for Magic refuse."""

from __future__ import annotations

from floorjudge.errors import BadInput
from floorjudge.texts import text


def which_cards() -> BadInput:
    """A report is asked for without saying on which cards, or in two ways."""
    return BadInput(
        "which_cards", text("Name cards, or give --all or --sample with a number: one of the three."), where="NAMES"
    )


def play_as_json() -> BadInput:
    """Playing in the terminal is asked for with --json."""
    said = text("This dialogue is for people. A program gives the steps as “body” beside the position.")
    return BadInput("play_as_json", said, where="--json")


def shortcut_left_out() -> BadInput:
    """A case names no shortcut."""
    said = text(
        "Beside the position, “shortcut” must say what is proposed: “sequence”, and “answers” where there are any."
    )
    return BadInput("shortcut_left_out", said, where="shortcut")
