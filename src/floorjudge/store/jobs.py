"""Long jobs, such as searches, and their answers; a job's id is computed from its question."""

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
# Only this many answers are stored, the newest: strangers must not be able to fill the disk.
MOST_KEPT = 5_000


class KeptJob(msgspec.Struct, frozen=True):
    """A job with its question: `kind` names the task; `question`, `progress` and `answer` are JSON.

    `version` names the program that works on it, `owner` its process, and `seen_at` is when that process last reported.
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
    """The jobs of one database. Damaged data raises the same errors as in the log."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, job: str) -> KeptJob | None:
        """Return a job, None if there is none with this id."""
        with self._database.reading() as connection:
            return self._found(connection, job)

    def put(self, job: KeptJob) -> None:
        """Store a job to be done, replacing any with its id; delete the oldest beyond the limit."""
        with self._database.writing() as connection:
            self._database.alone(connection)
            connection.execute(delete(jobs).where(jobs.c.id == job.id))
            connection.execute(insert(jobs).values(**msgspec.structs.asdict(job)))
            newest = select(jobs.c.id).order_by(jobs.c.asked_at.desc(), jobs.c.id).limit(MOST_KEPT)
            connection.execute(delete(jobs).where(jobs.c.id.not_in(newest.scalar_subquery())))

    def change(self, job: str, state: State, at: str, answer: str | None = None) -> None:
        """Store the state of an unfinished job; a cancelled job stays cancelled."""
        with self._database.writing() as connection:
            changed = update(jobs).where(jobs.c.id == job, jobs.c.state.in_(UNFINISHED))
            connection.execute(changed.values(state=state, seen_at=at, answer=answer))

    def heard_of(self, owner: str, progress: dict[str, str | None], at: str) -> Collection[str]:
        """Store that a process still works on these jobs, and their progress; return those that others cancelled."""
        with self._database.writing() as connection:
            for job, value in progress.items():
                mine = (jobs.c.id == job, jobs.c.owner == owner)
                connection.execute(update(jobs).where(*mine).values(seen_at=at, progress=value))
            taken = select(jobs.c.id).where(jobs.c.id.in_(list(progress)), jobs.c.state == "cancelled")
            return list(connection.execute(taken).scalars())

    def _found(self, connection: Connection, job: str) -> KeptJob | None:
        row = connection.execute(select(jobs).where(jobs.c.id == job)).mappings().one_or_none()
        return None if row is None else checked(self._database.name, dict(row), KeptJob)
