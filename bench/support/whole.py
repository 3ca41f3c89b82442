"""A whole tournament through `decide` and `evolve`: registration, every round, readmission, final, places."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.support.reports import qualified, report

from bench.support.measuring import Spent, alone, timed
from bench.support.report import Findings, mib, seconds
from bench.support.rounds import SEED
from floorjudge.events import commands, decide, evolve
from floorjudge.events.commands import TournamentCommand
from floorjudge.events.state import State
from floorjudge.formats.competition import Phase
from floorjudge.formats.on_the_edge.rules.event import vacancies
from floorjudge.formats.on_the_edge.tables import Kind, Table, TableSet


class Played(NamedTuple):
    """How a tournament went; `placed` have a place at its end."""

    commands: int
    rounds: int
    readmission_games: int
    placed: int


def whole(sizes: Sequence[int]) -> Findings:
    """Measure tournaments from their opening to their last place."""
    rows = []
    for size in sizes:
        spent, played = alone(play, size)
        rows.append(
            (
                f"{size:,}",
                f"{played.commands:,}",
                str(played.rounds),
                str(played.readmission_games),
                f"{played.placed:,}",
                seconds(spent.cpu),
                seconds(spent.wall),
                seconds(spent.cpu / played.commands),
                mib(spent.peak),
            )
        )
    heads = (
        "players",
        "commands",
        "rounds",
        "readmission games",
        "have a place",
        "CPU",
        "wall",
        "CPU a command",
        "memory",
    )
    return Findings("A whole tournament: decide and evolve in memory, to the last place", heads, rows)


def play(number: int) -> tuple[Spent, Played]:
    """Play a tournament and measure it."""
    played: list[Played] = []
    spent = timed(lambda: played.append(_played(number)))
    return spent, played[0]


def _played(number: int) -> Played:
    luck = random.Random(number)
    state = _after(None, commands.Open("Bench", SEED))
    for each in range(1, number + 1):
        state = _after(state, commands.Register(f"Player {each:07}"))
    state = _after(state, commands.Start(seed=SEED))
    taken, readmission_games = number + 2, 0
    while state.phase is not Phase.FINISHED:
        readmission_games += state.stage == Kind.READMISSION
        taken += len(state.tables) + 1
        for table in state.tables:
            state = _after(state, result_of(state, table, luck))
        state = _after(state, commands.Next(SEED))
    return Played(taken, state.round, readmission_games, len(state.places()))


def _after(state: State | None, command: TournamentCommand) -> State:
    return evolve(state, decide(state, command)[0])


def result_of(state: State, table: Table, luck: random.Random) -> commands.Report:
    """Return the report of a game: anybody wins with 16, the others have 0 to 2, so that ties are frequent."""
    if table.set is TableSet.READMISSION:
        return qualified(table.table, tuple(luck.sample(table.players, vacancies(state))))
    winner = luck.choice(table.players)
    influence = {name: 16 if name == winner else luck.randrange(3) for name in table.players}
    return report(table.table, winner, influence)


def sent(state: State, table: Table, luck: random.Random) -> dict[str, Any]:
    """Return the report of a game as it is sent."""
    return {**result_of(state, table, luck).claim.as_report(), "table": table.table}
