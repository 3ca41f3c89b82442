"""Long work that somebody has asked for, and its answer: kept under a name that is made of the question."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from floorjudge.store.database import Database
from floorjudge.store.logs import checked
from floorjudge.store.schema import jobs

State: TypeAlias = Literal["waiting", "running", "done", "cancelled", "failed"]
UNFINISHED: tuple[State, ...] = ("waiting", "running")
# The oldest answers beyond so many are forgotten: strangers must not be able to fill the disk.
MOST_KEPT = 5_000


class KeptJob(msgspec.Struct, frozen=True):
    """Work with its question: `kind` says what is to be done, `question`, `progress` and `answer` are JSON.

    `version` names the program that works on it, `owner` its process, and `seen_at` when that was last heard of.
    """

    id: str
    kind: str
    question: str
    state: State
    version: str
    asked_at: str
    seen_at: str
    owner: str
    progress: str | None = None
    answer: str | None = None


class SqlJobs:
    """The jobs of one database. What is damaged is answered as the log does."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, job: str) -> KeptJob | None:
        """Return a job, None when nobody has asked for it."""
        with self._database.reading() as connection:
            return self._found(connection, job)

    def put(self, job: KeptJob) -> None:
        """Keep a job that is to be done, in the place of what was kept under its id; the oldest are forgotten."""
        with self._database.writing() as connection:
            self._database.alone(connection)
            connection.execute(delete(jobs).where(jobs.c.id == job.id))
            connection.execute(insert(jobs).values(**msgspec.structs.asdict(job)))
            newest = select(jobs.c.id).order_by(jobs.c.asked_at.desc(), jobs.c.id).limit(MOST_KEPT)
            connection.execute(delete(jobs).where(jobs.c.id.not_in(newest.scalar_subquery())))

    def change(self, job: str, state: State, at: str, answer: str | None = None) -> None:
        """Note how far an unfinished job has come; one that has been cancelled meanwhile stays so."""
        with self._database.writing() as connection:
            changed = update(jobs).where(jobs.c.id == job, jobs.c.state.in_(UNFINISHED))
            connection.execute(changed.values(state=state, seen_at=at, answer=answer))

    def heard_of(self, owner: str, progress: dict[str, str | None], at: str) -> Collection[str]:
        """Note that a process still works on these jobs, and their progress; return those that others cancelled."""
        with self._database.writing() as connection:
            for job, value in progress.items():
                mine = (jobs.c.id == job, jobs.c.owner == owner)
                connection.execute(update(jobs).where(*mine).values(seen_at=at, progress=value))
            taken = select(jobs.c.id).where(jobs.c.id.in_(list(progress)), jobs.c.state == "cancelled")
            return list(connection.execute(taken).scalars())

    def _found(self, connection: Connection, job: str) -> KeptJob | None:
        row = connection.execute(select(jobs).where(jobs.c.id == job)).mappings().one_or_none()
        return None if row is None else checked(self._database.name, dict(row), KeptJob)
