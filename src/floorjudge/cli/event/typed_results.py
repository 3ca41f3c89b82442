"""Results as people type them: `16 7 -2` in the order of the table, or `Ana=16 Bo=7 Cy=-2`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from floorjudge.errors import BadInput
from floorjudge.texts import text
from floorjudge.tournament.checks import as_kept
from floorjudge.tournament.tables import Table, TableSet


def typed_result(table: Table, words: Sequence[str], winner: str | None, qualified: Sequence[str]) -> dict[str, Any]:
    """Return the fields of a report for a table: winner and influence, or who qualified.

    Raises BadInput when the words are not numbers for the players of the table, or do not tell who won.
    """
    if table.set is TableSet.READMISSION or qualified:
        return {"qualified": list(qualified or words)}
    influence = _influence(table, words)
    return {"winner": winner or _winner(table, influence), "influence": influence}


def _influence(table: Table, words: Sequence[str]) -> dict[str, int]:
    for word in words:
        if word.startswith("--"):
            raise BadInput("unknown_option", text("There is no option {option} here.", option=word), where=word)
    if any("=" in word for word in words):
        pairs = [word.rpartition("=")[::2] for word in words]
        names = [as_kept(name) for name, _ in pairs]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            said = text("The influence of {player} is given twice.", player=twice)
            raise BadInput("influence_twice", said, where=f"influence.{twice}")
    else:
        if len(words) != len(table.players):
            said = text("Give one number for each of: {players}.", players=table.players)
            raise BadInput("influence_count", said, where="influence")
        pairs = list(zip(table.players, words, strict=True))
    return {as_kept(name): _number(name, word) for name, word in pairs}


def _number(name: str, word: str) -> int:
    try:
        return int(word)
    except ValueError:
        said = text("“{word}” is not a whole number.", word=word)
        raise BadInput("bad_number", said, where=f"influence.{name}") from None


def _winner(table: Table, influence: dict[str, int]) -> str:
    reached = [name for name, number in influence.items() if number >= table.target]
    if len(reached) != 1:
        said = text("Say who won: no player, or more than one, reached {target}.", target=table.target)
        raise BadInput("winner_needed", said, where="winner")
    return reached[0]
