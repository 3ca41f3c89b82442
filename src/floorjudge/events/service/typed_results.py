"""Results as people type them: `16 7 -2` in the order of the table, or `Ana=16 Bo=7 Cy=-2`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from floorjudge.events.checks import as_kept
from floorjudge.events.errors import InfluenceTwice
from floorjudge.events.service import errors
from floorjudge.formats.on_the_edge.tables import Table, TableSet


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
