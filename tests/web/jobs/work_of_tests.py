"""What the workers of the tests do; functions of a module, so that another process finds them."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from floorjudge.web.errors import NoSuchPage
from floorjudge.web.jobs.worker import Report


def process() -> int:
    return os.getpid()


def claim() -> tuple[int, int, int]:
    """Return the session and the process group of this process, and the policy that it is scheduled by."""
    return os.getsid(0), os.getpgrp(), os.sched_getscheduler(0)


def refuse() -> None:
    raise NoSuchPage(where="there")


def go_wrong() -> None:
    raise RuntimeError("a mistake")


def die() -> None:
    os._exit(3)


def take_memory() -> int:
    return len(bytearray(4 << 30))


def spin() -> None:
    while True:
        pass


def hang() -> None:
    time.sleep(600)


def chatter() -> int:
    os.write(1, b"this is no answer")
    return 7


def wait_for(report: Report, question: dict[str, Any]) -> dict[str, Any]:
    """Say that it has begun, wait until a file is there, count how often it was done, and answer."""
    report({"begun": True})
    while not Path(question["gate"]).exists():
        time.sleep(0.01)
    with Path(question["gate"]).open("a") as file:
        file.write("x")
    return {"double": 2 * question["number"]}


def tell_for_ever(report: Report) -> None:
    """Say how it goes again and again, and take nothing for a reason to stop."""
    while True:
        with suppress(Exception):
            report({"how": "well"})


def fail(report: Report, question: dict[str, Any]) -> dict[str, Any]:
    del report
    if question["how"] == "die":
        die()
    raise NoSuchPage(where="there")
