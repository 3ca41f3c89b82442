"""Waiting in tests: for what has to come, and never for a time in which it should have come; and work at the same time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Found = TypeVar("Found")
Given = TypeVar("Given")

# Only what hangs comes to its end: on a busy machine a process takes minutes to read the program.
PATIENCE = 300.0


def wait_until(holds: Callable[[], Found | None], about: Callable[[], object] = str) -> Found:
    """Return what a condition gives as soon as it holds; `about` gives what a test that hangs is told about."""
    until = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < until, about()
        time.sleep(0.01)
    return found


def at_once(work: Callable[[Given], Found], given: Sequence[Given]) -> list[Found]:
    """Do work on each of what is given in a thread of its own, all from the same moment on; return what came of each."""
    together = threading.Barrier(len(given))

    def begin(each: Given) -> Found:
        together.wait()
        return work(each)

    with ThreadPoolExecutor(len(given)) as threads:
        return list(threads.map(begin, given))
