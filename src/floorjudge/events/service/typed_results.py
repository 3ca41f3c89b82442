"""Results as people type them: `16 7 -2` in the order of the table, `Ana=16 Bo=7 Cy=-2`, or a whole line `12 16 7 -2`.

In a line the table comes first, then the final influence in the order of its players. Who won is clear when exactly one
reached the target; else a star marks the winner (`12 9 14* 3`), or the winner is named first by the beginning of a name
(`12 bo 9 14 3`). Whatever follows the numbers is the note. `12 drawn`: nobody won. In a readmission game: who qualified,
in order, by seat or by the beginning of a name (`1 3 2`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from floorjudge.events.errors import InfluenceTwice
from floorjudge.events.service import errors
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import as_kept, open_table
from floorjudge.formats.on_the_edge.tables import Table, TableSet
from floorjudge.texts import LANGUAGES, render, text

LONGEST_LINE = 2_500
_NUMBER = re.compile(r"(\*?)([+-]?[0-9]+)(\*?)", re.ASCII)


def typed_result(table: Table, words: Sequence[str], winner: str | None, qualified: Sequence[str]) -> dict[str, Any]:
    """Return the fields of a report for a table: winner and influence, or who qualified.

    Raises BadInput when the words are not numbers for the players of the table, or do not tell who won.
    """
    if table.set is TableSet.READMISSION or qualified:
        return {"qualified": list(qualified or words)}
    influence = _influence(table, words)
    return {"winner": winner or _winner(table, influence), "influence": influence}


def _influence(table: Table, words: Sequence[str]) -> dict[str, int]:
    if any("=" in word for word in words):
        pairs = [word.rpartition("=")[::2] for word in words]
        names = [as_kept(name) for name, _ in pairs]
        if len(set(names)) < len(names):
            raise InfluenceTwice(tuple(names))
    else:
        if len(words) != len(table.players):
            raise errors.InfluenceCount(table.players)
        pairs = list(zip(table.players, words, strict=True))
    return {as_kept(name): _number(name, word) for name, word in pairs}


def _number(name: str, word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise errors.BadNumber(word, where=f"influence.{name}") from None


def _winner(table: Table, influence: dict[str, int]) -> str:
    reached = [name for name, number in influence.items() if number >= table.target]
    if len(reached) != 1:
        raise errors.WinnerNeeded(table.target)
    return reached[0]


def drawn_words() -> Collection[str]:
    """Return the words that say that nobody won, in every language, in lower case."""
    return {"d", "drawn", *(render(text("drawn"), language).casefold() for language in LANGUAGES)}


def typed_line(state: State, line: str) -> dict[str, Any]:
    """Return the command that a typed line means: `report` or `drawn`, for a table of the stage being played.

    Raises BadInput, saying what a line looks like, when it means none; Refused when no games are played.
    """
    words = line.replace("\u2212", "-").split()
    if not words or len(line) > LONGEST_LINE or not _is_whole(words[0]):
        raise errors.LineWithoutTable
    table = open_table(state, int(words[0]))
    rest = words[1:]
    if len(rest) == 1 and rest[0].casefold() in drawn_words():
        return {"do": "drawn", "table": table.table}
    if table.set is TableSet.READMISSION:
        return {"do": "report", "table": table.table, "qualified": [_seat(table, word) for word in rest]}
    return {"do": "report", "table": table.table, **_game(table, rest)}


def _is_whole(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= len("1000000")


def _game(table: Table, words: list[str]) -> dict[str, Any]:
    """Return winner, influence and note: [winner] numbers, as many as players, then anything."""
    winner = None
    if words and _NUMBER.fullmatch(words[0]) is None:
        winner, words = _seat(table, words[0]), words[1:]
    numbers = words[: len(table.players)]
    found = [_NUMBER.fullmatch(word) for word in numbers]
    for word, match in zip(numbers, found, strict=True):
        if match is None:
            raise errors.BadNumber(word, where="influence")
    starred = [
        name for name, match in zip(table.players, found, strict=False) if match is not None and (match[1] or match[3])
    ]
    if len(starred) > 1 or (starred and winner):
        raise errors.WinnerNeeded(table.target)
    fields = typed_result(
        table, [match[2] for match in found if match is not None], winner or next(iter(starred), None), ()
    )
    note = " ".join(words[len(numbers) :])
    return fields | ({"note": note} if note else {})


def _seat(table: Table, word: str) -> str:
    """Return the player of a table who is meant: by their seat, counted from 1, or by the beginning of their name.

    Raises BadInput when none is, or more than one.
    """
    if _is_whole(word) and 1 <= int(word) <= len(table.players):
        return table.players[int(word) - 1]
    begin = as_kept(word).casefold()
    meant = [name for name in table.players if any(part.startswith(begin) for part in _beginnings(name))]
    if len(meant) != 1:
        raise errors.NobodyOrSeveral(word, table.players)
    return meant[0]


def _beginnings(name: str) -> tuple[str, ...]:
    """Return where a name may begin: at its first word, or at any other."""
    parts = name.casefold().split(" ")
    return tuple(" ".join(parts[index:]) for index in range(len(parts)))
