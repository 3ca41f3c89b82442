"""The errors of an event's log."""

from __future__ import annotations

from floorjudge.errors import BadInput, Conflict, Damaged
from floorjudge.texts import Text, counted, text


class UnknownEvent(BadInput):
    sentence = text("There is no event “{given}” here. Did you mean: {similar}?")
    if_empty = "similar", text("There is no event “{given}” here. The command “event list” shows which there are.")
    place = "event"
    given: str
    similar: tuple[str, ...]


class NoExport(BadInput):
    sentence = text("This file is not an exported event, as “floorjudge event export” writes them: {detail}")
    detail: Text


class OtherVersion(BadInput):
    sentence = text(
        "This event was exported in version {version} of the file format; this program reads the versions {known}. "
        "Use a newer floorjudge."
    )
    version: int
    known: tuple[str, ...]


class CutOffExport(Damaged):
    sentence = counted(
        "The export holds {count} record, and its last line is missing or does not fit: the file was cut off or changed. Export the event again.",
        "The export holds {count} records, and its last line is missing or does not fit: the file was cut off or changed. Export the event again.",
        count=0,
    )
    count: int


class DamagedWord(Damaged):
    """A word beside the chain differs from the one that a record sealed."""

    code = "word_damaged"
    sentence = text(
        "A name or a text of record {number} of the log was changed after it was sealed. Go on from an earlier copy, such as a backup."
    )
    place = "records[{number}]"
    number: int


class DamagedRecord(Damaged):
    sentence = text(
        "Record {number} of the log is not what was written: it was changed, or a record before it is missing. Go on from an earlier "
        "copy, such as a backup."
    )
    place = "records[{number}]"
    number: int


class NoMark(BadInput):
    sentence = text("“{mark}” is no mark of a log. It looks like {example}.")
    place = "mark"
    mark: str
    example: str


class MarkOfAnotherLog(Damaged):
    sentence = text(
        "This log has no record with the mark {mark}. The mark was made from another log, or this one was changed, or ends "
        "before it."
    )
    place = "mark"
    mark: str


class Overtaken(Conflict):
    sentence = text("Another person was faster. Try again.")
