"""What the desk refuses, in one place."""

from __future__ import annotations

from floorjudge.errors import BadInput, Damaged
from floorjudge.texts import Text, counted, text


def preview_of_amendments_only() -> BadInput:
    """Only an amendment can be previewed."""
    return BadInput("no_preview", text("Only an amendment can be previewed."), where="preview")


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


def cut_off_export(records: int) -> Damaged:
    """An export ends early, or does not hold the records that its last line speaks of."""
    said = counted(
        "The export holds {count} record, and its last line is missing or speaks of others: the file was cut off or changed.",
        "The export holds {count} records, and its last line is missing or speaks of others: the file was cut off or changed.",
        count=records,
    )
    return Damaged("cut_off_export", said, where=f"records[{records + 1}]")


def empty_roster() -> BadInput:
    """A file of players holds no names."""
    return BadInput("empty_roster", text("This file holds no names."))


def bad_roster(line: int) -> BadInput:
    """A file of players cannot be read as CSV."""
    return BadInput("bad_roster", text("This line cannot be read as CSV."), where=f"line {line}")


def name_twice(player: str, line: int, first: int) -> BadInput:
    """A file of players holds a name twice."""
    said = text("{player} stands here and on line {line}; keep one of them.", player=player, line=first)
    return BadInput("name_twice", said, where=f"line {line}")


def damaged_record(number: int) -> Damaged:
    """A record of a log is not what was written."""
    said = text(
        "Record {number} of the log is not what was written: it was changed, or a record before it is missing.",
        number=number,
    )
    return Damaged("damaged_record", said, where=f"records[{number}]")
