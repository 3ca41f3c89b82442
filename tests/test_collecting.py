"""What is collected: the same tests in the same order in every process, or workers do not run the same tests."""

from __future__ import annotations

import os
import subprocess
import sys
from difflib import unified_diff
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from conftest import long_ones_first

ROOT = Path(__file__).resolve().parents[1]
# A year later by the clock that headers of archives and dates take; what chance draws differs in each process by itself.
COLLECT = """if True:
    import sys, time, pytest
    now, later = time.time, float(sys.argv[1])
    time.time = lambda: now() + later
    sys.exit(pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", *sys.argv[2:]]))
"""
# Names that a clock, the order of a set and chance make.
BY_CHANCE = """
import gzip, random, pytest

@pytest.mark.parametrize("file", [gzip.compress(b"")])
def test_clock(file): pass

@pytest.mark.parametrize("name", {"Ana", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil"})
def test_hash(name): pass

@pytest.mark.parametrize("number", [random.random()])
def test_chance(number): pass

@pytest.mark.parametrize("number", [1, 2])
def test_neither(number): pass
"""


def collected_twice(folder: Path, *arguments: str) -> list[str]:
    """Return in which lines what two processes collect differs: at other times, with other hashes and other chance."""
    command = (sys.executable, "-c", COLLECT)
    seeds = {"1": "0", "2": "31536000"}
    both = [
        subprocess.Popen(
            (*command, later, *arguments),
            cwd=folder,
            env=os.environ | {"PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed, later in seeds.items()
    ]
    first, second = ([line for line in each.communicate()[0].splitlines() if "::" in line] for each in both)
    assert first
    assert [each.returncode for each in both] == [0, 0]
    return [line for line in unified_diff(first, second, n=0, lineterm="") if "::" in line]


def test_names_by_chance_are_found(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]", "utf-8")
    (tmp_path / "test_some.py").write_text(BY_CHANCE, "utf-8")
    found = {line.partition("::")[2].partition("[")[0] for line in collected_twice(tmp_path)}
    assert found == {"test_clock", "test_hash", "test_chance"}


class Collected(NamedTuple):
    """A test of a module, as far as its place among others depends on it."""

    path: str
    mark: str | None

    def get_closest_marker(self, name: str) -> bool:
        """Return whether it is marked so."""
        return name == self.mark


def test_each_worker_of_a_whole_run_begins_with_what_takes_long() -> None:
    tests: Any = [
        Collected(*each) for each in (("a", None), ("b", None), ("b", "server"), ("c", None), ("d", "engine"))
    ]
    for workers, modules in ((1, "bbdac"), (2, "bbadc"), (3, "bbcda")):
        assert "".join(str(each.path) for each in long_ones_first(tests, workers)) == modules


@pytest.mark.exhaustive
def test_every_process_collects_the_same_tests_in_the_same_order() -> None:
    assert collected_twice(ROOT, "--all") == []
