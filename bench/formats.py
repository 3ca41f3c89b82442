"""How long a round of each format takes to pair, how that grows, and how good it is, beside the peers that can be installed.

Then what the commands of whole events take.

python3 dev.py bench formats [--quick] [--markdown]

docs/benchmarks.md shows a run and says what limits the numbers.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.support import pod_rounds
from bench.support.format_events import commands_in_events
from bench.support.report import Findings, measure
from bench.support.swiss_rounds import beside_others, last_rounds, standings_after


class Sizes(NamedTuple):
    """How many players the events have, how many rounds are played before the one that is paired, how often that is repeated."""

    swiss: tuple[int, ...]
    swiss_peers: tuple[int, ...]
    rounds: int
    pods: tuple[int, ...]
    pod_peers: tuple[int, ...]
    few_in_pods: int
    pod_rounds: int
    event: int
    repeats: int


FULL = Sizes(
    (64, 256, 1_000, 3_000, 10_000),
    (64, 256, 1_000, 10_000),
    9,
    (64, 256, 1_000, 3_000, 10_000),
    (100, 1_000),
    24,
    6,
    1_000,
    5,
)
QUICK = Sizes((16, 32), (16,), 3, (16, 32), (16,), 12, 3, 30, 1)


def measured(sizes: Sizes) -> Iterator[Findings]:
    """Yield each table when it is measured."""
    yield last_rounds(sizes.swiss, sizes.rounds, sizes.repeats)
    yield beside_others(sizes.swiss_peers, sizes.rounds, sizes.repeats)
    yield standings_after(sizes.swiss, sizes.rounds, sizes.repeats)
    yield pod_rounds.last_rounds(sizes.pods, sizes.pod_rounds, sizes.repeats)
    yield pod_rounds.beside_others(sizes.pod_peers, sizes.pod_rounds, sizes.repeats)
    yield pod_rounds.small_fields(sizes.few_in_pods, sizes.pod_rounds, sizes.repeats)
    yield commands_in_events(sizes.event, sizes.repeats)


if __name__ == "__main__":
    measure("Measure the rounds of formats.", measured, quick=QUICK, full=FULL)
