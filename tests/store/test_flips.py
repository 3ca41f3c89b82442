"""One flipped bit anywhere in what a killed program left: it is noticed, or it is harmless; never another event.

FLOORJUDGE_HYPOTHESIS=thorough flips 300 bits in the file and 300 in the write-ahead log.
"""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from pathlib import Path

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service import EventService
from floorjudge.events.service.log.records import Record
from floorjudge.store import open_log
from tests.events.floor.small_event import report_all, started
from tests.store.test_lost_ends import killed

FLIPS = 300 if os.environ.get("FLOORJUDGE_HYPOTHESIS") == "thorough" else 12
ENDS = ("", "-wal", ".heads")


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """What a killed program left: with its newest records in the write-ahead log, and after that was written back."""
    folder = tmp_path_factory.mktemp("left")
    written = folder / "written.db"
    log = open_log(written)
    report_all(started(log))
    log.close()
    return {"-wal": killed(folder), "": written}


def read(file: Path) -> tuple[str, tuple[Record, ...]]:
    """Return the one event as everything else would see it."""
    log = open_log(file)
    try:
        (kept,) = log.tournaments()
        return kept.id, EventService(log, kept.id).records
    finally:
        log.close()


@pytest.mark.parametrize("end", ["", "-wal"])
def test_a_flipped_bit_is_noticed_or_harmless(left: dict[str, Path], end: str, tmp_path: Path) -> None:
    chance = random.Random(2026)
    copy = tmp_path / "events.db"

    def lay_out() -> None:
        for each in ENDS:
            Path(f"{copy}{each}").unlink(missing_ok=True)
            if Path(f"{left[end]}{each}").exists():
                shutil.copy(f"{left[end]}{each}", f"{copy}{each}")

    lay_out()
    whole = read(copy)
    outcomes: Counter[str] = Counter()
    for _ in range(FLIPS):
        lay_out()
        target = Path(f"{copy}{end}")
        content = bytearray(target.read_bytes())
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        target.write_bytes(content)
        try:
            found = read(copy)
        except FloorjudgeError:
            outcomes["noticed"] += 1
        else:
            assert found == whole
            outcomes["harmless"] += 1
    assert outcomes.total() == FLIPS
    print(f"{FLIPS} flips in the {'write-ahead log' if end else 'file'}: {dict(outcomes)}")  # noqa: T201 (for the table)
