"""Waiting in tests: for what has to come, and never for a time in which it should have come."""

from __future__ import annotations

import time
from collections.abc import Callable

# Only what hangs comes to its end: on a busy machine a process takes minutes to read the program.
PATIENCE = 300.0


def wait_until(holds: Callable[[], object], about: Callable[[], object] = str) -> None:
    """Return as soon as a condition holds; `about` gives what a test that hangs is told about."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, about()
        time.sleep(0.01)
