"""`floorjudge magic shortcut`: a shortcut proposed in a position, answered, and taken on the engine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from floorjudge.cli import output
from floorjudge.cli.magic.reading import CASE_FIELDS, open_library, read_case_file
from floorjudge.cli.parameters import argument, option
from floorjudge.cli.settings import say, settings
from floorjudge.errors import BadInput
from floorjudge.magic import set_up
from floorjudge.magic.checking.assumptions import doubtful_cards
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.playing.seen_by import seen_by
from floorjudge.magic.playing.shortcuts import in_play, read_asked, settled_value
from floorjudge.magic.positions.json_form import read_position
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
    """Answer with JSON, or in sentences for people: what becomes of the shortcut, and the board after it."""
    given = read_case_file(file)
    position = read_position(given, beside=CASE_FIELDS)
    if not isinstance(given, dict) or "shortcut" not in given:
        raise ShortcutLeftOut
    asked, before = read_asked(given["shortcut"]), read_body(given.get("before", []), "before")
    with open_library() as library:
        table = set_up(position, library)
        doubts = list(doubtful_cards(position, library))
    seat = Names(table).seat_of(seen, "--seen-by") if seen else None
    play_body(table, before, "before")
    offer, outcome = in_play(table, asked.sequence, asked.answers, asked.next)
    value = settled_value(offer, outcome, settings.language)
    lines = [say(line) for line in seen_by(table, seat)]
    if settings.as_json:
        output.print_json({**value, "board": lines})
        return
    if "text" in value:
        output.print_line(value["text"])
    else:
        output.print_text(
            text("{player} is asked: accept, or name the place before which to stop.", player=value["ask"]["player"])
        )
    for line in lines:
        output.print_line(line)
    for doubt in doubts:
        output.print_text(doubt)
