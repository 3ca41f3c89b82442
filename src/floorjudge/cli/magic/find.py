"""`floorjudge magic find`: from a position, or from the names of cards, to the loop in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from floorjudge.cli import output
from floorjudge.cli.line.parameters import argument, option, seconds_option
from floorjudge.cli.magic.answers import print_answer, print_not_found
from floorjudge.cli.magic.known import known_value, print_near
from floorjudge.cli.magic.reading import open_library, read_position_file
from floorjudge.cli.settings import settings
from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary
from floorjudge.magic.answer import answer_on, not_found
from floorjudge.magic.book.lookup import Known, lookup
from floorjudge.magic.book.opening import Opened, opened, tried_from
from floorjudge.magic.cards.typed import MOST_CARDS, TooManyCardsNamed, TypedCard, cards_typed
from floorjudge.magic.errors import UnknownCard
from floorjudge.magic.positions.loop_case import case_value
from floorjudge.magic.search import (
    LIFE,
    Layout,
    Limits,
    Outcome,
    layouts,
    names_in,
    outcome_value,
    products_of,
    with_life,
)
from floorjudge.magic.search import find as found
from floorjudge.texts import Text, text

_FILES = (".json", ".txt")


class PositionAndHelpers(BadInput):
    sentence = text("A position says itself which cards there are. Give --with beside the names of cards only.")
    place = "--with"


def find(
    card: Annotated[
        list[str],
        argument(
            text(
                "A position (a file ending in .json or .txt, - is standard input), or the names of cards, also with commas or plus signs "
                "between them."
            )
        ),
    ],
    helpers: Annotated[
        list[str] | None,
        option(text("A card that may help, such as “4 Forest”; again for more."), "--with"),
    ] = None,
    seconds: Annotated[
        float,
        seconds_option(
            text("How long to look: as much work as a usual computer does in so many seconds."), "--seconds", least=0.1
        ),
    ] = 15.0,
    depth: Annotated[
        int, option(text("How many choices one after the other are tried."), "--depth", min=1, max=1000)
    ] = 24,
    life: Annotated[
        int,
        option(text("With how much life each player begins, such as 40 in Commander."), "--life", min=1, max=10_000),
    ] = LIFE,
    save: Annotated[
        Path | None,
        option(text("Write the loop into this file, as a case to certify and to play."), "--save"),
    ] = None,
    anew: Annotated[bool, option(text("Search, even if the loop is known."), "--anew")] = False,
) -> None:
    """Find a loop and print it with its certificate."""
    with open_library() as library:
        begins, names, typed = _begins(card, helpers or [], life, library)
        taken = [each for each in typed or () if not each.exactly]
        if not settings.as_json:
            _print_taken(taken)
        known, opening = (Known(), None) if anew else _from_the_book(begins, names, life, library)
        outcome = (opening and opening.outcome) or found(begins, names, library, Limits(seconds, depth))
        loop = outcome.loop
        made = () if loop is None else products_of(loop.case, loop.certificate, library)
        if loop is not None and save is not None:
            output.write_file(save, json.dumps(case_value(loop.case), ensure_ascii=False, indent=1) + "\n")
        from_book = None if opening is None or opening.loop is None else opening.entry.id
        if settings.as_json:
            value = outcome_value(outcome, made, settings.language)
            guessed = {"taken_for": [{"written": each.written, "card": each.name} for each in taken]} if taken else {}
            output.print_json(value | {"known": known_value(known, names, from_book)} | guessed)
        elif loop is None:
            print_not_found(not_found(outcome, library), *_advice(outcome))
        else:
            named = None if typed is None else [_asked(each) for each in typed]
            doubts = outcome.reservations
            print_answer(
                answer_on(loop.case, loop.certificate, library, named=named, products=made, reservations=doubts)
            )
            if from_book is not None:
                _print_known()


def _from_the_book(
    begins: Sequence[Layout], names: Sequence[str], life: int, library: CardLibrary
) -> tuple[Known, Opened | None]:
    """Return what the book knows of the cards, and the loop of it that answers, opened; print what is known where none answers.

    From a position the steps of a known loop are tried first.
    """
    if len(begins) == 1 and begins[0].granted is None:
        return Known(), tried_from(begins[0].position, names, library)
    known = lookup(names)
    opening = None if known.best is None else opened(known.best, library, life)
    if not settings.as_json:
        if opening is None:
            print_near(known, names[0])
        elif opening.loop is None:
            why = opening.why or text("Nothing is claimed.")
            output.print_text(
                text(
                    "A loop of these cards was known, and it could not be proved again: {why} So it is searched for.",
                    why=why,
                )
            )
    return known, opening


def _print_known() -> None:
    output.print_line()
    output.print_text(text("The loop was known, and was proved again just now; --anew searches for another one."))


def _print_taken(taken: Sequence[TypedCard]) -> None:
    for each in taken:
        output.print_text(text("“{written}” was taken for {card}.", written=each.written, card=each.name or ""))


def _begins(
    card: list[str], helpers: list[str], life: int, library: CardLibrary
) -> tuple[tuple[Layout, ...], list[str], list[TypedCard] | None]:
    """Return the positions that `card` means, the names of the cards that should take part, and all cards as typed.

    For a position in a file the last one is None.
    """
    if len(card) == 1 and (card[0] == "-" or card[0].endswith(_FILES)):
        if helpers:
            raise PositionAndHelpers
        position = read_position_file(Path(card[0]))
        return (Layout(position, 0.0),), names_in(position), None
    if len(card) + len(helpers) > MOST_CARDS:
        raise TooManyCardsNamed(where="card")
    cards, beside = _typed(card, library), _typed(helpers, library)
    if len(cards) + len(beside) > MOST_CARDS:
        raise TooManyCardsNamed(where="card")
    begins = with_life(layouts(list(map(_asked, cards)), list(map(_asked, beside)), library), life)
    return begins, [each.name or each.written for each in cards], [*cards, *beside]


def _typed(words: list[str], library: CardLibrary) -> list[TypedCard]:
    """Return the typed cards, each of which is known or clear."""
    nothing = (TypedCard(typed, 1, None, exactly=False) for typed in words)
    cards = [
        card for typed, none in zip(words, nothing, strict=True) for card in cards_typed(typed, library) or (none,)
    ]
    unclear = next((card for card in cards if card.name is None), None)
    if unclear is not None:
        raise UnknownCard(unclear.written, unclear.similar)
    return cards


def _asked(card: TypedCard) -> str:
    """Return a card as requested: with its number, if there are several."""
    return f"{card.copies} {card.name}" if card.copies > 1 else str(card.name)


def _advice(outcome: Outcome) -> Iterator[Text]:
    """Yield the options that a further search may find more with."""
    if outcome.tally.ended == "time":
        yield text("Give it more with --seconds.")
    elif outcome.tally.ended == "depth":
        yield text("Give it more with --depth.")
    elif outcome.tally.ended == "exhausted":
        yield text("Name another card with --with, or give it a position of your own.")
