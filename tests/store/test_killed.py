"""A process that is killed while it writes: what it had acknowledged is there afterwards, once."""

import random
import signal
import time
from contextlib import closing
from pathlib import Path

import pytest

from floorjudge.floor.records import START_OF_CHAIN, check_chain
from floorjudge.store import open_log
from tests.store.writers import processes, write_until_killed

KILLS = 120


def kill_in_the_middle(file: Path, round_: int, chance: random.Random) -> list[str]:
    """Start a writer, kill it at some moment, and return the hashes it had told."""
    reader, writer = processes.Pipe(duplex=False)
    process = processes.Process(target=write_until_killed, args=(file, writer, round_))
    process.start()
    writer.close()
    wait_for = chance.choice([0, 0, 1, 2, 3, 5, 8, 20])
    with reader:
        told = [reader.recv_bytes().decode() for _ in range(wait_for)]
        # A writer that has told nothing yet is somewhere between its start and its first record.
        time.sleep(chance.uniform(0, 0.002 if wait_for else 0.03))
        process.kill()
        process.join()
        assert process.exitcode == -signal.SIGKILL
        try:
            while True:
                told.append(reader.recv_bytes().decode())
        except EOFError:
            return told


def stored(file: Path) -> list[str]:
    """Return the hashes of the records in the file, whose chain is intact."""
    with closing(open_log(file)) as log:
        records = [record for kept in log.tournaments() for record in log.read(kept.id)]
    check_chain(records)
    assert [record.previous for record in records] == [START_OF_CHAIN, *(record.hash for record in records)][:-1]
    return [record.hash for record in records]


@pytest.mark.slow
def test_what_was_acknowledged_survives(tmp_path: Path) -> None:
    chance = random.Random(47)
    expected: dict[Path, list[str]] = {}
    for round_ in range(KILLS):
        # Every fifth writer finds no file and may die while making it.
        file = tmp_path / f"{round_ // 5}.db"
        told = kill_in_the_middle(file, round_, chance)
        before = expected.get(file, [])
        found = stored(file)
        assert found[: len(before) + len(told)] == before + told
        # At most the one record is there besides that was safe, and not yet told, when the writer was killed.
        assert len(found) - len(before) - len(told) in (0, 1)
        expected[file] = found
    assert len({safe for found in expected.values() for safe in found}) > KILLS
