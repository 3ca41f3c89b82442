"""What the store refuses, each with its stable code."""

from floorjudge.errors import BadInput, Conflict, Damaged, Refused, bad_input, conflict, damaged, refused
from floorjudge.texts import text


def unknown_tournament(tournament: str) -> BadInput:
    """Return the error for an id that no tournament has."""
    return bad_input("unknown_tournament", text("There is no tournament {tournament}.", tournament=tournament))


def unknown_address(address: str) -> BadInput:
    """Return the error for an address of another kind of database; no password may stand in it."""
    said = text(
        "Events cannot be kept at {address}: name a file, or give an address such as sqlite:///events.db or"
        " postgresql://user@host/events.",
        address=address,
    )
    return bad_input("unknown_database", said)


def not_unicode() -> BadInput:
    """Return the error for half a character, such as comes from a command line in another encoding than UTF-8."""
    return bad_input("not_unicode", text("What was given has letters that are not Unicode: write it in UTF-8."))


def no_records() -> BadInput:
    """Return the error for a log that would begin with nothing."""
    return bad_input("no_records", text("A log begins with at least one record, and there is none."))


def moved_on(tournament: str, number: int, newest: int) -> Conflict:
    """Return the error for a record that does not follow the newest one."""
    said = text(
        "Record {number} does not follow record {newest}, the newest of {tournament}: somebody else was faster. Read the"
        " log again.",
        number=number,
        newest=newest,
        tournament=tournament,
    )
    return conflict("log_moved_on", said, where=f"records[{number}]")


def command_known(command: str) -> Conflict:
    """Return the error for a command id that the log has already."""
    return conflict("command_known", text("The command {command} is in the log already.", command=command))


def file_busy(file: str) -> Conflict:
    """Return the error for a file that somebody else has been holding for too long."""
    said = text("Another program has been using {file} for too long. Try again when it has finished.", file=file)
    return conflict("file_busy", said)


def read_only(file: str) -> Refused:
    """Return the error for a file that may be read and not written."""
    said = text("{file} may only be read. Allow writing to it, or work on a copy.", file=file)
    return refused("file_read_only", said)


def disk_full(file: str) -> Refused:
    """Return the error for a file that cannot grow."""
    said = text("There is no room left for {file}. Nothing was changed: make room and try again.", file=file)
    return refused("disk_full", said)


def cannot_open(file: str, reason: str) -> Refused:
    """Return the error for a file that cannot be opened or made; `reason` is what the system says."""
    said = text(
        "{file} cannot be opened ({reason}). Name a file that you may read and write.", file=file, reason=reason
    )
    return refused("file_not_opened", said)


def another_program(file: str) -> Refused:
    """Return the error for a SQLite file that is not ours."""
    said = text("{file} is a database of another program and was left as it is. Name another file.", file=file)
    return refused("file_of_another_program", said)


def newer_version(file: str) -> Refused:
    """Return the error for a file that a newer version of this program has written."""
    said = text("{file} was written by a newer version of floorjudge. Install that version to open it.", file=file)
    return refused("file_of_newer_version", said)


class DatabaseAway(Refused):
    """A database cannot be reached, or left in the middle; `reason` is what the driver says."""

    code = "database_away"
    sentence = text(
        "The database {name} cannot be reached just now ({reason}). Nothing that was acknowledged is lost. Try again in"
        " a moment: what was done already is recognised."
    )
    name: str
    reason: str


class Unsettled(DatabaseAway):
    """The connection was lost while a transaction was being committed: it may have been done, or not."""


def no_driver(name: str) -> Refused:
    """Return the error for a PostgreSQL address when what speaks with PostgreSQL is not installed."""
    said = text("To keep events at {name}, install floorjudge with its extra: floorjudge[postgresql].", name=name)
    return refused("postgresql_missing", said)


def wrong_encoding(name: str, encoding: str) -> Refused:
    """Return the error for a PostgreSQL database that cannot keep every letter."""
    said = text(
        "The database {name} keeps texts as {encoding}. Make one with the encoding UTF8.", name=name, encoding=encoding
    )
    return refused("database_encoding", said)


def backup_exists(file: str) -> Refused:
    """Return the error for a backup that would replace a file."""
    said = text("{file} is there already and was left as it is. Name another file for the backup.", file=file)
    return refused("backup_exists", said)


def damaged_file(file: str, reason: str) -> Damaged:
    """Return the error for a file that is not a readable database; `reason` is what SQLite says."""
    said = text(
        "{file} is damaged or is no database of floorjudge ({reason}). Keep it, and go on with a copy or an export.",
        file=file,
        reason=reason,
    )
    return damaged("damaged_file", said)


def disk_failed(file: str, reason: str) -> Damaged:
    """Return the error for a disk that does not read or write; `reason` is what SQLite says."""
    said = text("The disk failed while {file} was read or written ({reason}).", file=file, reason=reason)
    return damaged("disk_failed", said)


def lost_file(file: str, journal: str) -> Damaged:
    """Return the error for a file that is gone while the journal of its newest changes is still there."""
    said = text(
        "{file} is missing or empty, but {journal} beside it holds its newest changes. Put the file back where it was, or"
        " move the other one away to begin anew.",
        file=file,
        journal=journal,
    )
    return damaged("file_lost", said)


def file_gone(file: str) -> Refused:
    """Return the error for a file that is no longer the one that was opened: moved, removed or replaced while in use."""
    said = text(
        "{file} is no longer the file that was opened: it was moved, removed or replaced. Nothing was changed. Put the"
        " same file back, or start the program again.",
        file=file,
    )
    return refused("file_gone", said)


def wrong_end(number: int, newest: int, written: int) -> Damaged:
    """Return the error for a log that ends before or after the record that was written last.

    `number` is the first record that is missing or too much, `newest` the last one that is there.
    """
    said = text(
        "The log does not end where it was left: record {written} was written last, and it ends with record {newest}.",
        written=written,
        newest=newest,
    )
    return damaged("records_missing", said, where=f"records[{number}]")
