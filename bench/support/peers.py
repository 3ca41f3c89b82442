"""Other people's programs that group players for a round, as far as they are installed.

None of them plays On the Edge, so each does the nearest thing it can: the second round of an event, in which nobody should
meet an opponent of the first one again.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from bench.support.measuring import Spent, alone, timed
from bench.support.report import Findings, mib, seconds
from bench.support.rounds import from_a_shuffle, later_round

Measure = Callable[[int, int], Spent]


def peers(sizes: Sequence[int], repeats: int, krcg_iterations: int) -> Findings:
    """Measure one round of each peer and of ours."""
    rows = []
    for size in sizes:
        for name, what, measure in (
            (None, "threes: drawn and ranked, explained, provable", later_round),
            (None, "threes: shuffled, without ranking or proof", from_a_shuffle),
            ("cardarena-tournament-core", "pairs; greedy by points", cardarena),
            ("swisspair", "pairs; cheapest matching by points", swisspair),
        ):
            rows.append(_row(name, what, size, measure, repeats))
        if size == sizes[0]:
            what = f"fours and fives; annealing in {krcg_iterations:,} steps"
            rows.append(_row("krcg", what, size, krcg, krcg_iterations))
    heads = ("who", "what it gives", "players", "CPU", "wall", "memory")
    return Findings("Beside others: one round", heads, rows, words=2)


def _row(name: str | None, what: str, size: int, measure: Measure, argument: int) -> tuple[str, ...]:
    who = name or ("floorjudge" if measure is later_round else "the naive way")
    if name is not None:
        try:
            who = f"{name} {version(name)}"
        except PackageNotFoundError:
            return (who, what, f"{size:,}", "not installed", "", "")
    spent = alone(measure, size, argument)
    return (who, what, f"{size:,}", seconds(spent.cpu), seconds(spent.wall), mib(spent.peak))


def cardarena(number: int, repeats: int) -> Spent:
    """Pair the second Swiss round."""
    library: Any = importlib.import_module("cardarena_tournament_core")
    swiss = library.Swiss([library.Player(id=str(each), name=f"Player {each}") for each in range(number)])
    first = swiss.pair()
    for game in first.matchups:
        if game.player2 is not None:
            game.outcome = library.MatchupOutcome.PLAYER1_WINS
    swiss.submit_results(first)
    return timed(swiss.pair, repeats)


def swisspair(number: int, repeats: int) -> Spent:
    """Pair the second Swiss round of an even number of players: 0 has beaten 1, 2 has beaten 3 and so on."""
    library: Any = importlib.import_module("swisspair")
    winners, losers = range(0, number, 2), range(1, number, 2)
    players = [
        library.Player(
            id=str(each), points=3 * (each % 2 == 0), rank=rank, cannot_be_paired_against_ids={str(each ^ 1)}
        )
        for rank, each in enumerate((*winners, *losers), 1)
    ]
    return timed(lambda: library.create_matches(players), repeats)


def krcg(number: int, iterations: int) -> Spent:
    """Seat the second round so that the first repeats as little as possible."""
    seating: Any = importlib.import_module("krcg.seating")
    rounds = seating.get_rounds(list(range(number)), 2)
    return timed(lambda: seating.optimise(rounds, iterations))
