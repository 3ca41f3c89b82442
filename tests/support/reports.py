"""Commands that report and correct games of On the Edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from floorjudge.events.commands import Amend, Report
from floorjudge.formats.on_the_edge.claims import ReachedEight, Won


def report(table: int, winner: str, influence: Mapping[str, int], note: str | None = None) -> Report:
    """Report who won a game, with everybody's influence."""
    return Report(table, Won(winner, dict(influence), note))


def qualified(table: int, players: Sequence[str]) -> Report:
    """Report who reached 8 in a readmission game."""
    return Report(table, ReachedEight(tuple(players)))


def amend(  # noqa: PLR0917 (as the command has them)
    round_number: int,
    table: int,
    winner: str,
    influence: Mapping[str, int],
    reason: str,
    note: str | None = None,
    seed: str | None = None,
) -> Amend:
    """Correct who won a game, with everybody's influence."""
    return Amend(round_number, table, Won(winner, dict(influence), note), reason, seed)


def amend_qualified(
    round_number: int, table: int, players: Sequence[str], reason: str, seed: str | None = None
) -> Amend:
    """Correct who reached 8 in a readmission game."""
    return Amend(round_number, table, ReachedEight(tuple(players)), reason, seed)
