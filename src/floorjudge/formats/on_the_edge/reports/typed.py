"""Results as people type them: `16 7 -2` in the order of the table, `Ana=16 Bo=7 Cy=-2`; in a whole line the table comes first.

The numbers are the final influence of its players. Who won is clear when exactly one reached the target; else a star
marks the winner (`9 14* 3`), or the winner is named first by the beginning of a name (`bo 9 14 3`). Whatever follows
the numbers is the note. `drawn`: no player won. In a readmission game: who qualified, in order, by seat or by the
beginning of a name (`1 3 2`). On the command line, a question asks for each table, and a further one for what the
numbers do not tell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from floorjudge.formats.competition import as_kept
from floorjudge.formats.display import Further
from floorjudge.formats.errors import BadNumber
from floorjudge.formats.on_the_edge import errors
from floorjudge.formats.on_the_edge.tables import Table, TableSet
from floorjudge.formats.typed_words import seat_of
from floorjudge.texts import LANGUAGES, Text, isolated, render, text

_NUMBER = re.compile(r"(\*?)([+-]?[0-9]+)(\*?)", re.ASCII)


def typed_result(table: Table, words: Sequence[str], winner: str | None) -> dict[str, Any]:
    """Return the fields of a report for a table that is no readmission game: winner and influence.

    Raises BadInput if the words are not numbers for the players of the table, or do not determine a winner.
    """
    influence = _influence(table, words)
    return {"winner": winner or _winner(table, influence), "influence": influence}


def _influence(table: Table, words: Sequence[str]) -> dict[str, int]:
    if any("=" in word for word in words):
        pairs = [word.rpartition("=")[::2] for word in words]
        names = [as_kept(name) for name, _ in pairs]
        if len(set(names)) < len(names):
            raise errors.InfluenceTwice(tuple(names))
    else:
        if len(words) != len(table.players):
            raise errors.InfluenceCount(table.players)
        pairs = list(zip(table.players, words, strict=True))
    return {as_kept(name): _number(name, word) for name, word in pairs}


def _number(name: str, word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise BadNumber(word, where=f"influence.{name}") from None


def _winner(table: Table, influence: dict[str, int]) -> str:
    reached = [name for name, number in influence.items() if number >= table.target]
    if len(reached) != 1:
        raise errors.WinnerNeeded(table.target)
    return reached[0]


def typed(table: Table, words: Sequence[str]) -> dict[str, Any]:
    """Return the fields of the report that typed words mean for a table of the stage being played; for a drawn game, with its command.

    Raises BadInput if they mean none.
    """
    if _is_drawn(words):
        return {"do": "drawn"}
    if table.set is TableSet.READMISSION:
        return {"qualified": [seat_of(table, word) for word in words]}
    return _game(table, list(words))


def _game(table: Table, words: list[str]) -> dict[str, Any]:
    """Return winner, influence and note: [winner] numbers, as many as players, then anything."""
    winner = None
    if words and _NUMBER.fullmatch(words[0]) is None:
        winner, words = seat_of(table, words[0]), words[1:]
    numbers = words[: len(table.players)]
    found = [_NUMBER.fullmatch(word) for word in numbers]
    for word, match in zip(numbers, found, strict=True):
        if match is None:
            raise BadNumber(word, where="influence")
    starred = [
        name for name, match in zip(table.players, found, strict=False) if match is not None and (match[1] or match[3])
    ]
    if len(starred) > 1 or (starred and winner):
        raise errors.WinnerNeeded(table.target)
    fields = typed_result(
        table, [match[2] for match in found if match is not None], winner or next(iter(starred), None)
    )
    note = " ".join(words[len(numbers) :])
    return fields | ({"note": note} if note else {})


def question(table: Table) -> Text:
    """Return the prompt for the result of a table."""
    if table.set is not TableSet.READMISSION:
        return text("Table {table}: {players}", table=table.table, players=table.players)
    return text(
        "Table {table}: {players}. Who reached 8? Numbers of the players, in order.",
        table=table.table,
        players=_numbered(table),
    )


def _numbered(table: Table) -> tuple[str, ...]:
    return tuple(f"{number} {isolated(name)}" for number, name in enumerate(table.players, 1))


def from_words(table: Table, words: Sequence[str], extra: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a report from words and options: winner, influence and note, or the players who qualified; or that no player won.

    Raises BadInput if the words are not numbers for the players of the table, or do not determine a winner.
    """
    if _is_drawn(words):
        return {"do": "drawn"}
    qualified = extra.get("qualified") or ()
    if table.set is TableSet.READMISSION or qualified:
        return {"qualified": list(qualified or (_seat(table, word) for word in words))}
    note = {"note": extra["note"]} if extra.get("note") else {}
    return typed_result(table, words, extra.get("winner")) | note


def _is_drawn(words: Sequence[str]) -> bool:
    """Return whether the words are the one for a drawn game, in any language."""
    drawn = {"d", "drawn", *(render(text("drawn"), language).casefold() for language in LANGUAGES)}
    return len(words) == 1 and words[0].casefold() in drawn


def _seat(table: Table, word: str) -> str:
    """Return the player whose number was typed, or the word itself."""
    return table.players[int(word) - 1] if word.isdecimal() and 1 <= int(word) <= len(table.players) else word


def further(table: Table, words: Sequence[str], extra: Mapping[str, Any]) -> Further | None:
    """Return a further question: for the winner if the numbers do not determine one, for the reason of a win below the target."""
    if _is_drawn(words) or table.set is TableSet.READMISSION:
        return None
    if "winner" not in extra and not _tells_winner(table, words):
        sentence = text(
            "No player, or more than one, reached {target}. Who won? {players}",
            target=table.target,
            players=_numbered(table),
        )
        return Further("winner", sentence, seat=True)
    fields = from_words(table, words, extra)
    winner = fields["winner"]
    if "note" in extra or fields["influence"].get(winner, table.target) >= table.target:
        return None
    sentence = text(
        "{winner} had not reached {target}. Why is that a win? For example: the others conceded.",
        winner=winner,
        target=table.target,
    )
    return Further("note", sentence)


def _tells_winner(table: Table, words: Sequence[str]) -> bool:
    """Return whether the numbers determine the winner; words that are no numbers are refused later."""
    try:
        return sum(int(word) >= table.target for word in words) == 1
    except ValueError:
        return True
