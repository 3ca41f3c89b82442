"""What comes next: a round, a readmission game, the final, or the end."""

from __future__ import annotations

from floorjudge.events.draw import Draw
from floorjudge.events.events import EventFinished, RoundGrouped
from floorjudge.events.state import FINALISTS, Player, PlayerSet, Stage, State
from floorjudge.formats.on_the_edge.grouping import group_active, group_inactive
from floorjudge.formats.on_the_edge.readmission import readmit
from floorjudge.formats.on_the_edge.scoring import score_text
from floorjudge.formats.on_the_edge.tables import Advanced, Table, TableSet, Tied


def next_stage(state: State, draw: Draw) -> RoundGrouped | EventFinished:
    """Return what follows the stage being played, all of whose games have results.

    A tournament is a sequence of rounds of one game each; the final follows when three or fewer active players remain.
    Clauses: OTE 2.1, OTE 2.8
    """
    active = state.members(PlayerSet.ACTIVE)
    if state.stage is Stage.FINAL:
        return EventFinished(draw.seed)
    if len(active) > FINALISTS and state.stage is Stage.ROUND:
        return _round(state, active, draw)
    return _readmission_or_final(state, draw)


def first_round(players: list[Player], draw: Draw, deck_reason: str | None) -> RoundGrouped:
    """Return the first round, in which everybody is active and grouped at random.

    Clauses: OTE 2.2, OTE 2.5
    """
    tables = tuple(group_active(players, draw, 1))
    return RoundGrouped(
        Stage.ROUND.value, 1, tables, public=draw.public or None, roster=draw.roster, deck_reason=deck_reason
    )


def _round(state: State, active: list[Player], draw: Draw) -> RoundGrouped:
    number = state.round + 1
    tables = group_active(active, draw, number)
    inactive, sitting_out = group_inactive(state.members(PlayerSet.INACTIVE), draw, number, len(tables) + 1)
    return RoundGrouped(Stage.ROUND.value, number, (*tables, *inactive), sitting_out)


def _readmission_or_final(state: State, draw: Draw) -> RoundGrouped | EventFinished:
    finalists = state.finalists()
    waiting = [player for player in state.members(PlayerSet.INACTIVE) if player.name not in finalists]
    chosen = readmit(waiting, FINALISTS - len(finalists))
    readmitted = tuple(name for name in (*finalists, *chosen.by_score) if state.players[name].set is PlayerSet.INACTIVE)
    if chosen.tied:
        return _readmission_game(state, chosen.tied, chosen.seats, readmitted)
    finalists += chosen.by_score
    if len(finalists) < 2:
        return EventFinished(draw.seed, finalists[0] if finalists else None)
    return _final(state, finalists, readmitted, draw)


def _readmission_game(state: State, tied: tuple[Player, ...], seats: int, readmitted: tuple[str, ...]) -> RoundGrouped:
    """Return the one game of those tied for the last seats; nothing else is played meanwhile.

    Clauses: OTE 2.8.3
    """
    why = Tied(seats, score_text(tied[0]))
    table = Table(1, TableSet.READMISSION, tuple(player.name for player in tied), why)
    return RoundGrouped(Stage.READMISSION.value, state.round, (table,), readmitted=readmitted)


def _final(state: State, finalists: list[str], readmitted: tuple[str, ...], draw: Draw) -> RoundGrouped:
    """Return the final, and the last games of everybody else in the inactive set.

    Clauses: OTE 2.8, OTE 2.9
    """
    number = state.round + 1
    seated = sorted(finalists, key=lambda name: (name in readmitted, state.players[name].number))
    final = Table(1, TableSet.FINAL, tuple(seated), Advanced(readmitted))
    others = [player for player in state.members(PlayerSet.INACTIVE) if player.name not in finalists]
    tables, sitting_out = group_inactive(others, draw, number, first_table=2)
    return RoundGrouped(Stage.FINAL.value, number, (final, *tables), sitting_out, readmitted)
