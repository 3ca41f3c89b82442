"""What the desk refuses, in one place."""

from __future__ import annotations

from floorjudge.errors import BadInput, Damaged
from floorjudge.texts import Text, text


def preview_of_amendments_only() -> BadInput:
    """Only an amendment can be previewed."""
    return BadInput("no_preview", text("Only an amendment can be previewed."), where="preview")


def bad_preview() -> BadInput:
    """`preview` is neither true nor false."""
    return BadInput("bad_field", text("“preview” must be true or false."), where="preview")


def bad_id() -> BadInput:
    """The id of a command is no short text."""
    return BadInput(
        "bad_id", text("The id of a command must be a text of 1 to 200 characters, or a whole number."), where="id"
    )


def id_used_before(command_id: str) -> BadInput:
    """The id of a command was used for a different command."""
    said = text(
        "The id “{id}” was used for another command before; give every new command an id of its own.", id=command_id
    )
    return BadInput("id_used_before", said, where="id")


def unknown_event(given: str, similar: tuple[str, ...]) -> BadInput:
    """The log holds no event of this id or name."""
    said = (
        text("There is no event “{given}” here. Did you mean: {similar}?", given=given, similar=similar)
        if similar
        else text("There is no event “{given}” here. The command “event list” shows which there are.", given=given)
    )
    return BadInput("unknown_event", said, where="event")


def no_export(detail: Text) -> BadInput:
    """A file is not the export of an event."""
    said = text("This file is not an exported event: {detail}", detail=detail)
    return BadInput("no_export", said)


def cut_off_export(records: int, promised: int) -> Damaged:
    """An export holds fewer or more records than its last line says."""
    said = text(
        "The export holds {records} records, its last line speaks of {promised}.", records=records, promised=promised
    )
    return Damaged("cut_off_export", said, where=f"records[{records + 1}]")
