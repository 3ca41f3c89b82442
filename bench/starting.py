"""What short commands cost, beside Python that does nothing: CPU, bytecode compiled beforehand.

python3 dev.py bench starting [--beside SOURCES] [--quick] [--markdown]

`--beside` names the folder `src` of another version, which is measured in turn with this one. docs/benchmarks.md shows a run.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.support.report import Findings, machine, seconds, show

ROOT = Path(__file__).resolve().parents[1]
NOTHING = "python -c pass"
CASE = str(ROOT / "examples" / "loops" / "cut-in-halfway.json")
STARTED: Mapping[str, Sequence[str]] = {
    NOTHING: ("-c", "pass"),
    "loop rule CASE.json": ("-m", "floorjudge", "loop", "rule", CASE),
    "loop rule --help": ("-m", "floorjudge", "loop", "rule", "--help"),
    "--version": ("-m", "floorjudge", "--version"),
    "rules show MTR 4.4.3": ("-m", "floorjudge", "rules", "show", "MTR", "4.4.3"),
    "what magic find imports": ("-c", "from floorjudge.cli import main; import floorjudge.cli.magic.find"),
}
FULL, QUICK = 21, 2


def starting(rounds: int, beside: Path | None) -> Iterator[Findings]:
    """Measure each start in turn, so many times, and yield the table of the medians."""
    versions = [ROOT / "src", *([beside.resolve()] if beside else [])]
    spent: dict[tuple[str, Path], list[float]] = defaultdict(list)
    for _ in range(rounds + 1):
        for name, words in STARTED.items():
            for sources in versions:
                spent[name, sources].append(_cpu(words, sources))
    # The first round has compiled what was not compiled yet.
    found = {key: median(times[1:]) for key, times in spent.items()}
    nothing = {sources: found[NOTHING, sources] for sources in versions}
    rows = []
    for name in STARTED:
        cells = [
            cell
            for sources in versions
            for cell in (seconds(found[name, sources]), f"{found[name, sources] / nothing[sources]:.1f}")
        ]
        rows.append((name, *cells))
    heads = ("CPU", "times Python", "CPU, the other version", "times Python")
    yield Findings("Starting: the whole process", ("command", *heads[: 2 * len(versions)]), rows)


def _cpu(words: Sequence[str], sources: Path) -> float:
    """Return the CPU seconds of a process of Python's, which has compiled modules where they are kept."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *words],
        check=True,
        stdout=subprocess.DEVNULL,
        env=environment | {"PYTHONPATH": str(sources), "FLOORJUDGE_LANG": "en"},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description="Measure what short commands cost.")
    asked.add_argument(
        "--beside", type=Path, metavar="SOURCES", help="the folder src of another version, measured in turn"
    )
    asked.add_argument("--quick", action="store_true", help="few starts: to see that it works")
    asked.add_argument("--markdown", action="store_true", help="tables for docs/benchmarks.md")
    given = asked.parse_args()
    print(f"{machine()}\n")
    show(starting(QUICK if given.quick else FULL, given.beside), markdown=given.markdown)


if __name__ == "__main__":
    main()
