"""Ending well: live streams have no end of their own, so they are told when the server is asked to stop."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def told_when_asked_to_stop(end: Callable[[], None]) -> Iterator[None]:
    """Have `end` called in the running loop when the process is asked to stop, before whatever else that sets off.

    Signals belong to the main thread; a server in another one is not asked by signals, and `end` is not called.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in SIGNALS}

    def asked(number: int, frame: FrameType | None) -> Any:  # noqa: ANN401 (whatever the handler before answers)
        loop.call_soon_threadsafe(end)
        handler = before[signal.Signals(number)]
        return handler(number, frame) if callable(handler) else None

    for number in SIGNALS:
        signal.signal(number, asked)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
