"""A pool of processes that work for the server, some at once; other tasks wait in a queue."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.processes import signal_named
from floorjudge.web.jobs.queue import Asker, Bounds, FairQueue
from floorjudge.web.jobs.worker import GIVES_WAY, HEAD, Task

# A new process first imports the program; that time does not count towards a task's limit.
SECONDS_TO_START = 300.0
MEMORY = 2 << 30
# The running mean of the seconds that a task takes: its initial value, and the weight of the newest task.
_FIRST_GUESS, _NEWEST = 3.0, 0.3
_WORKER = ("-m", "floorjudge.web.jobs.worker")
Reason: TypeAlias = Literal["memory", "time", "crash", "mistake"]


class WorkerLost(Exception):
    """The process that worked on a task has given no answer, for this reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class Limits(msgspec.Struct, frozen=True):
    """The limits of one task: seconds of computing, the factor for time by the clock, bytes of memory.

    A process is replaced after `tasks` tasks, so that leaks do not add up.
    """

    seconds: float
    patience: float = 4.0
    memory: int = MEMORY
    tasks: int = 40


class Ticket:
    """A place in the queue; `begun` is set when its turn has come."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()


class Pool:
    """Runs tasks, some at a time, each in a separate process; `FairQueue` determines their order."""

    def __init__(self, at_once: int, limits: Limits, bounds: Bounds = Bounds(), *, gives_way: bool = False) -> None:
        """Make a pool of at most `at_once` processes, started on demand, whose work `gives_way` to the server's.

        Players have one process more than strangers, and staff one more than players: so a person with a link does not
        wait for the tasks of those without, which may take minutes.
        """
        self._at_once, self._limits, self._gives_way = at_once, limits, gives_way
        self._queue: FairQueue[Ticket] = FairQueue(bounds)
        self._begun: dict[Ticket, float] = {}
        self._workers: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._usual = _FIRST_GUESS

    def enter(self, asker: Asker, work: float = 0.0) -> Ticket:
        """Add an asker to the queue, for a task that may `work` for so many seconds: shorter ones overtake it.

        Raises QueueFull or OwnQueueFull if the queue is full.
        """
        ticket = Ticket()
        self._queue.add(ticket, asker, self._seconds_for(len(self._queue)), work)
        self._let_in()
        return ticket

    def raise_to(self, ticket: Ticket, asker: Asker) -> None:
        """Move a waiting task forward because an asker of a higher rank wants it too; see `FairQueue.raise_to`."""
        self._queue.raise_to(ticket, asker)
        self._let_in()

    def wait(self, ticket: Ticket) -> tuple[int, int]:
        """Return the number of tasks before this one, and about how many seconds remain until its turn."""
        before = next((place for place, each in enumerate(self._queue.order()) if each is ticket), 0)
        return before, self._seconds_for(before + 1)

    def _seconds_for(self, turns: int) -> int:
        # A task that has run for longer than usual is expected to need as long again; on a busy machine that may be
        # minutes.
        running = time.monotonic() - max(self._begun.values(), default=time.monotonic())
        return round(max(self._usual, running) * -(-turns // self._at_once))

    async def run(
        self,
        ticket: Ticket,
        work: Callable[..., Any],
        *arguments: Any,  # noqa: ANN401 (what the task returns) (whatever `work` takes)
        report: Callable[[Any], None] | None = None,
        limits: Limits | None = None,
    ) -> Any:  # noqa: ANN401 (what the task returns) (whatever `work` returns)
        """Return the result of a module's function in another process; its arguments and its result can be pickled.

        With `report`, the function takes a progress callback as its first argument; with `limits`, these replace the
        pool's. Cancelling the call ends the wait and kills the process that works for it. Raises the errors of the
        function, and WorkerLost if it exceeds its limits or the process breaks down.
        """
        try:
            await ticket.begun.wait()
            most = limits or self._limits
            task = Task(work, arguments, report is not None, most.seconds, most.memory)
            return await self._done(task, most.seconds * most.patience, report or _ignore)
        finally:
            if ticket in self._begun:
                self._usual += _NEWEST * (time.monotonic() - self._begun[ticket] - self._usual)
            self.leave(ticket)

    def leave(self, ticket: Ticket) -> None:
        """Cancel a waiting task, or note that a running one is done."""
        if ticket in self._begun:
            del self._begun[ticket]
        else:
            self._queue.remove(ticket)
        self._let_in()

    def _let_in(self) -> None:
        while (rank := self._queue.highest()) is not None and len(self._begun) < self._at_once + rank:
            ticket = self._queue.take()
            self._begun[ticket] = time.monotonic()
            ticket.begun.set()

    async def _done(self, task: Task, seconds: float, report: Callable[[Any], None]) -> Any:  # noqa: ANN401 (what the task returns)
        worker = await self._worker()
        try:
            value = await worker.answer(task, seconds, report)
        except BaseException:
            worker.kill()
            raise
        if worker.tasks < self._limits.tasks:
            self._idle.append(worker)
        else:
            worker.kill()
        if isinstance(value, FloorjudgeError):
            raise value
        return value

    async def _worker(self) -> _Worker:
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
        worker = await _Worker.started(gives_way=self._gives_way)
        self._workers = {each for each in self._workers if each.is_alive} | {worker}
        return worker

    async def close(self) -> None:
        """End all processes."""
        self._idle.clear()
        for worker in self._workers:
            worker.kill()
        for worker in self._workers:
            await worker.ended()


def _ignore(_: object) -> None:
    pass


class _Worker:
    """A worker process, with its number of tasks so far."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self.tasks = 0

    @classmethod
    async def started(cls, *, gives_way: bool) -> _Worker:
        """Return a new process, in its own group so that an interrupt of the server does not reach it.

        It stays in the server's session: Linux first shares a processor among sessions, and priorities count only
        within one.
        """
        # Sets of words always have the same order, so that the same search finds the same loop.
        variables = os.environ | {"PYTHONHASHSEED": "0"}
        program = (sys.executable, *_WORKER, *([GIVES_WAY] if gives_way else []))
        return cls(
            await asyncio.create_subprocess_exec(*program, stdin=PIPE, stdout=PIPE, env=variables, process_group=0)
        )

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    async def answer(self, task: Task, seconds: float, report: Callable[[Any], None]) -> Any:  # noqa: ANN401 (what the task returns)
        """Return the result of a task, also an error that it raises. Raises WorkerLost if there is none."""
        self.tasks += 1
        assert self._process.stdin is not None  # noqa: S101 (it is a pipe)
        written = pickle.dumps(task)
        try:
            self._process.stdin.write(HEAD.pack(len(written)) + written)
            await self._process.stdin.drain()
            async with asyncio.timeout(SECONDS_TO_START):
                kind, value = await self._said()
            async with asyncio.timeout(seconds):
                while kind in {"begun", "progress"}:
                    if kind == "progress":
                        report(value)
                    kind, value = await self._said()
        except TimeoutError:
            raise WorkerLost("time") from None
        except (asyncio.IncompleteReadError, ConnectionError):
            raise WorkerLost(await self._why_gone()) from None
        if kind == "broken":
            raise WorkerLost(value)
        return value

    async def _said(self) -> tuple[str, Any]:
        assert self._process.stdout is not None  # noqa: S101 (it is a pipe)
        (length,) = HEAD.unpack(await self._process.stdout.readexactly(HEAD.size))
        kind, value = pickle.loads(await self._process.stdout.readexactly(length))  # noqa: S301 (our own process)
        return kind, value

    async def _why_gone(self) -> Reason:
        code = await self._process.wait()
        return "time" if signal_named(code) == "SIGXCPU" else "crash"

    def kill(self) -> None:
        """Kill the process, even during a task."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> None:
        """Wait until it has ended."""
        await self._process.wait()
