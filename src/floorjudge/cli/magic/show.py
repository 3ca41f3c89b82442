"""`floorjudge magic show`: a position in words, as on the table, and the legal actions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from floorjudge.cli import output
from floorjudge.cli.magic.reading import open_library, read_position_file
from floorjudge.cli.parameters import argument, option
from floorjudge.cli.settings import say, settings
from floorjudge.magic import Position, Table, set_up
from floorjudge.magic.engine.prompts import prompt_of, with_mana
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.questions import option as action_words
from floorjudge.magic.positions.board_words import Line, board_of, elsewhere, heading, turn_words
from floorjudge.magic.positions.json_form import position_value
from floorjudge.magic.positions.text_form import position_text
from floorjudge.magic.proof.assumptions import doubtful_cards
from floorjudge.texts import Text, counted, text


def show(
    file: Annotated[Path, argument(text("The position, as JSON or in words; - is standard input."))],
    actions: Annotated[bool, option(text("Say also what may be done in this position."), "--actions")] = False,
    words: Annotated[
        bool, option(text("Give the position in words that can be changed and read again."), "--words")
    ] = False,
) -> None:
    """Show a position."""
    position = read_position_file(file)
    if words:
        output.print_raw(position_text(position))
        return
    if settings.as_json:
        value = position_value(position)
        if actions:
            value = {"position": value, "actions": [say(action) for action in _actions(_table(position)[0])]}
        output.print_json(value)
        return
    table, doubts = _table(position)
    _print_board(position, table)
    if actions:
        _print_actions(table)
    for doubt in doubts:
        output.print_line()
        output.print_text(doubt)


def _table(position: Position) -> tuple[Table, list[Text]]:
    """Return the position on the engine, and the parts of its cards that the engine cannot read."""
    with open_library() as library:
        return set_up(position, library), list(doubtful_cards(position, library))


def _print_board(position: Position, table: Table) -> None:
    output.print_text(turn_words(position))
    columns = [text("Permanent"), text("What it is"), text("State")]
    for seat in range(position.players):
        output.print_line()
        rows = [_row(line) for line in board_of(position, table, seat)]
        if rows:
            output.print_table(heading(position, seat), columns, rows)
        else:
            output.print_text(heading(position, seat))
        for line in elsewhere(position, seat):
            output.print_text(line)


def _row(line: Line) -> list[str]:
    return [line.name, line.kind, ", ".join(say(word) for word in line.state)]


def _actions(table: Table) -> list[Text]:
    prompt, names = with_mana(table, prompt_of(table)), Names(table)
    return [action_words(prompt, action, names) for action in prompt.actions]


def _print_actions(table: Table) -> None:
    # An action that several equal objects can take is printed once.
    said = list(dict.fromkeys(say(action) for action in _actions(table)))
    player = table.names[prompt_of(table).seat]
    output.print_line()
    output.print_text(
        counted("{player} may do one thing now:", "{player} may do {count} things now:", count=len(said), player=player)
    )
    for action in said:
        output.print_line(f"  - {action}")
