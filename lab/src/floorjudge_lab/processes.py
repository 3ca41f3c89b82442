"""Verifies each combination in a separate process: its job, its limits, its answer, and the row of a failed one.

A failure of the engine there costs one row.
"""

from __future__ import annotations

import contextlib
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from typing import IO, Any

import msgspec

from floorjudge.magic.engine.work import SLOWEST
from floorjudge.processes import kill_with_all, last_words, signal_named
from floorjudge_lab.combinations import Combination
from floorjudge_lab.rows import Details, Reason, Row, Verdict

_WORKER = ("-m", "floorjudge_lab.worker")
_LAST_WORDS = 300
_READ_BACK = 4000
_OUT_OF_MEMORY = ("memory allocation of", "MemoryError", "Cannot allocate memory", "out of memory")


class Limits(msgspec.Struct, frozen=True):
    """The limits of one combination: the work of a usual machine in so many seconds, and MiB of memory.

    A slow machine may compute as many times longer as work may be overdue, plus `grace` seconds for reading cards and
    certifying; the process is killed after `patience` times that long by the clock.
    """

    seconds: float = 60.0
    memory: int = 2048
    grace: float = 60.0
    patience: float = 2.0

    @property
    def computing(self) -> float:
        """Return the seconds of computing after which the system ends the process."""
        return self.seconds * SLOWEST + self.grace

    @property
    def waiting(self) -> float:
        """Return the seconds by the clock on the wall after which the process is killed."""
        return self.computing * self.patience


class Job(msgspec.Struct, frozen=True):
    """A combination to verify: the limits, the file with the cards (None: the user's), and the versions.

    `parent` is the process that waits for the answer.
    """

    combination: Combination
    limits: Limits = Limits()
    cards: str | None = None
    engine: str = ""
    floorjudge: str = ""
    parent: int = 0


class Unable(msgspec.Struct, frozen=True):
    """The reason why a machine can verify nothing, such as a missing engine: its name, the error's code and message."""

    machine: str
    code: str
    message: str


class Answer(msgspec.Struct, frozen=True):
    """The answer of a process: a row, or the reason why there is none; neither if its run was stopped."""

    row: Row | None = None
    unable: Unable | None = None


# The processes that run here, each with the name of its run, and the runs that were stopped.
_lock = threading.Lock()
_processes: dict[subprocess.Popen[bytes], str] = {}
_stopped: set[str] = set()


def stop(run: str) -> None:
    """End every process of a run, and start no others for it."""
    with _lock:
        _stopped.add(run)
        for process, its_run in _processes.items():
            if its_run == run:
                _kill(process)


def _begin(command: Sequence[str], errors: IO[bytes], run: str) -> subprocess.Popen[bytes] | None:
    """Start a process of a run; return None if the run was stopped before."""
    with _lock:
        if run in _stopped:
            return None
        process = subprocess.Popen(  # noqa: S603 (our own command)
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
            # Sets of words have the same order every time, so that the same search finds the same loop.
            env=os.environ | {"PYTHONHASHSEED": "0"},
        )
        _processes[process] = run
        return process


def _end(process: subprocess.Popen[bytes]) -> None:
    with _lock:
        _kill(process)
        del _processes[process]


def answer_to(job: Job, command: Sequence[str] | None = None, run: str = "") -> Answer:
    """Verify a combination in a new process, and return its answer, or the row of a process that failed.

    `command` replaces the usual worker; `run` names the run, which `stop` ends. Errors inside the process are never
    raised here.
    """
    begun = time.monotonic()
    with tempfile.TemporaryFile() as errors:
        process = _begin(command or (sys.executable, *_WORKER), errors, run)
        if process is None:
            return Answer()
        out, hung = b"", False
        with process:
            try:
                given = msgspec.json.encode(msgspec.structs.replace(job, parent=os.getpid()))
                out, _ = process.communicate(given, timeout=job.limits.waiting)
            except subprocess.TimeoutExpired:
                hung = True
            finally:
                _end(process)
        if run in _stopped:
            return Answer()
        if not hung and process.returncode == 0:
            with contextlib.suppress(msgspec.MsgspecError):
                return msgspec.json.decode(out, type=Answer)
        words = last_words(errors, _READ_BACK)
    return Answer(_failed(job, _reason(process.returncode, words, hung=hung), process.returncode, words, begun))


def machine() -> str:
    """Return the name of this machine."""
    return platform.node() or "?"


def spent() -> float:
    """Return the seconds that this process has computed."""
    return round(time.process_time(), 2)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with all its children; it leads its own process group."""
    if process.returncode is None:
        kill_with_all(process)


def _reason(code: int, words: str, *, hung: bool) -> Reason:
    if hung or signal_named(code) == "SIGXCPU":
        return "hang"
    return "memory" if any(word in words for word in _OUT_OF_MEMORY) else "crash"


def _failed(job: Job, reason: Reason, code: int, words: str, begun: float) -> Row:
    """Return the row of a process that ended without an answer."""
    with_signal = signal_named(code)
    last = words.rpartition("\n")[2].strip()[:_LAST_WORDS]
    details = Details(message=last or None, signal=None if reason == "hang" else with_signal)
    return row_for(job, "failed", reason, seconds=round(time.monotonic() - begun, 2), details=details)


def row_for(job: Job, verdict: Verdict, reason: Reason | None, **more: Any) -> Row:  # noqa: ANN401 (a row's fields)
    """Return the row of a job; `more` are its further known fields."""
    usual = {"engine": job.engine, "floorjudge": job.floorjudge}
    return Row(
        id=job.combination.id,
        cards=job.combination.cards,
        verdict=verdict,
        reason=reason,
        limit_seconds=job.limits.seconds,
        limit_memory=job.limits.memory,
        combination=job.combination.digest,
        **(usual | more),
    )
