"""`floorjudge magic shortcut`: a shortcut proposed in a position, answered, and taken on the engine."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from floorjudge.cli import output
from floorjudge.cli.line.parameters import argument, option
from floorjudge.cli.magic.answers import print_assumptions
from floorjudge.cli.magic.certify import print_what_lies_there
from floorjudge.cli.magic.reading import CASE_FIELDS, open_library, read_case_file
from floorjudge.cli.settings import say, settings
from floorjudge.errors import BadInput
from floorjudge.exact import digits
from floorjudge.magic import set_up
from floorjudge.magic.answer import how_known
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.playing.seen_by import seen_by
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.proof.assumptions import doubtful_cards
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.magic.shortcuts.eliding import Start
from floorjudge.magic.shortcuts.taking import TakenBeyond, in_play, read_shortcut, settled_value
from floorjudge.texts import text


class ShortcutLeftOut(BadInput):
    sentence = text(
        "Beside the position, “shortcut” must say what is proposed: “sequence”, and “answers” where there are any."
    )
    place = "shortcut"


def shortcut(
    file: Annotated[
        Path,
        argument(text("The case as JSON, with “shortcut” beside the position; - is standard input.")),
    ],
    seen: Annotated[
        str,
        option(text("Show the board as this player sees it (number from 0, or name); else as a judge."), "--seen-by"),
    ] = "",
) -> None:
    """Answer with JSON, or in sentences for people: the outcome of the shortcut, and the board after it."""
    given = read_case_file(file)
    position = read_position(given, beside=CASE_FIELDS)
    if not isinstance(given, dict) or "shortcut" not in given:
        raise ShortcutLeftOut
    case, before = read_shortcut(given["shortcut"]), read_body(given.get("before", []), "before")
    with open_library() as library:
        table = set_up(position, library)
        doubts = list(doubtful_cards(position, library))
        seat = Names(table).seat_of(seen, "--seen-by") if seen else None
        play_body(table, before, "before")
        start = Start(position, library, before)
        offer, outcome = in_play(table, case.sequence, case.answers, case.next, start=start)
        elision = None if offer is None or offer.elided is None else offer.elided.elision
        moment = None
        if elision is not None and isinstance(outcome, TakenBeyond):
            moment = elision.moment_after(outcome.whole, outcome.choices, seat)
    value = settled_value(offer, outcome, settings.language)
    lines = [] if moment is not None else [say(line) for line in seen_by(table, seat)]
    if settings.as_json:
        known = {} if elision is None else _known(elision.certificate)
        there = {} if moment is None else {"amounts": {key: digits(each) for key, each in moment.amounts.items()}}
        output.print_json({**value, **known, "board": lines, **there})
        return
    _print(value, lines)
    if moment is not None:
        output.print_line()
        print_what_lies_there(moment)
    if elision is not None:
        output.print_text(how_known(elision.certificate))
        print_assumptions(elision.certificate.assumes)
    for doubt in doubts:
        output.print_text(doubt)


def _print(value: dict[str, Any], board: Iterable[str]) -> None:
    """Print the outcome of a shortcut, or which player has to answer, and the board."""
    if "text" in value:
        output.print_line(value["text"])
    else:
        output.print_text(
            text("{player} is asked: accept, or name the place before which to stop.", player=value["ask"]["player"])
        )
    for line in board:
        output.print_line(line)


def _known(certificate: Certificate) -> dict[str, Any]:
    return {
        "evidence": certificate.evidence,
        "checked_to": digits(certificate.checked_to),
        "assumes": [say(each) for each in certificate.assumes],
    }
