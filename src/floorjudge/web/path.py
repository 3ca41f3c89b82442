"""The way to the final: how many are still in it after each round, who has a seat, who would take the open ones."""

from __future__ import annotations

import msgspec

from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.grouping import group_sizes
from floorjudge.formats.on_the_edge.stages import readmit
from floorjudge.formats.on_the_edge.tables import FINALISTS, Player, PlayerSet, Stage, TableSet
from floorjudge.web.rows import by_score, seated_in_final


class Step(msgspec.Struct, frozen=True):
    """How many active players a round begins with; `expected` when it has not been grouped yet, `now` when it is played."""

    round: int
    players: int
    expected: bool
    now: bool


class Path(msgspec.Struct, frozen=True):
    """The way to the final.

    `steps` lead there; `seated` are in the final by now; `open_seats` are those of the final that will be filled from the
    inactive set, as far as anybody can tell: more when active players leave. `candidates` are inactive players by score;
    the first `would_be_in` of them would take the open seats now, `tied` more are level with the last of those.
    """

    steps: tuple[Step, ...]
    seated: tuple[Player, ...]
    readmitted: tuple[str, ...]
    open_seats: int
    candidates: tuple[Player, ...]
    would_be_in: int
    tied: int

    @property
    def names_seated(self) -> tuple[str, ...]:
        """Who is in the final by now, by name."""
        return tuple(player.name for player in self.seated)


def path_to_final(state: State) -> Path:
    """Return the way to the final as it looks now.

    A round leaves one active player at each table; when three or fewer are left, the final comes next.
    Clauses: OTE 2.4, OTE 2.8
    """
    played = _played_steps(state)
    expected, left = _expected_steps(state)
    steps = (*played, *expected)
    if state.stage in {Stage.FINAL, Stage.FINISHED}:
        return Path(steps, _seated(state), state.readmitted, 0, (), 0, 0)
    seated = _seated(state) if state.stage is Stage.READMISSION or left == len(state.members(PlayerSet.ACTIVE)) else ()
    open_seats = max(0, FINALISTS - (len(seated) or left))
    waiting = [player for player in state.members(PlayerSet.INACTIVE) if player not in seated]
    chosen = readmit(waiting, open_seats)
    return Path(
        steps, seated, state.readmitted, open_seats, tuple(by_score(waiting)), len(chosen.by_score), len(chosen.tied)
    )


def _played_steps(state: State) -> list[Step]:
    """Return the rounds that were grouped, the one being played last."""
    stages = [(played.round, played.stage, played.tables) for played in state.past]
    if state.tables:
        stages.append((state.round, state.stage, state.tables))
    return [
        Step(
            number,
            sum(len(table.players) for table in tables if table.set in {TableSet.ACTIVE, TableSet.FINAL}),
            expected=False,
            now=tables is state.tables and state.stage is not Stage.FINISHED,
        )
        for number, stage, tables in stages
        if stage is not Stage.READMISSION
    ]


def _expected_steps(state: State) -> tuple[list[Step], int]:
    """Return the rounds still to come up to the final, and how many active players are left for it."""
    active = len(state.members(PlayerSet.ACTIVE))
    if state.stage is Stage.ROUND:
        # Somebody who has left is no longer active, and cannot be beaten.
        active -= sum(
            max(0, len(table.players) - len(state.absent(table)) - 1)
            for table in state.open_tables()
            if table.set is TableSet.ACTIVE
        )
    number = state.round + 1
    found: list[Step] = []
    if state.stage is Stage.REGISTRATION and active >= FINALISTS:
        found.append(Step(number, active, expected=True, now=False))
        active, number = len(group_sizes(active)), number + 1
    while active > FINALISTS and state.stage in {Stage.REGISTRATION, Stage.ROUND}:
        found.append(Step(number, active, expected=True, now=False))
        active, number = len(group_sizes(active)), number + 1
    if state.stage not in {Stage.FINAL, Stage.FINISHED} and number > 1:
        found.append(Step(number, FINALISTS, expected=True, now=False))
    return found, active


def _seated(state: State) -> tuple[Player, ...]:
    """Return who has a seat in the final by now, once it is known that the final comes next."""
    return tuple(state.players[name] for name in seated_in_final(state))
