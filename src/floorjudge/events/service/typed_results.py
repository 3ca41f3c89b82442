"""A result typed on one line: first the table, then words for the format of the event."""

from __future__ import annotations

from typing import Any

from floorjudge.events.service import errors
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import open_table
from floorjudge.formats.typed_words import is_whole

LONGEST_LINE = 2_500


def typed_line(state: State, line: str) -> dict[str, Any]:
    """Return the command that a typed line means, for a table of the stage being played.

    Raises BadInput, with an example, if it means none; Refused if no games are played.
    """
    words = line.replace("\u2212", "-").split()
    if not words or len(line) > LONGEST_LINE or not is_whole(words[0]):
        like = next(iter(state.open_tables()), None)
        rules = state.rules
        raise errors.LineWithoutTable(rules.typed_example if like is None else rules.how_typed(state, like))
    table = open_table(state, int(words[0]))
    return {"do": "report", "table": table.table, **state.rules.typed(state, table, words[1:])}
