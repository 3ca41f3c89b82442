"""The errors of the service."""

from __future__ import annotations

from floorjudge.errors import BadInput, Conflict, Damaged, Refused
from floorjudge.texts import Text, counted, text


class PreviewOfAmendmentsOnly(BadInput):
    code = "no_preview"
    sentence = text("Only an amendment, and a move of players by hand, can be previewed.")
    place = "preview"


class BadId(BadInput):
    sentence = text("The id of a command must be a text of 1 to 200 characters, or a whole number.")
    place = "id"


class IdUsedBefore(BadInput):
    sentence = text("The id “{id}” was used for another command before; give every new command an id of its own.")
    place = "id"
    id: str


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


class EmptyRoster(BadInput):
    sentence = text("This file holds no names. A list has one player a line, or is a table with the heading “Name”.")


class NotARoster(BadInput):
    sentence = text("This is no list of players. Give one name on each line, or a table as CSV.")


class BadRoster(BadInput):
    sentence = text("This line cannot be read as CSV.")
    place = "line {line}"
    line: int


class TooManyLines(BadInput):
    """A file of players has more lines than any event has players."""

    sentence = text("No list of players has more than {limit} lines. Import the list in parts.")
    limit: int


class NoNameThere(BadInput):
    """A line of a file of players has contents, but none in the columns of the name."""

    sentence = text(
        "No name stands where the others have theirs, only this: “{shown}”. Write the name there, or delete the line."
    )
    place = "line {line}"
    shown: str
    line: int


class EncodingUnknown(BadInput):
    sentence = text(
        "The letters of this file can be read in several ways. Choose one, or name another encoding: {choices}."
    )
    place = "--encoding"
    choices: tuple[str, ...]


class HeadingUnknown(BadInput):
    sentence = text("Which line is the first with a player? Say how many lines to skip: {choices}.")
    place = "--skip"
    choices: tuple[str, ...]


class ColumnsUnknown(BadInput):
    sentence = text("Which part of line {line} is the name? Choose its columns: {choices}.")
    place = "--columns"
    choices: tuple[str, ...]
    line: int


class NoSuchColumns(BadInput):
    sentence = text(
        "“{written}” are no columns of this file. Give numbers from 1 to {width}, such as 1,2, or the word line."
    )
    place = "--columns"
    written: str
    width: int


class StatusUnknown(BadInput):
    sentence = text("Some people in this file may not take part. Name each status that does: {choices}.")
    place = "--status"
    choices: tuple[str, ...]


class NoStatus(BadInput):
    sentence = text("This file has no column that says who takes part.")
    place = "--status"


class NoSuchStatus(BadInput):
    sentence = text("“{status}” stands beside no player; there are: {known}.")
    place = "--status"
    status: str
    known: tuple[str, ...]


class DoubtfulNames(BadInput):
    sentence = text(
        "Of these it must be said what to do: {doubts}. With --doubles suffix each is kept apart by what stands in brackets, with "
        "--doubles leave-out the second of each is left out; --keep and --leave-out take the numbers of single lines."
    )
    place = "--doubles"
    doubts: tuple[Text, ...]


class NoSuchLine(BadInput):
    sentence = text("On line {line} of this file stands no player.")
    place = "line {line}"
    line: str


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


class SeenTooOld(Conflict):
    sentence = text("Another person has changed this event since you looked. Look at it again, then decide.")
    place = "seen"


class BadSeen(BadInput):
    sentence = text("The newest record that was seen must be a whole number from 0 to {newest}.")
    place = "seen"
    newest: int


class BadAuthor(BadInput):
    sentence = text("Who does this must be said in 1 to {limit} visible characters.")
    place = "by"
    limit: int


class LineWithoutTable(BadInput):
    sentence = text("Type the table's number, then {result}")
    place = "line"
    result: Text


class NotYours(Refused):
    sentence = text("Your link does not allow this. Ask the organiser for one that does.")


class BadLink(Refused):
    sentence = text("This link is not valid, or not any more. Ask the organiser for a new one.")


class NoSuchGrant(BadInput):
    sentence = text("There is no link “{grant}” here.")
    place = "grant"
    grant: str


class NoSuchLink(BadInput):
    sentence = text(
        "No link for the role “{role}” is made here: an owner's is for the installation, all others for an event."
    )
    place = "role"
    role: str


class BadStay(BadInput):
    sentence = text("A link can hold for up to {days} days.")
    place = "lasts"
    days: int
