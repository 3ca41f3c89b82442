"""What is said when a collection cannot be read or verified."""

from __future__ import annotations

from floorjudge.errors import BadInput, bad_input
from floorjudge.texts import text


def unreadable_collection(file: str, reason: str) -> BadInput:
    """A collection cannot be read."""
    return bad_input(
        "unreadable_collection",
        text("The collection {file} cannot be read ({reason}).", file=file, reason=reason),
        where=file,
    )


def bad_combination(line: int, reason: str) -> BadInput:
    """A line of a collection holds no combination."""
    said = text(
        "Line {line} of the collection is no combination: {reason}. It is a JSON object with “id”, and “uses” with the “name” of each card.",
        line=line,
        reason=reason,
    )
    return bad_input("bad_combination", said, where=f"line {line}")


def incomplete_combination(line: int) -> BadInput:
    """A combination has no id or no cards."""
    said = text("Line {line} of the collection has no id, or no cards with names under “uses”.", line=line)
    return bad_input("incomplete_combination", said, where=f"line {line}")


def combination_twice(line: int, identity: str) -> BadInput:
    """Two lines of a collection have one id."""
    said = text("Line {line} of the collection has the id {id}, which came before.", line=line, id=identity)
    return bad_input("combination_twice", said, where=f"line {line}")


def unreadable_rows(file: str, reason: str) -> BadInput:
    """The rows of an earlier run cannot be read."""
    return bad_input("unreadable_rows", text("The rows in {file} cannot be read ({reason}).", file=file, reason=reason))


def bad_row(file: str, line: int, reason: str) -> BadInput:
    """A line in the file of rows is no row."""
    said = text(
        "Line {line} of {file} is no row of a verification: {reason}. Take another folder, or move the file away.",
        file=file,
        line=line,
        reason=reason,
    )
    return bad_input("bad_row", said, where=f"line {line}")


def unwritable_rows(file: str, reason: str) -> BadInput:
    """The rows cannot be written."""
    return bad_input(
        "unwritable_rows", text("The rows cannot be written into {file} ({reason}).", file=file, reason=reason)
    )


def rows_in_use(folder: str) -> BadInput:
    """Another process writes rows into the same folder."""
    said = text(
        "Another “floorjudge magic verify” is writing into {folder}. Wait for it, or take another folder.",
        folder=folder,
    )
    return bad_input("rows_in_use", said, where="--out")


def no_cluster(address: str, reason: str) -> BadInput:
    """No Dask scheduler answers at an address."""
    said = text(
        "No Dask scheduler answers at {address} ({reason}). Start one with “dask scheduler”; it says its address.",
        address=address,
        reason=reason,
    )
    return bad_input("no_cluster", said, where="--scheduler")


def no_workers(address: str) -> BadInput:
    """A Dask scheduler has no workers."""
    said = text(
        "The Dask scheduler at {address} has no workers. Start some with “dask worker {address}”.", address=address
    )
    return bad_input("no_workers", said, where="--scheduler")


def silent_cluster(address: str) -> BadInput:
    """Nothing comes back from a Dask cluster any more."""
    said = text(
        "Nothing has come back from the workers of {address} for longer than any combination may take. What they have done is kept; "
        "see that workers are running, and type the same again.",
        address=address,
    )
    return bad_input("silent_cluster", said, where="--scheduler")


def unable_machine(machine: str, said_there: str) -> BadInput:
    """A machine can verify nothing."""
    said = text("{machine} can verify nothing: {said_there}", machine=machine, said_there=said_there)
    return bad_input("unable_machine", said)


def other_version(here: str, wanted: str) -> BadInput:
    """A worker has another version of floorjudge or of the engine than who asks it."""
    said = text(
        "its versions of floorjudge and of the engine are {here}, and {wanted} are asked for.", here=here, wanted=wanted
    )
    return bad_input("other_version", said)


def unwritable_report(file: str, reason: str) -> BadInput:
    """The report of a collection cannot be written."""
    return bad_input(
        "unwritable_report", text("The report cannot be written into {file} ({reason}).", file=file, reason=reason)
    )
