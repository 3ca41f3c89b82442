"""How long a round, a command and a whole tournament take, beside the peers that can be installed.

python3 dev.py bench grouping [--quick] [--markdown]

docs/benchmarks.md shows a run and says what limits the numbers.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.support.floor import event
from bench.support.peers import peers
from bench.support.report import Findings, machine, show
from bench.support.rounds import price_of_proof, rounds
from bench.support.whole import whole


class Sizes(NamedTuple):
    """How many players the measurements have; short ones are repeated and the median counts."""

    rounds: tuple[int, ...]
    peers: tuple[int, ...]
    tournaments: tuple[int, ...]
    event: int
    krcg_iterations: int
    repeats: int


# 20,000 iterations are what krcg's documentation advises for a round that is added to those before.
FULL = Sizes((100, 1_000, 10_000, 100_000, 1_000_000), (100, 1_000, 10_000), (1_000, 10_000), 1_000, 20_000, 5)
QUICK = Sizes((100, 200, 400), (100,), (30, 100), 30, 100, 2)


def measured(sizes: Sizes) -> Iterator[Findings]:
    """Yield each table when it is measured."""
    yield rounds(sizes.rounds, sizes.repeats)
    yield price_of_proof(sizes.rounds, sizes.repeats)
    yield peers(sizes.peers, sizes.repeats, sizes.krcg_iterations)
    yield whole(sizes.tournaments)
    yield from event(sizes.event)


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description="Measure rounds, commands and a whole tournament.")
    asked.add_argument("--quick", action="store_true", help="few players: to see that it works")
    asked.add_argument("--markdown", action="store_true", help="tables for docs/benchmarks.md")
    given = asked.parse_args()
    print(f"{machine()}\n")
    show(measured(QUICK if given.quick else FULL), markdown=given.markdown)


if __name__ == "__main__":
    main()
