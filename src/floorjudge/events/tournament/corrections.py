"""Corrections of results: what they change, and what would have been different had they been known in time.

Until the next stage is grouped, a correction changes everything that follows from the result. After that the groups and
the sets stand; only the points of this result are corrected, at the rate that held then.
"""

from __future__ import annotations

from msgspec.structs import replace

from floorjudge.errors import FloorjudgeError
from floorjudge.events import errors
from floorjudge.events.commands import Amend, AmendReadmission
from floorjudge.events.draw import commitment
from floorjudge.events.events import (
    EventFinished,
    Otherwise,
    ReadmissionAmended,
    ResultAmended,
    RoundGrouped,
)
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import draw_of, result_problems, what_comes_next
from floorjudge.events.tournament.evolve import evolve_tournament, find_played
from floorjudge.formats.errors import NotAtTheTable
from floorjudge.formats.on_the_edge.tables import Outcome, PlayerSet, Qualified, Result, Stage, Table, TableSet


def amend_result(state: State, command: Amend) -> ResultAmended:
    """Return the event that replaces the result of a game for points.

    A winner who had not reached the target needs a note as at reporting, and so does one who is behind somebody else: the
    numbers were perhaps corrected and the winner forgotten.
    Raises BadInput or Refused when there is no such result, or the new one cannot be.
    Clauses: OTE 2.3
    """
    where, table, outcome = _find(state, command.round, command.table, readmission=False)
    if not isinstance(outcome, Result):
        raise errors.NotReported(command.table)
    result_problems(table, command, absent=outcome.absent)
    ahead = max(table.players, key=lambda name: command.influence[name])
    reached, theirs = command.influence[command.winner], command.influence[ahead]
    if reached < theirs and command.note is None:
        raise errors.WinnerBehind(command.winner, reached, ahead, theirs)
    event = ResultAmended(
        command.round, command.table, command.winner, dict(command.influence), command.reason, command.note
    )
    return replace(event, otherwise=_otherwise(state, where, event, command.seed))


def amend_readmission(state: State, command: AmendReadmission) -> ReadmissionAmended:
    """Return the event that replaces the result of a readmission game.

    Raises BadInput or Refused when there is no such result, or the new one cannot be.
    Clauses: OTE 2.8.3
    """
    where, table, outcome = _find(state, command.round, command.table, readmission=True)
    if not isinstance(outcome, Qualified):
        raise errors.NotReported(command.table)
    for index, name in enumerate(command.qualified):
        if name not in table.players:
            raise NotAtTheTable(name, table.players, where=f"qualified[{index}]")
        if name in outcome.absent:
            raise errors.GoneCannotWin(name)
    if not len(set(command.qualified)) == len(command.qualified) == len(outcome.players):
        raise errors.WrongNumberQualified(len(outcome.players))
    event = ReadmissionAmended(command.round, command.table, command.qualified, command.reason)
    return replace(event, otherwise=_otherwise(state, where, event, command.seed))


def table_of_round(state: State, round_number: int, number: int, *, readmission: bool) -> Table:
    """Return a table of any round, past or present.

    Raises BadInput when there is no such round or table.
    """
    return _find(state, round_number, number, readmission=readmission)[1]


def _find(
    state: State, round_number: int, number: int, *, readmission: bool
) -> tuple[int | None, Table, Outcome | None]:
    """Return where a result stands (see `find_played`), its table and what it is now."""
    if not 1 <= round_number <= state.round:
        raise errors.NoSuchRound(round_number, state.round)
    try:
        where = find_played(state, round_number, number, readmission=readmission)
    except LookupError:
        raise _no_such_game(state, round_number, number, readmission=readmission) from None
    played = state.played(where)
    return where, played.tables[number - 1], played.results.get(number)


def _no_such_game(state: State, round_number: int, number: int, *, readmission: bool) -> FloorjudgeError:
    """Say why a table cannot be found: the round had no readmission game, or fewer tables."""
    stages = [played.tables for played in state.past if played.round == round_number]
    if state.round == round_number:
        stages.append(state.tables)
    fitting = [tables for tables in stages if tables and (tables[0].set is TableSet.READMISSION) is readmission]
    if not fitting:
        return errors.NoReadmissionInRound(round_number)
    return errors.NoSuchTable(number, len(fitting[-1]), where="table")


def _otherwise(
    state: State, where: int | None, event: ResultAmended | ReadmissionAmended, seed: str | None
) -> Otherwise | None:
    """Return what the grouping after a stage would have been with the corrected result, as far as it was different.

    None while that stage is being played.
    """
    if where is None:
        return None
    before = _state_before_grouping(state, where)
    corrected = evolve_tournament(before, event)
    # Of several seeds the one of that time; it is public when there is a later one.
    public = next((each for each in state.lasting.revealed if commitment(each) == before.commitment), None)
    draw = draw_of(state if public is None else before, seed if public is None else public)
    came, would_have_come = what_comes_next(before, draw), what_comes_next(corrected, draw)
    sets = {name: (before.players[name].set, player.set) for name, player in corrected.players.items()}
    changed = {name: after for name, (was, after) in sets.items() if was is not after}
    return Otherwise(
        active=tuple(sorted(name for name, stands in changed.items() if stands is PlayerSet.ACTIVE)),
        inactive=tuple(sorted(name for name, stands in changed.items() if stands is PlayerSet.INACTIVE)),
        stage=None if _stage(came) == _stage(would_have_come) else _stage(would_have_come),
        groups=_other_groups(came, would_have_come),
    )


def _state_before_grouping(state: State, where: int) -> State:
    """Return the state in which the stage `past[where]` had all its results, as they were then."""
    while state.trail and len(state.past) > where:
        state = state.trail.base
    return state


def _stage(event: RoundGrouped | EventFinished) -> str:
    return event.stage if isinstance(event, RoundGrouped) else Stage.FINISHED.value


def _other_groups(
    came: RoundGrouped | EventFinished, instead: RoundGrouped | EventFinished
) -> tuple[tuple[str, ...], ...]:
    if not isinstance(instead, RoundGrouped):
        return ()
    there = {frozenset(table.players) for table in came.tables} if isinstance(came, RoundGrouped) else set()
    return tuple(table.players for table in instead.tables if frozenset(table.players) not in there)
