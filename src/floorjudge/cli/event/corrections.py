"""When something went wrong: corrections, taking back, and the order of effects that a leaving player leaves behind."""

from __future__ import annotations

from typing import Annotated

import typer

from floorjudge.cli import output
from floorjudge.cli.event.answering import do, print_answer
from floorjudge.cli.event.games import NUMBERS_ARE_NO_OPTIONS, Note, QualifiedOption, ResultArgument, Winner
from floorjudge.cli.event.opening import Database, EventName, open_desk
from floorjudge.cli.event.typed_results import typed_result
from floorjudge.cli.settings import say, settings
from floorjudge.events.amending import table_of_round
from floorjudge.events.explain import event_text
from floorjudge.texts import text


def add_commands(app: typer.Typer) -> None:
    """Add the commands of this module to the group."""
    app.command(
        "amend",
        help=say(text("Correct a result, at any time; with --preview see first what that would change.")),
        context_settings=NUMBERS_ARE_NO_OPTIONS,
    )(amend)
    app.command("undo", help=say(text("Take back the last command; the log keeps a trace of it.")))(undo)
    app.command(
        "random-order", help=say(text("Put things in random order, provably, such as effects to resolve (OTE 2.8.4)."))
    )(random_order)


def amend(
    round_number: Annotated[int, typer.Argument(metavar="ROUND", help=say(text("The round's number.")))],
    table: Annotated[int, typer.Argument(help=say(text("The table's number.")))],
    reason: Annotated[str, typer.Option("--reason", help=say(text("Why the result is corrected; the log keeps it.")))],
    influence: ResultArgument = None,
    winner: Winner = None,
    note: Note = None,
    qualified: QualifiedOption = None,
    preview: Annotated[bool, typer.Option("--preview", help=say(text("Only show what would change.")))] = False,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Replace a whole result."""
    with open_desk(db, event) as desk:
        corrected = table_of_round(desk.state, round_number, table, readmission=bool(qualified))
        given = typed_result(corrected, influence or [], winner, qualified or [])
        command = {"do": "amend", "round": round_number, "table": table, "reason": reason, "preview": preview, **given}
        answer = desk.take(command | ({"note": note} if note else {}), settings.language)
    print_answer(answer)


def undo(event: EventName = None, db: Database = None) -> None:
    """Take back the last command, and say what that was."""
    with open_desk(db, event) as desk:
        standing = desk.state.newest_event()
        answer = desk.take({"do": "undo"}, settings.language)
    print_answer(answer)
    if standing is not None and not settings.as_json:
        output.print_text(text("It was: “{what}”", what=event_text(standing)))


def random_order(
    items: Annotated[list[str], typer.Argument(help=say(text("What to put in order.")))],
    reason: Annotated[str, typer.Option("--reason", help=say(text("What the order is for.")))],
    event: EventName = None,
    db: Database = None,
) -> None:
    """Draw an order."""
    do(db, event, {"do": "random_order", "items": items, "reason": reason})
