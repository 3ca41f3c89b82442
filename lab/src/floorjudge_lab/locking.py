"""One process writes to a folder at a time: the folder is locked, in the way that the system has."""

from __future__ import annotations

import os
from pathlib import Path

from floorjudge.processes import system_module

LOCK = ".lock"


def locked(folder: Path) -> int:
    """Return a file descriptor; until it is closed, no other process gets one for this folder.

    Raises BlockingIOError when another process has one, and OSError when the folder cannot be opened. A system that has
    neither way of locking gives one to everybody.
    """
    posix, windows = system_module("fcntl"), system_module("msvcrt")
    # Windows opens no folders.
    opened = os.open(folder, os.O_RDONLY) if posix else os.open(folder / LOCK, os.O_RDWR | os.O_CREAT)
    try:
        if posix:
            posix.flock(opened, posix.LOCK_EX | posix.LOCK_NB)
        elif windows:
            _lock_first_byte(windows, opened)
    except BaseException:
        os.close(opened)
        raise
    return opened


def _lock_first_byte(windows: object, opened: int) -> None:
    try:
        windows.locking(opened, windows.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError as error:
        raise BlockingIOError(*error.args) from None
