"""Printing for the commands of an event: answers, tables, standings, the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from floorjudge.cli import output
from floorjudge.cli.event.opening import Database, EventName, open_event
from floorjudge.cli.settings import say, settings
from floorjudge.events import view
from floorjudge.events.codec import event_value, read_object
from floorjudge.events.events import EventOpened
from floorjudge.events.explain import staff_text
from floorjudge.events.service import Answer
from floorjudge.events.service.answers import answer_json
from floorjudge.events.service.log.records import event_of
from floorjudge.events.standings import standings as standings_of
from floorjudge.events.state import State
from floorjudge.formats.competition import Player, Table
from floorjudge.formats.display import Cell, SeatResult
from floorjudge.formats.errors import FormatFailed
from floorjudge.formats.log import Ended, StageMade
from floorjudge.formats.protocol import JsonObject
from floorjudge.texts import Text, in_groups, text


def tables(event: EventName = None, db: Database = None) -> None:
    """Show the tables."""
    _show(event, db, lambda state, seen: {"tables": seen["tables"], "sitting_out": state.sitting_out}, show_tables)


def standings(event: EventName = None, db: Database = None) -> None:
    """Show the score sheet."""
    _show(event, db, lambda _, seen: {"players": seen["players"], "draw": seen["draw"]}, show_standings)


def _show(
    event: str | None,
    db: str | None,
    part: Callable[[State, JsonObject], JsonObject],
    show: Callable[[State], None],
) -> None:
    """Print a part of an event: for machines `part` of its state and view, `show`'s output for people."""
    with open_event(db, event) as service:
        state = service.state
    if settings.as_json:
        seen = view(state, settings.language)
        output.print_json({key: seen[key] for key in ("name", "stage", "round")} | part(state, seen))
    else:
        show(state)


def log(event: EventName = None, db: Database = None) -> None:
    """Show the log."""
    with open_event(db, event) as service:
        state, records = service.state, service.records
    happened = [(record, event_of(record)) for record in records]
    if settings.as_json:
        listed = [
            {
                "number": record.number,
                "at": record.at,
                **({} if record.by is None else {"by": record.by}),
                "event": event_value(what),
                "text": say(staff_text(what)),
            }
            for record, what in happened
        ]
        output.print_json({"name": state.name, "records": listed})
        return
    columns = [text("No."), text("When (UTC)"), text("What happened")]
    rows = [[str(record.number), record.at[:19].replace("T", " "), say(staff_text(what))] for record, what in happened]
    if any(record.by for record in records):
        columns.append(text("Who"))
        for row, (record, _) in zip(rows, happened, strict=True):
            row.append(record.by or "")
    output.print_table(heading(state), columns, rows, right=(0,))


def do(database: str | None, event: str | None, command: Mapping[str, Any]) -> Answer:
    """Send a command to an event and print the answer."""
    with open_event(database, event) as service:
        answer = service.take(command, settings.language)
    print_answer(answer)
    return answer


def print_answer(answer: Answer) -> None:
    """Print the answer to a command; raise Damaged, which says that it is stored, if its format cannot show it."""
    try:
        _print_answer(answer)
    except FormatFailed as error:
        raise (error.after_storing() if answer.events else error) from None


def _print_answer(answer: Answer) -> None:
    if settings.as_json:
        output.print_json(read_object(answer_json(answer, settings.language)))
        return
    for change in answer.changes or ():
        output.print_line(str(change["text"]))
    if answer.changes is not None:
        _after_preview(answer)
    for event in answer.events:
        output.print_text(staff_text(event))
        if isinstance(event, EventOpened) and event.short_seed:
            output.print_text(text("Choose a longer seed, or leave it out: then 32 random bytes are taken."))
        if isinstance(event, StageMade):
            show_tables(answer.state)
            output.print_text(text("Report the results with “floorjudge event report”."))
        if isinstance(event, Ended):
            output.print_text(
                text("See the places with “floorjudge event standings”, check the draws with “event verify”.")
            )


def _after_preview(answer: Answer) -> None:
    if not answer.changes:
        output.print_text(text("Nothing would change."))
    output.print_text(text("This is a preview: nothing has been changed. Leave --preview out to do it."))


def show_what_is_open(state: State) -> None:
    """Print which tables have no result yet, or the next step."""
    if still_open := state.open_tables():
        output.print_text(text("Still open: {tables}.", tables=tuple(str(table.table) for table in still_open)))
    else:
        output.print_text(text("Every table has its result. Go on with “floorjudge event next”."))


def show_tables(state: State) -> None:
    """Print the tables of the stage being played, with the results so far and the reasons for the seating."""
    if not state.tables:
        output.print_text(text("No round has been grouped yet."))
        return
    rules, rows = state.rules, []
    for table in state.tables:
        before, after = rules.table_cells(state, table)
        rows.append((str(table.table), *map(say, before), _players_and_result(state, table), *map(say, after)))
    first, last = ([column.title for column in columns] for columns in rules.table_columns)
    columns = (text("Table"), *first, text("Players"), *last)
    output.print_table(heading(state), columns, rows, right=(0, *range(len(columns) - len(last), len(columns))))
    if rules.result_legend is not None and any(_has_cells(state, table) for table in state.tables):
        output.print_text(rules.result_legend)
    if state.sitting_out:
        output.print_text(rules.sitting_out_words(state.sitting_out))
    _show_reasons(state)


def _has_cells(state: State, table: Table) -> bool:
    outcome = state.results.get(table.table)
    return outcome is not None and any(row.cells for row in state.rules.result_rows(state, table, outcome))


def _show_reasons(state: State) -> None:
    """Print the reasons why these players sit together, each reason once."""
    rules, alike = state.rules, dict[Any, list[Table]]()
    for table in state.tables:
        alike.setdefault(rules.why_key(table), []).append(table)
    for tables in alike.values():
        output.print_line(f"  {', '.join(str(table.table) for table in tables)}: {say(rules.why(tables[0]))}")
    note = rules.stage_note(state)
    if note is not None:
        output.print_text(note)
    output.print_line()


def heading(state: State) -> Text:
    """Print which event this is and how far it has come."""
    return state.rules.heading(state.name, state.stage, state.round)


def _players_and_result(state: State, table: Table) -> str:
    outcome, rules = state.results.get(table.table), state.rules
    players = tuple(_marked(name, left=state.has_left(name)) for name in table.players)
    if outcome is None:
        return ", ".join(players)
    in_words = rules.result_words(state, outcome, players)
    if in_words is not None:
        return say(in_words)
    rows = zip(rules.result_rows(state, table, outcome), players, strict=True)
    return ", ".join(f"{'★ ' if row.won else ''}{shown}{_in_brackets(row)}" for row, shown in rows)


def _in_brackets(row: SeatResult) -> str:
    """Return the cells of a result after a name: the first one plain, others in brackets."""
    if not row.cells:
        return ""
    first, *others = row.cells
    return f" {_plain(first)}" + "".join(f" ({in_groups(other.shown, settings.language)})" for other in others)


def _marked(player: str, *, left: bool, late: bool = False) -> str:
    """Return a name, marked when the player has left or came late."""
    if left:
        return say(text("{player} (left)", player=player))
    return say(text("{player} (late)", player=player)) if late else player


def show_standings(state: State) -> None:
    """Print the standings: by final places, or before the end by the format's ranking; players who left come last."""
    rules, listed = state.rules, standings_of(state, with_places=True)
    placed = any(row.place for row in listed)
    rows = []
    for row in listed:
        before, after = rules.list_cells(state, row.player)
        rows.append(
            [
                str(row.place or row.rank or "–"),
                _marked(row.player.name, left=not row.player.present, late=_came_late(state, row.player)),
                *([] if placed else map(say, before)),
                *map(_plain, row.cells),
                *map(say, after),
                say(row.player.deck.label()) if row.player.deck else "–",
            ]
        )
    first, last = rules.list_columns
    numbers = [column.title for column in (*rules.columns(state), *last)]
    columns = [
        text("Place") if placed else text("Rank"),
        text("Player"),
        *([] if placed else [column.title for column in first]),
        *numbers,
        text("Deck"),
    ]
    right = range(len(columns) - 1 - len(numbers), len(columns) - 1)
    output.print_table(heading(state), columns, rows, right=(0, *right))


def _plain(cell: Cell) -> str:
    """Return a cell as people write it in their language, but a whole number without groups, so that programs can read it."""
    whole = cell.exact.removeprefix("-").isdecimal() and "." not in cell.shown
    return cell.exact if whole else in_groups(cell.shown, settings.language)


def _came_late(state: State, player: Player) -> bool:
    return any(badge.kind == "late" for badge in state.rules.player_badges(state, player))
