"""Stored jobs: each question is worked on once, whoever asks it, and its answer stays under one address."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

import msgspec
from anyio import to_thread

from floorjudge.errors import FloorjudgeError
from floorjudge.store.jobs import UNFINISHED, KeptJob, SqlJobs, State
from floorjudge.texts import Text
from floorjudge.web.errors import NoSuchJob, NotYourJob
from floorjudge.web.jobs.pool import Pool, Reason, Ticket, WorkerLost
from floorjudge.web.jobs.queue import Asker, Rank

JsonObject: TypeAlias = dict[str, Any]
# How often other processes get the progress of a job, and after how long without a report a job counts as abandoned.
TELL_EVERY, LOST_AFTER = 2.0, timedelta(seconds=20)
_LETTERS = 16


def _unknown_length(_: JsonObject) -> float:
    return 0.0


class Failure(msgspec.Struct, frozen=True):
    """The reason why a job has no answer: the process's failure, or the question's error with its place and code."""

    reason: Reason | None = None
    sentence: Text | None = None
    where: str | None = None
    code: str | None = None


class Job(msgspec.Struct, frozen=True):
    """A job's current state: while it waits, the number of jobs `before` it, and the `seconds` until its turn."""

    id: str
    kind: str
    question: JsonObject
    state: State
    version: str
    before: int = 0
    seconds: int = 0
    progress: JsonObject | None = None
    answer: JsonObject | None = None
    failure: Failure | None = None

    @property
    def look_again_in(self) -> int:
        """In how many seconds to look again: further back in the queue, less often."""
        return 4 if self.state == "waiting" and self.before > 1 else 1

    @property
    def is_over(self) -> bool:
        """Whether no process works on it any more."""
        return self.state not in UNFINISHED


class Kind(msgspec.Struct, frozen=True):
    """A kind of job: its `work` takes a `Report` and the question, and returns the answer; `pool` does it.

    `seconds` returns for how many seconds a question may be worked on.
    """

    work: Callable[..., JsonObject]
    pool: Pool
    seconds: Callable[[JsonObject], float] = _unknown_length


class _Live(msgspec.Struct):
    """A stored job of this process: its askers, its place in the queue of a pool, its progress, the task that works."""

    kept: KeptJob
    kind: Kind
    wanted_by: set[Asker]
    ticket: Ticket
    progress: JsonObject | None = None
    task: asyncio.Task[None] | None = None


def name_of(kind: str, question: Mapping[str, Any]) -> str:
    """Return the id of a job: the same for the same question, in any order of its fields."""
    written = json.dumps([kind, question], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()[:_LETTERS]


class Jobs:
    """All jobs of a database; this process works on those that were asked for here."""

    def __init__(self, kept: SqlJobs, kinds: Mapping[str, Kind], version: str) -> None:
        self._kept, self._kinds, self._version = kept, kinds, version
        self._owner = secrets.token_hex(8)
        self._live: dict[str, _Live] = {}
        self._asking = asyncio.Lock()
        self._teller: asyncio.Task[None] | None = None

    async def ask(
        self, kind: str, question: JsonObject, asker: Asker, *, anew: bool = False, patience: float = 0.0
    ) -> str:
        """Return the id of the job for a question; begin the job unless it is known or being worked on.

        `anew`: ignore an answer that is known already. `patience` is how many seconds to wait for the answer, since
        many come at once. Raises QueueFull or OwnQueueFull.
        """
        job = await self._asked(kind, question, asker, anew=anew)
        await self.wait(job, patience)
        return job

    async def _asked(self, kind: str, question: JsonObject, asker: Asker, *, anew: bool) -> str:
        job = name_of(kind, question)
        async with self._asking:
            if job in self._live:
                live = self._live[job]
                live.wanted_by.add(asker)
                live.kind.pool.raise_to(live.ticket, asker)
                return job
            known = await to_thread.run_sync(self._kept.find, job)
            if known is not None and _stands(known, anew=anew):
                return job
            doing = self._kinds[kind]
            ticket = doing.pool.enter(asker, doing.seconds(question))
            try:
                now = _now()
                written = json.dumps(question, ensure_ascii=False)
                row = KeptJob(job, kind, written, "waiting", self._version, now, now, self._owner)
                await to_thread.run_sync(self._kept.put, row)
            except BaseException:
                doing.pool.leave(ticket)
                raise
            live = self._live[job] = _Live(row, doing, {asker}, ticket)
            live.task = asyncio.create_task(self._work(job, live, question))
        if self._teller is None or self._teller.done():
            self._teller = asyncio.create_task(self._tell())
        return job

    async def look(self, job: str) -> Job:
        """Return the current state of a job. Raises NoSuchJob if there is none."""
        live = self._live.get(job)
        if live is not None:
            # Many visitors look at the same time, and often: this reads no database.
            return self._seen(live.kept, live)
        kept = await to_thread.run_sync(self._kept.find, job)
        if kept is None:
            raise NoSuchJob
        return self._seen(kept, None)

    async def wait(self, job: str, seconds: float) -> None:
        """Wait until a job of this process is over, but no longer than this."""
        live = self._live.get(job)
        if live is not None and live.task is not None and seconds:
            await asyncio.wait({live.task}, timeout=seconds)

    async def cancel(self, job: str, asker: Asker) -> None:
        """Cancel a job that no other asker wants; do nothing if it is over.

        Raises NotYourJob if others have asked for it, unless `asker` is staff.
        """
        live = self._live.get(job)
        if live is not None:
            if asker not in live.wanted_by and asker.rank is not Rank.STAFF:
                raise NotYourJob
            live.wanted_by.discard(asker)
            if live.wanted_by and asker.rank is not Rank.STAFF:
                return
        elif (kept := await to_thread.run_sync(self._kept.find, job)) is None:
            raise NoSuchJob
        elif kept.state in UNFINISHED and not _is_lost(kept) and asker.rank is not Rank.STAFF:
            # Another process works on it, and knows its askers.
            raise NotYourJob
        await to_thread.run_sync(self._kept.change, job, "cancelled", _now())
        if live is not None and live.task is not None:
            self._forget(job, live)
            live.task.cancel()

    async def close(self) -> None:
        """Stop working; the next look at an unfinished job begins it again."""
        tasks = [live.task for live in self._live.values() if live.task is not None]
        tasks += [self._teller] if self._teller is not None else []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, job: str, live: _Live, question: JsonObject) -> None:
        def report(value: JsonObject) -> None:
            live.progress = value

        try:
            begun = asyncio.create_task(self._note_begun(job, live.ticket))
            try:
                found = await live.kind.pool.run(live.ticket, live.kind.work, question, report=report)
            finally:
                begun.cancel()
            await self._keep(job, "done", found)
        except FloorjudgeError as error:
            await self._keep(
                job, "failed", msgspec.to_builtins(Failure(None, error.full_sentence, error.where, error.code))
            )
        except WorkerLost as lost:
            await self._keep(job, "failed", msgspec.to_builtins(Failure(lost.reason)))
        finally:
            self._forget(job, live)

    def _forget(self, job: str, live: _Live) -> None:
        """Stop working on a job, which may have been asked for again meanwhile."""
        if self._live.get(job) is live:
            del self._live[job]

    async def _note_begun(self, job: str, ticket: Ticket) -> None:
        await ticket.begun.wait()
        await to_thread.run_sync(self._kept.change, job, "running", _now())

    async def _keep(self, job: str, state: State, answer: JsonObject) -> None:
        written = json.dumps(answer, ensure_ascii=False)
        await to_thread.run_sync(self._kept.change, job, state, _now(), written)

    async def _tell(self) -> None:
        """Regularly report the progress of this process's jobs to others, and learn which ones they have cancelled."""
        while self._live:
            await asyncio.sleep(TELL_EVERY)
            progress = {
                job: None if live.progress is None else json.dumps(live.progress) for job, live in self._live.items()
            }
            with suppress(FloorjudgeError):  # tried again the next time
                cancelled = await to_thread.run_sync(self._kept.heard_of, self._owner, progress, _now())
                for job in cancelled:
                    live = self._live.get(job)
                    if live is not None and live.task is not None:
                        live.task.cancel()

    def _seen(self, kept: KeptJob, live: _Live | None) -> Job:
        state: State = "failed" if live is None and _is_lost(kept) else kept.state
        answer = None if kept.answer is None else json.loads(kept.answer)
        before, seconds = (0, 0) if live is None or live.ticket.begun.is_set() else live.kind.pool.wait(live.ticket)
        if live is not None:
            state = "running" if live.ticket.begun.is_set() else "waiting"
        progress = live.progress if live is not None else json.loads(kept.progress or "null")
        return Job(
            id=kept.id,
            kind=kept.kind,
            question=json.loads(kept.question),
            state=state,
            version=kept.version,
            before=before,
            seconds=seconds,
            progress=progress,
            answer=answer if state == "done" else None,
            failure=msgspec.convert(answer or {}, Failure) if state == "failed" else None,
        )


def _is_lost(kept: KeptJob) -> bool:
    """Return whether an unfinished job is abandoned: its server has gone."""
    return kept.state in UNFINISHED and datetime.now(UTC) - datetime.fromisoformat(kept.seen_at) > LOST_AFTER


def _stands(kept: KeptJob, *, anew: bool) -> bool:
    """Return whether a job need not be begun: a process works on it, or its known answer is valid."""
    return (kept.state in UNFINISHED and not _is_lost(kept)) or (kept.state == "done" and not anew)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
