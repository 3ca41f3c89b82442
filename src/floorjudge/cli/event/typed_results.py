"""Results as people type them on the command line: a word that begins like an option is a mistake, not a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from floorjudge.cli import refusals
from floorjudge.events.service import typed_results
from floorjudge.formats.on_the_edge.tables import Table, TableSet


def typed_result(table: Table, words: Sequence[str], winner: str | None, qualified: Sequence[str]) -> dict[str, Any]:
    """Return the fields of a report for a table: winner and influence, or who qualified.

    Raises BadInput when the words are not numbers for the players of the table, or do not tell who won.
    """
    if table.set is not TableSet.READMISSION and not qualified:
        for word in words:
            if word.startswith("--"):
                raise refusals.unknown_option(word)
    return typed_results.typed_result(table, words, winner, qualified)
