"""Limits and groups for our processes, where the system has them: Windows has neither."""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import subprocess
from typing import IO, Any


def limit_this(computing: int, memory: int) -> None:
    """Limit this process to `computing` seconds of processor time and `memory` bytes; the system enforces both.

    If the system has no such limits, the parent process ends it in time.
    """
    system = system_module("resource")
    if system is None:
        return
    for kind, most in ((system.RLIMIT_CORE, 0), (system.RLIMIT_CPU, computing), (system.RLIMIT_AS, memory)):
        _, hard = system.getrlimit(kind)
        with contextlib.suppress(ValueError, OSError):  # some systems know a limit and refuse to set it
            system.setrlimit(kind, (most if hard == system.RLIM_INFINITY else min(most, hard), hard))


def kill_with_all(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with all its children, if it leads its own group; without groups, kill the process alone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def last_words(output: IO[bytes], most: int) -> str:
    """Return the last bytes that processes have written into a file, at most so many, as text."""
    output.seek(max(0, output.seek(0, os.SEEK_END) - most))
    return output.read().decode("utf-8", "replace").strip()


def signal_named(code: int) -> str | None:
    """Return the name of the signal that ended a process; None if no signal did, or it is unknown."""
    return signal.Signals(-code).name if code < 0 and -code in signal.valid_signals() else None


def system_module(name: str) -> Any:  # noqa: ANN401 (a module)
    """Return a module of Python's library that only some systems have; None on the others."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
