"""`floorjudge magic certify`: what repeating a loop does, how that is known, and what the rules make of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from floorjudge.cli import output
from floorjudge.cli.files import read_json
from floorjudge.cli.settings import say, settings
from floorjudge.texts import Text, text

if TYPE_CHECKING:
    from floorjudge.games.magic.certificates import Certificate, Line


def add_commands(app: typer.Typer) -> None:
    """Add the command of this module to the group."""
    app.command("certify", help=say(text("Say what repeating a loop does, exactly, and how that is known.")))(certify)


def certify(
    file: Annotated[
        Path,
        typer.Argument(
            help=say(text("The case as JSON: a position, the body of the loop, times; - is standard input."))
        ),
    ],
    times: Annotated[
        str,
        typer.Option("--times", help=say(text("How many times, such as 40 or 10^100, instead of what the case says."))),
    ] = "",
    budget: Annotated[
        float, typer.Option("--budget", min=0, help=say(text("About how many seconds may be spent on the engine.")))
    ] = 10.0,
) -> None:
    """Certify a loop and print the certificate."""
    from floorjudge.games.magic.cards import CardLibrary
    from floorjudge.games.magic.case_json import read_loop_case
    from floorjudge.games.magic.certificate_json import certificate_value
    from floorjudge.games.magic.certifying import certify as certified

    given = read_json(file)
    if times and isinstance(given, dict):
        given = {**given, "times": times}
    case = read_loop_case(given)
    library = CardLibrary.open()
    try:
        certificate = certified(case, library, budget=budget)
    finally:
        library.close()
    if settings.as_json:
        output.print_json(certificate_value(certificate, settings.language))
    else:
        _print(certificate)


def _print(certificate: Certificate) -> None:
    for sentence in certificate.sentences:
        output.print_text(sentence)
    output.print_line(f"({', '.join(certificate.clauses)})")
    output.print_line()
    _print_amounts(certificate)
    output.print_text(_known(certificate))
    output.print_text(_kept_going(certificate))
    output.print_line()
    output.print_text(text("This rests on:"))
    for assumed in certificate.assumes:
        output.print_line(f"  - {say(assumed)}")


def _print_amounts(certificate: Certificate) -> None:
    lines = [line for line in certificate.lines if line.change or not line.quiet]
    rows = [(_name(line), _change(line), _after(line)) for line in lines]
    title = say(text("What the loop does"))
    columns = (say(text("What")), say(text("Each time")), say(_end(certificate)))
    output.print_table(title, columns, rows, right=(1, 2))


def _name(line: Line) -> str:
    return f"  {say(line.said)}" if line.part else say(line.said)


def _change(line: Line) -> str:
    from floorjudge.loops.explain import number

    signed = [f"+{number(change)}" if change > 0 else number(change) for change in line.change]
    return ", ".join(signed) + (", …" if len(signed) > 1 else "")


def _after(line: Line) -> str:
    from floorjudge.loops.explain import number

    return "" if line.after is None else number(line.after)


def _end(certificate: Certificate) -> Text:
    from floorjudge.loops.explain import number

    if certificate.iterations is None or not certificate.knows_end or certificate.stopped_by is not None:
        return text("In the end")
    return text("After {iterations} times", iterations=number(certificate.iterations))


def _known(certificate: Certificate) -> Text:
    from floorjudge.loops.explain import number

    checked = number(certificate.checked_to)
    if certificate.evidence == "certified":
        return text(
            "Certified: the engine itself was tried up to iteration {checked}, at both ends and in between.",
            checked=checked,
        )
    if certificate.evidence == "extended":
        return text(
            "Extended: the engine was tried up to iteration {checked}; beyond it the same law goes on.", checked=checked
        )
    if certificate.evidence == "observed":
        return text("Observed: {checked} iterations were performed; nothing is claimed beyond them.", checked=checked)
    return text("Undecided: {checked} iterations were performed, and no law was found.", checked=checked)


def _kept_going(certificate: Certificate) -> Text:
    if certificate.mandatory:
        return text("Nobody keeps it going by a choice: everything in it is mandatory.")
    names = tuple(certificate.players[seat] for seat in certificate.maintained_by)
    return text("It is kept going by: {players}.", players=names)
