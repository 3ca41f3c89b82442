"""`floorjudge magic show`: a position in words, as on the table, and the legal actions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from floorjudge.cli import output
from floorjudge.cli.line.parameters import argument, option
from floorjudge.cli.magic.reading import open_library, read_position_file
from floorjudge.cli.settings import say, settings
from floorjudge.magic import Position, Table, set_up
from floorjudge.magic.engine.objects import GameObject
from floorjudge.magic.engine.prompts import prompt_of, with_mana
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.questions import option as action_words
from floorjudge.magic.playing.steps import turn_step_words
from floorjudge.magic.positions.json_form import position_value
from floorjudge.magic.positions.marks import marks_of
from floorjudge.magic.positions.position import STARTING_LIFE, ZONES, Card, Permanent
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
    output.print_text(_turn_words(position))
    if position.starting_life != STARTING_LIFE:
        output.print_text(text("Each player began the game with {life} life.", life=position.starting_life))
    columns = [text("Permanent"), text("What it is"), text("State")]
    for seat in range(position.players):
        output.print_line()
        if rows := list(_rows(position, table, seat)):
            output.print_table(_heading(position, seat), columns, rows)
        else:
            output.print_text(_heading(position, seat))
        for line in _elsewhere(position, seat):
            output.print_text(line)


def _turn_words(position: Position) -> Text:
    """Return the turn, the step, and the player with priority."""
    return text(
        "Turn of {player}: {step}. Priority: {priority}.",
        player=position.names[position.turn_of],
        step=turn_step_words(position.step),
        priority=position.names[position.priority],
    )


def _heading(position: Position, seat: int) -> Text:
    """Return a player's name and life."""
    return text("{player}: {life} life", player=position.names[seat], life=position.life[seat])


def _elsewhere(position: Position, seat: int) -> Iterator[Text]:
    """Return a player's objects that are not on the battlefield."""
    counters = position.counters[seat]
    if counters:
        yield text("Counters: {counters}", counters=tuple(f"{count} {kind}" for kind, count in counters.items()))
    shown = {zone: tuple(_card(card) for card in getattr(position, zone)[seat]) for zone in ZONES}
    if shown["hand"]:
        yield text("Hand: {cards}", cards=shown["hand"])
    if shown["graveyard"]:
        yield text("Graveyard: {cards}", cards=shown["graveyard"])
    if shown["exile"]:
        yield text("Exile: {cards}", cards=shown["exile"])
    if shown["library"]:
        yield text("Library, from the top: {cards}", cards=shown["library"])
    if position.mana[seat]:
        yield text("Mana: {mana}", mana=position.mana[seat])


def _rows(position: Position, table: Table, seat: int) -> Iterator[list[str]]:
    """Yield the permanents of a player, in the order of the position; the engine computes their characteristics."""
    # They have entered in the order of the position; what has no toughness left is gone where attackers are declared.
    entered = {thing.timestamp: thing for thing in table.battlefield()}
    time = 1 + sum(permanent.copies for others in position.battlefield[:seat] for permanent in others)
    for permanent in position.battlefield[seat]:
        if (thing := entered.get(time)) is not None:
            yield [_name(permanent, thing), _kind(thing), ", ".join(map(say, marks_of(permanent, position)))]
        time += permanent.copies


def _name(permanent: Permanent, thing: GameObject) -> str:
    copies = f"{permanent.copies} × " if permanent.copies != 1 else ""
    label = f" ({permanent.label})" if permanent.label is not None else ""
    return f"{copies}{thing.name}{label}"


def _kind(thing: GameObject) -> str:
    line = " ".join([*thing.supertypes, *thing.types])
    if thing.subtypes:
        line += f" — {' '.join(thing.subtypes)}"
    return f"{line} {thing.size}" if "Creature" in thing.types else line


def _card(card: Card) -> str:
    return f"{card.copies} {card.card}" if card.copies != 1 else card.card


def _actions(table: Table) -> list[Text]:
    prompt, names = with_mana(table, prompt_of(table)), Names(table)
    return [action_words(prompt, action, names) for action in prompt.actions]


def _print_actions(table: Table) -> None:
    # An action that several equal objects can take is printed once.
    phrases = list(dict.fromkeys(say(action) for action in _actions(table)))
    player = table.names[prompt_of(table).seat]
    output.print_line()
    output.print_text(
        counted(
            "{player} may do one thing now:", "{player} may do {count} things now:", count=len(phrases), player=player
        )
    )
    for action in phrases:
        output.print_line(f"  - {action}")
