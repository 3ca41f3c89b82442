"""Jobs that are kept: asked for by several, told of to other processes, cancelled, crashed, begun again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from floorjudge.store import open_venue_store
from floorjudge.store.opening import VenueStore
from floorjudge.web.errors import NoSuchJob, NotYourJob
from floorjudge.web.jobs import kept
from floorjudge.web.jobs.kept import Job, Jobs, Kind, name_of
from floorjudge.web.jobs.pool import Limits, Pool
from floorjudge.web.jobs.queue import Asker, Rank
from tests.support.waiting import PATIENCE
from tests.web.jobs import work_of_tests as work

ANA, BO, STAFF = Asker("a"), Asker("b"), Asker("c", rank=Rank.STAFF)


def kinds(pool: Pool) -> dict[str, Kind]:
    """Return the kinds of jobs of these tests, all done by one pool; a question says itself how long it may take."""
    return {
        "double": Kind(work.wait_for, pool, lambda question: float(question.get("seconds", 0))),
        "fail": Kind(work.fail, pool),
    }


@asynccontextmanager
async def working(place: Path) -> AsyncIterator[tuple[Jobs, VenueStore]]:
    with closing(open_venue_store(str(place / "jobs.db"))) as store:
        pool = Pool(1, Limits(30.0))
        jobs = Jobs(store.jobs, kinds(pool), "1")
        try:
            yield jobs, store
        finally:
            await jobs.close()
            await pool.close()


async def until(jobs: Jobs, job: str, state: str) -> Job:
    async with asyncio.timeout(PATIENCE):
        while (found := await jobs.look(job)).state != state:
            await asyncio.sleep(0.01)
        return found


def test_the_same_question_is_worked_on_once(tmp_path: Path) -> None:
    gate = tmp_path / "gate"

    async def lead() -> None:
        async with working(tmp_path) as (jobs, store):
            question = {"number": 21, "gate": str(gate)}
            job = await jobs.ask("double", question, ANA)
            assert await jobs.ask("double", dict(reversed(question.items())), BO) == job == name_of("double", question)
            async with asyncio.timeout(PATIENCE):
                while (await jobs.look(job)).progress != {"begun": True}:
                    await asyncio.sleep(0.01)
            second = await jobs.ask("double", {"number": 4, "gate": str(gate)}, BO)
            assert (await jobs.look(second)).state == "waiting"
            behind = [await jobs.ask("double", {"number": each, "gate": str(gate)}, BO) for each in (5, 6)]
            assert [(await jobs.look(each)).look_again_in for each in (job, *behind)] == [1, 1, 4]
            for each in behind:
                await jobs.cancel(each, BO)
                assert (await jobs.look(each)).state == "cancelled"
            other = Jobs(store.jobs, kinds(Pool(1, Limits(1.0))), "1")
            assert await other.ask("double", question, ANA) == job
            gate.touch()
            assert (await until(jobs, job, "done")).answer == {"double": 42}
            await until(jobs, second, "done")
            assert await jobs.ask("double", question, BO) == job
            assert (await other.look(job)).answer == {"double": 42}
            assert gate.read_text() == "xx"
            await jobs.ask("double", question, BO, anew=True)
            await until(jobs, job, "done")
            assert gate.read_text() == "xxx"

    asyncio.run(lead())


def test_a_job_is_cancelled_by_those_who_want_it(tmp_path: Path) -> None:
    async def lead() -> None:
        async with working(tmp_path) as (jobs, _):
            question = {"number": 1, "gate": str(tmp_path / "gate")}
            job = await jobs.ask("double", question, ANA)
            with pytest.raises(NotYourJob):
                await jobs.cancel(job, BO)
            await jobs.ask("double", question, BO)
            await jobs.cancel(job, ANA)
            assert (await jobs.look(job)).state != "cancelled"
            await jobs.cancel(job, BO)
            assert (await jobs.look(job)).state == "cancelled"
            assert await jobs.ask("double", question, ANA) == job
            assert not (await jobs.look(job)).is_over
            await jobs.cancel(job, STAFF)
            assert (await jobs.look(job)).is_over
            with pytest.raises(NoSuchJob):
                await jobs.look("0" * 16)

    asyncio.run(lead())


def test_a_cancelled_job_of_another_process_stops_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "TELL_EVERY", 0.02)

    async def lead() -> None:
        async with working(tmp_path) as (jobs, store):
            job = await jobs.ask("double", {"number": 1, "gate": str(tmp_path / "gate")}, ANA)
            await until(jobs, job, "running")
            other = Jobs(store.jobs, kinds(Pool(1, Limits(1.0))), "1")
            with pytest.raises(NotYourJob):
                await other.cancel(job, ANA)
            await other.cancel(job, STAFF)
            await jobs.wait(job, 30)
            assert (await jobs.look(job)).state == "cancelled"

    asyncio.run(lead())


def test_what_fails_says_how_and_can_be_asked_for_again(tmp_path: Path) -> None:
    async def lead() -> None:
        async with working(tmp_path) as (jobs, _):
            crashed = await jobs.ask("fail", {"how": "die"}, ANA)
            failure = (await until(jobs, crashed, "failed")).failure
            assert failure is not None
            assert failure.reason == "crash"
            refused = await jobs.ask("fail", {"how": "refuse"}, ANA)
            failure = (await until(jobs, refused, "failed")).failure
            assert failure is not None
            assert failure.sentence is not None
            assert failure.where == "there"
            await jobs.ask("fail", {"how": "refuse"}, ANA)
            assert not (await jobs.look(refused)).is_over
            await jobs.wait(refused, 30)

    asyncio.run(lead())


def test_a_job_whose_server_has_gone_is_begun_again(tmp_path: Path) -> None:
    gate = tmp_path / "gate"

    async def lead() -> None:
        question = {"number": 2, "gate": str(gate)}
        async with working(tmp_path) as (jobs, _):
            job = await jobs.ask("double", question, ANA)
            await until(jobs, job, "running")
        gate.touch()
        async with working(tmp_path) as (jobs, store):
            kept_job = store.jobs.find(job)
            assert kept_job is not None
            store.jobs.heard_of(kept_job.owner, {job: None}, "2020-01-01T00:00:00+00:00")
            assert (await jobs.look(job)).state == "failed"
            await jobs.ask("double", question, ANA)
            assert (await until(jobs, job, "done")).answer == {"double": 4}

    asyncio.run(lead())


def test_a_shorter_job_overtakes_and_one_of_another_pool_waits_for_none(tmp_path: Path) -> None:
    """A known loop is certified again while strangers' searches fill their pool."""
    gate = tmp_path / "gate"

    async def lead() -> None:
        with closing(open_venue_store(str(tmp_path / "jobs.db"))) as store:
            searching, brief = Pool(1, Limits(30.0)), Pool(1, Limits(30.0))
            known = {"again": Kind(work.wait_for, brief)}
            jobs = Jobs(store.jobs, kinds(searching) | known, "1")
            try:
                running = await jobs.ask("double", {"number": 1, "gate": str(gate), "seconds": 15}, ANA)
                long = await jobs.ask("double", {"number": 2, "gate": str(gate), "seconds": 90}, ANA)
                usual = await jobs.ask("double", {"number": 3, "gate": str(gate), "seconds": 15}, BO)
                assert [(await jobs.look(each)).before for each in (long, usual)] == [1, 0]
                other = tmp_path / "other"
                other.touch()
                certified = await jobs.ask("again", {"number": 4, "gate": str(other)}, BO)
                assert (await until(jobs, certified, "done")).answer == {"double": 8}
                assert [(await jobs.look(each)).state for each in (running, long, usual)] == [
                    "running",
                    "waiting",
                    "waiting",
                ]
            finally:
                await jobs.close()
                await searching.close()
                await brief.close()

    asyncio.run(lead())
