"""What the service refuses, in one place."""

from __future__ import annotations

from floorjudge.errors import BadInput, Conflict, Damaged, Refused
from floorjudge.texts import Text, counted, text


class PreviewOfAmendmentsOnly(BadInput):
    """Only an amendment can be previewed."""

    code = "no_preview"
    sentence = text("Only an amendment can be previewed.")
    place = "preview"


class BadId(BadInput):
    """The id of a command is no short text."""

    sentence = text("The id of a command must be a text of 1 to 200 characters, or a whole number.")
    place = "id"


class IdUsedBefore(BadInput):
    """The id of a command was used for a different command."""

    sentence = text("The id “{id}” was used for another command before; give every new command an id of its own.")
    place = "id"
    id: str


class UnknownEvent(BadInput):
    """The log holds no event of this id or name."""

    sentence = text("There is no event “{given}” here. Did you mean: {similar}?")
    if_empty = "similar", text("There is no event “{given}” here. The command “event list” shows which there are.")
    place = "event"
    given: str
    similar: tuple[str, ...]


class NoExport(BadInput):
    """A file is not the export of an event."""

    sentence = text("This file is not an exported event: {detail}")
    detail: Text


class CutOffExport(Damaged):
    """An export ends early, or does not hold the records that its last line speaks of."""

    sentence = counted(
        "The export holds {count} record, and its last line is missing or speaks of others: the file was cut off or changed.",
        "The export holds {count} records, and its last line is missing or speaks of others: the file was cut off or changed.",
        count=0,
    )
    count: int


class EmptyRoster(BadInput):
    """A file of players holds no names."""

    sentence = text("This file holds no names.")


class NotARoster(BadInput):
    """A file that is no list of players, such as a web page or an export, was given as one."""

    sentence = text("This is no list of players. Give one name on each line, or a table as CSV.")


class BadRoster(BadInput):
    """A file of players cannot be read as CSV."""

    sentence = text("This line cannot be read as CSV.")
    place = "line {line}"
    line: int


class EncodingUnknown(BadInput):
    """A file of players is not written in Unicode, and cannot show in which older encoding it is."""

    sentence = text(
        "The letters of this file can be read in several ways. Choose one, or name another encoding: {choices}."
    )
    place = "--encoding"
    choices: tuple[str, ...]


class HeadingUnknown(BadInput):
    """A file of players does not tell whether its first lines are headings."""

    sentence = text("Which line is the first with a player? Say how many lines to skip: {choices}.")
    place = "--skip"
    choices: tuple[str, ...]


class ColumnsUnknown(BadInput):
    """A file of players does not tell which columns make a name."""

    sentence = text("Which part of line {line} is the name? Choose its columns: {choices}.")
    place = "--columns"
    choices: tuple[str, ...]
    line: int


class NoSuchColumns(BadInput):
    """Columns are chosen that a file of players does not have."""

    sentence = text(
        "“{written}” are no columns of this file. Give numbers from 1 to {width}, such as 1,2, or the word line."
    )
    place = "--columns"
    written: str
    width: int


class StatusUnknown(BadInput):
    """A file of players has a column that says who takes part, and does not tell which of its words mean that."""

    sentence = text("Not everybody in this file may take part. Name each status that does: {choices}.")
    place = "--status"
    choices: tuple[str, ...]


class NoStatus(BadInput):
    """A status is chosen, and a file of players has no column that says who takes part."""

    sentence = text("This file has no column that says who takes part.")
    place = "--status"


class NoSuchStatus(BadInput):
    """A status is chosen that stands nowhere in a file of players."""

    sentence = text("“{status}” stands beside nobody; there are: {known}.")
    place = "--status"
    status: str
    known: tuple[str, ...]


class DoubtfulNames(BadInput):
    """Names in a file of players are there twice, look alike, or may be none."""

    sentence = text(
        "Of these it must be said what to do: {doubts}. With --doubles suffix each is kept apart by what stands in brackets, with "
        "--doubles leave-out the second of each is left out; --keep and --leave-out take the numbers of single lines."
    )
    place = "--doubles"
    doubts: tuple[Text, ...]


class NoSuchLine(BadInput):
    """A line is named on which a file of players has nobody."""

    sentence = text("On line {line} of this file stands no player.")
    place = "line {line}"
    line: str


class DamagedRecord(Damaged):
    """A record of a log is not what was written."""

    sentence = text(
        "Record {number} of the log is not what was written: it was changed, or a record before it is missing."
    )
    place = "records[{number}]"
    number: int


class NoMark(BadInput):
    """What was given as a mark is none."""

    sentence = text("“{mark}” is no mark of a log. It looks like {example}.")
    place = "mark"
    mark: str
    example: str


class MarkOfAnotherLog(Damaged):
    """A log does not have the record that a mark names."""

    sentence = text(
        "This log has no record with the mark {mark}. The mark was made from another log, or this one was changed, or ends "
        "before it."
    )
    place = "mark"
    mark: str


class Overtaken(Conflict):
    """Somebody else wrote first, so the command is decided again on what they have written."""

    sentence = text("Somebody else was faster. Try again.")


class SeenTooOld(Conflict):
    """What the sender of a command had seen of the event is no longer so."""

    sentence = text(
        "Somebody else has changed this event since you looked. Look at it as it is now, then decide again."
    )
    place = "seen"


class BadSeen(BadInput):
    """The number of the record that the sender has seen is none."""

    sentence = text("The newest record that was seen must be a whole number from 0 to {newest}.")
    place = "seen"
    newest: int


class BadAuthor(BadInput):
    """The name of who does something is empty, too long, or holds control characters."""

    sentence = text("Who does this must be said in 1 to {limit} visible characters.")
    place = "by"
    limit: int


class InfluenceCount(BadInput):
    """A result has another number of numbers than its table has players."""

    sentence = text("Give one number for each of: {players}.")
    place = "influence"
    players: tuple[str, ...]


class BadNumber(BadInput):
    """A number of a result is none."""

    sentence = text("“{word}” is not a whole number.")
    word: str


class WinnerNeeded(BadInput):
    """A result does not show who won, and nobody is named."""

    sentence = text("Say who won: no player, or more than one, reached {target}.")
    place = "winner"
    target: int


class LineWithoutTable(BadInput):
    """A typed result does not begin with the number of a table."""

    sentence = text(
        "Type the table's number, then the final influence of its players in their order, such as: 12 16 7 -2. A star marks the "
        "winner where the numbers do not tell: 12 9 14* 3."
    )
    place = "line"


class NobodyOrSeveral(BadInput):
    """What was typed for a player of a table fits none of its players, or more than one."""

    sentence = text("“{word}” is not clearly one of: {players}. Type more of the name.")
    place = "line"
    word: str
    players: tuple[str, ...]


class NotYours(Refused):
    """Who asks may not do this; nothing else is said about it."""

    sentence = text("Your link does not allow this. Ask the organiser for one that does.")


class BadLink(Refused):
    """A link or token is no good, whatever the reason; nothing else is said about it."""

    sentence = text("This link is not valid, or not any more. Ask the organiser for a new one.")


class NoSuchGrant(BadInput):
    """The event has no link of this id."""

    sentence = text("There is no link “{grant}” here.")
    place = "grant"
    grant: str


class NoSuchLink(BadInput):
    """Links for this role are not made, or not for what was named."""

    sentence = text(
        "No link for the role “{role}” is made here: an owner's is for the installation, all others for an event."
    )
    place = "role"
    role: str


class BadStay(BadInput):
    """A link is to hold for no time, or for longer than anything does."""

    sentence = text("A link can hold for up to {days} days.")
    place = "lasts"
    days: int
