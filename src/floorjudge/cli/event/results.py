"""Results as people type them: those of one table, or table after table as they are asked."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from floorjudge.cli import output
from floorjudge.cli.errors import UnknownOption
from floorjudge.cli.event.screens import print_answer, show_what_is_open
from floorjudge.cli.questions import typed
from floorjudge.cli.settings import say, settings
from floorjudge.errors import FloorjudgeError
from floorjudge.events.service import EventService, typed_results
from floorjudge.formats.on_the_edge.tables import Table, TableSet
from floorjudge.texts import isolated, text


def typed_result(
    table: Table, words: Sequence[str], winner: str | None, qualified: Sequence[str], note: str | None
) -> dict[str, Any]:
    """Return the fields of a report for a table: winner, influence and note, or who qualified.

    Raises BadInput when the words are not numbers for the players of the table, or do not tell who won.
    """
    if table.set is not TableSet.READMISSION and not qualified:
        for word in words:
            if word.startswith("--"):  # a mistake, not a name
                raise UnknownOption(word)
    fields = typed_results.typed_result(table, words, winner, qualified)
    return fields | ({"note": note} if note else {})


def ask_for_results(desk: EventService) -> None:
    """Ask for every open table until all are reported or the input ends; what was reported is kept at once."""
    output.print_text(
        text(
            "For each table type the final influence in the order shown, such as 16 7 -2; nothing to skip it, “{drawn}” when nobody won.",
            drawn=text("drawn"),
        )
    )
    skipped: set[int] = set()
    while waiting := [table for table in desk.state.open_tables() if table.table not in skipped]:
        if not _ask(desk, waiting[0], skipped):
            break
    show_what_is_open(desk.state)


def _ask(desk: EventService, table: Table, skipped: set[int]) -> bool:
    """Ask for one table; return False when there is nobody to answer any more.

    A person who mistypes is asked again. Lines from a file are not: the next line belongs to the next table.
    """
    if table.set is TableSet.READMISSION:
        output.print_text(
            text(
                "Table {table}: {players}. Who reached 8? Numbers of the players, in order.",
                table=table.table,
                players=_numbered(table),
            )
        )
    else:
        output.print_text(text("Table {table}: {players}", table=table.table, players=table.players))
    try:
        words = typed().split()
        if words:
            print_answer(desk.take(_command(table, words), settings.language))
        else:
            skipped.add(table.table)
    except EOFError:
        return False
    except FloorjudgeError as error:
        if not sys.stdin.isatty():
            raise
        output.report(error)
    return True


def _numbered(table: Table) -> tuple[str, ...]:
    return tuple(f"{number} {isolated(name)}" for number, name in enumerate(table.players, 1))


def _command(table: Table, words: list[str]) -> dict[str, object]:
    if words[0].casefold() in ("drawn", "d", say(text("drawn")).casefold()):
        return {"do": "drawn", "table": table.table}
    if table.set is TableSet.READMISSION:
        return {"do": "report", "table": table.table, "qualified": [_named(table, word) for word in words]}
    fields = typed_result(table, words, _winner_by_question(table, words), (), None)
    return {"do": "report", "table": table.table, **fields} | _note_by_question(table, fields)


def _note_by_question(table: Table, fields: Mapping[str, Any]) -> dict[str, str]:
    """Ask why somebody won without having reached the target."""
    winner = fields["winner"]
    if fields["influence"].get(winner, table.target) >= table.target:
        return {}
    output.print_text(
        text(
            "{winner} had not reached {target}. Why is that a win? For example: the others conceded.",
            winner=winner,
            target=table.target,
        )
    )
    return {"note": typed()}


def _named(table: Table, word: str) -> str:
    """Return the player whose number was typed, or the word itself."""
    return table.players[int(word) - 1] if word.isdecimal() and 1 <= int(word) <= len(table.players) else word


def _winner_by_question(table: Table, words: list[str]) -> str | None:
    """Ask who won, where the numbers do not tell; None where they do."""
    try:
        reached = [word for word in words if int(word) >= table.target]
    except ValueError:
        return None
    if len(reached) == 1:
        return None
    output.print_text(
        text(
            "No player, or more than one, reached {target}. Who won? {players}",
            target=table.target,
            players=_numbered(table),
        )
    )
    return _named(table, typed())
