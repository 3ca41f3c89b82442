"""The errors of the store, each with its stable code."""

from __future__ import annotations

from floorjudge.errors import BadInput, Conflict, Damaged, Refused
from floorjudge.events.service.log.errors import Overtaken
from floorjudge.texts import Text, text


class UnknownTournament(BadInput):
    sentence = text("There is no tournament {tournament}.")
    tournament: str


class UnknownAddress(BadInput):
    code = "unknown_database"
    sentence = text(
        "Events cannot be kept at {address}: name a file, or give an address such as sqlite:///events.db or"
        " postgresql://user@host/events."
    )
    address: str


class NotUnicode(BadInput):
    sentence = text("What was given has letters that are not Unicode: write it in UTF-8.")


class NoRecords(BadInput):
    sentence = text("A log begins with at least one record, and there is none.")


class MovedOn(Overtaken):
    code = "log_moved_on"
    sentence = text(
        "Record {number} does not follow record {newest}, the newest of {tournament}: another person was faster. Read the"
        " log again."
    )
    place = "records[{number}]"
    tournament: str
    number: int
    newest: int


class CommandKnown(Overtaken):
    sentence = text("The command {command} is in the log already.")
    command: str


class FileBusy(Conflict):
    sentence = text("Another program has been using {file} for too long. Try again when it has finished.")
    file: str


class NotScrubbed(Refused):
    """Something was removed, and the file cannot be written anew without it."""

    sentence = text(
        "It is removed, and no page shows it any more; but {file} cannot be written anew now, and its unused parts may still hold "
        "it. When no other program uses the file and the disk has room, do it once more."
    )
    file: str


class ReadOnly(Refused):
    code = "file_read_only"
    sentence = text("{file} may only be read. Allow writing to it, or work on a copy.")
    file: str


class DiskFull(Refused):
    sentence = text("There is no room left for {file}. Nothing was changed: make room and try again.")
    file: str


class CannotOpen(Refused):
    code = "file_not_opened"
    sentence = text("{file} cannot be opened ({reason}). Name a file that you may read and write.")
    file: str
    reason: Text


class AnotherProgram(Refused):
    code = "file_of_another_program"
    sentence = text("{file} is a database of another program and was left as it is. Name another file.")
    file: str


class NewerVersion(Refused):
    code = "file_of_newer_version"
    sentence = text("{file} was written by a newer version of floorjudge. Install that version to open it.")
    file: str


class DatabaseAway(Refused):
    sentence = text(
        "The database {name} cannot be reached just now ({reason}). Nothing that was acknowledged is lost. Try again in"
        " a moment: what was done already is recognised."
    )
    name: str
    reason: str


class Unsettled(DatabaseAway):
    """The connection was lost while a transaction was being committed: it may or may not be stored."""


class NoDriver(Refused):
    code = "postgresql_missing"
    sentence = text("To keep events at {name}, install floorjudge with its extra: floorjudge[postgresql].")
    name: str


class WrongEncoding(Refused):
    code = "database_encoding"
    sentence = text("The database {name} keeps texts as {encoding}. Make one with the encoding UTF8.")
    name: str
    encoding: str


class BackupExists(Refused):
    sentence = text("{file} is there already and was left as it is. Name another file for the backup.")
    file: str


class DamagedFile(Damaged):
    sentence = text(
        "{file} is damaged or is no database of floorjudge ({reason}). Keep it, and go on with a copy or an export."
    )
    file: str
    reason: str


class DiskFailed(Damaged):
    sentence = text(
        "The disk failed while {file} was read or written ({reason}). Look at its room, its quota and its health, and go on with"
        " a copy on another one."
    )
    file: str
    reason: str


# Error codes of a disk that cannot be written to.
NOT_WRITTEN = (DiskFull, DiskFailed, ReadOnly)


class LostFile(Damaged):
    code = "file_lost"
    sentence = text(
        "{file} is missing or empty, but {journal} beside it holds its newest changes. Put the file back where it was, or"
        " move the other one away to begin anew."
    )
    file: str
    journal: str


class TooLargeUnpacked(Refused):
    code = "backup_too_large"
    sentence = text(
        "{file} would take more than {megabytes} MB unpacked. If you trust it, unpack it yourself and restore that file."
    )
    file: str
    megabytes: int


class LostEnd(Damaged):
    """A log with fewer records than were written: its end was lost, or an older file took its place.

    `newest` is the number of records present, `written` the number written, `heads` the file with that number.
    """

    code = "log_lost_its_end"
    sentence = text(
        "{file} has lost what had been acknowledged: the log of {event} holds {newest} records, and record {written} had been "
        "written. Nothing was opened. Restore the newest backup, or import the newest export, into a new file; to go on with what "
        "is left, knowing that, move {heads} away."
    )
    place = "records[{written}]"
    file: str
    event: str
    newest: int
    written: int
    heads: str


class OtherEnd(LostEnd):
    code = "log_has_another_end"
    sentence = text(
        "{file} does not hold what had been acknowledged: record {written} in the log of {event} is not the one that had been "
        "written. Nothing was opened. Restore the newest backup, or import the newest export, into a new file; to go on with what "
        "is there, knowing that, move {heads} away."
    )


class DeletionLost(LostEnd):
    sentence = text(
        "{file} has lost what had been acknowledged: {event} had been deleted, and is there again, with the links to it. Nothing was "
        "opened. Restore the newest backup into a new file; to go on with what is there, knowing that, move {heads} away."
    )


class FileGone(Refused):
    sentence = text(
        "{file} is no longer the file that was opened: it was moved, removed or replaced. Nothing was changed. Put the"
        " same file back, or start the program again."
    )
    file: str


class WrongEnd(Damaged):
    """A log that ends before or after the last record written.

    `number` is the first missing or surplus record, `newest` the last one present.
    """

    code = "records_missing"
    sentence = text(
        "The log does not end where it was left: record {written} was written last, and it ends with record {newest}."
    )
    place = "records[{number}]"
    number: int
    newest: int
    written: int
