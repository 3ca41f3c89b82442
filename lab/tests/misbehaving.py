"""A process that does to a combination what its id says: it stands in for an engine that hangs, crashes or takes all memory."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from floorjudge.magic.cards.library import CardLibrary
from floorjudge_lab.processes import Answer, Job, Unable, row_for
from floorjudge_lab.worker import main


def _spin(_rest: str) -> None:
    while True:
        pass


def _sleep(rest: str) -> None:
    """Sleep for long; also somebody whom the process has begun must not be left behind."""
    left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(rest).write_text(str(left.pid), "utf-8")
    time.sleep(600)


def _wait(rest: str) -> None:
    """Say that it has begun by one file, and wait until there is another one."""
    begun = Path(rest)
    begun.touch()
    while not begun.with_suffix(".go").exists():
        time.sleep(0.01)


def _raise(_rest: str) -> None:
    raise SystemError("the engine is upset")


def _abort(_rest: str) -> None:
    sys.stderr.write("memory allocation of 8589934592 bytes failed\n")
    sys.stderr.flush()
    os.kill(os.getpid(), signal.SIGABRT)


def _eat(_rest: str) -> None:
    kept = []
    while True:
        kept.append(bytearray(32 * 1024 * 1024))


def _mutter(_rest: str) -> None:
    sys.stdout.write("this is not the answer\n")
    os.write(1, b"nor is this\n")


def _read(rest: str) -> None:
    library = CardLibrary.open(Path(rest))
    for name in library.names():
        library.card(name)
    library.close()


DOES: dict[str, Callable[[str], object]] = {
    "spins": _spin,
    "sleeps": _sleep,
    "breaks": lambda _rest: ctypes.string_at(0),
    "raises": _raise,
    "aborts": _abort,
    "eats": _eat,
    "mutters": _mutter,
    "reads": _read,
    "lingers": lambda rest: time.sleep(float(rest)),
    "waits": _wait,
}


def answered(job: Job) -> Answer:
    """Do what the first word of the id says; without such a word, certify at once."""
    word, _, rest = job.combination.id.partition(" ")
    if word == "cannot":
        return Answer(unable=Unable("far away", "no_magic_engine", "There is no engine."))
    DOES.get(word, str)(rest)
    return Answer(row_for(job, "certified", None, seconds=0.01))


if __name__ == "__main__":
    main(answered)
