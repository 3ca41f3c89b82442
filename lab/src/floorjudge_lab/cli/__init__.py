"""The command line `floorjudge-lab`, for those who look through whole collections. It speaks English only."""

import sys
from pathlib import Path

from floorjudge.cli import main as run
from floorjudge.cli import output
from floorjudge.cli.line.commands import Command, Program
from floorjudge.cli.settings import say
from floorjudge.texts import text
from floorjudge_lab import __version__

PROGRAM = Program(
    "floorjudge-lab",
    __version__,
    text("Whole collections of combinations: set up, searched, certified, reported; and second opinions."),
    {
        "verify": Command(
            "verify:verify", text("Look for the loop in every combination of a collection, and certify what is found.")
        ),
        "report": Command("verify:report", text("Write the report of the rows that a folder has.")),
        "book": Command("book:book", text("Make the book of known loops from rows that are certified.")),
        "opinion": Command("opinion:opinion", text("Ask a second engine about a case or a certificate.")),
    },
    "floorjudge_lab.cli",
    ("en",),
)


def stopped(file: Path) -> int:
    """Print how to go on after an interruption, with what is kept in a file; return the exit code."""
    message = text("Stopped. What was done is kept in {file}; type the same again to go on.", file=str(file))
    sys.stderr.write(output.harmless(say(message)) + "\n")
    return output.INTERRUPTED


def main() -> None:
    """Run the command line and exit."""
    run(program=PROGRAM)
