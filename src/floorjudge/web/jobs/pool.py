"""Processes that work for the server, some at once; everything else waits for its turn."""

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

# A new process first imports the program; that time is not counted as anybody's computing.
SECONDS_TO_START = 300.0
MEMORY = 2 << 30
# The running mean of the seconds that a task takes: where it begins, and the weight of the newest task.
_FIRST_GUESS, _NEWEST = 3.0, 0.3
_WORKER = ("-m", "floorjudge.web.jobs.worker")
Reason: TypeAlias = Literal["memory", "time", "crash", "mistake"]


class WorkerLost(Exception):
    """The process that worked on something has given no answer, for this reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class Limits(msgspec.Struct, frozen=True):
    """What one task may take: seconds of computing, how many times as long by the clock, bytes of memory.

    After so many `tasks` a process is replaced, so that nothing that is left over in one adds up.
    """

    seconds: float
    patience: float = 4.0
    memory: int = MEMORY
    tasks: int = 40


class Ticket:
    """One who waits for their turn; `begun` is set when it has come."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()


class Pool:
    """Works things out, some at a time, each in a process of its own; see `FairQueue` for who comes next."""

    def __init__(self, at_once: int, limits: Limits, bounds: Bounds = Bounds(), *, gives_way: bool = False) -> None:
        """Make a pool of at most `at_once` processes (started when they are needed), whose work `gives_way` to the server's.

        Players have one process more than strangers, and staff one more than players: whoever has a link does not wait until
        something of those who have none is done, which may take minutes.
        """
        self._at_once, self._limits, self._gives_way = at_once, limits, gives_way
        self._queue: FairQueue[Ticket] = FairQueue(bounds)
        self._begun: dict[Ticket, float] = {}
        self._workers: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._usual = _FIRST_GUESS

    def enter(self, asker: Asker) -> Ticket:
        """Let somebody wait for their turn. Raises QueueFull or OwnQueueFull when no more may."""
        ticket = Ticket()
        self._queue.add(ticket, asker, self._seconds_for(len(self._queue)))
        self._let_in()
        return ticket

    def raise_to(self, ticket: Ticket, asker: Asker) -> None:
        """Let what somebody waits for come earlier because somebody of a higher rank wants it too; see `FairQueue.raise_to`."""
        self._queue.raise_to(ticket, asker)
        self._let_in()

    def wait(self, ticket: Ticket) -> tuple[int, int]:
        """Return how many are before somebody who waits, and in about how many seconds it is their turn."""
        before = next((place for place, each in enumerate(self._queue.order()) if each is ticket), 0)
        return before, self._seconds_for(before + 1)

    def _seconds_for(self, turns: int) -> int:
        # What has run for longer than usual is thought to need as long again; it may take minutes on a busy machine.
        running = time.monotonic() - max(self._begun.values(), default=time.monotonic())
        return round(max(self._usual, running) * -(-turns // self._at_once))

    async def run(
        self,
        ticket: Ticket,
        work: Callable[..., Any],
        *arguments: Any,  # noqa: ANN401 (whatever `work` takes)
        report: Callable[[Any], None] | None = None,
        limits: Limits | None = None,
    ) -> Any:  # noqa: ANN401 (whatever `work` returns)
        """Return what a function of a module returns in another process; its arguments and its value can be pickled.

        With `report`, the function takes what reports its progress as its first argument; with `limits`, these hold for it
        instead of the pool's. Whoever is cancelled waits no more, and the process that works for them is killed. Raises what
        the function raises; WorkerLost when it took too much, or the process broke down.
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
        """Let somebody wait no more who does not want it done; or note that it is done."""
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

    async def _done(self, task: Task, seconds: float, report: Callable[[Any], None]) -> Any:  # noqa: ANN401
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
    """A process that works, and how many tasks it had."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self.tasks = 0

    @classmethod
    async def started(cls, *, gives_way: bool) -> _Worker:
        """Return a new process, in a group of its own so that an interrupt of the server does not reach it.

        It stays in the server's session: Linux shares a processor among sessions first, and who gives way counts within
        one only.
        """
        # Sets of words come in the same order every time, so that the same search finds the same loop.
        variables = os.environ | {"PYTHONHASHSEED": "0"}
        program = (sys.executable, *_WORKER, *([GIVES_WAY] if gives_way else []))
        return cls(
            await asyncio.create_subprocess_exec(*program, stdin=PIPE, stdout=PIPE, env=variables, process_group=0)
        )

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    async def answer(self, task: Task, seconds: float, report: Callable[[Any], None]) -> Any:  # noqa: ANN401
        """Return what comes of a task, an error that it raises too. Raises WorkerLost when nothing does."""
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
        """End it, whatever it is doing."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> None:
        """Wait until it has ended."""
        await self._process.wait()
