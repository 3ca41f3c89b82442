"""`floorjudge magic deck`: the combinations in a deck."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from floorjudge.cli import output
from floorjudge.cli.files import read_text
from floorjudge.cli.line.parameters import argument, option
from floorjudge.cli.magic.reading import open_library
from floorjudge.cli.settings import say, settings
from floorjudge.magic.book.known import (
    STATE_MEANS,
    STATE_WORDS,
    DeckCombinations,
    InDeck,
    combinations_in,
    combinations_of_the_book,
    deck_value,
    search_command,
)
from floorjudge.magic.book.meanings import MEANINGS
from floorjudge.magic.cards.deck_list import read_deck
from floorjudge.texts import Text, counted, text


def deck(
    file: Annotated[
        Path,
        argument(text("The deck list, as Arena, Moxfield or MTGO write it, or plain; - is standard input.")),
    ],
    most: Annotated[int, option(text("How many combinations of each kind are listed at most."), "--most", min=1)] = 50,
) -> None:
    """Print the combinations in a deck."""
    listing = read_text(file)
    with open_library() as library:
        found = combinations_in(read_deck(listing, library), combinations_of_the_book())
    if settings.as_json:
        output.print_json(deck_value(found, most))
    else:
        _print(found, most)


def _print(found: DeckCombinations, most: int) -> None:
    for unknown in found.deck.unknown:
        output.print_text(unknown.sentence())
    total = sum(found.deck.cards.values())
    output.print_text(
        counted(
            "The deck has {count} card and was compared with {combinations} combinations.",
            "The deck has {count} cards and was compared with {combinations} combinations.",
            count=total,
            combinations=found.compared,
        )
    )
    if found.deck.beside:
        output.print_text(
            counted(
                "{count} card of the sideboard was left out.",
                "{count} cards of the sideboard were left out.",
                count=found.deck.beside,
            )
        )
    if not found.held:
        output.print_text(text("The deck holds none of them."))
    _print_list(text("Combinations in the deck"), found.held, most)
    _print_list(text("One card short"), found.one_short, most)
    for state in dict.fromkeys(each.combination.state for each in (*found.held[:most], *found.one_short[:most])):
        output.print_text(STATE_MEANS[state])
    if found.held:
        command = search_command(found.held[0].combination.cards)
        output.print_text(text("Search one with: {command}", command=command))


def _print_list(title: Text, found: Sequence[InDeck], most: int) -> None:
    if not found:
        return
    columns = [text("Cards"), text("Gives"), text("State")]
    missing = found[0].missing is not None
    if missing:
        columns.append(text("Missing"))
    output.print_table(title, columns, (_row(each) for each in found[:most]))
    if len(found) > most:
        left = len(found) - most
        output.print_text(counted("… and {count} more (--most).", "… and {count} more (--most).", count=left))


def _row(each: InDeck) -> tuple[str, ...]:
    gives = ", ".join(say(MEANINGS[meaning]) for meaning in each.combination.gives)
    row = (" + ".join(each.combination.cards), gives, say(STATE_WORDS[each.combination.state]))
    return row if each.missing is None else (*row, each.missing)
