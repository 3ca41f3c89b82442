"""What the commands for Magic refuse."""

from __future__ import annotations

from floorjudge.errors import BadInput, bad_input
from floorjudge.texts import Text, text


def which_cards() -> BadInput:
    """A report is asked for without saying on which cards, or in two ways."""
    return bad_input(
        "which_cards", text("Name cards, or give --all or --sample with a number: one of the three."), where="NAMES"
    )


def play_as_json() -> BadInput:
    """Playing in the terminal is asked for with --json."""
    said = text("This dialogue is for people. A program gives the steps as “body” beside the position.")
    return bad_input("play_as_json", said, where="--json")


def shortcut_left_out() -> BadInput:
    """A case names no shortcut."""
    said = text(
        "Beside the position, “shortcut” must say what is proposed: “sequence”, and “answers” where there are any."
    )
    return bad_input("shortcut_left_out", said, where="shortcut")


def broken_json(file: str, line: int, column: int, found: str) -> BadInput:
    """A file that begins as JSON is not JSON; `line` and `column` count from 1 and are where the reading stopped."""
    where = f"{file}:{line}:{column}"
    if not found:
        said = text(
            "This cannot be read as JSON: it stops at line {line}, and something is missing there. Usual reasons: a bracket or a "
            "brace that is never closed, or an empty file.",
            line=line,
        )
        return bad_input("broken_json", said, where=where)
    said = text(
        "This cannot be read as JSON; the mistake is in line {line} or just before it, where “{found}” stands (character {column}). "
        "Usual reasons: a comma after the last entry, a comma missing between two entries, or quotation marks that are not straight "
        "double ones.",
        line=line,
        column=column,
        found=found,
    )
    return bad_input("broken_json", said, where=where)


def written_twice(file: str, name: str) -> BadInput:
    """An object in a file has a field twice, and nobody can know which one is meant."""
    return bad_input(
        "written_twice", text("“{name}” stands twice in the same place; keep one of them.", name=name), where=file
    )


def no_number(file: str, found: str) -> BadInput:
    """A file says NaN or Infinity where JSON has numbers."""
    said = text("“{found}” is no number of JSON; a whole number is written in digits.", found=found)
    return bad_input("no_number_of_json", said, where=file)


def too_deep(file: str) -> BadInput:
    """Lists or objects in a file lie in each other more deeply than can be read."""
    said = text("Brackets lie in brackets more deeply here than any case needs; one is probably never closed.")
    return bad_input("too_deep_json", said, where=file)


def half_a_character(file: str) -> BadInput:
    """A file has an escape such as \\ud800, which is half of a character."""
    said = text("A “\\u…” in this file is half of a character; type the character itself.")
    return bad_input("half_a_character", said, where=file)


def board_without_steps(file: str) -> BadInput:
    """A board in words is given where a case is needed."""
    said = text(
        "This is not JSON. If it is a board in words, its steps are missing: play them once with “floorjudge magic play {file} --save "
        "loop.json”, and then give loop.json here.",
        file=file,
    )
    return bad_input("board_without_steps", said, where=file)


def body_not_played(step: int, why: Text) -> BadInput:
    """A step of a body is not possible or not clear, the very first time; `step` is its index."""
    said = text(
        "Step {step} of the body could not be played, and it was the first time round: so this is not a loop yet. {why} “floorjudge "
        "magic play” shows step by step what can be done.",
        step=step + 1,
        why=why,
    )
    return bad_input("body_not_played", said, where=f"body[{step}]")
