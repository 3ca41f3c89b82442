"""Corrections of results: their effects, and what would have been different had they been known in time.

Until the next stage is made, a correction changes everything that follows from the result. After that the tables stay;
only the format's credit for this result is corrected, at the rate of that time.
"""

from __future__ import annotations

from typing import Any

from floorjudge.errors import FloorjudgeError
from floorjudge.events import errors
from floorjudge.events.commands import Amend
from floorjudge.events.draw import commitment
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import draw_of, what_comes_next
from floorjudge.events.tournament.evolve import evolve_tournament, find_played
from floorjudge.formats.claims import Claim
from floorjudge.formats.log import Amended


def amend_result(state: State, command: Amend) -> Amended:
    """Return the event that replaces the result of a game.

    Raises BadInput or Refused if there is no such result, or the new one is impossible.
    """
    where, table, outcome = _find(state, command.round, command.table, command.claim)
    if outcome is None:
        raise errors.NotReported(command.table)
    rules = state.rules
    rules.check_amended(state, table, outcome, command.claim)
    place = command.round, command.table
    event = rules.amended(place, command.claim, command.reason, None)
    if where is None:
        return event
    return rules.amended(place, command.claim, command.reason, _otherwise(state, where, event, command.seed))


def tables_of_round(state: State, round_number: int, number: int) -> list[tuple[str, Any]]:
    """Return the tables with a number in a round, past or present, with the kinds of their stages, in the order of the stages.

    Raises BadInput if there is no such round or table.
    """
    if not 1 <= round_number <= state.round:
        raise errors.NoSuchRound(round_number, state.round)
    stages = [played for played in state.stages() if played.round == round_number]
    found = [(played.kind, played.tables[number - 1]) for played in stages if 1 <= number <= len(played.tables)]
    if not found:
        raise errors.NoSuchTable(number, max(len(played.tables) for played in stages), where="table")
    return found


def _find(state: State, round_number: int, number: int, claim: Claim) -> tuple[int | None, Any, Any]:
    """Return the place of a result (see `find_played`), its table and its present outcome."""
    if not 1 <= round_number <= state.round:
        raise errors.NoSuchRound(round_number, state.round)
    try:
        where = find_played(state, round_number, number, claim)
    except LookupError:
        raise _no_such_game(state, round_number, number, claim) from None
    played = state.played(where)
    return where, played.tables[number - 1], played.results.get(number)


def _no_such_game(state: State, round_number: int, number: int, claim: Claim) -> FloorjudgeError:
    """Return the error for a table that a round does not have: it had no such stage, or fewer tables."""
    rules = state.rules
    fitting = [
        played
        for played in state.stages()
        if played.round == round_number and played.tables and rules.is_about(played.kind, claim)
    ]
    if not fitting:
        return rules.no_such_stage(round_number, claim)
    return errors.NoSuchTable(number, len(fitting[-1].tables), where="table")


def _otherwise(state: State, where: int, event: Amended, seed: str | None) -> Any:  # noqa: ANN401 (the format's own struct)
    """Return what would have come after a stage with the corrected result, where it differs."""
    before = state.before_stage(where + 2)
    corrected = evolve_tournament(before, event)
    # Of several seeds the one of that time; it is public if there is a later one.
    public = next((each for each in state.lasting.revealed if commitment(each) == before.commitment), None)
    draw = draw_of(state if public is None else before, seed if public is None else public)
    came, would_have_come = what_comes_next(before, draw), what_comes_next(corrected, draw)
    return state.rules.compare(before, corrected, came, would_have_come)
