"""`floorjudge magic find`: from a position, or from the names of cards, to the loop in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from floorjudge.cli import output
from floorjudge.cli.magic.certify import print_certificate
from floorjudge.cli.magic.known import known_value, print_near
from floorjudge.cli.magic.reading import open_library, read_position_file
from floorjudge.cli.parameters import argument, option, seconds_option
from floorjudge.cli.settings import say, settings
from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.magic import CardLibrary
from floorjudge.magic.book.lookup import Known, lookup
from floorjudge.magic.book.opening import Opened, opened, tried_from
from floorjudge.magic.cards.typed import TypedCard, cards_typed
from floorjudge.magic.errors import UnknownCard
from floorjudge.magic.positions.loop_case import case_value
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.search import (
    Layout,
    Limits,
    LoopStep,
    Outcome,
    Product,
    Tried,
    body_words,
    case_words,
    how_often,
    layouts,
    looked_at,
    loop_steps,
    names_in,
    outcome_value,
    own_loss,
    products_of,
    why_not,
)
from floorjudge.magic.search import find as found
from floorjudge.texts import Text, text

_FILES = (".json", ".txt")
_MOST_CARDS = 10
_SHOWN_UNDECIDED = 3


class PositionAndHelpers(BadInput):
    sentence = text("A position says itself which cards there are. Give --with beside the names of cards only.")
    place = "--with"


class TooManyCards(BadInput):
    sentence = text("At most {most} cards can be searched for a loop.")
    place = "WHAT"
    most: int


def find(
    what: Annotated[
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
    save: Annotated[
        Path | None,
        option(text("Write the loop into this file, as a case to certify and to play."), "--save"),
    ] = None,
    anew: Annotated[bool, option(text("Search, even if the loop is known."), "--anew")] = False,
) -> None:
    """Find a loop and print it with its certificate."""
    with open_library() as library:
        begins, names, taken = _begins(what, helpers or [], library)
        if not settings.as_json:
            _print_taken(taken)
        known, opening = (Known(), None) if anew else _from_the_book(begins, names, library)
        outcome = (opening and opening.outcome) or found(begins, names, library, Limits(seconds, depth))
        loop = outcome.loop
        steps = () if loop is None else _steps(loop, library)
        made = () if loop is None else products_of(loop.case, loop.certificate, library)
        if loop is not None and save is not None:
            output.write_file(save, json.dumps(case_value(loop.case), ensure_ascii=False, indent=1) + "\n")
        if settings.as_json:
            value = outcome_value(outcome, made, settings.language)
            guessed = {"taken_for": [{"written": each.written, "card": each.name} for each in taken]} if taken else {}
            proved = opening.entry.id if opening is not None and opening.loop is not None else None
            output.print_json(value | {"known": known_value(known, names, proved)} | guessed)
        else:
            _print(outcome, steps, made, library)
            if opening is not None and opening.loop is not None:
                output.print_line()
                output.print_text(
                    text("The loop was known, and was proved again just now; --anew searches for another one.")
                )


def _from_the_book(begins: Sequence[Layout], names: Sequence[str], library: CardLibrary) -> tuple[Known, Opened | None]:
    """Return what the book knows of the cards, and the loop of it that answers, opened; print what is known where none answers.

    From a position the steps of a known loop are tried first.
    """
    if len(begins) == 1 and begins[0].granted is None:
        return Known(), tried_from(begins[0].position, names, library)
    known = lookup(names)
    opening = None if known.best is None else opened(known.best, library)
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


def _print_taken(taken: Sequence[TypedCard]) -> None:
    for each in taken:
        output.print_text(text("“{written}” was taken for {card}.", written=each.written, card=each.name or ""))


def _begins(
    what: list[str], helpers: list[str], library: CardLibrary
) -> tuple[tuple[Layout, ...], list[str], list[TypedCard]]:
    """Return the starting positions, the names of the cards that should take part, and the corrected names."""
    if len(what) == 1 and (what[0] == "-" or what[0].endswith(_FILES)):
        if helpers:
            raise PositionAndHelpers
        position = read_position_file(Path(what[0]))
        return (Layout(position, 0.0),), names_in(position), []
    if len(what) + len(helpers) > _MOST_CARDS:
        raise TooManyCards(_MOST_CARDS)
    cards, beside = _typed(what, library), _typed(helpers, library)
    if len(cards) + len(beside) > _MOST_CARDS:
        raise TooManyCards(_MOST_CARDS)
    begins = layouts([_asked(card) for card in cards], [_asked(card) for card in beside], library)
    return (
        begins,
        [card.name or card.written for card in cards],
        [each for each in (*cards, *beside) if not each.exactly],
    )


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


def _steps(loop: Tried, library: CardLibrary) -> tuple[LoopStep, ...]:
    """Return the steps with the changes of each; without changes if the game ends before they come round twice."""
    try:
        return loop_steps(loop.case, library)
    except FloorjudgeError:
        return tuple(LoopStep((words,), ()) for words in case_words(loop.case, library))


def _print(
    outcome: Outcome,
    steps: Sequence[LoopStep],
    made: Sequence[Product],
    library: CardLibrary,
) -> None:
    if outcome.loop is not None:
        _print_loop(outcome.loop, steps, made, outcome.also_needs, library)
        return
    for sentence in (*looked_at(outcome), *why_not(outcome)):
        output.print_text(sentence)
    if outcome.undecided:
        output.print_line()
        output.print_text(text("These came back, and could not be certified:"))
        for tried in outcome.undecided[:_SHOWN_UNDECIDED]:
            output.print_line(f"  - {'; '.join(map(say, case_words(tried.case, library)))}")
            for sentence in tried.certificate.sentences:
                output.print_line(f"    {say(sentence)}")


def _print_list(title: Text, items: Sequence[Text]) -> None:
    if items:
        output.print_text(title)
    for item in items:
        output.print_line(f"  - {say(item)}")


def _print_loop(
    loop: Tried, steps: Sequence[LoopStep], made: Sequence[Product], also_needs: Sequence[Text], library: CardLibrary
) -> None:
    for sentence in own_loss(loop.case, loop.certificate):
        output.print_text(sentence)
    if loop.case.before:
        output.print_text(text("Once, to begin with:"))
        begins = loop.case.position
        for words in body_words(loop.case.before, begins, lambda: set_up(begins, library)):
            output.print_line(f"  - {say(words)}")
    output.print_text(text("The loop:"))
    number = 1
    for told in steps:
        # The certificate counts each answer as a separate step.
        following = number + len(told.said)
        numbers = str(number) if following == number + 1 else f"{number}–{following - 1}"
        output.print_line(f"  {numbers}. {'; '.join(map(say, told.said))}")
        number = following
        for what, change in told.changes:
            output.print_line(f"       {'+' if change > 0 else '−'}{abs(change)} {say(what)}")
    output.print_line()
    # The certificate has the end of the game.
    gains, costs = [each for each in made if each.is_gain], [each for each in made if each.kind == "cost"]
    unchanged = [] if made else [text("nothing: everything is as before")]
    _print_list(how_often(loop.certificate), [*(each.said for each in gains), *unchanged])
    _print_list(text("What each iteration costs:"), [each.said for each in costs])
    if also_needs:
        output.print_text(text("For all of this it also needs: {things}.", things=tuple(also_needs)))
    output.print_line()
    print_certificate(loop.certificate)
