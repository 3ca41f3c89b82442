"""The errors of the command line itself: wrong words, files and options."""

from __future__ import annotations

from floorjudge.errors import BadInput
from floorjudge.texts import Text, text


class BadCommandLine(BadInput):
    sentence = text("The command line was not understood ({detail}). Add --help to see what is possible.")
    detail: Text


class SystemRefuses(BadInput):
    sentence = text("The system does not allow it: {reason}.")
    reason: Text


class UnknownLanguage(BadInput):
    sentence = text("There is no language “{value}”; choose one of: {languages}.")
    place = "--lang"
    value: str
    languages: tuple[str, ...]


class UnknownOption(BadInput):
    sentence = text("There is no option {option} here.")
    place = "{option}"
    option: str


class NoOption(BadInput):
    sentence = text("“{word}” is no option with a value, such as cut=8.")
    place = "--option"
    word: str


class NoSuchOption(BadInput):
    sentence = text("“{word}” is none of the numbers from 1 to {last}.")
    word: str
    last: int


class TableNeeded(BadInput):
    sentence = text("With --json, name the table and its result.")
    place = "table"


class DialogueAsJson(BadInput):
    sentence = text("This dialogue is for people. A program gives the case as JSON to “floorjudge loop rule”.")
    place = "--json"


class ExportIsNoBackup(BadInput):
    sentence = text("{file} is an exported event and no backup: “floorjudge event import” takes it.")
    place = "file"
    file: str


class LinksInBackupUndecided(BadInput):
    code = "links_in_backup"
    sentence = text(
        "This backup also brings links with which people could open everything here ({count} for staff, perhaps those of players). "
        "Say whether you want them: --links, or --no-links for the events only."
    )
    place = "--links"
    count: int


class DeletionUnconfirmed(BadInput):
    sentence = text("“{name}” would be deleted here, with all links to it. If you want that, add --yes.")
    place = "--yes"
    name: str


class NoServerThere(BadInput):
    sentence = text("There is no file {file}. Name the one with which the server was started.")
    place = "--database"
    file: str


class RemovalUnconfirmed(BadInput):
    """A name would be removed for good, and the input is not a terminal on which to confirm that."""

    sentence = text("The name “{name}” would be removed here for good. If you want that, add --yes.")
    place = "--yes"
    name: str


class NoSuchDatabase(BadInput):
    code = "no_such_file"
    sentence = text("There is no file {file}. “floorjudge event new” makes one; “event list” shows what a file keeps.")
    place = "--db"
    file: str


class FileTooLarge(BadInput):
    sentence = text("The file {file} is larger than {limit} MiB.")
    place = "{file}"
    file: str
    limit: int


class BrokenJson(BadInput):
    sentence = text(
        "This cannot be read as JSON; the mistake is in line {line} or just before it, where “{found}” stands (character {column}). "
        "Usual reasons: a comma after the last entry, a comma missing between two entries, or quotation marks that are not straight "
        "double ones."
    )
    if_empty = (
        "found",
        text(
            "This cannot be read as JSON: it stops at line {line}, and something is missing there. Usual reasons: a bracket or a "
            "brace that is never closed, or an empty file."
        ),
    )
    line: int
    column: int
    found: str


class NoNumberOfJson(BadInput):
    sentence = text("“{found}” is no number of JSON; a whole number is written in digits.")
    found: str


class TooDeepJson(BadInput):
    sentence = text("Brackets lie in brackets more deeply here than any case needs; one is probably never closed.")


class HalfACharacter(BadInput):
    sentence = text("A “\\u…” in this file is half of a character; type the character itself.")


class UnwritableFile(BadInput):
    sentence = text("The file {file} cannot be written ({reason}).")
    place = "{file}"
    file: str
    reason: Text


class NoFileName(BadInput):
    sentence = text("“{file}” cannot be the name of a file.")
    file: str


class FileExists(BadInput):
    sentence = text("The file {file} exists already. Name another one.")
    file: str


class AddressTaken(BadInput):
    sentence = text(
        "Nothing can listen at {address} ({reason}). Name another address with --host, or another port with --port."
    )
    address: str
    reason: Text


class NoAddress(BadInput):
    sentence = text("“{address}” is no address of web pages; one looks like https://events.example.org.")
    place = "--address"
    address: str


class WorkersNeedAServer(BadInput):
    sentence = text(
        "Several workers need --database postgresql://…: the pages of one would not hear of the results of another."
    )
    place = "--workers"


class DemoNeedsNoEvents(BadInput):
    sentence = text("A demonstration has a place of its own: leave out --demo, or --database.")
    place = "--demo"
