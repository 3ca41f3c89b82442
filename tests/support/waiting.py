"""Waiting in tests: for what has to come, and never for a time in which it should have come."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

# Only what hangs comes to its end: on a busy machine a process takes minutes to read the program.
PATIENCE = 300.0


def wait_until(holds: Callable[[], Found | None], about: Callable[[], object] = str) -> Found:
    """Return what a condition gives as soon as it holds; `about` gives what a test that hangs is told about."""
    until = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < until, about()
        time.sleep(0.01)
    return found
