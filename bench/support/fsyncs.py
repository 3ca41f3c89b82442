"""How often a command makes the disk write: counted by strace where there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from bench.support.day import answer, day
from floorjudge.events.service.service import EventService
from floorjudge.store import open_log

ROOT = Path(__file__).parents[2]
MARK = "getpriority("


def fsyncs(number: int) -> str:
    """Return how many commands of two rounds cause no fsync, one, two and so on: `0: 1; 1: 1,883`."""
    strace = shutil.which("strace")
    if strace is None:
        return "not counted: strace is not installed"
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace"
        watched = "trace=fsync,fdatasync,getpriority"
        run = [sys.executable, "-c", f"from bench.support.fsyncs import traced; traced({number})"]
        done = subprocess.run([strace, "-f", "-qq", "-e", watched, "-o", str(trace), *run], cwd=ROOT, check=False)
        if done.returncode:
            return "not counted: strace may not watch here"
        counted = Counter(per_command(trace.read_text()))
    return "; ".join(f"{each}: {times:,}" for each, times in sorted(counted.items()))


def per_command(trace: str) -> list[int]:
    """Return the number of fsyncs between one mark and the next."""
    return [part.count("sync(") for part in trace.split(MARK)[1:-1]]


def traced(number: int) -> None:
    """Take the commands of two rounds with a mark before each, for strace to see."""
    with tempfile.TemporaryDirectory() as folder:
        log = open_log(Path(folder) / "bench.db")
        desk = EventService(log)
        for command in day(desk, number):
            os.getpriority(os.PRIO_PROCESS, 0)
            answer(desk, command)
        os.getpriority(os.PRIO_PROCESS, 0)
        log.close()
