"""What somebody says about how a game ended, before it is a result."""

from __future__ import annotations

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.events import commands, decide
from floorjudge.events.events import Event
from floorjudge.events.state import State


class Won(msgspec.Struct, frozen=True, tag="won", tag_field="kind"):
    """One winner, and everybody's final influence; `note`: why the winner had not reached the target."""

    winner: str
    influence: dict[str, int]
    note: str | None = None


class ReachedEight(msgspec.Struct, frozen=True, tag="qualified", tag_field="kind"):
    """Who left a readmission game for the final, in order."""

    qualified: tuple[str, ...]


class NoWinner(msgspec.Struct, frozen=True, tag="drawn", tag_field="kind"):
    """The game was drawn and is to be played again."""


Said = Won | ReachedEight | NoWinner


def same(one: Said, other: Said) -> bool:
    """Say whether two people say the same; why a winner had not reached the target may be put in different words."""
    if isinstance(one, Won) and isinstance(other, Won):
        return one.winner == other.winner and one.influence == other.influence
    return one == other


def reported(state: State, table: int, said: Said) -> Event:
    """Return the tournament's event that reports a game so, exactly as the organiser's own report of it.

    Raises BadInput or Refused as that would.
    Clauses: OTE 2.3, OTE 2.8.3
    """
    (event,) = decide(state, _command(table, said))
    return event


def report_problem(state: State, table: int, said: Said) -> bool:
    """Say whether a game cannot be reported so, as things are now."""
    try:
        reported(state, table, said)
    except FloorjudgeError:
        return True
    return False


def _command(table: int, said: Said) -> commands.Report | commands.ReportReadmission | commands.Drawn:
    if isinstance(said, Won):
        return commands.Report(table, said.winner, said.influence, said.note)
    if isinstance(said, ReachedEight):
        return commands.ReportReadmission(table, said.qualified)
    return commands.Drawn(table)
