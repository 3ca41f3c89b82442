"""Runs as the process that verifies one combination, `python -m` this module: reads a job as JSON and writes an answer.

It first limits its own memory and computing, and ends with its parent.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable

import msgspec

from floorjudge.magic.errors import DamagedCardTexts, NoCardTexts, NoMagicEngine, UnwritableCardTexts
from floorjudge.processes import limit_this
from floorjudge_lab.errors import OtherVersion
from floorjudge_lab.processes import Answer, Job, Unable, machine, row_for, spent

_MIB = 1024 * 1024
_LOOK_EVERY = 1.0


def main(answer: Callable[[Job], Answer] | None = None) -> None:
    """Read a job from standard input and write its answer, which `answer` computes, to standard output."""
    job = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
    # The output of libraries must not mix with the answer.
    out = os.dup(1)
    os.dup2(2, 1)
    limit_this(int(job.limits.computing) + 1, job.limits.memory * _MIB)
    threading.Thread(target=_end_without, args=(job.parent,), daemon=True).start()
    try:
        given = (answer or answered)(job)
    except MemoryError:
        given = Answer(row_for(job, "failed", "memory", seconds=spent()))
    with os.fdopen(out, "wb") as lines:
        lines.write(msgspec.json.encode(given))
    # Ending at once returns the engine's memory faster than tidying up.
    sys.stdout.flush()
    os._exit(0)


def _end_without(parent: int) -> None:
    """End this process after its parent: its answer would not be read."""
    while parent and os.getppid() == parent:
        time.sleep(_LOOK_EVERY)
    if parent:
        os._exit(1)


def answered(job: Job) -> Answer:
    """Return the row of a combination, or why this machine can verify none. Raises errors that concern only this row."""
    from floorjudge_lab.verdict import row_of  # noqa: PLC0415 (limits hold before anything large is read)

    try:
        return Answer(row_of(job))
    except (NoMagicEngine, NoCardTexts, UnwritableCardTexts, DamagedCardTexts, OtherVersion) as error:
        return Answer(unable=Unable(machine(), error.code, error.message("en")))


if __name__ == "__main__":
    main()
