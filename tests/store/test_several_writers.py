"""Threads and processes that write at the same time: no update lost, none done twice."""

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from floorjudge.events.service.log.contract import EventLog
from floorjudge.events.service.log.records import check_chain
from floorjudge.store import open_log
from tests.store.sealed import sealed
from tests.store.writers import keep_appending, open_first, processes, write
from tests.support.waiting import at_once


@pytest.mark.server
def test_threads_take_turns(log: EventLog) -> None:
    log.create("friday", "Friday", sealed(1), None)
    words = ["ana", "bo", "cy", "di"]
    at_once(lambda word: keep_appending(log, "friday", word, 40), words)
    assert_everything_once(log, words, 40)


@pytest.mark.server
@pytest.mark.parametrize("place", ["file", "postgresql"], indirect=True)
def test_processes_take_turns(place: str | Path) -> None:
    with closing(open_log(place)) as log:
        log.create("friday", "Friday", sealed(1), None)
    words = ["ana", "bo"]
    side_by_side(write, [(place, word, 150) for word in words])
    with closing(open_log(place)) as log:
        assert_everything_once(log, words, 150)


def test_processes_make_the_same_new_tables(postgresql: str) -> None:
    assert_made_by_five(postgresql)


@pytest.mark.server
def test_processes_make_the_same_new_file(tmp_path: Path) -> None:
    for attempt in range(5):
        assert_made_by_five(tmp_path / f"{attempt}.db")


def side_by_side(work: Callable[..., None], each: Sequence[tuple[Any, ...]]) -> None:
    """Run processes that begin at the same time; each gets the place, the barrier, and the rest of its arguments."""
    begin = processes.Barrier(len(each))
    running = [processes.Process(target=work, args=(place, begin, *rest)) for place, *rest in each]
    for process in running:
        process.start()
    for process in running:
        process.join()
    assert [process.exitcode for process in running] == [0] * len(each)


def assert_made_by_five(place: str | Path) -> None:
    """Let five processes open an event of one name in a new place at the same time."""
    side_by_side(open_first, [(place,)] * 5)
    with closing(open_log(place)) as log:
        ids = [kept.id for kept in log.tournaments()]
        assert ids == ["friday", "friday-2", "friday-3", "friday-4", "friday-5"]
        assert all(log.read(tournament) == sealed(2) for tournament in ids)


def assert_everything_once(log: EventLog, words: list[str], count: int) -> None:
    records = log.read("friday")
    check_chain(records)
    commands = [record.command_id for record in records[1:]]
    assert sorted(map(str, commands)) == sorted(f"{word}-{number}" for word in words for number in range(count))
