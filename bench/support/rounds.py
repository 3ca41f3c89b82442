"""The grouping of one round: with proof, and as somebody would do it who need not prove anything."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from bench.support.measuring import Spent, alone, growth, timed
from bench.support.report import Findings, mib, seconds
from floorjudge.events import commands, decide
from floorjudge.events.draw import Draw, commitment
from floorjudge.events.state import State
from floorjudge.formats.competition import Phase
from floorjudge.formats.on_the_edge.rules.grouping import group_active, group_sizes
from floorjudge.formats.on_the_edge.tables import Drawn, Kind, Memory, PlayerSet, Score, Table, TableSet
from floorjudge.formats.players import Player, players_of

SEED = "a benchmark has no secrets"


def rounds(sizes: Sequence[int], repeats: int) -> Findings:
    """Measure the commands that group a round, for several numbers of players."""
    measured = [[alone(measure, size, repeats) for measure in (first_round, later_round)] for size in sizes]
    rows = [
        (
            f"{size:,}",
            *(seconds(time) for spent in both for time in (spent.cpu, spent.wall)),
            mib(max(spent.peak for spent in both)),
        )
        for size, both in zip(sizes, measured, strict=True)
    ]
    slopes = [f"{growth(sizes, [both[which].cpu for both in measured]):.2f}" for which in (0, 1)]
    itself = f"{growth(sizes, [size * math.log(size) for size in sizes]):.2f}"
    rows.append(("growth exponent", slopes[0], "", slopes[1], "", ""))
    rows.append(("that of n log n", itself, "", itself, "", ""))
    heads = ("players", "first round: CPU", "wall", "later round: CPU", "wall", "memory")
    return Findings("Grouping a round: the whole decision, from the state to the event", heads, rows)


def price_of_proof(sizes: Sequence[int], repeats: int) -> Findings:
    """Measure the same tables drawn with tickets and from a shuffled list."""
    measured = [[alone(measure, size, repeats).cpu for measure in (with_tickets, from_a_shuffle)] for size in sizes]
    rows: list[tuple[str, ...]] = [
        (f"{size:,}", seconds(proved), seconds(shuffled), f"{proved / shuffled:.1f}")
        for size, (proved, shuffled) in zip(sizes, measured, strict=True)
    ]
    slopes = [f"{growth(sizes, [both[which] for both in measured]):.2f}" for which in (0, 1)]
    rows.append(("growth exponent", *slopes, ""))
    heads = ("players", "with tickets: CPU", "random.shuffle: CPU", "times")
    return Findings("The price of proof: grouping the active set", heads, rows)


def first_round(number: int, repeats: int) -> Spent:
    """Group players of whom all are active."""
    players = [Player(f"Player {each:07}", each, score=Score()) for each in range(1, number + 1)]
    state = _state(players, "", 0)
    return timed(lambda: decide(state, commands.Start(seed=SEED)), repeats)


def later_round(number: int, repeats: int) -> Spent:
    """Group players of whom a third are active and the others ranked, with many ties."""
    luck = random.Random(number)
    players = [
        Player(f"Player {each:07}", each, score=Score(PlayerSet.INACTIVE, luck.choice((0, 2, 4)), luck.randrange(16)))
        if each % 3
        else Player(f"Player {each:07}", each, score=Score(PlayerSet.ACTIVE, 8, 16))
        for each in range(1, number + 1)
    ]
    state = _state(players, Kind.ROUND, 1)
    return timed(lambda: decide(state, commands.Next(seed=SEED)), repeats)


def with_tickets(number: int, repeats: int) -> Spent:
    """Group active players by tickets that can be proved."""
    players = [Player(f"Player {each:07}", each, score=Score()) for each in range(1, number + 1)]
    draw = Draw(SEED, "", "0" * 64)
    return timed(lambda: group_active(players, draw, 1), repeats)


def from_a_shuffle(number: int, repeats: int) -> Spent:
    """Group active players by chance that nobody can check."""
    names = [f"Player {each:07}" for each in range(1, number + 1)]
    why = Drawn(first_round=True)

    def group() -> list[Table]:
        random.shuffle(names)
        seats = iter(names)
        return [
            Table(table, TableSet.ACTIVE, tuple(next(seats) for _ in range(size)), why)
            for table, size in enumerate(group_sizes(number), 1)
        ]

    return timed(group, repeats)


def _state(players: Sequence[Player], stage: str, round_number: int) -> State:
    return State(
        name="Bench",
        format="ote-1.2",
        commitment=commitment(SEED),
        phase=Phase.PLAYING if stage else Phase.REGISTRATION,
        stage_kind=stage,
        round=round_number,
        players=players_of(players),
        registered=len(players),
        memory=Memory(),
        roster="0" * 64,
    )
