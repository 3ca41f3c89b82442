"""What the command line itself refuses, in one place: words, files and options that cannot be meant."""

from __future__ import annotations

from floorjudge.errors import BadInput, bad_input
from floorjudge.texts import text


def bad_command_line(detail: str) -> BadInput:
    """The command line has no such command, option or argument, or one is missing; `detail` is the parser's own word."""
    said = text(
        "The command line was not understood ({detail}). Add --help to see what is possible.", detail=detail.rstrip(".")
    )
    return bad_input("bad_command_line", said)


def unknown_language(given: str, known: tuple[str, ...]) -> BadInput:
    """A language is asked for that we do not speak."""
    said = text("There is no language “{value}”; choose one of: {languages}.", value=given, languages=known)
    return bad_input("unknown_language", said, where="--lang")


def unknown_option(option: str) -> BadInput:
    """A word that begins like an option stands where a result is given."""
    return bad_input("unknown_option", text("There is no option {option} here.", option=option), where=option)


def no_such_option(word: str, last: int) -> BadInput:
    """An answer is not the number of one of the options that were shown."""
    said = text("“{word}” is none of the numbers from 1 to {last}.", word=word, last=last)
    return bad_input("no_such_option", said)


def table_needed() -> BadInput:
    """With --json nobody is asked for results."""
    return bad_input("table_needed", text("With --json, name the table and its result."), where="table")


def dialogue_as_json() -> BadInput:
    """A dialogue is asked for with --json."""
    said = text("This dialogue is for people. A program gives the case as JSON to “floorjudge loop rule”.")
    return bad_input("dialogue_as_json", said, where="--json")


def no_such_database(file: str) -> BadInput:
    """The file named by --db is not there; only opening or importing an event makes one."""
    said = text(
        "There is no file {file}. “floorjudge event new” makes one; “event list” shows what a file keeps.",
        file=file,
    )
    return bad_input("no_such_file", said, where="--db")


def unreadable_file(file: str, reason: str) -> BadInput:
    """A file cannot be read."""
    said = text("The file {file} cannot be read ({reason}).", file=file, reason=reason)
    return bad_input("unreadable_file", said, where=file)


def file_too_large(file: str, limit: int) -> BadInput:
    """A file holds more MiB than we take in."""
    said = text("The file {file} is larger than {limit} MiB.", file=file, limit=limit)
    return bad_input("file_too_large", said, where=file)


def no_json_file(file: str) -> BadInput:
    """A file that should hold JSON does not."""
    return bad_input("no_json_file", text("The file {file} does not hold JSON.", file=file), where=file)


def unwritable_file(file: str, reason: str) -> BadInput:
    """A file cannot be written."""
    said = text("The file {file} cannot be written ({reason}).", file=file, reason=reason)
    return bad_input("unwritable_file", said, where=file)


def no_file_name(given: str) -> BadInput:
    """What was typed cannot be the name of a file."""
    return bad_input("no_file_name", text("“{file}” cannot be the name of a file.", file=given))


def file_exists(file: str) -> BadInput:
    """A file that would be overwritten is there already."""
    return bad_input("file_exists", text("The file {file} exists already. Name another one.", file=file))


def address_taken(address: str, reason: str) -> BadInput:
    """Nothing can listen at the address that was asked for; `reason` is what the system says."""
    said = text(
        "Nothing can listen at {address} ({reason}). Choose another one with --port.", address=address, reason=reason
    )
    return bad_input("address_taken", said)


def workers_need_a_server() -> BadInput:
    """Several processes cannot share a file and stay live."""
    said = text(
        "Several workers need --database postgresql://…: the pages of one would not hear of the results of another."
    )
    return bad_input("workers_need_a_server", said, where="--workers")


def demo_needs_no_events() -> BadInput:
    """A demonstration was to be put among real events."""
    said = text("A demonstration has a place of its own: leave out --demo, or --database.")
    return bad_input("demo_needs_no_events", said, where="--demo")
