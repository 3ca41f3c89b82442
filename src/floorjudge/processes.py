"""What processes of ours ask of the system, as far as it offers that: Windows has no limits and no groups of processes."""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import subprocess
from typing import Any


def limit_this(computing: int, memory: int) -> None:
    """Let the system end this process when it computes for more seconds, and refuse it memory beyond so many bytes.

    Where the system has no such limits, whoever waits for the process ends it in time.
    """
    system = system_module("resource")
    if system is None:
        return
    for kind, most in ((system.RLIMIT_CORE, 0), (system.RLIMIT_CPU, computing), (system.RLIMIT_AS, memory)):
        _, hard = system.getrlimit(kind)
        with contextlib.suppress(ValueError, OSError):  # some systems know a limit and do not let it be set
            system.setrlimit(kind, (most if hard == system.RLIM_INFINITY else min(most, hard), hard))


def kill_with_all(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with all that it has begun, if it leads a group of its own; where there are no groups, the process alone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def signal_named(code: int) -> str | None:
    """Return the name of the signal that ended a process; None when none did, as its code says, or none is known."""
    return signal.Signals(-code).name if code < 0 and -code in signal.valid_signals() else None


def system_module(name: str) -> Any:  # noqa: ANN401 (a module)
    """Return a module of Python's library that only some systems have; None on the others."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
