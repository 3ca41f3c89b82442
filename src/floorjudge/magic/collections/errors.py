"""What can be wrong with a collection, with its rows, or with the machines that verify it."""

from __future__ import annotations

from floorjudge.errors import BadInput
from floorjudge.texts import Text, text


class UnreadableCollection(BadInput):
    sentence = text("The collection {file} cannot be read ({reason}).")
    place = "{file}"
    file: str
    reason: Text


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


class NoSuchCombination(BadInput):
    sentence = text("The collection has no combination “{id}”.")
    place = "--only"
    id: str


class UnreadableRows(BadInput):
    sentence = text("The rows in {file} cannot be read ({reason}).")
    file: str
    reason: Text


class BadRow(BadInput):
    sentence = text(
        "Line {line} of {file} is no row of a verification: {reason}. Take another folder, or move the file away."
    )
    place = "line {line}"
    file: str
    line: int
    reason: str


class UnwritableRows(BadInput):
    sentence = text("The rows cannot be written into {file} ({reason}).")
    file: str
    reason: Text


class RowsInUse(BadInput):
    sentence = text("Another “floorjudge magic verify” is writing into {folder}. Wait for it, or take another folder.")
    place = "--out"
    folder: str


class NoCluster(BadInput):
    sentence = text(
        "No Dask scheduler answers at {address} ({reason}). Start one with “dask scheduler”; it says its address."
    )
    place = "--scheduler"
    address: str
    reason: str


class NoWorkers(BadInput):
    sentence = text("The Dask scheduler at {address} has no workers. Start some with “dask worker {address}”.")
    place = "--scheduler"
    address: str


class SilentCluster(BadInput):
    sentence = text(
        "Nothing has come back from the workers of {address} for longer than any combination may take. What they have done is kept; "
        "see that workers are running, and type the same again."
    )
    place = "--scheduler"
    address: str


class UnableMachine(BadInput):
    sentence = text("{machine} can verify nothing: {said_there}")
    machine: str
    said_there: str


class OtherVersion(BadInput):
    sentence = text("its versions of floorjudge and of the engine are {here}, and {wanted} are asked for.")
    here: str
    wanted: str


class UnwritableReport(BadInput):
    sentence = text("The report cannot be written into {file} ({reason}).")
    file: str
    reason: Text


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
