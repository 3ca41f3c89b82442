"""The counted work of certificates: of each famous loop, in sum and in the median, also beside another version of this repository.

python3 dev.py bench work [--budget 10] [--beside CHECKOUT] [--only WORD] [--markdown]

Work is counted, so it is the same on every machine, in seconds of a usual one. `--beside` names a checkout of another commit, whose `src` is
taken for the second column, loop by loop in the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from contextlib import closing
from pathlib import Path

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.support.report import Findings, machine, show
from floorjudge.magic import CardLibrary, certify, read_loop_case
from floorjudge.magic.engine.work import UNITS_PER_SECOND, Work, units

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "magic"
_MOST_SECONDS = 1_000.0
_ANSWERING = "answer"


class Version:
    """A version of this repository that certifies loops in a process of its own."""

    def __init__(self, checkout: Path, budget: float) -> None:
        self.name = checkout.resolve().name
        self._process = subprocess.Popen(
            [sys.executable, __file__, _ANSWERING, str(budget)],
            env={**os.environ, "PYTHONPATH": str(checkout.resolve() / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def work(self, file: Path) -> float:
        """Return the work of the certificate of a loop, in seconds of a usual machine."""
        if self._process.stdin is None or self._process.stdout is None:
            raise SystemExit("the other process has no pipes")
        print(file, file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline()) / UNITS_PER_SECOND

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def answer(budget: float) -> None:
    """Answer each name of a file that comes in with the counted work of its certificate."""
    with closing(CardLibrary.open()) as library:
        for name in map(str.strip, sys.stdin):
            work = Work(units(_MOST_SECONDS))
            certify(read_loop_case(json.loads(Path(name).read_text("utf-8"))), library, budget=budget, within=work)
            print(work.spent, flush=True)


def compared(checkouts: list[Path], files: list[Path], budget: float) -> Findings:
    """Return what each loop costs in each version."""
    versions = [Version(each, budget) for each in checkouts]
    try:
        spent = {file.stem: [each.work(file) for each in versions] for file in files}
    finally:
        for each in versions:
            each.close()
    columns = list(zip(*spent.values(), strict=True))
    spent["sum"] = [sum(column) for column in columns]
    spent["median"] = [statistics.median(column) for column in columns]
    rows = [
        (name, *(f"{each:.3f}" for each in row), *([f"{row[0] / row[1]:.0%}"] if len(row) > 1 else []))
        for name, row in spent.items()
    ]
    heads = ("loop", *(each.name for each in versions), *(["of it"] if len(versions) > 1 else []))
    return Findings("Counted work, in seconds of a usual machine", heads, rows)


def main() -> None:
    """Certify the famous loops and print what that cost."""
    if sys.argv[1:2] == [_ANSWERING]:
        answer(float(sys.argv[2]))
        return
    wanted = argparse.ArgumentParser(description="Count the work of the certificates of the famous loops.")
    wanted.add_argument("--budget", type=float, default=10.0, help="the work for each certificate")
    wanted.add_argument("--beside", type=Path, help="a checkout of another version")
    wanted.add_argument("--only", default="", help="a part of the names of the loops")
    wanted.add_argument("--markdown", action="store_true", help="tables for a page")
    given = wanted.parse_args()
    print(f"{machine()}\n")
    files = [each for each in sorted(EXAMPLES.glob("*.json")) if given.only in each.stem]
    checkouts = [EXAMPLES.parents[1], *([given.beside] if given.beside else [])]
    show([compared(checkouts, files, given.budget)], markdown=given.markdown)


if __name__ == "__main__":
    main()
