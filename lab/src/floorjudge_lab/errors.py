"""The errors of the rows of a run, and of the machines that verify a collection."""

from __future__ import annotations

from floorjudge.errors import BadInput
from floorjudge.texts import Text, text


class BadCombination(BadInput):
    sentence = text(
        "Line {line} of the collection is no combination: {reason}. It is a JSON object with “id”, and “uses” with the “name” of each card."
    )
    place = "line {line}"
    line: int
    reason: str


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


class RowsInUse(BadInput):
    sentence = text("Another “floorjudge-lab verify” is writing into {folder}. Wait for it, or take another folder.")
    place = "--out"
    folder: str


class NoCluster(BadInput):
    sentence = text(
        "No Dask scheduler answers at {address} ({reason}). Start one with “dask scheduler”; it says its address."
    )
    place = "--scheduler"
    address: str
    reason: str


class NoDistributed(BadInput):
    sentence = text("The package distributed is not installed. Install it with “pip install floorjudge-lab[cluster]”.")
    place = "--scheduler"


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
    sentence = text("{machine} can verify nothing: {reason}")
    machine: str
    reason: str


class OtherVersion(BadInput):
    sentence = text("its versions of floorjudge and of the engine are {here}, and {wanted} are asked for.")
    here: str
    wanted: str


class NotACase(BadInput):
    sentence = text(
        "{file} is no case for the book ({reason}). It is a loop as “floorjudge magic certify” reads it, with its “kind” and its "
        "“cards” under “about”."
    )
    place = "{file}"
    file: str
    reason: Text
