"""Faults at full size: programs and servers killed, the power cut, bits flipped, every route asked by every role.

python3 dev.py bench faults [--quick] [--only WORD] [--markdown]

Each row is tests of this project with more rounds than they usually have; docs/benchmarks.md shows a run. A row fails when
anything that was acknowledged is lost, or comes twice, or another event than the one that was written is read.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FIGURES = re.compile(r"^\.*(\d+ (?:flips|power cuts).*)$", re.MULTILINE)
LAST_LINES = 40
OUTCOME = re.compile(r"(\d+ (?:passed|failed|error).*) in ")


class Fault(NamedTuple):
    """A row: what is done, and the tests that do it."""

    what: str
    tests: str


FAULTS = (
    Fault(
        "writers killed: 120 on SQLite, 100 on PostgreSQL, and the PostgreSQL server itself",
        "tests/store/test_killed.py",
    ),
    Fault("`event stdio` killed 100 times while it works", "tests/cli/test_event_killed.py"),
    Fault(
        "the web server killed 100 times on SQLite and on PostgreSQL while people work",
        "tests/web/test_killed.py -k there_once",
    ),
    Fault("one of two processes of a server killed 10 times while people work", "tests/web/test_killed.py -k others"),
    Fault("several processes at once", "tests/web/test_two_workers.py tests/store/test_several_writers.py"),
    Fault("power cut 300 times: what was not synced is lost in any part", "tests/store/test_power_cut.py"),
    Fault("300 bits flipped in the file, 300 in the write-ahead log", "tests/store/test_flips.py"),
    Fault("log without its end, file set back, disk full", "tests/store/test_lost_ends.py tests/store/test_trouble.py"),
    Fault("disk full under people who work, SQLite and PostgreSQL", "tests/web/test_database_trouble.py -k disk"),
    Fault(
        "the line cut at each step of a report, before and after the server has it",
        "tests/e2e/test_phones.py tests/web/test_hanging_up.py",
    ),
    Fault("slips of 10,000 players printed and read back", "tests/web/test_printing.py -k large_hall"),
    Fault("every route asked by every role", "tests/web/test_every_route.py"),
)


def main(arguments: list[str]) -> int:
    """Run the rows and print the table; returns 1 when one failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="as many rounds as the tests usually have")
    parser.add_argument(
        "--markdown", action="store_true", help="a table as in docs/benchmarks.md (it is one in any case)"
    )
    parser.add_argument("--only", default="", help="only the rows with this word")
    given = parser.parse_args(arguments)
    environment = os.environ | ({} if given.quick else {"FLOORJUDGE_HYPOTHESIS": "thorough"})
    # Browsers take part in one row; dev.py e2e says how chromium is found.
    environment.setdefault("FLOORJUDGE_CHROMIUM", shutil.which("chromium") or "")
    print("| fault | found | seconds |\n|---|---|---:|", flush=True)
    failed = False
    for fault in [each for each in FAULTS if given.only in each.what]:
        began = time.monotonic()
        command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", *fault.tests.split()]
        ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        figures = FIGURES.findall(ran.stdout) or OUTCOME.findall(ran.stdout) or ["failed"]
        failed |= ran.returncode != 0
        outcome = "; ".join(figures) if ran.returncode == 0 else f"**failed**: {'; '.join(figures)}"
        print(f"| {fault.what} | {outcome} | {time.monotonic() - began:.0f} |", flush=True)
        if ran.returncode != 0:
            # The end says why; the table goes to another stream and stays one.
            print(*(ran.stdout + ran.stderr).splitlines()[-LAST_LINES:], sep="\n", file=sys.stderr, flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
