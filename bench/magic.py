"""The exact position after N iterations of real loops: performed on phase, by phase's own shortcut, and certified by us.

python3 dev.py bench magic [--quick] [--markdown]

The loops are files of examples/magic; what each iteration does was written from the card texts, and every result is
compared with it. phase looks for loops by itself when it is told to (`loop_detection: Interactive`); its offer is
accepted, and the game goes on until the board it makes is there.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.magic.cases import Example, begun, counted, example

from bench.support.report import Findings, machine, seconds, show
from bench.support.stepping import Reached, by_its_own_shortcut, stepped
from floorjudge.exact import short
from floorjudge.magic import CardLibrary
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certifying import certify

LOOPS = (
    "presence-of-gond-intruder-alarm",
    "power-artifact-grim-monolith",
    "kiki-jiki-deceiver-exarch",
    "famished-paladin-resplendent-mentor",
    "spike-feeder-archangel-of-thune",
    "kitchen-finks-vizier-ashnods-altar",
    "peregrine-drake-eldrazi-displacer",
    "animar-ancestral-statue",
    "scurry-oak-ivy-lane-denizen",
    "exquisite-blood-vito",
)
COUNTS = (10, 100, 1_000, 10**6, 10**100)
PATIENCE = 10.0
BUDGET = 2.0
QUICK = (LOOPS[:2], (10, 10**100), 1.0, 0.5)
HEADS = ("loop", "N", "performed on phase", "phase's own shortcut", "certified")


def measured(
    loops: tuple[str, ...], counts: tuple[int, ...], patience: float, budget: float, library: CardLibrary
) -> Iterator[Findings]:
    """Yield the tables."""
    rows: list[tuple[str, ...]] = []
    answered: Counter[str] = Counter()
    for name in loops:
        case = example(name)
        gave_up = False
        for times in counts:
            performed = None if gave_up else stepped(case, library, times, patience)
            gave_up = performed is None or performed.gave_up
            own = by_its_own_shortcut(case, library, times, patience)
            ours = certified(case, library, times, budget)
            given = {HEADS[2]: performed, HEADS[3]: own, HEADS[4]: ours}
            answered.update(who for who, reached in given.items() if reached is not None and reached.why_not is None)
            rows.append((case.given["about"]["title"], short(times), *map(_cell, given.values())))
    engine = version("phase-python")
    yield Findings(
        f"The exact position after N iterations, phase {engine} (CPU time, at most {patience:.0f} s)", HEADS, rows, 1
    )
    asked = len(loops) * len(counts)
    yield Findings(
        "Who gives the exact position",
        ("who", "of all questions"),
        [(who, f"{answered[who]} of {asked}") for who in HEADS[2:]],
    )


def certified(case: Example, library: CardLibrary, times: int, budget: float) -> Reached:
    """Certify a loop, and compare the position in the end with what the cards say."""
    start = counted(begun(case, library))
    begin = time.process_time()
    found = certify(read_loop_case(case.given | {"times": short(times)}), library, budget=budget)
    spent = time.process_time() - begin
    if found.iterations is None or found.verdict == "undecided":
        return Reached(spent, found.verdict)
    after = {line.key: line.after for line in found.lines}
    done = found.iterations
    wrong = [
        name
        for name, each in case.per_iteration.items()
        if found.stopped_by is None and after[name] != start[name] + done * each
    ]
    if wrong or (found.stopped_by is None and done != times):
        return Reached(spent, "another board")
    ended = None if found.stopped_by is None else f"; the game ends after {short(done)}"
    return Reached(spent, None, ended)


def _cell(reached: Reached | None) -> str:
    if reached is None:
        return "–"
    return reached.why_not or seconds(reached.seconds) + (reached.besides or "")


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description="Measure loops of Magic: performed, shortcut by the engine, certified.")
    asked.add_argument("--quick", action="store_true", help="two loops and small counts: to see that it works")
    asked.add_argument("--markdown", action="store_true", help="tables for docs/benchmarks.md")
    given = asked.parse_args()
    print(f"{machine()}\n")
    loops, counts, patience, budget = QUICK if given.quick else (LOOPS, COUNTS, PATIENCE, BUDGET)
    with closing(CardLibrary.open()) as library:
        show(measured(loops, counts, patience, budget, library), markdown=given.markdown)


if __name__ == "__main__":
    main()
