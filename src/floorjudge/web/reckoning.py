"""Working something out for anybody who asks, in a process of its own that can be stopped.

A small case can ask for an enormous amount of work. Whoever sends one gets a clear answer after some seconds, and
nobody's page waits for it: neither for the processor nor for the memory.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeAlias

from anyio import BrokenWorkerProcess, Semaphore, fail_after, to_process

from floorjudge.texts import Language
from floorjudge.web.refusals import takes_too_long

SECONDS = 5.0
SECONDS_TO_START = 30.0
AT_ONCE = 2
MOST_MEMORY = 2 << 30
JsonObject: TypeAlias = dict[str, Any]
# Takes a JSON value and a language, returns a JSON value; a function of a module, so that another process finds it.
Reckoning: TypeAlias = Callable[[Any, Language], JsonObject]


class Reckoner:
    """Works things out, two at a time."""

    def __init__(self) -> None:
        self._slots = Semaphore(AT_ONCE)

    async def work_out(self, reckoning: Reckoning, given: object, language: Language) -> JsonObject:
        """Return what a function makes of a JSON value.

        Raises what it raises; BadInput `takes_too_long` when it needs more time or memory than there is.
        """
        try:
            async with self._slots:
                # A process that has just been started reads the program first; that is nobody's case.
                with fail_after(SECONDS_TO_START):
                    await to_process.run_sync(_be_ready, reckoning, cancellable=True)
                with fail_after(SECONDS):
                    return await to_process.run_sync(_carefully, reckoning, given, language, cancellable=True)
        except (TimeoutError, MemoryError, BrokenWorkerProcess):
            raise takes_too_long() from None


def _be_ready(_: Reckoning) -> None:
    """Have everything read that a function needs."""


def _carefully(reckoning: Reckoning, given: object, language: Language) -> JsonObject:
    _limit_memory()
    return reckoning(given, language)


def _limit_memory() -> None:
    if sys.platform != "linux":
        return
    import resource  # noqa: PLC0415 (there is none on other systems)

    _, hardest = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, hardest))
