"""A process that works for the server: `python -m floorjudge.web.jobs.worker [gives-way]` does tasks in turn.

It reads tasks from standard input and writes its reports to standard output, in frames: four bytes of length, and a
pickle. Only this program and the one that started it write these. It ends when that one is gone.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import IO, Any, Literal, NamedTuple, TypeAlias

from floorjudge.errors import FloorjudgeError
from floorjudge.processes import limit_this

HEAD = struct.Struct(">I")
GIVES_WAY = "gives-way"
LOOK_EVERY = 1.0
# A worker's reports: the program is imported; progress; the result; an error for the asker; it has broken down.
Kind: TypeAlias = Literal["begun", "progress", "done", "refused", "broken"]
Report: TypeAlias = Callable[[Any], None]


class Task(NamedTuple):
    """A task: a function of a module with its arguments; it also takes a `Report` first if it is `watched`.

    It may compute for this many `seconds`, and take this many bytes of `memory`.
    """

    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    watched: bool
    seconds: float
    memory: int


def main() -> None:
    """Do tasks until the server sends no more."""
    # Printing to standard output during a task must not corrupt the frames.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _give_way(to_everybody=GIVES_WAY in sys.argv[1:])
    threading.Thread(target=_end_without, args=(os.getppid(),), daemon=True).start()
    try:
        # Once the server has gone, neither the reports nor an error in writing them matters.
        with contextlib.suppress(_ServerGone, OSError, KeyboardInterrupt):
            while (frame := _read(sys.stdin.buffer)) is not None:
                _answer(frame, out)
            sys.stdout.flush()
    finally:
        os._exit(0)


class _ServerGone(BaseException):
    """The server has stopped reading; no task must take this for its own error."""


def _give_way(*, to_everybody: bool) -> None:
    """Leave the processor to the server when it needs it, or compute only while the machine is idle."""
    if hasattr(os, "nice"):
        os.nice(19 if to_everybody else 10)
    if to_everybody and sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _answer(frame: bytes, out: IO[bytes]) -> None:
    """Do the task in a frame, and write how it goes and ends."""

    def say(kind: Kind, value: Any) -> None:  # noqa: ANN401 (whatever a worker answers)
        """Write a frame; `value` is the progress, the result or the error."""
        written = pickle.dumps((kind, value))
        try:
            out.write(HEAD.pack(len(written)) + written)
            out.flush()
        except OSError:
            raise _ServerGone from None

    try:
        task: Task = pickle.loads(frame)  # noqa: S301 (the server's own)
        say("begun", None)
        limit_this(int(time.process_time() + task.seconds) + 1, task.memory)
        report: tuple[Report, ...] = (lambda value: say("progress", value),) if task.watched else ()
        say("done", task.work(*report, *task.arguments))
    except FloorjudgeError as error:
        say("refused", error)
    except MemoryError:
        say("broken", "memory")
    except Exception:  # noqa: BLE001 (the server says that something went wrong here, the log says what)
        traceback.print_exc()
        say("broken", "mistake")


def _read(stream: IO[bytes]) -> bytes | None:
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    (length,) = HEAD.unpack(head)
    frame = stream.read(length)
    # A killed server may have written half a task.
    return frame if len(frame) == length else None


def _end_without(parent: int) -> None:
    """End this process when the server has gone, since its answer has no reader."""
    while os.getppid() == parent:
        time.sleep(LOOK_EVERY)
    os._exit(1)


if __name__ == "__main__":
    main()
