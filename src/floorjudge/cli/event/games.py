"""While games are played: rounds, results, players who leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from floorjudge.cli import output
from floorjudge.cli.event.answering import do, print_answer
from floorjudge.cli.event.desk_talk import ask_for_results
from floorjudge.cli.event.opening import Database, EventName, complete_player, open_desk
from floorjudge.cli.event.typed_results import typed_result
from floorjudge.cli.refusals import table_needed
from floorjudge.cli.settings import say, settings
from floorjudge.events.checks import needs_play, open_table
from floorjudge.formats.on_the_edge.tables import Table
from floorjudge.texts import text

# Results hold negative numbers, which must not be taken for options.
NUMBERS_ARE_NO_OPTIONS = {"ignore_unknown_options": True}


def add_commands(app: typer.Typer) -> None:
    """Add the commands of this module to the group."""
    app.command("start", help=say(text("Fix the roster and group the first round.")))(start)
    app.command(
        "report",
        help=say(text("Report results: those of one table, or, without arguments, table by table as you are asked.")),
        context_settings=NUMBERS_ARE_NO_OPTIONS,
    )(report)
    app.command("drawn", help=say(text("Report that a game was drawn; it is played again.")))(drawn)
    app.command("next", help=say(text("Group the next round, the readmission game or the final, or end the event.")))(
        next_stage
    )
    app.command("leave", help=say(text("Take a player out of the event.")))(leave)


def start(
    public: Annotated[
        str | None,
        typer.Option(
            "--public",
            help=say(
                text("Words said by the players, mixed into every draw so that nobody can choose what comes out.")
            ),
        ),
    ] = None,
    reason: Annotated[
        str | None, typer.Option("--reason", help=say(text("A judge's reason to let illegal decks in.")))
    ] = None,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Start the event."""
    do(db, event, {"do": "start", "public": public, "reason": reason})


TableArgument = Annotated[int | None, typer.Argument(help=say(text("The table's number.")), show_default=False)]
ResultArgument = Annotated[
    list[str] | None,
    typer.Argument(
        help=say(text("Final influence: numbers in the order of the table's players, or NAME=NUMBER for each.")),
        show_default=False,
    ),
]
Winner = Annotated[
    str | None,
    typer.Option(
        "--winner",
        help=say(text("Who won; not needed when exactly one player reached the target.")),
        autocompletion=complete_player,
    ),
]
Note = Annotated[str | None, typer.Option("--note", help=say(text("Why the winner had not reached the target.")))]
QualifiedOption = Annotated[
    list[str] | None,
    typer.Option(
        "--qualified",
        help=say(text("In a readmission game: who reached 8; once for each, in order.")),
        autocompletion=complete_player,
    ),
]


def report(
    table: TableArgument = None,
    influence: ResultArgument = None,
    winner: Winner = None,
    note: Note = None,
    qualified: QualifiedOption = None,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Report one table, or be asked for every table that is still open."""
    with open_desk(db, event) as desk:
        if table is None:
            needs_play(desk.state)
            if settings.as_json:
                raise table_needed()
            ask_for_results(desk)
            return
        given = typed_result(open_table(desk.state, table), influence or [], winner, qualified or [])
        answer = desk.take(
            {"do": "report", "table": table, **given} | ({"note": note} if note else {}), settings.language
        )
    print_answer(answer)
    _say_what_is_open(answer.state.open_tables())


def _say_what_is_open(still_open: Sequence[Table]) -> None:
    if settings.as_json:
        return
    if still_open:
        output.print_text(text("Still open: {tables}.", tables=tuple(str(table.table) for table in still_open)))
    else:
        output.print_text(text("Every table has its result. Go on with “floorjudge event next”."))


def drawn(
    table: Annotated[int, typer.Argument(help=say(text("The table's number.")))],
    event: EventName = None,
    db: Database = None,
) -> None:
    """Record a game without a winner."""
    do(db, event, {"do": "drawn", "table": table})


def next_stage(event: EventName = None, db: Database = None) -> None:
    """Go on."""
    do(db, event, {"do": "next"})


def leave(
    player: Annotated[str, typer.Argument(help=say(text("The player's name.")), autocompletion=complete_player)],
    event: EventName = None,
    db: Database = None,
) -> None:
    """Take a player out."""
    do(db, event, {"do": "leave", "player": player})
