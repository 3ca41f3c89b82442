"""What can be wrong with the book, with a collection of combinations, or with the rows that say what came of one."""

from __future__ import annotations

from floorjudge.errors import BadInput, Damaged
from floorjudge.texts import Text, text


class DamagedBook(Damaged):
    sentence = text("The book of known loops is damaged. Install floorjudge again.")


class BadCombination(BadInput):
    sentence = text(
        "Line {line} of the collection is no combination: {reason}. It is a JSON object with “id”, and “uses” with the “name” of each card."
    )
    place = "line {line}"
    line: int
    reason: str


class IncompleteCombination(BadInput):
    sentence = text("Line {line} of the collection has no id, or no cards with names under “uses”.")
    place = "line {line}"
    line: int


class CombinationTwice(BadInput):
    sentence = text("Line {line} of the collection has the id {id}, which came before.")
    place = "line {line}"
    line: int
    id: str


class BadRow(BadInput):
    sentence = text(
        "Line {line} of {file} is no row of a verification: {reason}. Take another folder, or move the file away."
    )
    place = "line {line}"
    file: str
    line: int
    reason: str


class DamagedCollection(BadInput):
    sentence = text(
        "The imported collection in {file} cannot be read. Import it again with “floorjudge magic collection import FILE”."
    )
    file: str


class UnwritableCollection(BadInput):
    sentence = text(
        "The collection cannot be kept in {file} ({reason}). Make room or allow it, or name another folder in the variable "
        "FLOORJUDGE_CACHE."
    )
    file: str
    reason: Text
