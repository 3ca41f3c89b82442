"""The errors of lists of people."""

from __future__ import annotations

from floorjudge.errors import BadInput
from floorjudge.texts import Text, text


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
