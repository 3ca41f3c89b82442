"""Threads and processes that write at the same time: no update lost, none done twice."""

from contextlib import closing
from pathlib import Path

import pytest

from floorjudge.events.service.log import EventLog, check_chain
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
    begin = processes.Barrier(len(words))
    writers = [processes.Process(target=write, args=(place, begin, word, 150)) for word in words]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0]
    with closing(open_log(place)) as log:
        assert_everything_once(log, words, 150)


def test_processes_make_the_same_new_tables(postgresql: str) -> None:
    begin = processes.Barrier(5)
    makers = [processes.Process(target=open_first, args=(postgresql, begin)) for _ in range(5)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert [maker.exitcode for maker in makers] == [0] * 5
    with closing(open_log(postgresql)) as log:
        ids = [kept.id for kept in log.tournaments()]
        assert ids == ["friday", "friday-2", "friday-3", "friday-4", "friday-5"]
        assert all(log.read(tournament) == sealed(2) for tournament in ids)


@pytest.mark.server
def test_processes_make_the_same_new_file(tmp_path: Path) -> None:
    for attempt in range(5):
        file = tmp_path / f"{attempt}.db"
        begin = processes.Barrier(5)
        makers = [processes.Process(target=open_first, args=(file, begin)) for _ in range(5)]
        for maker in makers:
            maker.start()
        for maker in makers:
            maker.join()
        assert [maker.exitcode for maker in makers] == [0] * 5
        with closing(open_log(file)) as log:
            ids = [kept.id for kept in log.tournaments()]
            assert ids == ["friday", "friday-2", "friday-3", "friday-4", "friday-5"]
            assert all(log.read(tournament) == sealed(2) for tournament in ids)


def assert_everything_once(log: EventLog, words: list[str], count: int) -> None:
    records = log.read("friday")
    check_chain(records)
    commands = [record.command_id for record in records[1:]]
    assert sorted(map(str, commands)) == sorted(f"{word}-{number}" for word in words for number in range(count))
