"""Work in other processes: what comes back, what it may take, and whose process it is."""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.web.errors import NoSuchPage
from floorjudge.web.jobs.pool import Limits, Pool, WorkerLost
from floorjudge.web.jobs.queue import Asker, Bounds, Rank
from floorjudge.web.jobs.worker import HEAD, Task
from tests.web.jobs import work_of_tests as work

ANYBODY = Asker()


@asynccontextmanager
async def opened(
    at_once: int = 1, seconds: float = 30.0, patience: float = 4.0, *, gives_way: bool = False
) -> AsyncIterator[Pool]:
    made = Pool(at_once, Limits(seconds, patience), Bounds(), gives_way=gives_way)
    try:
        yield made
    finally:
        await made.close()


def test_one_process_does_one_thing_after_the_other_and_tells_of_errors() -> None:
    async def lead() -> None:
        async with opened() as pool:
            first = await pool.run(pool.enter(ANYBODY), work.process)
            assert first != os.getpid()
            assert await pool.run(pool.enter(ANYBODY), work.chatter) == 7
            with pytest.raises(NoSuchPage) as refused:
                await pool.run(pool.enter(ANYBODY), work.refuse)
            assert refused.value.where == "there"
            assert await pool.run(pool.enter(ANYBODY), work.process) == first
            for broken, reason in ((work.go_wrong, "mistake"), (work.die, "crash")):
                with pytest.raises(WorkerLost) as lost:
                    await pool.run(pool.enter(ANYBODY), broken)
                assert lost.value.reason == reason
            assert await pool.run(pool.enter(ANYBODY), work.process) != first

    asyncio.run(lead())


@pytest.mark.skipif(sys.platform != "linux", reason="who gives way differs by system")
def test_who_gives_way_does_so_within_the_session_of_the_server_and_no_interrupt_reaches_them() -> None:
    async def lead() -> None:
        for gives_way in (True, False):
            async with opened(gives_way=gives_way) as pool:
                session, group, policy = await pool.run(pool.enter(ANYBODY), work.claim)
                assert session == os.getsid(0)
                assert group != os.getpgrp()
                assert (policy == os.SCHED_IDLE) is gives_way

    asyncio.run(lead())


@pytest.mark.server
@pytest.mark.skipif(sys.platform != "linux", reason="what the system limits differs")
def test_what_takes_too_much_is_ended() -> None:
    async def lead() -> None:
        async with opened(seconds=0.2, patience=20) as pool:
            for greedy, reason in ((work.take_memory, "memory"), (work.spin, "time")):
                with pytest.raises(WorkerLost) as lost:
                    await pool.run(pool.enter(ANYBODY), greedy)
                assert lost.value.reason == reason
        async with opened(seconds=0.1, patience=1) as pool:
            with pytest.raises(WorkerLost) as lost:
                await pool.run(pool.enter(ANYBODY), work.hang)
            assert lost.value.reason == "time"

    asyncio.run(lead())


def test_whoever_is_cancelled_makes_room() -> None:
    async def lead() -> None:
        async with opened() as pool:
            hanging = asyncio.create_task(pool.run(pool.enter(ANYBODY), work.hang))
            ticket = pool.enter(ANYBODY)
            waiting = asyncio.create_task(pool.run(ticket, work.process))
            later = pool.enter(Asker("b"))
            last = asyncio.create_task(pool.run(later, work.process))
            await asyncio.sleep(0)
            assert pool.wait(ticket)[0] == 0
            assert pool.wait(later)[0] == 1
            waiting.cancel()
            await asyncio.wait({waiting})
            assert pool.wait(later)[0] == 0
            hanging.cancel()
            assert await last > 0

    asyncio.run(lead())


def worker() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "floorjudge.web.jobs.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def frame(task: Task) -> bytes:
    written = pickle.dumps(task)
    return HEAD.pack(len(written)) + written


@pytest.mark.parametrize("given_", ["nothing", "half a head", "half a task", "whole"])
def test_a_worker_that_loses_its_server_while_it_is_told_what_to_do_ends_without_a_word(given_: str) -> None:
    whole = frame(Task(work.process, (), watched=False, seconds=30.0, memory=2 << 30))
    sent = {"nothing": b"", "half a head": whole[:2], "half a task": whole[: len(whole) // 2], "whole": whole}[given_]
    with worker() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        if given_ == "whole":
            process.stdout.close()
        process.stdin.write(sent)
        process.stdin.close()
        assert process.stderr is not None
        assert (process.stderr.read(), process.wait()) == (b"", 0)


def test_a_worker_whose_server_reads_no_more_ends_without_a_word_whatever_its_work_takes_for_an_error() -> None:
    with worker() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(frame(Task(work.tell_for_ever, (), watched=True, seconds=30.0, memory=2 << 30)))
        process.stdin.flush()
        assert process.stdout.read(4)
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 0)


@given(st.lists(st.sampled_from(Rank), max_size=30), st.integers(1, 3))
def test_whoever_has_a_link_does_not_wait_for_what_runs_for_strangers(ranks: list[Rank], at_once: int) -> None:
    pool = Pool(at_once, Limits(1), Bounds(100, 100, 100))
    for number, rank in enumerate(ranks):
        ticket = pool.enter(Asker(str(number), "", rank))
        before = ranks[: number + 1]
        # Strangers alone never keep out a player, nor strangers and players staff.
        if rank is Rank.STAFF and before.count(Rank.STAFF) == 1:
            assert ticket.begun.is_set()
        if rank is Rank.PLAYER and before.count(Rank.PLAYER) == 1 and Rank.STAFF not in before:
            assert ticket.begun.is_set()
        if rank is Rank.STRANGER:
            assert ticket.begun.is_set() is (len(before) <= at_once)


def test_what_staff_want_too_is_begun_though_a_stranger_asked_first() -> None:
    pool = Pool(1, Limits(1))
    pool.enter(ANYBODY)
    ticket = pool.enter(ANYBODY)
    assert not ticket.begun.is_set()
    pool.raise_to(ticket, Asker("marie", "marie", Rank.STAFF))
    assert ticket.begun.is_set()


def test_what_runs_longer_than_usual_is_thought_to_need_as_long_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    pool = Pool(1, Limits(1))
    pool.enter(ANYBODY)
    ticket = pool.enter(ANYBODY)
    assert pool.wait(ticket) == (0, 3)
    now = 160.0
    assert pool.wait(ticket) == (0, 60)
